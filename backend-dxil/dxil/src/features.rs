//! Computes the features that a single function, and the signatures of an entry point, require.
//!
//! Input: a body with the metadata of its module. Output: shader flags, those of functions alone included, and what barriers
//! require. [`requirements`](crate::requirements) joins the flags to those of a module, and
//! [`compatibility`](crate::compatibility) to those of a function with all that it calls. Cost: linear in instructions.

use crate::calls::{Handles, OpCall, ResourceIndex};
use crate::flags::ShaderFlags;
use crate::inst::{BinaryOp, CastOp, InstKind, Value};
use crate::module::{Body, FuncId, Module};
use crate::optable::{Op, OpAttrs};
use crate::semantics::SemanticKind;
use crate::shader::{EntryPoint, ResourceKind, Shader};
use crate::target::{ShaderKind, Version};
use crate::types::{Type, TypeId, addrspace};
use crate::validator::ValidatorVersion;

/// The first DXIL version that says whether resources may share memory.
const ALIASING: Version = Version::new(1, 7);
/// Later than every entry of the operation table: what a stage may use does not depend on the module's version here.
pub(crate) const ANY_VERSION: Version = Version::new(1, u8::MAX);

/// The flags of a function by its body, [`ShaderFlags::USES_DERIVATIVES`] and [`ShaderFlags::REQUIRES_GROUP`] among them.
/// Whether any type asks for something is what [`types_ask`] says of the module. Each call of an operation is handed on.
pub(crate) fn function_flags(
    module: &Module,
    (shader, index): (&Shader, &ResourceIndex),
    id: FuncId,
    body: &Body,
    asks: bool,
    mut each_call: impl FnMut(OpCall<'_>, &InstKind),
) -> ShaderFlags {
    let mut found = Found { flags: ShaderFlags::empty(), uses_uavs: false };
    let handles = Handles::new(module, &shader.resources, index);
    for (_, inst) in body.layout() {
        let data = &body.insts[inst];
        let is_call = matches!(data.kind, InstKind::Call { .. });
        if !is_call && !asks {
            continue;
        }
        let call = module.op_call(&data.kind);
        if is_call && call.is_none() {
            continue;
        }
        let ty = if asks { of_types(module, id, data.ty, &data.kind) } else { ShaderFlags::empty() };
        found.flags |= ty | of_arithmetic(&data.kind, ty);
        if let Some(call) = call {
            found.call(&Site { module, shader, handles, body, ty }, call);
            each_call(call, &data.kind);
        }
    }
    let uavs = &shader.resources.uavs;
    if !shader.validator.flags_used_uavs() {
        found.uses_uavs = !uavs.is_empty();
        if uavs.iter().any(|uav| uav.kind().is_multisampled()) {
            found.flags |= ShaderFlags::WRITEABLE_MSAA;
        }
    }
    if found.uses_uavs && shader.dxil_version >= ALIASING {
        found.flags |= ShaderFlags::RES_MAY_NOT_ALIAS;
    }
    found.flags
}

/// Whether an operation takes derivatives of its operands, for itself or to choose a level. Sampler feedback takes them too, but
/// asks for nothing: only pixel shaders have it, and these always have derivatives.
pub fn takes_derivatives(op: Op) -> bool {
    let info = op.info();
    info.has(OpAttrs::Gradient) && !info.has(OpAttrs::Feedback)
}

/// The requirements found in a body so far.
struct Found {
    flags: ShaderFlags,
    uses_uavs: bool,
}

/// The position of a call.
struct Site<'a> {
    module: &'a Module,
    shader: &'a Shader,
    handles: Handles<'a>,
    body: &'a Body,
    /// The flags of the types of the call.
    ty: ShaderFlags,
}

fn of_type(module: &Module, ty: TypeId) -> ShaderFlags {
    match module.types.get(ty) {
        Type::Double => ShaderFlags::DOUBLES,
        Type::Int(64) => ShaderFlags::INT64,
        Type::Int(16) | Type::Half => ShaderFlags::LOW_PRECISION,
        Type::Pointer { addrspace: addrspace::GROUPSHARED, .. } => ShaderFlags::REQUIRES_GROUP,
        Type::Void
        | Type::Float
        | Type::Label
        | Type::Metadata
        | Type::Other(_)
        | Type::Int(_)
        | Type::Pointer { .. }
        | Type::Array { .. }
        | Type::Vector { .. }
        | Type::Struct { .. }
        | Type::Named(_)
        | Type::Function { .. } => ShaderFlags::empty(),
    }
}

/// Whether any type of a module asks for something: in most there is none, and nothing has to look at operands.
pub(crate) fn types_ask(module: &Module) -> bool {
    module.types.iter().any(|(ty, _)| !of_type(module, ty).is_empty())
}

/// The flags of the types of a result and of operands. Vectors ask for nothing, nor does what takes them apart.
fn of_types(module: &Module, function: FuncId, result: TypeId, kind: &InstKind) -> ShaderFlags {
    if matches!(kind, InstKind::ExtractElement { .. } | InstKind::InsertElement { .. }) {
        return ShaderFlags::empty();
    }
    let mut flags = of_type(module, result);
    kind.each_operand(|operand| {
        if let Some(ty) = module.value_type(function, operand) {
            flags |= of_type(module, ty);
        }
    });
    flags
}

/// The requirements of instructions beyond their types.
fn of_arithmetic(kind: &InstKind, ty: ShaderFlags) -> ShaderFlags {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other instructions on doubles need nothing more")]
    let on_doubles = match kind {
        InstKind::Binary { op, .. } => *op == BinaryOp::FDiv,
        InstKind::Cast { op, .. } => {
            matches!(op, CastOp::FpToUi | CastOp::FpToSi | CastOp::UiToFp | CastOp::SiToFp)
        }
        _ => false,
    };
    let is_atomic = matches!(kind, InstKind::AtomicRmw { .. } | InstKind::CmpXchg { .. });
    let rows = [
        (on_doubles && ty.contains(ShaderFlags::DOUBLES), ShaderFlags::DOUBLE_EXTENSIONS),
        (is_atomic && ty.contains(ShaderFlags::INT64), ShaderFlags::ATOMIC64_GROUPSHARED),
    ];
    rows.into_iter().filter(|row| row.0).fold(ShaderFlags::empty(), |flags, row| flags | row.1)
}

impl Found {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other operations need no flag by themselves")]
    fn call(&mut self, site: &Site<'_>, call: OpCall<'_>) {
        let attrs = call.op.info().attrs(site.module.version);
        if takes_derivatives(call.op) {
            self.flags |= ShaderFlags::USES_DERIVATIVES;
        }
        if attrs.contains(OpAttrs::Wave) {
            self.flags |= ShaderFlags::WAVE_OPS;
        }
        if attrs.contains(OpAttrs::Feedback) && site.shader.validator.flags_feedback() {
            self.flags |= ShaderFlags::SAMPLER_FEEDBACK;
        }
        self.flags |= match call.op {
            Op::Fma if site.ty.contains(ShaderFlags::DOUBLES) => ShaderFlags::DOUBLE_EXTENSIONS,
            Op::Msad => ShaderFlags::SHADER_EXTENSIONS,
            Op::CheckAccessFullyMapped => ShaderFlags::TILED_RESOURCES,
            Op::InnerCoverage => ShaderFlags::INNER_COVERAGE,
            Op::ViewID => ShaderFlags::VIEW_ID,
            Op::AttributeAtVertex if site.shader.validator.flags_barycentrics() => ShaderFlags::BARYCENTRICS,
            Op::AllocateRayQuery | Op::AllocateRayQuery2 | Op::GeometryIndex => ShaderFlags::RAYTRACING_1_1,
            Op::StartVertexLocation | Op::StartInstanceLocation => ShaderFlags::EXTENDED_COMMAND_INFO,
            Op::SampleCmpLevel | Op::TextureGatherRaw => ShaderFlags::ADVANCED_TEXTURE_OPS,
            Op::TextureStoreSample => ShaderFlags::ADVANCED_TEXTURE_OPS | ShaderFlags::WRITEABLE_MSAA,
            Op::TextureLoad => offsets(call) | uav_load(site, call),
            Op::BufferLoad => uav_load(site, call),
            Op::AtomicBinOp | Op::AtomicCompareExchange if site.ty.contains(ShaderFlags::INT64) => atomic64(site, call),
            Op::CreateHandleFromHeap => match call.arg("samplerHeap").and_then(|arg| site.module.constant_int(arg)) {
                Some(0) => ShaderFlags::RESOURCE_HEAP,
                _ => ShaderFlags::SAMPLER_HEAP,
            },
            _ => ShaderFlags::empty(),
        };
        #[expect(clippy::wildcard_enum_match_arm, reason = "the operands of the other operations do not matter")]
        match call.op {
            Op::SampleLevel | Op::SampleCmpLevelZero => self.flags |= offsets(call),
            Op::SampleGrad | Op::SampleCmpGrad | Op::Sample | Op::SampleBias | Op::SampleCmp | Op::SampleCmpBias => {
                self.sample(site, call);
            }
            Op::CreateHandle | Op::CreateHandleForLib | Op::AnnotateHandle => self.handle(site, call),
            _ if BarrierNeeds::of(site.module, call).group => self.flags |= ShaderFlags::REQUIRES_GROUP,
            _ => {}
        }
    }

    /// Notes what a sample needs, with a level of its own or by derivatives.
    fn sample(&mut self, site: &Site<'_>, call: OpCall<'_>) {
        self.flags |= offsets(call);
        let least_level = call.arg("clamp").is_some_and(|clamp| {
            if let Value::Const(id) = clamp {
                !site.module.constants.is_undef(id) && !site.module.constants.is_zero(id)
            } else {
                true
            }
        });
        if least_level && site.shader.validator.flags_least_level() {
            self.flags |= ShaderFlags::TILED_RESOURCES;
        }
        // Validators look at the last sample only.
        let compares = matches!(call.op, Op::SampleCmpGrad | Op::SampleCmpBias);
        self.flags.set(ShaderFlags::SAMPLE_CMP_GRAD_OR_BIAS, compares);
    }

    fn handle(&mut self, site: &Site<'_>, call: OpCall<'_>) {
        let made = site.handles.of_call(site.body, call).map(|handle| handle.properties);
        let Some(properties) = made.filter(|properties| properties.is_uav()) else { return };
        self.uses_uavs = true;
        if site.shader.validator.flags_used_uavs() && properties.kind().is_some_and(ResourceKind::is_multisampled) {
            self.flags |= ShaderFlags::WRITEABLE_MSAA;
        }
    }
}

/// Offsets known only at run time.
fn offsets(call: OpCall<'_>) -> ShaderFlags {
    let is_dynamic = call.args("offset").any(|offset| !matches!(offset, Value::Const(_)));
    if is_dynamic { ShaderFlags::ADVANCED_TEXTURE_OPS } else { ShaderFlags::empty() }
}

/// A load of several components from a UAV.
fn uav_load(site: &Site<'_>, call: OpCall<'_>) -> ShaderFlags {
    let handle = call.arg("srv").and_then(|handle| site.handles.get(site.body, handle));
    let needs_flag = handle.is_some_and(|handle| {
        let properties = handle.properties;
        let several = properties.typed().is_some_and(|(_, components)| components > 1);
        properties.is_uav() && (several || !site.shader.validator.counts_loaded_components())
    });
    if needs_flag { ShaderFlags::TYPED_UAV_LOAD } else { ShaderFlags::empty() }
}

/// A 64-bit atomic operation, by where its resource is.
fn atomic64(site: &Site<'_>, call: OpCall<'_>) -> ShaderFlags {
    let handle = call.arg("handle").and_then(|handle| site.handles.get(site.body, handle));
    let mut flags = ShaderFlags::empty();
    if handle.is_some_and(|handle| handle.properties.typed().is_some()) {
        flags |= ShaderFlags::ATOMIC64_TYPED;
    }
    if handle.is_none_or(|handle| handle.entry.is_none() || !handle.is_annotated) {
        flags |= ShaderFlags::ATOMIC64_HEAP;
    }
    flags
}

/// The flags of an entry point's signatures.
pub fn of_signatures(validator: ValidatorVersion, entry: &EntryPoint) -> ShaderFlags {
    let kind = entry.kind;
    let reads = |semantics: &[SemanticKind]| entry.inputs.iter().any(|element| semantics.contains(&element.semantic));
    let writes = |semantics: &[SemanticKind]| entry.outputs.iter().any(|element| semantics.contains(&element.semantic));
    let indices = [SemanticKind::RenderTargetArrayIndex, SemanticKind::ViewportArrayIndex];
    let hands_on = matches!(kind, ShaderKind::Vertex | ShaderKind::Hull | ShaderKind::Domain);
    let takes = kind == ShaderKind::Geometry
        || validator.checks_array_index_inputs() && matches!(kind, ShaderKind::Hull | ShaderKind::Domain);
    let is_pixel = kind == ShaderKind::Pixel;
    let shading_rate = [SemanticKind::ShadingRate];
    let rows = [
        (hands_on && writes(&indices) || takes && reads(&indices), ShaderFlags::VIEWPORT_AND_RT_ARRAY_INDEX),
        (reads(&shading_rate) || writes(&shading_rate), ShaderFlags::SHADING_RATE),
        (reads(&[SemanticKind::Barycentrics]) && validator.flags_barycentrics(), ShaderFlags::BARYCENTRICS),
        (is_pixel && writes(&[SemanticKind::StencilRef]), ShaderFlags::STENCIL_REF),
        (is_pixel && writes(&[SemanticKind::InnerCoverage]), ShaderFlags::INNER_COVERAGE),
    ];
    rows.into_iter().filter(|row| row.0).fold(ShaderFlags::empty(), |flags, row| flags | row.1)
}

/// The requirements of a barrier beyond its operation.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BarrierNeeds {
    /// A thread group.
    pub(crate) group: bool,
    /// A node of a work graph.
    pub(crate) node: bool,
    /// Whether threads can be reordered.
    pub(crate) reorders: bool,
    /// A shader model that knows it: it is not one of the earlier barriers in another form.
    pub(crate) is_new: bool,
}

/// Memory that a barrier is for.
mod memory {
    pub const UAV: u64 = 1;
    pub const GROUP: u64 = 2;
    pub const NODE: u64 = 4 | 8;
    pub const ALL: u64 = 15;
}

/// The flags of a barrier.
mod scope {
    /// All threads of the group come to it, or the group sees what was written.
    pub const GROUP: u64 = 1 | 2;
    pub const REORDER: u64 = 8;
}

/// The earlier barrier that is for UAVs of the whole device alone.
const DEVICE_FENCE: u64 = 2;

impl BarrierNeeds {
    /// The requirements of a call.
    pub(crate) fn of(module: &Module, call: OpCall<'_>) -> Self {
        if !call.op.info().attrs(ANY_VERSION).contains(OpAttrs::Barrier) {
            return Self::default();
        }
        let number = |name| call.arg(name).and_then(|value| module.constant_int(value));
        let semantics = number("SemanticFlags");
        // With all kinds of memory those are passed over that are not there.
        let memory = number("MemoryTypeFlags");
        let applies = |kinds: u64| memory.is_some_and(|memory| memory != memory::ALL && memory & kinds != 0);
        let group = semantics.is_some_and(|flags| flags & scope::GROUP != 0);
        let reorders = semantics.is_some_and(|flags| flags & scope::REORDER != 0);
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other operations are no barriers")]
        match call.op {
            Op::Barrier => {
                Self { group: number("barrierMode").is_some_and(|mode| mode != DEVICE_FENCE), ..Self::default() }
            }
            Op::BarrierByMemoryType => Self {
                group: group || applies(memory::GROUP),
                node: applies(memory::NODE),
                reorders,
                is_new: reorders || applies(!(memory::UAV | memory::GROUP)),
            },
            Op::BarrierByMemoryHandle => Self { group, reorders, ..Self::default() },
            Op::BarrierByNodeRecordHandle => Self { group, node: true, ..Self::default() },
            _ => Self::default(),
        }
    }
}
