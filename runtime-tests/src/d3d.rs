//! Prints the result of `dxil::reflect` in the form in which the oracle prints D3D's reflection interfaces, so that the two
//! can be compared.

use std::fmt::Write as _;

use dxil::ShaderKind;
use dxil::reflect::d3d::{SystemValue, VariableClass};
use dxil::reflect::{Binding, Buffer, EntryPoint, Member, Parameter, Profile, Reflection, Stage, Statistics, Type};
use dxil::target::Version;

/// The lines of a container. Counts of instructions are left out if the reader has none.
pub fn lines(found: &Reflection) -> Vec<String> {
    let Some(Profile { kind, shader_model }) = &found.shader else { return Vec::new() };
    let mut lines = Vec::new();
    if *kind == ShaderKind::Library {
        for function in &found.functions {
            let version = version(function.kind, *shader_model);
            lines.push(format!("function {} {version:#x} requires {:#x}", function.name, function.requires.bits()));
            let bindings = function.bindings.iter().filter_map(|&at| found.bindings.get(at as usize));
            lines.extend(bindings.map(binding));
            for buffer in function.buffers.iter().filter_map(|&at| found.buffers.get(at as usize)) {
                self::buffer(found, buffer, &mut lines);
            }
        }
        return lines;
    }
    if let Some(entry) = &found.entry_point {
        lines.push(shader(version(*kind, *shader_model), entry));
        lines.extend(found.statistics.as_ref().map(counts));
        let [x, y, z] = entry.stage.thread_group_size().unwrap_or_default();
        lines.push(format!("threads {x} {y} {z}"));
        lines.push(format!("requires {:#x}", found.requires.bits()));
        for (title, list) in
            [("input", &entry.inputs), ("output", &entry.outputs), ("patch constant", &entry.patch_constants)]
        {
            lines.extend(list.iter().map(|found| format!("{title} {}", parameter(found))));
        }
    }
    lines.extend(found.bindings.iter().map(binding));
    for buffer in &found.buffers {
        self::buffer(found, buffer, &mut lines);
    }
    lines
}

fn version(kind: ShaderKind, model: Version) -> u32 {
    (kind as u32) << 16 | u32::from(model.major) << 4 | u32::from(model.minor)
}

fn shader(version: u32, entry: &EntryPoint) -> String {
    let (mut topology, mut vertices, mut primitive, mut instances) = (0, 0, 0, 0);
    let (mut points, mut makes, mut partitioned, mut patch) = (0, 0, 0, 0);
    match &entry.stage {
        Stage::Geometry { input_primitive, output_topology, max_output_vertex_count, instance_count, .. } => {
            (topology, vertices) = (*output_topology as u32, *max_output_vertex_count);
            (primitive, instances) = (input_primitive.0, instance_count.unwrap_or(0));
        }
        Stage::Hull { input_control_points, output_control_points, domain, partitioning, output_primitive, .. } => {
            // The number of a patch of one point, and those of more after it.
            (primitive, points) = (7 + input_control_points, *output_control_points);
            (makes, patch) = (*output_primitive as u32, *domain as u32);
            partitioned = partitioning.map_or(0, |way| way as u32);
        }
        Stage::Domain { input_control_points, domain } => (points, patch) = (*input_control_points, *domain as u32),
        _ => {}
    }
    format!(
        "shader {version:#x} topology {topology} vertices {vertices} primitive {primitive} instances {instances} \
         points {points} makes {makes} partitioning {partitioned} domain {patch}"
    )
}

fn counts(counts: &Statistics) -> String {
    let first = [
        counts.instruction_count,
        0,
        counts.temp_array_count,
        0,
        0,
        counts.texture_normal_instructions,
        counts.texture_load_instructions,
        counts.texture_comp_instructions,
        counts.texture_bias_instructions,
        counts.texture_gradient_instructions,
        counts.float_instruction_count,
        counts.int_instruction_count,
        counts.uint_instruction_count,
        0,
        counts.dynamic_flow_control_count,
        0,
        counts.array_instruction_count,
        counts.cut_instruction_count,
        counts.emit_instruction_count,
    ];
    let last = [counts.barrier_instructions, counts.interlocked_instructions, counts.texture_store_instructions];
    format!("counts {first:?} {last:?}")
}

fn parameter(found: &Parameter) -> String {
    // DXC calls both factors of lines the same.
    let value = match found.system_value {
        SystemValue::FinalLineDensityTessFactor => SystemValue::FinalLineDetailTessFactor,
        value => value,
    };
    format!(
        "{}{} register {} value {} type {} mask {:#x} {:#x} stream {} precision {}",
        found.semantic_name,
        found.semantic_index,
        signed(found.register),
        value as u32,
        found.component_type as u32,
        found.mask,
        found.read_write_mask,
        found.stream,
        found.min_precision as u32
    )
}

fn binding(found: &Binding) -> String {
    format!(
        "bound {} type {} at {} count {} flags {:#x} returns {} dimension {} samples {} space {} id {}",
        found.name,
        found.input_type as u32,
        signed(found.bind_point),
        found.d3d_bind_count().cast_signed(),
        found.flags.bits(),
        found.return_type.map_or(0, |ty| ty as u32),
        found.dimension as u32,
        found.d3d_num_samples().cast_signed(),
        found.space.cast_signed(),
        found.id
    )
}

fn signed(number: Option<u32>) -> i32 {
    number.map_or(-1, u32::cast_signed)
}

fn buffer(found: &Reflection, buffer: &Buffer, lines: &mut Vec<String>) {
    let dimensions = "[0]".repeat(buffer.dimensions as usize);
    lines.push(format!("buffer {}{dimensions} type {} size {}", buffer.name, buffer.buffer_type as u32, buffer.size));
    for variable in &buffer.variables {
        lines.push(format!(
            "  {} at {} size {} flags {:#x} default false",
            variable.name,
            variable.start_offset,
            variable.size,
            variable.flags.bits()
        ));
        if let Some(ty) = &variable.r#type {
            describe(found, ty, ("", 0, 0), 2, lines);
        }
    }
}

/// A type and those of its members; with it the name of the member it is of, its bit-fields and its offset.
fn describe(
    found: &Reflection,
    ty: &Type,
    (member, bit_fields, offset): (&str, usize, u32),
    depth: usize,
    lines: &mut Vec<String>,
) {
    let structure = ty.r#struct.and_then(|at| found.structs.get(at as usize));
    let members: &[Member] = structure.map_or(&[], |structure| &structure.members);
    let name = structure.map_or_else(|| ty.name.clone().unwrap_or_default(), |structure| structure.name.clone());
    lines.push(line(ty, &name, (member, members.len() + bit_fields, offset), depth));
    for Member { name, offset, r#type, bit_fields } in members {
        describe(found, r#type, (name, bit_fields.len(), *offset), depth + 1, lines);
        for field in bit_fields {
            let ty = Type { class: VariableClass::BitField, columns: field.width, ..r#type.clone() };
            let type_name = ty.name.clone().unwrap_or_default();
            lines.push(line(&ty, &type_name, (&field.name, 0, field.offset), depth + 2));
        }
    }
}

fn line(ty: &Type, name: &str, (member, members, offset): (&str, usize, u32), depth: usize) -> String {
    let mut line = "  ".repeat(depth);
    let _ = write!(
        line,
        "{member}: {name} class {} type {} rows {} columns {} elements {} members {members} offset {offset}",
        ty.class as u32, ty.r#type as u32, ty.rows, ty.columns, ty.elements
    );
    line
}

/// The lines of DXC or of ours without the start of the names of structs: DXC takes away every letter at the start of a name that
/// is one of those in `struct.` or in the prefixes of host layouts, so `Light` stays and `scene` becomes `ene`.
pub fn without_starts_of_names(lines: &[String]) -> Vec<String> {
    const STRIPPED: &[char] = &['h', 'o', 's', 't', 'l', 'a', 'y', 'u', 'r', 'c', '.'];
    let line = |line: &String| match (line.split_once(": "), line.find(" class 5 ")) {
        (Some((member, rest)), Some(_)) => format!("{member}: {}", rest.trim_start_matches(STRIPPED)),
        _ => line.clone(),
    };
    lines.iter().map(line).collect()
}
