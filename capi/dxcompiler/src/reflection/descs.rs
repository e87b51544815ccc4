//! Fills the structs of D3D12 from a reflection.

use super::names::Name;
use crate::com::TextAddress;
use crate::com::interfaces::d3d12::*;
use dxil::ShaderKind;
use dxil::reflect::d3d::{Requires, SystemValue, VariableClass};
use dxil::reflect::{BitField, Buffer, Function, Parameter, Profile, Reflection, Source, Stage, Type, Variable};

/// What stands for a register, a texture or a sampler that there is none of.
pub const NONE: u32 = u32::MAX;

/// Kind and shader model in one number: `D3D12_SHVER_…`.
pub fn version(kind: ShaderKind, profile: &Profile) -> u32 {
    let model = profile.shader_model;
    (kind as u32) << 16 | u32::from(model.major) << 4 | u32::from(model.minor)
}

/// The description of a shader; counts of what it has are those of the reflection.
pub fn shader(found: &Reflection, creator: &Name) -> ShaderDesc {
    let count = |length: usize| length as u32;
    let mut desc = ShaderDesc {
        version: found.shader.as_ref().map_or(0, |profile| version(profile.kind, profile)),
        creator: if found.creator.is_some() { creator.address() } else { TextAddress::NULL },
        constant_buffers: count(found.buffers.len()),
        bound_resources: count(found.bindings.len()),
        ..ShaderDesc::default()
    };
    if let Some(entry) = &found.entry_point {
        desc.input_parameters = count(entry.inputs.len());
        desc.output_parameters = count(entry.outputs.len());
        desc.patch_constant_parameters = count(entry.patch_constants.len());
        stage(&mut desc, &entry.stage);
    }
    // DXC counts when it writes `STAT`, and reads counts alone.
    if let Some(counts) = found.statistics.as_ref().filter(|_| found.source == Source::Reflection) {
        desc.instruction_count = counts.instruction_count;
        desc.temp_array_count = counts.temp_array_count;
        desc.texture_normal_instructions = counts.texture_normal_instructions;
        desc.texture_load_instructions = counts.texture_load_instructions;
        desc.texture_comp_instructions = counts.texture_comp_instructions;
        desc.texture_bias_instructions = counts.texture_bias_instructions;
        desc.texture_gradient_instructions = counts.texture_gradient_instructions;
        desc.float_instruction_count = counts.float_instruction_count;
        desc.int_instruction_count = counts.int_instruction_count;
        desc.uint_instruction_count = counts.uint_instruction_count;
        desc.dynamic_flow_control_count = counts.dynamic_flow_control_count;
        desc.array_instruction_count = counts.array_instruction_count;
        desc.cut_instruction_count = counts.cut_instruction_count;
        desc.emit_instruction_count = counts.emit_instruction_count;
        desc.barrier_instructions = counts.barrier_instructions;
        desc.interlocked_instructions = counts.interlocked_instructions;
        desc.texture_store_instructions = counts.texture_store_instructions;
    }
    desc
}

/// The number of a patch of one point, less one; those of more points follow.
const BEFORE_PATCHES: u32 = 7;

fn stage(desc: &mut ShaderDesc, stage: &Stage) {
    match stage {
        Stage::Geometry { input_primitive, output_topology, max_output_vertex_count, instance_count, .. } => {
            desc.input_primitive = input_primitive.0;
            desc.gs_output_topology = *output_topology as u32;
            desc.gs_max_output_vertex_count = *max_output_vertex_count;
            desc.gs_instance_count = instance_count.unwrap_or(0);
        }
        Stage::Hull { input_control_points, output_control_points, domain, partitioning, output_primitive, .. } => {
            desc.input_primitive = BEFORE_PATCHES.wrapping_add(*input_control_points);
            desc.control_points = *output_control_points;
            desc.tessellator_domain = *domain as u32;
            desc.hs_partitioning = partitioning.map_or(0, |found| found as u32);
            desc.hs_output_primitive = *output_primitive as u32;
        }
        Stage::Domain { input_control_points, domain } => {
            desc.control_points = *input_control_points;
            desc.tessellator_domain = *domain as u32;
        }
        Stage::Vertex
        | Stage::Pixel
        | Stage::Compute { .. }
        | Stage::Mesh { .. }
        | Stage::Amplification { .. }
        | Stage::RayTracing { .. }
        | Stage::Node { .. } => {}
    }
}

/// The description of a row of a signature.
pub fn parameter(found: &Parameter, name: &Name) -> SignatureDesc {
    // DXC has one number for both factors of lines.
    let value = if found.system_value == SystemValue::FinalLineDensityTessFactor {
        SystemValue::FinalLineDetailTessFactor
    } else {
        found.system_value
    };
    SignatureDesc {
        semantic_name: name.address(),
        semantic_index: found.semantic_index,
        register: found.register.unwrap_or(NONE),
        system_value: value as u32,
        component_type: found.component_type as u32,
        mask: found.mask,
        read_write_mask: found.read_write_mask,
        stream: found.stream,
        min_precision: found.min_precision as u32,
    }
}

/// The description of what is bound.
pub fn binding(found: &dxil::reflect::Binding, name: &Name) -> BindingDesc {
    BindingDesc {
        name: name.address(),
        kind: found.input_type as u32,
        bind_point: found.bind_point.unwrap_or(NONE),
        bind_count: found.d3d_bind_count(),
        flags: found.flags.bits(),
        return_type: found.return_type.map_or(0, |ty| ty as u32),
        dimension: found.dimension as u32,
        num_samples: found.d3d_num_samples(),
        space: found.space,
        id: found.id,
    }
}

/// The description of a buffer.
pub fn buffer(found: &Buffer, name: &Name) -> BufferDesc {
    BufferDesc {
        name: name.address(),
        kind: found.buffer_type as u32,
        variables: found.variables.len() as u32,
        size: found.size,
        flags: 0,
    }
}

/// The description of a variable of a buffer. `textures` is where its textures start, which none has.
pub fn variable(found: &Variable, name: &Name, textures: u32) -> VariableDesc {
    VariableDesc {
        name: name.address(),
        start_offset: found.start_offset,
        size: found.size,
        flags: found.flags.bits(),
        start_texture: textures,
        start_sampler: textures,
        ..VariableDesc::default()
    }
}

/// The description of a type at an offset in what it is a member of.
pub fn r#type(found: &Type, name: &Name, members: u32, offset: u32) -> TypeDesc {
    TypeDesc {
        class: found.class as u32,
        kind: found.r#type as u32,
        rows: found.rows,
        columns: found.columns,
        elements: found.elements,
        members,
        offset,
        name: name.address(),
    }
}

/// The description of some bits of an integer of this type.
pub fn bit_field(found: &Type, name: &Name, field: &BitField) -> TypeDesc {
    let bits = Type { class: VariableClass::BitField, columns: field.width, ..found.clone() };
    r#type(&bits, name, 0, field.offset)
}

/// A feature flag that functions alone have, and that DXC leaves out: it uses derivatives.
const USES_DERIVATIVES: u64 = 1 << 40;

/// The description of a function of a library.
pub fn function(found: &Function, library: &Profile, name: &Name) -> FunctionDesc {
    FunctionDesc {
        version: version(found.kind, library),
        constant_buffers: found.buffers.len() as u32,
        bound_resources: found.bindings.len() as u32,
        required_feature_flags: required_features(found),
        name: name.address(),
        ..FunctionDesc::default()
    }
}

/// The feature flags of the runtime data, but for one that has the number of early tests of depth and stencil, which the function states
/// elsewhere.
fn required_features(found: &Function) -> u64 {
    let early = Requires::EARLY_DEPTH_STENCIL;
    found.features & !(early.bits() | USES_DERIVATIVES) | (found.requires & early).bits()
}
