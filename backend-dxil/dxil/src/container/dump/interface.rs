//! Prints the signature parts.

use super::fields::{Fields, components, named, quoted};
use crate::container::ContainerError;
use crate::semantics::{SemanticKind, short_name, system_value};

/// The types of components in signatures and pipeline state, by number.
pub(super) const COMPONENT_TYPES: [&str; 10] =
    ["unknown", "u32", "i32", "f32", "u16", "i16", "f16", "u64", "i64", "f64"];
const PRECISIONS: [&str; 6] = ["whole", "f16", "f2.8", "", "i16", "u16"];
/// Tessellation factors have a number for each domain.
const TESS_FACTORS: [(u32, &str); 6] =
    [(11, "QUADEDGE"), (12, "QUADINT"), (13, "TRIEDGE"), (14, "TRIINT"), (15, "LINEDET"), (16, "LINEDEN")];

fn system_value_name(number: u32) -> Option<&'static str> {
    let factor = TESS_FACTORS.iter().find(|row| row.0 == number).map(|row| row.1);
    let kind = || SemanticKind::ALL.iter().find(|&&kind| system_value(kind) == number).map(|&kind| short_name(kind));
    factor.or_else(kind)
}

pub(super) fn input(fields: &mut Fields<'_>) -> Result<(), ContainerError> {
    list(fields, "always read")
}

pub(super) fn output(fields: &mut Fields<'_>) -> Result<(), ContainerError> {
    list(fields, "never written")
}

pub(super) fn patch(fields: &mut Fields<'_>) -> Result<(), ContainerError> {
    list(fields, "always read or never written")
}

fn list(fields: &mut Fields<'_>, usage: &str) -> Result<(), ContainerError> {
    let count = fields.u32("records")?;
    let first = fields.u32("offset of the first")? as usize;
    fields.seek(first)?;
    let mut strings_end = fields.offset();
    for index in 0..count {
        fields.head(format_args!("record {index}"))?;
        strings_end = strings_end.max(fields.inside(|fields| record(fields, usage))?);
    }
    strings_end = strings_end.max(fields.offset());
    let at = fields.offset();
    let strings = fields.data().get(at..strings_end).unwrap_or_default();
    fields.line_of(at..strings_end.max(at), "names", quoted(strings));
    fields.seek(strings_end)
}

/// A record; where its name ends.
fn record(fields: &mut Fields<'_>, usage: &str) -> Result<usize, ContainerError> {
    fields.u32("stream")?;
    let at = fields.offset();
    let mut peek = crate::container::Reader::new(None, fields.take(4)?);
    let offset = peek.u32()?;
    let name = fields.text_at(offset)?;
    fields.line(at, "name", format_args!("{} at {offset:#x}", quoted(name)));
    fields.u32("index")?;
    fields.number("system value", system_value_name)?;
    fields.number("type", |number| named(&COMPONENT_TYPES, number))?;
    fields.word("register", |number| match number {
        u32::MAX => "none".to_owned(),
        number => number.to_string(),
    })?;
    fields.shown("components", crate::container::Reader::u8, |&mask| format!("{mask:#x}: {}", components(mask)))?;
    fields.shown(usage, crate::container::Reader::u8, |&mask| format!("{mask:#x}: {}", components(mask)))?;
    fields.u16("no meaning")?;
    fields.number("precision", |number| named(&PRECISIONS, number))?;
    Ok(offset as usize + name.len() + 1)
}
