//! Prints the parts that consist of a few fields.

use super::fields::Fields;
use crate::container::specialize::Table;
use crate::container::{ContainerError, Reader};
use crate::flags::feature_names;

pub(super) fn features(fields: &mut Fields<'_>) -> Result<(), ContainerError> {
    let bits = fields.shown("features", Reader::u64, |bits| format!("{bits:#x}"))?;
    for name in feature_names(bits) {
        fields.line_of(0..8, "", name);
    }
    Ok(())
}

pub(super) fn version(fields: &mut Fields<'_>) -> Result<(), ContainerError> {
    fields.u16("major version")?;
    fields.u16("minor version")?;
    fields.bits("flags", |flags| {
        let names = [(1, "a debug build"), (2, "an internal build")];
        names.iter().filter(|row| flags & row.0 != 0).map(|row| row.1).collect::<Vec<_>>().join(", ")
    })?;
    fields.u32("commits")?;
    let size = fields.u32("bytes of strings")? as usize;
    let end = fields.offset().saturating_add(size);
    for name in ["commit", "version"] {
        if fields.offset() < end {
            fields.text_to_nul(name)?;
        }
    }
    Ok(())
}

pub(super) fn debug_name(fields: &mut Fields<'_>) -> Result<(), ContainerError> {
    fields.u16("flags")?;
    let length = fields.u16("bytes of the name")?;
    fields.text("name", length.into())?;
    fields.u8("end of the name").map(drop)
}

pub(super) fn hash(fields: &mut Fields<'_>) -> Result<(), ContainerError> {
    fields.bits("flags", |flags| if flags & 1 == 1 { "of the sources too".to_owned() } else { String::new() })?;
    fields.hex("MD5", 16).map(drop)
}

pub(super) fn private(fields: &mut Fields<'_>) -> Result<(), ContainerError> {
    let Ok((user, Some(table))) = Table::read(fields.data()) else {
        fields.rest("bytes");
        return Ok(());
    };
    if !user.is_empty() {
        fields.hex("bytes of the user", user.len())?;
    }
    for constant in &table.constants {
        fields.u32("number")?;
        fields.shown("class", Reader::u8, |_| constant.type_name().to_owned())?;
        fields.u8("bits")?;
        fields.u16("places")?;
        fields.shown("default", Reader::u64, |bits| constant.text(*bits))?;
        fields.u32("bytes of the name")?;
        fields.text("name", constant.name.len())?;
        for place in &constant.places {
            fields.shown("part", Reader::array::<4>, |_| place.part.to_string())?;
            fields.u32("bit")?;
        }
    }
    fields.u32("constants")?;
    fields.u32("bytes of the table")?;
    fields.u32("version")?;
    fields.text("end", 8).map(drop)
}
