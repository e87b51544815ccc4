//! Checks built-ins that the source names by number.
//!
//! Input: a variable, and the number of its built-in. Output: its decoration; a built-in that Vulkan does not have in this
//! stage, has in another shape, or provides by a semantic already is an error at the variable.

use crate::errors;
use crate::writer::Writer;
use hlslc_base::{Diagnostic, Span, Stage};
use hlslc_ir::Type;
use hlslc_ir::types::{Scalar, TypeData};
use rspirv::dr::Operand;
use rspirv::spirv::{BuiltIn, Capability, ExecutionMode, StorageClass, Word};
use smallvec::SmallVec;

use Scalar::{Bool, F32, I32};
use rspirv::spirv::BuiltIn as B;

/// The contents of a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    One(Scalar),
    Vector(Scalar, u16),
    /// An array of any length.
    Array(Scalar),
    /// Whatever the source says: Vulkan itself has no rule.
    Any,
}

use Shape::{Any, Array, One, Vector};

/// A stage of ray tracing where something was or may be hit.
const HIT: &[Stage] = &[Stage::Intersection, Stage::AnyHit, Stage::ClosestHit];
const HIT_OR_MISS: &[Stage] = &[Stage::Intersection, Stage::AnyHit, Stage::ClosestHit, Stage::Miss];
const RAY: &[Stage] =
    &[Stage::RayGeneration, Stage::Intersection, Stage::AnyHit, Stage::ClosestHit, Stage::Miss, Stage::Callable];
const GROUP: &[Stage] = &[Stage::Compute, Stage::Mesh, Stage::Amplification];
const PIXEL: &[Stage] = &[Stage::Pixel];
const VERTEX: &[Stage] = &[Stage::Vertex];
/// Stages that give positions.
const POSITIONS: &[Stage] = &[Stage::Vertex, Stage::Hull, Stage::Domain, Stage::Geometry, Stage::Mesh];
const TILES: &[Stage] = &[Stage::Pixel, Stage::Compute];
const VIEWS: &[Stage] = &[
    Stage::Vertex,
    Stage::Hull,
    Stage::Domain,
    Stage::Geometry,
    Stage::Pixel,
    Stage::Mesh,
    Stage::Amplification,
    Stage::RayGeneration,
    Stage::Intersection,
    Stage::AnyHit,
    Stage::ClosestHit,
    Stage::Miss,
    Stage::Callable,
];
/// Every stage.
const ALL: &[Stage] = &[
    Stage::Vertex,
    Stage::Hull,
    Stage::Domain,
    Stage::Geometry,
    Stage::Pixel,
    Stage::Compute,
    Stage::Mesh,
    Stage::Amplification,
    Stage::RayGeneration,
    Stage::Intersection,
    Stage::AnyHit,
    Stage::ClosestHit,
    Stage::Miss,
    Stage::Callable,
];

/// A built-in, the stages that read it and those that write it as a variable of its own, and what it holds.
type Row = (BuiltIn, &'static [Stage], &'static [Stage], Shape);

/// Vulkan's rules for its built-ins. Those that are only in blocks, or in arrays for each vertex or primitive, have no
/// stage. A built-in that is not listed has no rule.
const ROWS: &[Row] = &[
    (B::Position, &[], POSITIONS, Vector(F32, 4)),
    (B::PointSize, &[Stage::Hull, Stage::Domain, Stage::Geometry], POSITIONS, One(F32)),
    (B::ClipDistance, &[Stage::Hull, Stage::Domain, Stage::Geometry, Stage::Pixel], POSITIONS, Array(F32)),
    (B::CullDistance, &[Stage::Hull, Stage::Domain, Stage::Geometry, Stage::Pixel], POSITIONS, Array(F32)),
    (B::VertexId, &[], &[], One(I32)),
    (B::InstanceId, HIT, &[], One(I32)),
    (
        B::PrimitiveId,
        &[
            Stage::Hull,
            Stage::Domain,
            Stage::Geometry,
            Stage::Pixel,
            Stage::Intersection,
            Stage::AnyHit,
            Stage::ClosestHit,
        ],
        &[Stage::Geometry],
        One(I32),
    ),
    (B::InvocationId, &[Stage::Geometry, Stage::Hull], &[], One(I32)),
    (B::Layer, PIXEL, &[Stage::Vertex, Stage::Domain, Stage::Geometry], One(I32)),
    (B::ViewportIndex, PIXEL, &[Stage::Vertex, Stage::Domain, Stage::Geometry], One(I32)),
    (B::TessLevelOuter, &[], &[], Array(F32)),
    (B::TessLevelInner, &[], &[], Array(F32)),
    (B::TessCoord, &[Stage::Domain], &[], Vector(F32, 3)),
    (B::PatchVertices, &[Stage::Hull, Stage::Domain], &[], One(I32)),
    (B::FragCoord, PIXEL, &[], Vector(F32, 4)),
    (B::PointCoord, PIXEL, &[], Vector(F32, 2)),
    (B::FrontFacing, PIXEL, &[], One(Bool)),
    (B::SampleId, PIXEL, &[], One(I32)),
    (B::SamplePosition, PIXEL, &[], Vector(F32, 2)),
    (B::SampleMask, PIXEL, PIXEL, Array(I32)),
    (B::FragDepth, &[], PIXEL, One(F32)),
    (B::FragStencilRefEXT, &[], PIXEL, One(I32)),
    (B::HelperInvocation, PIXEL, &[], One(Bool)),
    (B::NumWorkgroups, GROUP, &[], Vector(I32, 3)),
    (B::WorkgroupSize, &[], &[], Vector(I32, 3)),
    (B::WorkgroupId, GROUP, &[], Vector(I32, 3)),
    (B::LocalInvocationId, GROUP, &[], Vector(I32, 3)),
    (B::GlobalInvocationId, GROUP, &[], Vector(I32, 3)),
    (B::LocalInvocationIndex, GROUP, &[], One(I32)),
    (B::SubgroupSize, ALL, &[], One(I32)),
    (B::NumSubgroups, GROUP, &[], One(I32)),
    (B::SubgroupId, GROUP, &[], One(I32)),
    (B::SubgroupLocalInvocationId, ALL, &[], One(I32)),
    (B::SubgroupEqMask, ALL, &[], Vector(I32, 4)),
    (B::SubgroupGeMask, ALL, &[], Vector(I32, 4)),
    (B::SubgroupGtMask, ALL, &[], Vector(I32, 4)),
    (B::SubgroupLeMask, ALL, &[], Vector(I32, 4)),
    (B::SubgroupLtMask, ALL, &[], Vector(I32, 4)),
    (B::VertexIndex, VERTEX, &[], One(I32)),
    (B::InstanceIndex, VERTEX, &[], One(I32)),
    (B::BaseVertex, VERTEX, &[], One(I32)),
    (B::BaseInstance, VERTEX, &[], One(I32)),
    (B::DrawIndex, &[Stage::Vertex, Stage::Mesh, Stage::Amplification], &[], One(I32)),
    (B::DeviceIndex, ALL, &[], One(I32)),
    (B::ViewIndex, VIEWS, &[], One(I32)),
    (B::PrimitiveShadingRateKHR, &[], &[Stage::Vertex, Stage::Geometry], One(I32)),
    (B::ShadingRateKHR, PIXEL, &[], One(I32)),
    (B::TileOffsetQCOM, TILES, &[], Vector(I32, 2)),
    (B::TileDimensionQCOM, TILES, &[], Vector(I32, 3)),
    (B::TileApronSizeQCOM, TILES, &[], Vector(I32, 2)),
    (B::CoreIDARM, ALL, &[], One(I32)),
    (B::CoreCountARM, ALL, &[], One(I32)),
    (B::CoreMaxIDARM, ALL, &[], One(I32)),
    (B::WarpIDARM, ALL, &[], One(I32)),
    (B::WarpMaxIDARM, ALL, &[], One(I32)),
    (B::WarpsPerSMNV, ALL, &[], One(I32)),
    (B::SMCountNV, ALL, &[], One(I32)),
    (B::WarpIDNV, ALL, &[], One(I32)),
    (B::SMIDNV, ALL, &[], One(I32)),
    (B::FullyCoveredEXT, PIXEL, &[], One(Bool)),
    (B::BaryCoordKHR, PIXEL, &[], Vector(F32, 3)),
    (B::BaryCoordNoPerspKHR, PIXEL, &[], Vector(F32, 3)),
    (B::FragSizeEXT, PIXEL, &[], Vector(I32, 2)),
    (B::FragInvocationCountEXT, PIXEL, &[], One(I32)),
    (B::PrimitivePointIndicesEXT, &[], &[], Any),
    (B::PrimitiveLineIndicesEXT, &[], &[], Any),
    (B::PrimitiveTriangleIndicesEXT, &[], &[], Any),
    (B::CullPrimitiveEXT, &[], &[], Any),
    (B::LaunchIdKHR, RAY, &[], Vector(I32, 3)),
    (B::LaunchSizeKHR, RAY, &[], Vector(I32, 3)),
    (B::WorldRayOriginKHR, HIT_OR_MISS, &[], Vector(F32, 3)),
    (B::WorldRayDirectionKHR, HIT_OR_MISS, &[], Vector(F32, 3)),
    (B::ObjectRayOriginKHR, HIT, &[], Vector(F32, 3)),
    (B::ObjectRayDirectionKHR, HIT, &[], Vector(F32, 3)),
    (B::RayTminKHR, HIT_OR_MISS, &[], One(F32)),
    (B::RayTmaxKHR, HIT_OR_MISS, &[], One(F32)),
    (B::InstanceCustomIndexKHR, HIT, &[], One(I32)),
    // Matrices and arrays of vectors, which a variable of the source is not.
    (B::ObjectToWorldKHR, &[], &[], Any),
    (B::WorldToObjectKHR, &[], &[], Any),
    (B::HitTriangleVertexPositionsKHR, &[], &[], Any),
    (B::HitTNV, &[Stage::AnyHit, Stage::ClosestHit], &[], One(F32)),
    (B::HitKindKHR, &[Stage::AnyHit, Stage::ClosestHit], &[], One(I32)),
    (B::IncomingRayFlagsKHR, HIT_OR_MISS, &[], One(I32)),
    (B::RayGeometryIndexKHR, HIT, &[], One(I32)),
    (B::CullMaskKHR, HIT_OR_MISS, &[], One(I32)),
];

/// Outputs of a pixel that an execution mode must announce.
const ANNOUNCED: [(BuiltIn, ExecutionMode); 2] =
    [(B::FragDepth, ExecutionMode::DepthReplacing), (B::FragStencilRefEXT, ExecutionMode::StencilRefReplacingEXT)];

/// A variable that is a built-in because the source says its number.
#[derive(Clone, Copy)]
pub(crate) struct ForeignBuiltIn {
    id: Word,
    built_in: BuiltIn,
    class: StorageClass,
    span: Span,
}

/// The row of a built-in, if Vulkan has a rule for it.
fn row_of(built_in: BuiltIn) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.0 == built_in)
}

/// Whether a variable with a semantic may be a built-in as well: those that Vulkan has no rule for, and the one that is an output
/// like others.
pub(super) fn is_free(built_in: BuiltIn) -> bool {
    built_in == B::FragStencilRefEXT || row_of(built_in).is_none()
}

impl Shape {
    /// In words, with what it is called in HLSL.
    fn name(self) -> String {
        let of = |scalar| match scalar {
            Bool => "bool",
            F32 => "float",
            Scalar::I16 | I32 | Scalar::I64 | Scalar::F16 | Scalar::F64 | Scalar::MinI16 | Scalar::MinF16 => "uint",
        };
        match self {
            One(scalar) => format!("one `{}`", of(scalar)),
            Vector(scalar, count) => format!("a `{}{count}`", of(scalar)),
            Array(scalar) => format!("an array of `{}`", of(scalar)),
            Any => "anything".to_owned(),
        }
    }
}

impl Writer<'_> {
    /// Makes a variable a built-in.
    pub(super) fn foreign_built_in(&mut self, id: Word, number: u32, ty: Type, class: StorageClass, span: Span) {
        let Some(built_in) = BuiltIn::from_u32(number) else {
            self.diagnostics.push(errors::unknown_built_in(span, number));
            return;
        };
        if let Some(&(_, _, _, shape)) = row_of(built_in)
            && self.settings.is_checked
            && !self.has_shape(ty, shape)
        {
            self.diagnostics.push(errors::built_in_shape(span, &format!("{built_in:?}"), &shape.name()));
            return;
        }
        self.asm.decorate_built_in(id, built_in);
        self.note_built_in(id, built_in, class, span);
    }

    /// Keeps in mind that a variable has a built-in because the source says so, and that the module needs what it needs.
    pub(super) fn note_built_in(&mut self, id: Word, built_in: BuiltIn, class: StorageClass, span: Span) {
        self.need_operand(&Operand::BuiltIn(built_in), &format!("built-in {built_in:?}"), span);
        self.foreign_built_ins.push(ForeignBuiltIn { id, built_in, class, span });
    }

    fn has_shape(&self, ty: Type, shape: Shape) -> bool {
        let ctx = &self.module.ctx;
        let data = ctx.type_data(ty);
        match shape {
            One(scalar) => *data == TypeData::Scalar(scalar),
            Vector(scalar, count) => *data == TypeData::Vector(scalar, count),
            Array(scalar) => {
                matches!(*data, TypeData::Array(element, _) if *ctx.type_data(element) == TypeData::Scalar(scalar))
            }
            Any => true,
        }
    }

    /// Looks at the interface of an entry point as a whole: all in it is of the stage and once, and modes announce what it writes.
    pub(crate) fn finish_built_ins(&mut self, entry: Word) {
        for of in self.foreign_built_ins.clone() {
            if !self.asm.interface.contains(&of.id) {
                continue;
            }
            if let Some(problem) = self.misplaced_built_in(&of).filter(|_| self.settings.is_checked) {
                self.diagnostics.push(problem);
                continue;
            }
            let is_layer = matches!(of.built_in, B::Layer | B::ViewportIndex);
            if is_layer && of.class == StorageClass::Output && self.entry.stage() != Stage::Geometry {
                self.asm.capability(Capability::ShaderViewportIndexLayerEXT);
            }
            let Some(&(_, mode)) = ANNOUNCED.iter().find(|row| row.0 == of.built_in) else { continue };
            let said = vec![Operand::ExecutionMode(mode)];
            if !self.asm.modes_of(entry).contains(&said.as_slice()) {
                self.need_operand(&Operand::ExecutionMode(mode), &format!("execution mode {mode:?}"), of.span);
                self.asm.execution_mode(said, entry);
            }
        }
    }

    fn misplaced_built_in(&self, of: &ForeignBuiltIn) -> Option<Diagnostic> {
        let stage = self.entry.stage();
        let is_output = of.class == StorageClass::Output;
        let name = format!("{:?}", of.built_in);
        let has = match row_of(of.built_in) {
            Some(row) => (if is_output { row.2 } else { row.1 }).contains(&stage),
            None => !is_output || POSITIONS.contains(&stage) || stage == Stage::Pixel,
        };
        if !has {
            let what = if is_output { "output" } else { "input" };
            return Some(errors::built_in_of_others(of.span, &name, what, &stage.to_string()));
        }
        // Of two that say it here, the later one is too many.
        let later = self.foreign_built_ins.iter().skip_while(|other| other.id != of.id).map(|other| other.id);
        let later: SmallVec<[Word; 4]> = later.collect();
        let is_twice = self.asm.built_in_variables(of.class, of.built_in).any(|id| !later.contains(&id));
        is_twice.then(|| errors::built_in_twice(of.span, &name))
    }
}
