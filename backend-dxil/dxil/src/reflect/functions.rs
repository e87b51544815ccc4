//! Reflects the functions and subobjects of a library: the facts of `ID3D12LibraryReflection`, and further ones of its
//! runtime data.

use rustc_hash::FxHashMap;

use super::d3d::Requires;
use super::{Binding, Budget, Function, Reflect, Subobject, SubobjectValue, read_root_signature, stages};
use crate::bytestr::ByteStr;
use crate::container::rdat::{FunctionRecord, RuntimeData, unmangled};
use crate::flags::ShaderFlags;
use crate::module::Module;
use crate::shader::{EntryPoint, Shader};
use crate::subobject;
use crate::target::ShaderKind;

/// Functions by runtime data; stages come from the metadata of the program.
pub(super) fn of_runtime(
    data: &RuntimeData,
    module: &Module,
    shader: &Shader,
    bindings: &[Binding],
    budget: &mut Budget,
) -> Reflect<Vec<Function>> {
    let mut entries = FxHashMap::default();
    for entry in &shader.entries {
        if let Some(function) = entry.function {
            entries.insert(module.functions[function].name.as_bytes(), entry);
        }
    }
    let places = places(data, bindings);
    let mut functions = Vec::new();
    for record in &data.tables.functions.rows {
        let entry = entries.get(data.string(record.name)).copied();
        functions.push(of_record(data, record, entry, &places, bindings, budget)?);
    }
    functions.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(functions)
}

/// Functions by runtime data alone.
pub(super) fn of_runtime_alone(
    data: &RuntimeData,
    bindings: &[Binding],
    budget: &mut Budget,
) -> Reflect<Vec<Function>> {
    let places = places(data, bindings);
    let records = data.tables.functions.rows.iter();
    let functions = records.map(|record| of_record(data, record, None, &places, bindings, budget));
    let mut functions = functions.collect::<Reflect<Vec<_>>>()?;
    functions.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(functions)
}

/// The binding of each resource of the runtime data.
fn places(data: &RuntimeData, bindings: &[Binding]) -> Vec<Option<u32>> {
    let places = bindings.iter().zip(0..).map(|(binding, at)| ((Some(binding.class), binding.id), at));
    let places: FxHashMap<_, u32> = places.collect();
    let rows = data.tables.resources.rows.iter();
    rows.map(|row| places.get(&(row.class.get(), row.id)).copied()).collect()
}

fn of_record(
    data: &RuntimeData,
    record: &FunctionRecord,
    entry: Option<&EntryPoint>,
    places: &[Option<u32>],
    bindings: &[Binding],
    budget: &mut Budget,
) -> Reflect<Function> {
    let resources = data.list(record.resources.0);
    budget.draw(size_of::<Function>() + 2 * size_of_val(resources))?;
    let used: Vec<u32> = resources.iter().filter_map(|&at| *places.get(at as usize)?).collect();
    let buffers = used.iter().filter_map(|&at| bindings.get(at as usize)?.buffer).collect();
    let mut dependencies = Vec::new();
    for name in data.strings(record.dependencies) {
        dependencies.push(budget.text(name)?);
    }
    let stages = ShaderKind::ALL.iter().copied().filter(|&kind| record.stages.0 >> kind as u32 & 1 == 1);
    Ok(Function {
        name: budget.text(data.string(record.name))?,
        unmangled_name: budget.text(data.string(record.unmangled_name))?,
        kind: record.kind.get().unwrap_or(ShaderKind::Library),
        stage: entry.map(|entry| stages::of_metadata(entry, budget)).transpose()?,
        requires: requires(Requires::of_features(record.features.0), entry),
        features: record.features.0,
        min_shader_model: record.min_target.get().map(|model| model.version),
        stages: stages.collect(),
        bindings: used,
        buffers,
        dependencies,
    })
}

/// Early tests of depth and stencil are no feature of a runtime.
fn requires(mut requires: Requires, entry: Option<&EntryPoint>) -> Requires {
    let is_early = entry.is_some_and(|entry| entry.flags.contains(ShaderFlags::FORCE_EARLY_DEPTH_STENCIL));
    requires.set(Requires::EARLY_DEPTH_STENCIL, is_early);
    requires
}

/// The entry points of a library without runtime data, and without bodies to derive it from.
pub(super) fn of_metadata(module: &Module, shader: &Shader, budget: &mut Budget) -> Reflect<Vec<Function>> {
    let mut functions = Vec::new();
    for entry in &shader.entries {
        let Some(function) = entry.function else { continue };
        let name = &module.functions[function].name;
        functions.push(Function {
            name: budget.text(name)?,
            unmangled_name: budget.text(unmangled(name))?,
            kind: entry.kind,
            stage: Some(stages::of_metadata(entry, budget)?),
            requires: Requires::of_flags(entry.flags),
            features: entry.flags.feature_bits(),
            min_shader_model: None,
            stages: vec![entry.kind],
            bindings: Vec::new(),
            buffers: Vec::new(),
            dependencies: Vec::new(),
        });
    }
    functions.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(functions)
}

/// A subobject, its root signature read.
pub(super) fn subobject(found: &subobject::Subobject, budget: &mut Budget) -> Reflect<Subobject> {
    let mut text = |text: &ByteStr| budget.text(text);
    let value = match &found.value {
        &subobject::SubobjectValue::StateObjectConfig { flags } => SubobjectValue::StateObjectConfig { flags },
        subobject::SubobjectValue::RootSignature { local, data, .. } => {
            let root_signature = read_root_signature(data)?;
            if *local {
                SubobjectValue::LocalRootSignature { root_signature }
            } else {
                SubobjectValue::GlobalRootSignature { root_signature }
            }
        }
        subobject::SubobjectValue::Association { subobject, exports } => {
            SubobjectValue::SubobjectToExportsAssociation {
                subobject: text(subobject)?,
                exports: exports.iter().map(&mut text).collect::<Reflect<_>>()?,
            }
        }
        &subobject::SubobjectValue::ShaderConfig { payload_bytes, attribute_bytes } => {
            SubobjectValue::RaytracingShaderConfig {
                max_payload_bytes: payload_bytes,
                max_attribute_bytes: attribute_bytes,
            }
        }
        &subobject::SubobjectValue::PipelineConfig { recursion } => {
            SubobjectValue::RaytracingPipelineConfig { max_trace_recursion_depth: recursion }
        }
        subobject::SubobjectValue::HitGroup { kind, any_hit, closest_hit, intersection } => SubobjectValue::HitGroup {
            hit_group_type: subobject::HitGroupKind::from_number(*kind),
            any_hit: text(any_hit)?,
            closest_hit: text(closest_hit)?,
            intersection: text(intersection)?,
        },
        &subobject::SubobjectValue::PipelineConfig1 { recursion, flags } => {
            SubobjectValue::RaytracingPipelineConfig1 { max_trace_recursion_depth: recursion, flags }
        }
    };
    Ok(Subobject { name: text(&found.name)?, value })
}
