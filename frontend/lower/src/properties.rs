//! What the attributes and parameters of an entry point state of its stage.

use crate::state::Shared;
use hlslc_base::Stage;
use hlslc_hir::hir::{Entry, Function, Param, ParamRole};
use hlslc_hir::objects::ObjectKind;
use hlslc_hir::types::{ObjectArg, TyData};
use hlslc_ir::layout::{LayoutRules, Layouts};
use hlslc_ir::stage::{
    Domain, InputPrimitive, MeshTopology, Partitioning, StageProperties, StreamTopology, TessellatorOutput,
};
use hlslc_ir::{Context, Func, Op, Type};

/// The properties of an entry point; `None` for what is no stage, or if the checker found something missing.
pub(crate) fn properties(
    ctx: &mut Context,
    cx: &mut Shared<'_>,
    entry: &Entry,
    patch_constant: Option<Func>,
) -> Option<StageProperties> {
    let attributes = &entry.attributes;
    let f = &cx.program.funcs[entry.func];
    let domain = attributes.domain.as_deref().and_then(Domain::from_name);
    let topology = attributes.output_topology.as_deref();
    Some(match entry.stage {
        Stage::Vertex => StageProperties::Vertex,
        Stage::Pixel => StageProperties::Pixel { early_depth_stencil: attributes.early_depth_stencil },
        Stage::Compute => {
            StageProperties::Compute { num_threads: attributes.num_threads?, wave_size: attributes.wave_size }
        }
        Stage::Geometry => {
            let streams = streams(cx, f);
            StageProperties::Geometry {
                input: input_primitive(cx, f),
                topology: *streams.first()?,
                max_vertices: attributes.max_vertex_count?,
                instances: attributes.instance.unwrap_or(1),
                streams: streams.iter().enumerate().fold(0, |mask, (stream, _)| mask | (1 << stream.min(7))),
            }
        }
        Stage::Hull => StageProperties::Hull {
            patch_constant,
            domain,
            partitioning: attributes.partitioning.as_deref().and_then(Partitioning::from_name),
            output: topology.and_then(TessellatorOutput::from_name)?,
            input_points: patch(cx, f, ObjectKind::InputPatch).unwrap_or(1),
            output_points: attributes.output_control_points?,
            max_tess_factor: attributes.max_tess_factor,
        },
        Stage::Domain => StageProperties::Domain {
            domain: domain?,
            control_points: patch(cx, f, ObjectKind::OutputPatch)
                .or_else(|| patch(cx, f, ObjectKind::InputPatch))
                .unwrap_or(0),
        },
        Stage::Mesh => StageProperties::Mesh {
            num_threads: attributes.num_threads?,
            // To DXIL the words for a tessellator's output say as little as `point`.
            topology: topology.and_then(MeshTopology::from_name).unwrap_or(MeshTopology::Point),
            max_vertices: length(cx, f, ParamRole::Vertices),
            max_primitives: length(cx, f, ParamRole::Indices).max(length(cx, f, ParamRole::Primitives)),
            payload_bytes: payload_bytes(ctx, cx, f),
        },
        Stage::Amplification => {
            // What is passed on is found once the functions are lowered.
            StageProperties::Amplification { num_threads: attributes.num_threads?, payload_bytes: 0 }
        }
        Stage::RayGeneration => StageProperties::RayGeneration,
        Stage::Intersection => StageProperties::Intersection,
        Stage::AnyHit => StageProperties::AnyHit,
        Stage::ClosestHit => StageProperties::ClosestHit,
        Stage::Miss => StageProperties::Miss,
        Stage::Callable => StageProperties::Callable,
        Stage::Library => return None,
    })
}

/// What each stream among a function's parameters holds.
fn streams(cx: &Shared<'_>, f: &Function) -> Vec<StreamTopology> {
    let kinds = [
        (ObjectKind::PointStream, StreamTopology::PointList),
        (ObjectKind::LineStream, StreamTopology::LineStrip),
        (ObjectKind::TriangleStream, StreamTopology::TriangleStrip),
    ];
    let stream = |param: &Param| {
        let TyData::Object(kind, _) = cx.program.types.data(f.locals[param.local].ty) else { return None };
        kinds.iter().find(|row| row.0 == *kind).map(|row| row.1)
    };
    f.params.iter().filter_map(stream).collect()
}

/// What a geometry shader takes: a patch, or what a parameter's keyword says.
fn input_primitive(cx: &Shared<'_>, f: &Function) -> InputPrimitive {
    if let Some(points) = patch(cx, f, ObjectKind::InputPatch) {
        return InputPrimitive::from_name(&format!("patch{points}")).unwrap_or(InputPrimitive::Undefined);
    }
    let named = f.params.iter().find_map(|param| {
        Some(match param.role? {
            ParamRole::Point => InputPrimitive::Point,
            ParamRole::Line => InputPrimitive::Line,
            ParamRole::Triangle => InputPrimitive::Triangle,
            ParamRole::LineAdj => InputPrimitive::LineAdjacent,
            ParamRole::TriangleAdj => InputPrimitive::TriangleAdjacent,
            ParamRole::Vertices | ParamRole::Indices | ParamRole::Primitives | ParamRole::Payload => return None,
        })
    });
    named.unwrap_or(InputPrimitive::Undefined)
}

/// The points of the patch of this kind among a function's parameters.
fn patch(cx: &Shared<'_>, f: &Function, wanted: ObjectKind) -> Option<u32> {
    f.params.iter().find_map(|param| {
        let TyData::Object(kind, args) = cx.program.types.data(f.locals[param.local].ty) else { return None };
        let Some(&ObjectArg::Number(points)) = args.get(1) else { return None };
        (*kind == wanted).then_some(points)
    })
}

/// Elements of the array that has a role in a mesh shader.
fn length(cx: &Shared<'_>, f: &Function, role: ParamRole) -> u32 {
    let Some(param) = f.params.iter().find(|param| param.role == Some(role)) else { return 0 };
    let TyData::Array(_, Some(count)) = *cx.program.types.data(f.locals[param.local].ty) else { return 0 };
    count
}

/// Bytes of the payload among a function's parameters.
fn payload_bytes(ctx: &mut Context, cx: &mut Shared<'_>, f: &Function) -> u32 {
    let Some(param) = f.params.iter().find(|param| param.role == Some(ParamRole::Payload)) else { return 0 };
    let local = &f.locals[param.local];
    let ty = cx.ty(ctx, local.ty, local.span);
    bytes(ctx, ty)
}

/// Bytes of the largest payload that some functions pass on.
pub(crate) fn dispatched_bytes(ctx: &Context, cx: &Shared<'_>, funcs: &[Func]) -> u32 {
    let mut most = 0;
    for func in funcs.iter().map(|&func| &cx.funcs[func]) {
        for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
            if let (Op::DispatchMesh, Some(&payload)) = (func.insts[inst].op, func.args(inst).last()) {
                most = ctx.pointee(func.ty(payload)).map_or(most, |(ty, _)| most.max(bytes(ctx, ty)));
            }
        }
    }
    most
}

fn bytes(ctx: &Context, ty: Type) -> u32 {
    Layouts::new(LayoutRules::Structured).stride(ctx, ty, None)
}
