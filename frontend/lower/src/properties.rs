//! Computes the stage properties of an entry point, from its attributes and parameters.

use crate::state::Shared;
use hlslc_base::Stage;
use hlslc_hir::entries::OutputTopology;
use hlslc_hir::hir::{Entry, Function, Param, ParamRole};
use hlslc_hir::objects::ObjectKind;
use hlslc_hir::types::{ObjectArg, Ty, TyData};
use hlslc_ir::layout::{LayoutRules, Layouts};
use hlslc_ir::node::{DispatchGridPlace, NodeId, NodeKind, NodeLaunch, NodePort, NodeProperties};
use hlslc_ir::stage::{InputPrimitive, MeshTopology, StageProperties, StreamTopology};
use hlslc_ir::{Context, Func, Op, Type};

/// The semantic of a record's grid.
const GRID: &str = "SV_DispatchGrid";

/// The properties of an entry point; `None` for what is no stage, or if the checker found something missing.
pub(crate) fn properties(
    ctx: &mut Context,
    cx: &mut Shared<'_>,
    entry: &Entry,
    patch_constant: Option<Func>,
) -> Option<StageProperties> {
    let attributes = &entry.attributes;
    let f = &cx.program.funcs[entry.func];
    let topology = attributes.output_topology;
    Some(match entry.stage {
        Stage::Vertex => StageProperties::Vertex,
        Stage::Pixel => StageProperties::Pixel {
            early_depth_stencil: attributes.early_depth_stencil,
            waves_include_helpers: attributes.waves_include_helpers,
        },
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
            domain: attributes.domain,
            partitioning: attributes.partitioning,
            output: topology.and_then(OutputTopology::of_tessellator)?,
            input_points: patch(cx, f, ObjectKind::InputPatch).unwrap_or(1),
            output_points: attributes.output_control_points?,
            max_tess_factor: attributes.max_tess_factor,
        },
        Stage::Domain => StageProperties::Domain {
            domain: attributes.domain?,
            control_points: patch(cx, f, ObjectKind::OutputPatch)
                .or_else(|| patch(cx, f, ObjectKind::InputPatch))
                .unwrap_or(0),
        },
        Stage::Mesh => StageProperties::Mesh {
            num_threads: attributes.num_threads?,
            topology: topology.map_or(MeshTopology::Point, OutputTopology::of_mesh),
            max_vertices: length(cx, f, ParamRole::Vertices),
            max_primitives: length(cx, f, ParamRole::Indices).max(length(cx, f, ParamRole::Primitives)),
            payload_bytes: payload_bytes(ctx, cx, f),
        },
        Stage::Amplification => {
            // What is passed on is found once the functions are lowered.
            StageProperties::Amplification { num_threads: attributes.num_threads?, payload_bytes: 0 }
        }
        Stage::Node => StageProperties::Node(Box::new(node(ctx, cx, entry)?)),
        Stage::RayGeneration => StageProperties::RayGeneration,
        Stage::Intersection => StageProperties::Intersection,
        Stage::AnyHit => StageProperties::AnyHit,
        Stage::ClosestHit => StageProperties::ClosestHit,
        Stage::Miss => StageProperties::Miss,
        Stage::Callable => StageProperties::Callable,
        Stage::Library => return None,
    })
}

/// The properties of a node, its inputs and its outputs.
fn node(ctx: &mut Context, cx: &mut Shared<'_>, entry: &Entry) -> Option<NodeProperties> {
    let f = &cx.program.funcs[entry.func];
    let written = &entry.attributes.node;
    let launch = written.launch.unwrap_or(NodeLaunch::Broadcasting);
    let own_id = || NodeId { name: f.name.clone(), index: 0 };
    let mut node = NodeProperties {
        launch,
        num_threads: entry.attributes.num_threads.unwrap_or([1; 3]),
        wave_size: entry.attributes.wave_size,
        is_program_entry: written.is_program_entry,
        id: written.id.clone().unwrap_or_else(own_id),
        local_root_arguments: written.local_root_arguments,
        shares_input_of: written.shares_input_of.clone(),
        dispatch_grid: written.dispatch_grid,
        max_dispatch_grid: written.max_dispatch_grid,
        max_recursion_depth: written.max_recursion_depth.unwrap_or(0),
        inputs: Vec::new(),
        outputs: Vec::new(),
    };
    // Outputs share by their numbers, in any order.
    let outputs: Vec<&Param> = f.params.iter().filter(|param| is_output(cx, f, param)).collect();
    for param in &f.params {
        let local = &f.locals[param.local];
        let TyData::Object(kind, args) = cx.program.types.data(local.ty) else { continue };
        if kind.node().is_none() {
            continue;
        }
        let lowered = cx.ty(ctx, local.ty, local.span);
        let ty = ctx.node_type(lowered)?;
        let attributes = param.node.as_deref().cloned().unwrap_or_default();
        let is_input = ty.kind.is_input();
        let shared_with = attributes.shared_with.and_then(|(name, _)| {
            outputs.iter().position(|output| f.locals[output.local].name == name).map(|at| at as u32)
        });
        let array_size = match attributes.array_size {
            _ if attributes.unbounded.is_some() => u32::MAX,
            Some((size, _)) => size as u32,
            None => 0,
        };
        let grid = match args.first() {
            Some(&ObjectArg::Type(record)) => grid_place(ctx, cx, record),
            _ => None,
        };
        let port = NodePort {
            ty,
            globally_coherent: param.modifiers.coherence.globally && is_input,
            dispatch_grid: grid,
            max_records: attributes.max_records.map_or(0, |row| row.0),
            shared_with,
            array_size,
            allow_sparse: attributes.allow_sparse.is_some() || attributes.unbounded.is_some(),
            output_id: (!is_input).then(|| {
                let name = || NodeId { name: cx.interner.text(local.name).to_owned(), index: 0 };
                attributes.id.clone().unwrap_or_else(name)
            }),
        };
        if is_input { node.inputs.push(port) } else { node.outputs.push(port) }
    }
    Some(node)
}

fn is_output(cx: &Shared<'_>, f: &Function, param: &Param) -> bool {
    let TyData::Object(kind, _) = cx.program.types.data(f.locals[param.local].ty) else { return false };
    kind.node().is_some_and(NodeKind::is_output)
}

/// The place of the member of a record with the semantic of a grid.
fn grid_place(ctx: &mut Context, cx: &mut Shared<'_>, record: Ty) -> Option<DispatchGridPlace> {
    let TyData::Struct(id) = *cx.program.types.data(record) else { return None };
    let program = cx.program;
    let lowered = cx.ty(ctx, record, program.types.structs[id].span);
    let ir = ctx.struct_of(lowered)?;
    let offsets = Layouts::new(LayoutRules::STRUCTURED).offsets(ctx, ir).to_vec();
    for (at, field) in program.types.structs[id].fields.iter().enumerate() {
        let slot = cx.packed_fields(ir).map_or(at, |slots| slots[at].index as usize);
        let byte = *offsets.get(slot)?;
        let is_grid = field.semantic.as_ref().is_some_and(|semantic| semantic.written.eq_ignore_ascii_case(GRID));
        if !is_grid {
            // Structs nest within the checker's budget.
            if let Some(inner) = grid_place(ctx, cx, field.ty) {
                return Some(DispatchGridPlace { byte: byte + inner.byte, ..inner });
            }
            continue;
        }
        let (mut element, mut components) = (field.ty, 1);
        if let TyData::Array(inner, Some(count)) = *program.types.data(field.ty) {
            (element, components) = (inner, count);
        } else if let TyData::Vector(_, count) = *program.types.data(field.ty) {
            components = u32::from(count);
        }
        let kind = program.types.element_kind(element)?;
        return Some(DispatchGridPlace { byte, is_16bit: cx.scalar(kind).bytes() == 2, components });
    }
    None
}

/// The topologies of the streams among a function's parameters.
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

/// The input primitive of a geometry shader: a patch, or the keyword of a parameter.
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
    Layouts::new(LayoutRules::STRUCTURED).stride(ctx, ty, None)
}
