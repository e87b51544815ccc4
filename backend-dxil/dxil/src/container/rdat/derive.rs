//! Derives the runtime data of a library from its module and metadata only, as validators do the same and compare
//! bytes.
//!
//! Only what a function's own body refers to counts as used by it: resources and functions defined elsewhere.

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;

use super::fields::{FeatureBits, Number, StageBits, Target};
use super::nodes::{add_node, groupshared_by_function};
use super::{Builder, FunctionRecord, Refs, ResourceRecord, RuntimeData, Str, Strs, function_flag, resource_flag};
use crate::compatibility::{Compatibility, compatibility};
use crate::constants::{ConstId, ConstKind};
use crate::inst::Value;
use crate::module::{FuncId, GlobalId, Linkage, Module};
use crate::shader::{EntryPoint, Resource, ResourceDetail, Shader, StageProperties};
use crate::target::{ShaderKind, ShaderModel};

/// The runtime data of a library.
pub fn runtime_data(module: &Module, shader: &Shader) -> RuntimeData {
    runtime_data_of(module, shader, &compatibility(module, shader))
}

/// The same where it is known what the functions need.
pub fn runtime_data_of(module: &Module, shader: &Shader, needs: &SecondaryMap<FuncId, Compatibility>) -> RuntimeData {
    let mut builder = Builder::new(shader.validator);
    let places = add_resources(module, shader, &mut builder);
    let uses = Uses::of(module, &places, &mut builder);
    let shared = groupshared_by_function(module);
    let mut entries = SecondaryMap::<FuncId, Option<&EntryPoint>>::new();
    for entry in &shader.entries {
        if let Some(function) = entry.function {
            entries[function] = Some(entry);
        }
    }
    for (id, function) in &module.functions {
        if function.body.is_some() {
            let mut record = function_record(module, &mut builder, id, entries[id], &uses, needs[id]);
            if let Some(node) = entries[id].and_then(|entry| entry.stage.as_node())
                && builder.has_nodes()
            {
                record.info.0 = add_node(&mut builder, node, shared[id]);
                if node.is_program_entry {
                    record.flags |= function_flag::PROGRAM_ENTRY;
                }
            }
            builder.function(record);
        }
    }
    for subobject in &shader.subobjects {
        builder.subobject(subobject);
    }
    builder.finish()
}

/// Adds the resources; their places in the table, by their variables.
fn add_resources(module: &Module, shader: &Shader, builder: &mut Builder) -> FxHashMap<GlobalId, u32> {
    let resources = &shader.resources;
    let classes = [&resources.cbvs, &resources.samplers, &resources.srvs, &resources.uavs];
    let mut places = FxHashMap::default();
    let numbered = classes.into_iter().flat_map(|class| class.iter().enumerate());
    for (place, (id, resource)) in numbered.enumerate() {
        let name = builder.string(&resource.name);
        if let Some(global) = module.global_of(resource.variable) {
            places.insert(global, place as u32);
        }
        builder.push(resource_record(resource, id as u32, name));
    }
    places
}

fn resource_record(resource: &Resource, id: u32, name: Str) -> ResourceRecord {
    let flags = match resource.detail {
        ResourceDetail::Uav {
            globally_coherent, has_counter, rasterizer_ordered, atomic64, reorder_coherent, ..
        } => {
            let rows = [
                (globally_coherent, resource_flag::GLOBALLY_COHERENT),
                (has_counter, resource_flag::COUNTER),
                (rasterizer_ordered, resource_flag::RASTERIZER_ORDERED),
                (atomic64, resource_flag::ATOMIC64),
                (reorder_coherent, resource_flag::REORDER_COHERENT),
            ];
            rows.into_iter().filter(|row| row.0).fold(0, |flags, row| flags | row.1)
        }
        ResourceDetail::Srv { .. } | ResourceDetail::Cbv { .. } | ResourceDetail::Sampler { .. } => 0,
    };
    ResourceRecord {
        class: Number::of(resource.class()),
        kind: Number::of(resource.kind()),
        id,
        space: resource.space,
        lower_bound: resource.lower_bound,
        upper_bound: resource.upper_bound(),
        name,
        flags,
    }
}

/// The entities that the bodies of functions refer to.
#[derive(Default)]
struct Uses {
    /// Resources by their places in the table, ascending.
    resources: SecondaryMap<FuncId, Vec<u32>>,
    /// The names of functions that are defined elsewhere, in the module's order.
    externals: SecondaryMap<FuncId, Vec<Str>>,
}

impl Uses {
    fn of(module: &Module, places: &FxHashMap<GlobalId, u32>, builder: &mut Builder) -> Self {
        let mut uses = Self::default();
        let mut externals = SecondaryMap::<FuncId, Vec<FuncId>>::new();
        let mut called = SecondaryMap::<FuncId, bool>::new();
        // The last function that each constant was met in.
        let mut met = SecondaryMap::<ConstId, Option<FuncId>>::new();
        met.resize(module.constants.len());
        let mut work = Vec::new();
        for (id, function) in &module.functions {
            let Some(body) = &function.body else { continue };
            for (_, inst) in body.layout() {
                body.insts[inst].kind.each_operand(|operand| work.extend(constant(operand)));
            }
            while let Some(next) = work.pop() {
                if met[next].replace(id) == Some(id) {
                    continue;
                }
                match module.constants.get(next).kind {
                    ConstKind::Global(global) => uses.resources[id].extend(places.get(&global)),
                    ConstKind::Function(callee) if is_external(module, callee) => {
                        externals[id].push(callee);
                        called[callee] = true;
                    }
                    ref other @ (ConstKind::Null
                    | ConstKind::Undef
                    | ConstKind::Int(_)
                    | ConstKind::Float(_)
                    | ConstKind::Aggregate(_)
                    | ConstKind::Function(_)
                    | ConstKind::Cast { .. }
                    | ConstKind::Gep { .. }
                    | ConstKind::Binary { .. }
                    | ConstKind::Cmp { .. }
                    | ConstKind::Select { .. }) => work.extend(other.operands()),
                }
            }
            uses.resources[id].sort_unstable();
            externals[id].sort_unstable();
        }
        let mut names = SecondaryMap::<FuncId, Str>::new();
        for (id, function) in &module.functions {
            if called[id] {
                names[id] = builder.string(&function.name);
            }
        }
        for id in module.functions.keys() {
            uses.externals[id] = externals[id].iter().map(|&callee| names[callee]).collect();
        }
        uses
    }
}

fn constant(value: Value) -> Option<ConstId> {
    if let Value::Const(id) = value { Some(id) } else { None }
}

/// Whether a function is defined elsewhere, and is neither an operation nor one of LLVM's own.
fn is_external(module: &Module, id: FuncId) -> bool {
    let function = &module.functions[id];
    let is_known = function.name.starts_with(b"dx.op.") || function.name.starts_with(b"llvm.");
    function.body.is_none() && function.linkage == Linkage::External && !is_known
}

fn function_record(
    module: &Module,
    builder: &mut Builder,
    id: FuncId,
    entry: Option<&EntryPoint>,
    uses: &Uses,
    need: Compatibility,
) -> FunctionRecord {
    let name = &module.functions[id].name;
    let kind = entry.map_or(ShaderKind::Library, |entry| entry.kind);
    let (payload_bytes, attribute_bytes) = match entry.map(|entry| &entry.stage) {
        Some(StageProperties::RayTracing { payload_bytes, attribute_bytes }) => {
            (payload_bytes.unwrap_or(0), attribute_bytes.unwrap_or(0))
        }
        _ => (0, 0),
    };
    let mut record = FunctionRecord {
        name: builder.string(name),
        unmangled_name: builder.string(unmangled(name)),
        resources: match uses.resources[id].as_slice() {
            [] => Refs::default(),
            used => builder.refs(used),
        },
        dependencies: match uses.externals[id].as_slice() {
            [] => Strs::default(),
            used => builder.strings(used),
        },
        kind: Number::of(kind),
        payload_bytes,
        attribute_bytes,
        features: FeatureBits(need.flags.function_feature_bits()),
        stages: StageBits(need.stages.bits()),
        min_target: Target::of(ShaderModel { kind, version: need.shader_model }),
        ..FunctionRecord::default()
    };
    if let Some(size) = entry.and_then(EntryPoint::wave_size) {
        record.min_wave_lanes = size.min as u8;
        record.max_wave_lanes = if size.max == 0 { size.min } else { size.max } as u8;
    }
    record
}

/// A name without what the compiler put around it: between `\x01?` and the first `@`.
pub fn unmangled(name: &[u8]) -> &[u8] {
    match name.strip_prefix(b"\x01?") {
        Some(rest) => rest.split(|&byte| byte == b'@').next().unwrap_or(rest),
        None => name,
    }
}
