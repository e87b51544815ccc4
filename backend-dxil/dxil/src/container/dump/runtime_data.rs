//! Prints runtime data: its parts, and the records of its tables.

use super::fields::Fields;
use crate::container::ContainerError;
use crate::container::rdat::RuntimeData;

pub(super) fn list(fields: &mut Fields<'_>) -> Result<(), ContainerError> {
    // What refers to nothing is reported after what could be shown.
    let data = RuntimeData::read(fields.data());
    fields.word("version", |version| format!("{version:#x}"))?;
    let count = fields.u32("parts")?;
    if count as usize > fields.left() / 4 {
        return Err(fields.error("there are more parts than there is room for"));
    }
    let mut offsets = Vec::with_capacity(count as usize);
    for index in 0..count {
        offsets.push(fields.u32(&format!("offset of part {index}"))? as usize);
    }
    let mut end = fields.offset();
    for offset in offsets {
        fields.seek(offset)?;
        let head = fields.offset();
        let mut header = crate::container::Reader::new(None, fields.take(8)?);
        let (kind, size) = (header.u32()?, header.u32()? as usize);
        let title = RuntimeData::part_title(kind).unwrap_or("not known");
        fields.line(head, &format!("part {kind}"), format_args!("{title}, {size} bytes"));
        let start = fields.offset();
        let bytes = fields.take(size)?;
        end = end.max(fields.offset());
        fields.seek(start)?;
        match &data {
            Ok(data) if RuntimeData::is_table(kind) => fields.inside(|fields| table(fields, data, kind))?,
            _ => {
                fields.note(start..start + size, "contents");
                fields.dump_bytes(start, bytes);
            }
        }
    }
    fields.seek(end)?;
    data.map(drop)
}

/// Writes the records of a table.
fn table(fields: &mut Fields<'_>, data: &RuntimeData, kind: u32) -> Result<(), ContainerError> {
    let count = fields.u32("records")?;
    let stride = fields.u32("bytes of a record")?;
    let first = fields.offset();
    for index in 0..count {
        fields.seek(first + index as usize * stride as usize)?;
        fields.head(format_args!("record {index}"))?;
        let mut at = fields.offset();
        let end = at + stride as usize;
        data.list_record(kind, index as usize, |name, size, value| {
            if at < end {
                fields.line_of(at..at + size as usize, &format!("  {name}"), value);
            }
            at += size as usize;
        });
    }
    Ok(())
}
