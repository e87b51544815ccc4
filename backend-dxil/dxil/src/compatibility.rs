//! Computes the requirements of each function of a library: shader flags, the stages it can be part of, the lowest
//! shader model.
//!
//! Input: a module and its metadata. A runtime checks these facts when it links, before it reads any code, so validators
//! compute them and compare; each rule here is one of theirs.

use cranelift_entity::SecondaryMap;

use crate::calls::{OpCall, ResourceIndex};
use crate::features::{ANY_VERSION, BarrierNeeds, function_flags, of_signatures, takes_derivatives, types_ask};
use crate::flags::ShaderFlags;
use crate::inst::InstKind;
use crate::module::{FuncId, Module};
use crate::optable::{Op, OpAttrs, Stages};
use crate::shader::{EntryPoint, Shader};
use crate::target::{ShaderKind, Version};
use crate::types::Type;
use crate::validator::ValidatorVersion;

/// The requirements of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compatibility {
    /// Its flags, [`ShaderFlags::USES_DERIVATIVES`] and [`ShaderFlags::REQUIRES_GROUP`] among them.
    pub flags: ShaderFlags,
    /// The kinds of shaders it can be, or be called by.
    pub stages: Stages,
    /// The least shader model.
    pub shader_model: Version,
}

impl Default for Compatibility {
    fn default() -> Self {
        Self { flags: ShaderFlags::empty(), stages: Stages::All, shader_model: LEAST }
    }
}

impl Compatibility {
    /// Adds the requirements of a callee. Returns whether there are more than before.
    fn merge(&mut self, callee: Self) -> bool {
        let before = *self;
        self.flags |= callee.flags;
        self.stages &= callee.stages;
        self.at_least(callee.shader_model);
        *self != before
    }

    fn at_least(&mut self, shader_model: Version) {
        self.shader_model = self.shader_model.max(shader_model);
    }
}

/// The first shader model with DXIL.
const LEAST: Version = Version::new(6, 0);
/// The shader model that brought 64-bit atomics on resources.
const ATOMIC64: Version = Version::new(6, 6);
/// The shader model that brought barriers by kind of memory.
const BARRIERS: Version = Version::new(6, 8);
/// The shader model where threads can be reordered.
const REORDERING: Version = Version::new(6, 9);

/// The requirements of the functions of a module. Those without a body have none.
pub fn compatibility(module: &Module, shader: &Shader) -> SecondaryMap<FuncId, Compatibility> {
    let validator = shader.validator;
    let mut entries = SecondaryMap::<FuncId, Option<&EntryPoint>>::new();
    for entry in &shader.entries {
        if let Some(function) = entry.function {
            entries[function] = Some(entry);
        }
    }
    let bodies = || module.functions.iter().filter_map(|(id, function)| Some((id, function.body.as_ref()?)));

    let tier_1_1 = validator.flags_subobjects() && shader.subobjects.iter().any(|object| object.value.needs_tier_1_1());
    let mut needs = SecondaryMap::<FuncId, Compatibility>::new();
    let (asks, index) = (types_ask(module), ResourceIndex::new(module, &shader.resources));
    for (id, body) in bodies() {
        let need = &mut needs[id];
        let (mut least, mut stages) = (need.shader_model, need.stages);
        need.flags = function_flags(module, (shader, &index), id, body, asks, |call, kind| {
            let of_call = of_call(module, validator, call, kind);
            least = least.max(of_call.0);
            stages &= of_call.1;
        });
        (need.shader_model, need.stages) = (least, stages);
        if let Some(entry) = entries[id] {
            need.flags |= of_signatures(validator, entry);
        }
        need.flags.set(ShaderFlags::NATIVE_LOW_PRECISION, module.has_native_16bit());
        if tier_1_1 {
            need.flags |= ShaderFlags::RAYTRACING_1_1;
        }
        if !validator.joins_callees() {
            need.flags -= ShaderFlags::USES_DERIVATIVES | ShaderFlags::REQUIRES_GROUP;
        }
    }
    if validator.joins_callees() {
        join_callees(module, &mut needs);
    }
    for (id, _) in bodies() {
        let need = &mut needs[id];
        need.stages &= match entries[id] {
            Some(entry) => Stages::of(entry.kind),
            None => known_stages(validator),
        };
        if validator.joins_callees() {
            adjust(need, entries[id]);
        } else {
            need.at_least(before_callees(need.flags));
        }
    }
    needs
}

/// The kinds of shaders that a validator knows.
fn known_stages(validator: ValidatorVersion) -> Stages {
    let last = match (validator.knows_mesh_shaders(), validator.states_nodes()) {
        (_, true) => ShaderKind::Node,
        (true, false) => ShaderKind::Amplification,
        (false, false) => ShaderKind::Callable,
    };
    up_to(last)
}

/// The kinds up to one.
fn up_to(last: ShaderKind) -> Stages {
    Stages::from_bits_truncate((2 << last as u32) - 1)
}

/// The requirements of a call of one operation by itself; groups that it needs are not among them.
pub(crate) fn of_operation(module: &Module, validator: ValidatorVersion, kind: &InstKind) -> Option<Compatibility> {
    let call = module.op_call(kind)?;
    let (shader_model, stages) = of_call(module, validator, call, kind);
    let mut flags = ShaderFlags::empty();
    flags.set(ShaderFlags::USES_DERIVATIVES, takes_derivatives(call.op));
    Some(Compatibility { flags, stages, shader_model })
}

/// The least shader model and the kinds of shaders of a call.
fn of_call(module: &Module, validator: ValidatorVersion, call: OpCall<'_>, kind: &InstKind) -> (Version, Stages) {
    let info = call.op.info();
    let is_wave = info.attrs(ANY_VERSION).contains(OpAttrs::Wave);
    let mut stages = info.stages(ANY_VERSION);
    if stages.is_empty() {
        // It is gone in later versions.
        stages = info.stages(module.version);
    }
    let mut least = Version::new(6, if call.op.is_translated() { 0 } else { info.since().minor });
    if !validator.joins_callees() && takes_derivatives(call.op) && call.op != Op::SampleCmpBias {
        stages -= Stages::Compute | Stages::Amplification | Stages::Mesh;
        return (least, stages);
    }
    if !validator.knows_mesh_shaders() {
        return (least, if is_wave { up_to(ShaderKind::Callable) } else { stages });
    }
    #[expect(clippy::wildcard_enum_match_arm, reason = "the row of every other operation says what it needs")]
    match call.op {
        Op::Barrier | Op::BarrierByMemoryType | Op::BarrierByMemoryHandle | Op::BarrierByNodeRecordHandle => {
            let barrier = BarrierNeeds::of(module, call);
            if barrier.is_new {
                least = least.max(BARRIERS);
            }
            if barrier.reorders {
                least = REORDERING;
                stages &= Stages::Library | Stages::RayGeneration;
            } else if barrier.node {
                stages &= Stages::Library | Stages::Node;
            } else if barrier.group {
                stages &= Stages::Library | Stages::Compute | Stages::Amplification | Stages::Mesh | Stages::Node;
            }
        }
        Op::AtomicBinOp | Op::AtomicCompareExchange if is_64bit(module, kind) => least = ATOMIC64,
        Op::AnnotateHandle | Op::CreateHandleFromBinding if validator.keeps_handle_versions() => {
            least = Version::new(6, info.since().minor);
        }
        _ => {}
    }
    (least, stages)
}

/// Whether the result of an atomic operation has 64 bits.
fn is_64bit(module: &Module, kind: &InstKind) -> bool {
    let callee = module.direct_callee(kind).and_then(|callee| module.types.signature(module.functions[callee].ty));
    callee.is_some_and(|(result, _)| *module.types.get(result) == Type::Int(64))
}

/// Joins what is called into its callers, until nothing changes.
fn join_callees(module: &Module, needs: &mut SecondaryMap<FuncId, Compatibility>) {
    let mut callers = SecondaryMap::<FuncId, Vec<FuncId>>::new();
    let mut work = Vec::new();
    for (id, function) in &module.functions {
        let Some(body) = &function.body else { continue };
        work.push(id);
        for (_, inst) in body.layout() {
            let Some(callee) = module.direct_callee(&body.insts[inst].kind) else { continue };
            if module.functions[callee].body.is_some() && callers[callee].last() != Some(&id) {
                callers[callee].push(id);
            }
        }
    }
    while let Some(callee) = work.pop() {
        let need = needs[callee];
        for &caller in &callers[callee] {
            if needs[caller].merge(need) {
                work.push(caller);
            }
        }
    }
}

/// Adds the requirements of flags and of the kind of shader, once those of all callees are known.
fn adjust(need: &mut Compatibility, entry: Option<&EntryPoint>) {
    if let Some(entry) = entry {
        let kind = entry.kind;
        let is_mesh = matches!(kind, ShaderKind::Mesh | ShaderKind::Amplification);
        if need.flags.contains(ShaderFlags::USES_DERIVATIVES) && (is_mesh || kind == ShaderKind::Compute) {
            need.at_least(Version::new(6, 6));
            need.flags.set(ShaderFlags::MESH_DERIVATIVES, is_mesh);
        }
        if let Some(size) = entry.wave_size() {
            need.at_least(Version::new(6, if size.max == 0 { 6 } else { 8 }));
        }
        need.at_least(match kind {
            ShaderKind::Mesh | ShaderKind::Amplification => Version::new(6, 5),
            ShaderKind::RayGeneration
            | ShaderKind::Intersection
            | ShaderKind::AnyHit
            | ShaderKind::ClosestHit
            | ShaderKind::Miss
            | ShaderKind::Callable => Version::new(6, 3),
            ShaderKind::Node => Version::new(6, 8),
            ShaderKind::Pixel
            | ShaderKind::Vertex
            | ShaderKind::Geometry
            | ShaderKind::Hull
            | ShaderKind::Domain
            | ShaderKind::Compute
            | ShaderKind::Library => LEAST,
        });
    }
    let rows = [
        (ShaderFlags::SAMPLE_CMP_GRAD_OR_BIAS | ShaderFlags::EXTENDED_COMMAND_INFO, 8),
        (ShaderFlags::ADVANCED_TEXTURE_OPS | ShaderFlags::WRITEABLE_MSAA, 7),
        (
            ShaderFlags::ATOMIC64_TYPED
                | ShaderFlags::ATOMIC64_GROUPSHARED
                | ShaderFlags::ATOMIC64_HEAP
                | ShaderFlags::RESOURCE_HEAP
                | ShaderFlags::SAMPLER_HEAP,
            6,
        ),
        (ShaderFlags::RAYTRACING_1_1 | ShaderFlags::SAMPLER_FEEDBACK, 5),
        (ShaderFlags::SHADING_RATE, 4),
    ];
    let flags = need.flags;
    let row = rows.into_iter().find(|&(any, _)| flags.intersects(any));
    need.at_least(row.map_or_else(|| before_callees(flags), |(_, minor)| Version::new(6, minor)));
}

/// The least shader model by the few flags that earlier validators looked at.
fn before_callees(flags: ShaderFlags) -> Version {
    if flags.contains(ShaderFlags::LOW_PRECISION | ShaderFlags::NATIVE_LOW_PRECISION) {
        Version::new(6, 2)
    } else if flags.intersects(ShaderFlags::VIEW_ID | ShaderFlags::BARYCENTRICS) {
        Version::new(6, 1)
    } else {
        LEAST
    }
}
