//! Reflects a container without a program, from the facts in `PSV0`, `RDAT`, the signature parts, `SFI0` and `RTS0`.

use super::d3d::{InputFlags, Requires, ShaderInputType};
use super::resources::{dimension, input_type_of};
use super::{
    Binding, Budget, EntryPoint, Missing, Parameter, Profile, Reflect, ReflectError, Reflection, Source, compiler,
    functions, hash, root_signature, signatures, specialization_constants, stages,
};
use crate::container::psv0::{Psv0, PsvBinding, PsvElement, PsvResource, PsvVersion};
use crate::container::rdat::{ResourceRecord, RuntimeData, resource_flag};
use crate::container::signature::SignaturePart;
use crate::container::small::Features;
use crate::container::{Container, FourCc};
use crate::shader::{ResourceClass, ResourceKind, UNALLOCATED, UNBOUNDED};
use crate::target::ShaderKind;

/// Reflects such a container.
pub(super) fn reflect(container: &Container) -> Reflect<Reflection> {
    let mut budget = Budget::of(container);
    let mut found = Reflection {
        source: Source::Runtime,
        missing: Vec::new(),
        shader: None,
        dxil_version: None,
        creator: None,
        entry_point: None,
        requires: Requires::empty(),
        bindings: Vec::new(),
        buffers: Vec::new(),
        structs: Vec::new(),
        statistics: None,
        functions: Vec::new(),
        subobjects: Vec::new(),
        specialization_constants: specialization_constants(container, &mut budget)?,
        root_signature: root_signature(container)?,
        hash: hash(container)?,
        compiler: compiler(container)?,
    };
    let psv = container.part(FourCc::PSV0).map(Psv0::read).transpose()?;
    let runtime = container.part(FourCc::RDAT).map(RuntimeData::read).transpose()?;
    if psv.is_none() && runtime.is_none() {
        // A root signature alone lacks nothing.
        return if found.root_signature.is_some() { Ok(found) } else { Err(ReflectError::NothingToSay) };
    }
    found.missing = vec![Missing::Program, Missing::Layouts, Missing::Statistics];
    if let Some(features) = container.part(FourCc::SFI0).map(Features::read).transpose()? {
        found.requires = Requires::of_features(features.0);
    }
    if let Some(psv) = &psv {
        found.bindings = number(psv.resources.iter().filter_map(of_pipeline));
        // The first version does not show the stage.
        if psv.version > PsvVersion::V0 {
            found.entry_point = Some(entry_point(container, psv, &mut found.missing, &mut budget)?);
        }
    }
    if let Some(data) = &runtime {
        let mut bindings = Vec::new();
        for record in &data.tables.resources.rows {
            let name = budget.text(data.string(record.name))?;
            bindings.extend(of_record(record, name));
        }
        if psv.is_none() {
            found.bindings = bindings;
        }
        found.functions = functions::of_runtime_alone(data, &found.bindings, &mut budget)?;
        let subobjects = data.subobjects().map(|subobject| functions::subobject(&subobject, &mut budget));
        found.subobjects = subobjects.collect::<Reflect<_>>()?;
        found.requires |= found.functions.iter().fold(Requires::empty(), |all, function| all | function.requires);
    }
    let kind = psv.as_ref().filter(|psv| psv.version > PsvVersion::V0).map(|psv| psv.kind);
    found.shader = kind.or(runtime.is_some().then_some(ShaderKind::Library)).map(|kind| {
        let least = found.functions.iter().filter_map(|function| function.min_shader_model).max();
        Profile { kind, shader_model: least.unwrap_or(FIRST_MODEL) }
    });
    if found.bindings.iter().any(|binding| binding.name.is_empty()) {
        found.missing.push(Missing::ResourceNames);
    }
    Ok(found)
}

/// The least shader model there is: no part without a program states another of a shader that is no library.
const FIRST_MODEL: crate::Version = crate::Version::new(6, 0);

fn entry_point(
    container: &Container,
    psv: &Psv0,
    missing: &mut Vec<Missing>,
    budget: &mut Budget,
) -> Reflect<EntryPoint> {
    let mut parameters = |name: FourCc, elements: &[PsvElement]| -> Reflect<Vec<Parameter>> {
        match container.part(name) {
            Some(part) => signatures::of_part(&SignaturePart::read(name, part)?, budget),
            None => {
                if !elements.is_empty() && !missing.contains(&Missing::Signatures) {
                    missing.push(Missing::Signatures);
                }
                signatures::of_pipeline(psv, elements, budget)
            }
        }
    };
    let inputs = parameters(FourCc::ISG1, &psv.inputs)?;
    let outputs = parameters(FourCc::OSG1, &psv.outputs)?;
    let patch_constants = parameters(FourCc::PSG1, &psv.patch)?;
    let name = budget.text(&psv.entry_name)?;
    Ok(EntryPoint { name, stage: stages::of_pipeline(psv, psv.kind), inputs, outputs, patch_constants })
}

/// Gives each binding its number in its class, which `PSV0` does not state.
fn number(bindings: impl Iterator<Item = Binding>) -> Vec<Binding> {
    let mut next = [0u32; 4];
    let mut bindings: Vec<Binding> = bindings.collect();
    for binding in &mut bindings {
        let next = &mut next[binding.class as usize];
        binding.id = *next;
        *next += 1;
    }
    bindings
}

/// A binding of which only class, kind and registers are known.
fn bare(class: ResourceClass, kind: ResourceKind, bounds: (u32, u32), space: u32) -> Binding {
    let (first, last) = bounds;
    let count = last.wrapping_sub(first).wrapping_add(1);
    Binding {
        name: String::new(),
        class,
        kind,
        id: 0,
        input_type: input_type_of(kind, class == ResourceClass::Uav, false),
        bind_point: Some(first).filter(|&first| first != UNALLOCATED),
        space,
        // One that a linker will place ends where it starts.
        bind_count: (last != UNBOUNDED || first == last).then_some(count),
        return_type: None,
        dimension: dimension(kind),
        sample_count: None,
        stride: None,
        flags: if class == ResourceClass::Cbv { InputFlags::USERPACKED } else { InputFlags::empty() },
        component: None,
        components: None,
        sampler: None,
        feedback: None,
        globally_coherent: false,
        reorder_coherent: false,
        rasterizer_ordered: false,
        has_counter: false,
        atomic64: false,
        buffer: None,
    }
}

/// A resource of pipeline state, whose binding says the kind where the part is too old to state it.
fn of_pipeline(resource: &PsvResource) -> Option<Binding> {
    let bound = resource.bound_as()?;
    let kind =
        ResourceKind::from_number(resource.kind).filter(|&kind| kind != ResourceKind::Invalid).unwrap_or(bound.kind());
    let mut binding = bare(bound.class(), kind, (resource.lower_bound, resource.upper_bound), resource.space);
    binding.has_counter = bound == PsvBinding::StructuredUavWithCounter;
    if binding.has_counter {
        binding.input_type = ShaderInputType::UavRwStructuredWithCounter;
    }
    binding.atomic64 = resource.flags & 1 == 1;
    Some(binding)
}

/// A resource of runtime data.
fn of_record(record: &ResourceRecord, name: String) -> Option<Binding> {
    let (class, kind) = (record.class.get()?, record.kind.get()?);
    let has = |flag: u32| record.flags & flag != 0;
    let bounds = (record.lower_bound, record.upper_bound);
    let has_counter = has(resource_flag::COUNTER);
    Some(Binding {
        name,
        id: record.id,
        input_type: input_type_of(kind, class == ResourceClass::Uav, has_counter),
        globally_coherent: has(resource_flag::GLOBALLY_COHERENT),
        reorder_coherent: has(resource_flag::REORDER_COHERENT),
        rasterizer_ordered: has(resource_flag::RASTERIZER_ORDERED),
        has_counter,
        atomic64: has(resource_flag::ATOMIC64),
        ..bare(class, kind, bounds, record.space)
    })
}
