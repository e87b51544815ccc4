//! Lists what the pipeline checks: properties of the stage, resources, signatures, and dependencies of outputs on inputs.

use super::fields::{Fields, components, named, quoted};
use super::interface::COMPONENT_TYPES;
use crate::container::psv0::{PsvBinding, PsvVersion, STAGE_SIZE};
use crate::container::{ContainerError, Reader};
use crate::dependencies::{STREAMS, words_per_row};
use crate::semantics::{semantic_kind, short_name};
use crate::shader::ResourceKind;
use crate::signature::Interpolation;
use crate::target::ShaderKind;

const DOMAINS: [&str; 4] = ["none", "isoline", "triangle", "quad"];
const TESSELLATED: [&str; 5] = ["none", "points", "lines", "clockwise triangles", "counter-clockwise triangles"];
const TOPOLOGIES: [&str; 6] = ["none", "points", "lines", "line strip", "triangles", "triangle strip"];
const MESH_TOPOLOGIES: [&str; 3] = ["none", "lines", "triangles"];
const PRIMITIVES: [&str; 8] =
    ["none", "points", "lines", "triangles", "", "", "lines with adjacency", "triangles with adjacency"];
/// The least number of a primitive that is a patch: one of one control point.
const FIRST_PATCH: u32 = 8;

/// The numbers that the size of what follows depends on.
#[derive(Default)]
struct Shape {
    kind: Option<ShaderKind>,
    uses_view_id: bool,
    counts: [u8; 3],
    inputs: u32,
    outputs: [u32; STREAMS],
    patch: u32,
    entry_name: Option<u32>,
}

pub(super) fn state(fields: &mut Fields<'_>) -> Result<(), ContainerError> {
    let size = fields.u32("bytes of facts")?;
    let version = PsvVersion::from_info_size(size);
    let version = version.ok_or_else(|| fields.error("the size of the runtime information is not known"))?;
    let facts_end = fields.offset().saturating_add(size as usize);
    let shape = facts(fields, version)?;
    fields.seek(facts_end)?;
    resources(fields)?;
    if version == PsvVersion::V0 {
        return Ok(());
    }
    let strings_size = fields.u32("bytes of names")? as usize;
    let strings_at = fields.offset();
    let strings = fields.text("names", strings_size)?;
    let name_at = |offset: u32| Reader::new(None, strings).text_at(offset as usize);
    if let Some(offset) = shape.entry_name {
        let name = name_at(offset).map_err(|_| fields.error("the name of the entry point lies outside"))?;
        let at = strings_at + offset as usize;
        fields.line_of(at..at + name.len() + 1, "name of the entry point", quoted(name));
    }
    let count = fields.u32("semantic indices")?;
    let indices_at = fields.offset();
    let indices = fields.take((count as usize).saturating_mul(4))?;
    for (index, number) in indices.as_chunks::<4>().0.iter().enumerate() {
        let at = indices_at + 4 * index;
        fields.line_of(at..at + 4, &format!("  index {index}"), u32::from_le_bytes(*number));
    }
    if shape.counts.iter().any(|&count| count > 0) {
        let size = fields.u32("bytes of an element")? as usize;
        for (title, count) in ["input", "output", "patch"].into_iter().zip(shape.counts) {
            for index in 0..count {
                let end = fields.offset().saturating_add(size);
                fields.head(format_args!("{title} {index}"))?;
                fields.inside(|fields| element(fields, name_at))?;
                fields.seek(end)?;
            }
        }
    }
    dependencies(fields, &shape)
}

fn facts(fields: &mut Fields<'_>, version: PsvVersion) -> Result<Shape, ContainerError> {
    let start = fields.offset();
    // The stage stands after what depends on it.
    let data = fields.data();
    let kind_at = start + STAGE_SIZE + 8;
    let kind = data.get(kind_at).and_then(|&number| ShaderKind::from_number(number.into()));
    let kind = kind.filter(|_| version >= PsvVersion::V1);
    stage(fields, kind)?;
    fields.seek(start + STAGE_SIZE)?;
    fields.u32("least lanes of a wave")?;
    fields.word("most lanes of a wave", |lanes| match lanes {
        u32::MAX => "any".to_owned(),
        lanes => lanes.to_string(),
    })?;
    let mut shape = Shape { kind, ..Shape::default() };
    if version == PsvVersion::V0 {
        return Ok(shape);
    }
    fields.byte("stage", |number| ShaderKind::from_number(number).map(ShaderKind::title))?;
    shape.uses_view_id = fields.byte("reads the view", |number| named(&["no", "yes"], number))? != 0;
    match kind {
        Some(ShaderKind::Hull | ShaderKind::Domain) => {
            shape.patch = u32::from(fields.u8("patch registers")?) * 4;
            fields.u8("no meaning")?;
        }
        Some(ShaderKind::Mesh) => {
            shape.patch = u32::from(fields.u8("primitive registers")?) * 4;
            fields.byte("topology", |number| named(&MESH_TOPOLOGIES, number))?;
        }
        Some(ShaderKind::Geometry) => drop(fields.u16("most vertices")?),
        _ => drop(fields.u16("no meaning")?),
    }
    for (count, name) in shape.counts.iter_mut().zip(["input elements", "output elements", "patch elements"]) {
        *count = fields.u8(name)?;
    }
    shape.inputs = u32::from(fields.u8("input registers")?) * 4;
    for (stream, outputs) in shape.outputs.iter_mut().enumerate() {
        *outputs = u32::from(fields.u8(&format!("output registers, stream {stream}"))?) * 4;
    }
    if version >= PsvVersion::V2 {
        for axis in ["x", "y", "z"] {
            fields.u32(&format!("threads in {axis}"))?;
        }
    }
    if version >= PsvVersion::V3 {
        shape.entry_name = Some(fields.u32("offset of the entry's name")?);
    }
    if version >= PsvVersion::V4 {
        fields.u32("bytes of group-shared memory")?;
    }
    Ok(shape)
}

/// Writes the facts that depend on the stage.
fn stage(fields: &mut Fields<'_>, kind: Option<ShaderKind>) -> Result<(), ContainerError> {
    let yes = |number| named(&["no", "yes"], number);
    match kind {
        Some(ShaderKind::Vertex) => drop(fields.byte("writes the position", yes)?),
        Some(ShaderKind::Hull) => {
            fields.u32("input control points")?;
            fields.u32("output control points")?;
            fields.number("domain", |number| named(&DOMAINS, number))?;
            fields.number("makes", |number| named(&TESSELLATED, number))?;
        }
        Some(ShaderKind::Domain) => {
            fields.u32("input control points")?;
            fields.byte("writes the position", yes)?;
            fields.take(3)?;
            fields.number("domain", |number| named(&DOMAINS, number))?;
        }
        Some(ShaderKind::Geometry) => {
            fields.number("reads", |number| match number {
                FIRST_PATCH.. => Some(format!("patches of {}", number - FIRST_PATCH + 1)),
                number => named(&PRIMITIVES, number).map(str::to_owned),
            })?;
            fields.number("writes", |number| named(&TOPOLOGIES, number))?;
            fields.word("streams", |mask| format!("{mask:#b}"))?;
            fields.byte("writes the position", yes)?;
        }
        Some(ShaderKind::Pixel) => {
            fields.byte("writes the depth", yes)?;
            fields.byte("runs for each sample", yes)?;
        }
        Some(ShaderKind::Mesh) => {
            fields.u32("bytes of group-shared memory")?;
            fields.u32("of them by view")?;
            fields.u32("bytes of payload")?;
            fields.u16("most vertices")?;
            fields.u16("most primitives")?;
        }
        Some(ShaderKind::Amplification) => drop(fields.u32("bytes of payload")?),
        Some(_) => {}
        None => drop(fields.hex("what depends on the stage", STAGE_SIZE)?),
    }
    Ok(())
}

fn resources(fields: &mut Fields<'_>) -> Result<(), ContainerError> {
    let count = fields.u32("resources")?;
    if count == 0 {
        return Ok(());
    }
    let size = fields.u32("bytes of a resource")? as usize;
    for index in 0..count {
        let end = fields.offset().saturating_add(size);
        fields.head(format_args!("resource {index}"))?;
        fields.inside(|fields| {
            fields.number("bound as", |number| PsvBinding::from_number(number).map(PsvBinding::text))?;
            fields.u32("space")?;
            fields.u32("first register")?;
            fields.word("last register", |last| match last {
                u32::MAX => "unbounded".to_owned(),
                last => last.to_string(),
            })?;
            if fields.offset() < end {
                fields.number("kind", |number| ResourceKind::from_number(number).map(ResourceKind::text))?;
            }
            if fields.offset() < end {
                fields.bits("flags", |flags| {
                    if flags & 1 == 1 { "used by 64-bit atomics".to_owned() } else { String::new() }
                })?;
            }
            Ok(())
        })?;
        fields.seek(end)?;
    }
    Ok(())
}

fn element<'a>(
    fields: &mut Fields<'_>,
    name_at: impl Fn(u32) -> Result<&'a [u8], ContainerError>,
) -> Result<(), ContainerError> {
    let shown = |offset: u32| match name_at(offset) {
        Ok(name) => format!("{} at {offset:#x}", quoted(name)),
        Err(_) => format!("{offset:#x}, where nothing is"),
    };
    fields.word("name", shown)?;
    fields.u32("first semantic index")?;
    fields.u8("rows")?;
    fields.u8("first register")?;
    fields.shown("components", Reader::u8, |&shape| {
        let place = if shape >> 6 & 1 == 1 { "in registers" } else { "in no register" };
        format!("{shape:#x}: {} from {}, {place}", shape & 0xF, shape >> 4 & 3)
    })?;
    fields.byte("semantic", |number| semantic_kind(number).map(short_name))?;
    fields.byte("type", |number| named(&COMPONENT_TYPES, number))?;
    fields.byte("interpolation", |number| Interpolation::from_number(number).map(|mode| format!("{mode:?}")))?;
    fields.shown("chosen by a value", Reader::u8, |&mask| {
        format!("{mask:#x}: components {}, stream {}", components(mask & 0xF), mask >> 4 & 3)
    })?;
    fields.u8("no meaning").map(drop)
}

/// Writes the tables of dependencies, a line for each of their rows.
fn dependencies(fields: &mut Fields<'_>, shape: &Shape) -> Result<(), ContainerError> {
    let kind = shape.kind;
    let streams = if kind == Some(ShaderKind::Geometry) { STREAMS } else { 1 };
    let written = shape.outputs.iter().copied().enumerate().take(streams).filter(|&(_, outputs)| outputs > 0);
    let writes_patch = matches!(kind, Some(ShaderKind::Hull | ShaderKind::Mesh));
    if shape.uses_view_id {
        for (stream, outputs) in written.clone() {
            table(fields, &format!("view to outputs of stream {stream}"), 1, outputs)?;
        }
        if writes_patch && shape.patch > 0 {
            table(fields, "view to patch", 1, shape.patch)?;
        }
    }
    if kind != Some(ShaderKind::Mesh) && shape.inputs > 0 {
        for (stream, outputs) in written {
            table(fields, &format!("inputs to outputs of stream {stream}"), shape.inputs, outputs)?;
        }
    }
    if kind == Some(ShaderKind::Hull) && shape.patch > 0 && shape.inputs > 0 {
        table(fields, "inputs to patch", shape.inputs, shape.patch)?;
    }
    if kind == Some(ShaderKind::Domain) && shape.patch > 0 && shape.outputs[0] > 0 {
        table(fields, "patch to outputs", shape.patch, shape.outputs[0])?;
    }
    Ok(())
}

fn table(fields: &mut Fields<'_>, title: &str, rows: u32, columns: u32) -> Result<(), ContainerError> {
    fields.head(title)?;
    fields.inside(|fields| {
        for row in 0..rows {
            let name = if rows == 1 { "all".to_owned() } else { component(row) };
            let words = words_per_row(columns);
            fields.shown(
                &name,
                |reader| (0..words).map(|_| reader.u32()).collect::<Result<Vec<_>, _>>(),
                |words| row_text(words),
            )?;
        }
        Ok(())
    })
}

/// `2.y` for the tenth component of all.
fn component(number: u32) -> String {
    format!("{}.{}", number / 4, components(1 << (number % 4)))
}

/// The components whose bits are set, by register: `0.xyzw 2.x`.
fn row_text(words: &[u32]) -> String {
    let mut out = Vec::new();
    for (index, word) in words.iter().enumerate() {
        for register in 0..8 {
            let mask = (word >> (4 * register) & 0xF) as u8;
            if mask != 0 {
                out.push(format!("{}.{}", index * 8 + register, components(mask)));
            }
        }
    }
    if out.is_empty() { "nothing".to_owned() } else { out.join(" ") }
}
