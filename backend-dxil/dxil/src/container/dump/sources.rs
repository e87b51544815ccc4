//! Lists the sources of a shader: sections with names, texts and arguments.

use super::fields::{Fields, named, quoted};
use crate::container::sources::{Arguments, Sources, section, unpack_pdbi};
use crate::container::{ContainerError, Reader};

const PACKINGS: [&str; 2] = ["not packed", "zlib"];
const SECTIONS: [&str; 3] = ["texts", "names", "arguments"];

pub(super) fn source_info(fields: &mut Fields<'_>) -> Result<(), ContainerError> {
    let found = Sources::read_srci(fields.data());
    fields.u32("bytes in all")?;
    fields.u16("flags")?;
    let count = fields.u16("sections")?;
    for index in 0..count {
        let start = fields.offset();
        fields.head(format_args!("section {index}"))?;
        fields.inside(|fields| {
            let size = fields.u32("bytes")? as usize;
            fields.u16("flags")?;
            let kind = fields.shown("holds", Reader::u16, |&kind| {
                format!("{kind}: {}", named(&SECTIONS, kind.into()).unwrap_or("not known"))
            })?;
            match kind {
                section::NAMES => names(fields)?,
                section::CONTENTS => contents(fields)?,
                section::ARGUMENTS => arguments(fields)?,
                _ => {}
            }
            fields.seek(start.saturating_add(size))
        })?;
    }
    show_files(fields, &found?);
    Ok(())
}

fn names(fields: &mut Fields<'_>) -> Result<(), ContainerError> {
    fields.u32("flags")?;
    let count = fields.u32("files")?;
    fields.u16("bytes of entries")?;
    for index in 0..count {
        let start = fields.offset();
        fields.head(format_args!("file {index}"))?;
        let size = fields.u32("bytes of the entry")? as usize;
        fields.u32("flags")?;
        let length = fields.u32("bytes of the name")? as usize;
        fields.u32("bytes of the text")?;
        fields.text("name", length)?;
        fields.seek(start.saturating_add(size))?;
    }
    Ok(())
}

fn contents(fields: &mut Fields<'_>) -> Result<(), ContainerError> {
    fields.u32("bytes")?;
    fields.u16("flags")?;
    packed(fields, |fields| fields.u32("files").map(drop))
}

/// Lists the compression of bytes, and their sizes; `between` lists what precedes the bytes.
fn packed(
    fields: &mut Fields<'_>,
    between: impl Fn(&mut Fields<'_>) -> Result<(), ContainerError>,
) -> Result<(), ContainerError> {
    fields.shown("packing", Reader::u16, |&packing| {
        format!("{packing}: {}", named(&PACKINGS, packing.into()).unwrap_or("not known"))
    })?;
    let size = fields.u32("packed bytes")? as usize;
    fields.u32("unpacked bytes")?;
    between(fields)?;
    let at = fields.offset();
    let bytes = fields.take(size)?;
    fields.note(at..at + size, "contents");
    fields.dump_bytes(at, bytes);
    Ok(())
}

fn arguments(fields: &mut Fields<'_>) -> Result<(), ContainerError> {
    fields.u32("flags")?;
    fields.u32("bytes of arguments")?;
    let count = fields.u32("arguments")?;
    for index in 0..count {
        fields.head(format_args!("argument {index}"))?;
        fields.text_to_nul("name")?;
        fields.text_to_nul("value")?;
    }
    Ok(())
}

pub(super) fn pdb_info(fields: &mut Fields<'_>) -> Result<(), ContainerError> {
    fields.u16("version")?;
    packed(fields, |_| Ok(()))?;
    let at = fields.offset();
    let runtime_data = unpack_pdbi(fields.data())?;
    fields.line(at, "unpacked", format_args!("{} bytes", runtime_data.len()));
    fields.dump_bytes(0, &runtime_data);
    let found = Sources::read_pdbi(fields.data())?;
    if let Arguments::Pairs(pairs) = &found.arguments {
        for (name, value) in pairs {
            fields.line(at, "argument", format_args!("{} {}", quoted(name), quoted(value)));
        }
    }
    for library in &found.libraries {
        fields.line(at, "library", quoted(library));
    }
    show_files(fields, &found);
    Ok(())
}

/// Writes the names of files and how their texts begin.
fn show_files(fields: &mut Fields<'_>, found: &Sources) {
    let at = fields.offset();
    for file in &found.files {
        let text = format!("{} of {} bytes: {}", quoted(&file.name), file.content.len(), quoted(&file.content));
        fields.line(at, "unpacked file", text);
    }
}
