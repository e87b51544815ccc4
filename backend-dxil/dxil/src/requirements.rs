//! Computes the hardware features that a module requires, from its code, resources and signatures.
//!
//! A validator computes the same flags and compares them with those in the metadata, so each rule here is one of its; where
//! its versions differ, [`ValidatorVersion`] has the row.

use crate::calls::{Handles, OpCall, ResourceIndex};
use crate::compatibility::{BarrierNeeds, Compatibility, compatibility};
use crate::constants::{ConstId, ConstKind};
use crate::flags::ShaderFlags;
use crate::inst::{BinaryOp, CastOp, InstKind, Value};
use crate::module::{Body, FuncId, Module};
use crate::optable::{Op, OpAttrs};
use crate::semantics::SemanticKind;
use crate::shader::{EntryPoint, ResourceDetail, ResourceKind, Shader};
use crate::target::{ShaderKind, Version};
use crate::types::{Type, TypeId, addrspace};
use crate::validator::ValidatorVersion;
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashSet;

/// More UAV registers than these need a flag.
const FEW_UAVS: u32 = 8;
/// The first DXIL version that says whether resources may share memory.
const ALIASING: Version = Version::new(1, 7);

/// The flags that a validator works out. All others are the producer's to choose, and
/// [`ShaderFlags::RES_MAY_NOT_ALIAS`] is its to leave out.
pub fn worked_out() -> ShaderFlags {
    ShaderFlags::all()
        - (ShaderFlags::DISABLE_OPTIMIZATIONS
            | ShaderFlags::DISABLE_MATH_REFACTORING
            | ShaderFlags::FORCE_EARLY_DEPTH_STENCIL
            | ShaderFlags::ALL_RESOURCES_BOUND
            | ShaderFlags::LEVEL9_COMPARISON
            | ShaderFlags::ROVS
            | ShaderFlags::NATIVE_LOW_PRECISION)
}

/// The flags of a module: what its functions, resources and signatures need.
pub fn shader_flags(module: &Module, shader: &Shader) -> ShaderFlags {
    if shader.is_library() {
        return library_flags(shader, &compatibility(module, shader));
    }
    let mut flags = ShaderFlags::empty();
    let (asks, index) = (types_ask(module), ResourceIndex::new(module, &shader.resources));
    for (id, function) in &module.functions {
        if let Some(body) = &function.body {
            flags |= function_flags(module, (shader, &index), id, body, asks, |_, _| ());
        }
    }
    if flags.contains(ShaderFlags::USES_DERIVATIVES)
        && matches!(shader.shader_model.kind, ShaderKind::Mesh | ShaderKind::Amplification)
    {
        flags |= ShaderFlags::MESH_DERIVATIVES;
    }
    flags -= ShaderFlags::USES_DERIVATIVES | ShaderFlags::REQUIRES_GROUP;
    flags = shader.entries.iter().fold(flags, |flags, entry| flags | of_signatures(shader.validator, entry));
    flags | of_resources(shader)
}

/// The flags of a library whose functions need this: every function counts as it does where it is linked.
pub fn library_flags(shader: &Shader, needs: &SecondaryMap<FuncId, Compatibility>) -> ShaderFlags {
    let of_functions = needs.values().fold(ShaderFlags::empty(), |all, of| all | of.flags);
    let local = ShaderFlags::USES_DERIVATIVES | ShaderFlags::REQUIRES_GROUP;
    (of_functions - local - ShaderFlags::NATIVE_LOW_PRECISION) | of_resources(shader)
}

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

fn of_resources(shader: &Shader) -> ShaderFlags {
    let uavs = &shader.resources.uavs;
    let registers = uavs.iter().fold(0u32, |sum, uav| sum.saturating_add(uav.range_size));
    let many = if shader.validator.counts_uav_registers() { registers } else { uavs.len() as u32 } > FEW_UAVS;
    let kind = shader.shader_model.kind;
    let is_early = matches!(kind, ShaderKind::Vertex | ShaderKind::Hull | ShaderKind::Domain | ShaderKind::Geometry);
    let is_elsewhere = if shader.validator.limits_uav_stages() {
        is_early
    } else {
        !matches!(kind, ShaderKind::Compute | ShaderKind::Pixel)
    };
    let is_ordered = |detail: &ResourceDetail| matches!(detail, ResourceDetail::Uav { rasterizer_ordered: true, .. });
    let is_raw = |kind| matches!(kind, ResourceKind::RawBuffer | ResourceKind::StructuredBuffer);
    let rows = [
        (many, ShaderFlags::MANY_UAVS),
        (registers > 0 && is_elsewhere, ShaderFlags::UAVS_AT_EVERY_STAGE),
        (uavs.iter().any(|uav| is_ordered(&uav.detail)), ShaderFlags::ROVS),
        (
            shader.resources.classes().into_iter().flatten().any(|resource| is_raw(resource.kind())),
            ShaderFlags::RAW_AND_STRUCTURED_BUFFERS,
        ),
    ];
    rows.into_iter().filter(|row| row.0).fold(ShaderFlags::empty(), |flags, row| flags | row.1)
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

/// The bytes of the group-shared variables that a function and those it calls use.
pub fn groupshared_bytes_of(module: &Module, function: FuncId) -> u64 {
    let (mut globals, mut seen) = (FxHashSet::default(), FxHashSet::default());
    let mut functions = vec![function];
    while let Some(id) = functions.pop() {
        let Some(body) = &module.functions[id].body else { continue };
        let operands = body.layout().flat_map(|(_, inst)| body.insts[inst].kind.operands());
        let mut open: Vec<ConstId> = operands
            .filter_map(|operand| if let Value::Const(id) = operand { Some(id) } else { None })
            .filter(|&id| seen.insert(id))
            .collect();
        while let Some(id) = open.pop() {
            let kind = &module.constants.get(id).kind;
            match kind {
                ConstKind::Global(global) => drop(globals.insert(*global)),
                ConstKind::Function(callee) => functions.push(*callee),
                ConstKind::Null
                | ConstKind::Undef
                | ConstKind::Int(_)
                | ConstKind::Float(_)
                | ConstKind::Aggregate(_)
                | ConstKind::Cast { .. }
                | ConstKind::Gep { .. }
                | ConstKind::Binary { .. }
                | ConstKind::Cmp { .. }
                | ConstKind::Select { .. } => {}
            }
            open.extend(kind.operands().into_iter().filter(|&part| seen.insert(part)));
        }
    }
    let shared = globals.into_iter().map(|id| &module.globals[id]);
    let shared = shared.filter(|global| global.addrspace == addrspace::GROUPSHARED);
    shared.filter_map(|global| module.alloc_size(global.ty)).fold(0, u64::saturating_add)
}

/// The bytes of group-shared memory of a module.
pub fn groupshared_bytes(module: &Module) -> u64 {
    let shared = module.globals.values().filter(|global| global.addrspace == addrspace::GROUPSHARED);
    shared.filter_map(|global| module.alloc_size(global.ty)).fold(0, u64::saturating_add)
}
