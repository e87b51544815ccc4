//! Reads the part, and rejects what does not hold together.
//!
//! Every offset, size, count and reference is looked at before it is used, so memory is bounded by the bytes that are there, and
//! the time by them and the number of tables. Parts of a number that is not known are passed over, as are bytes that later
//! versions add to records.

use rustc_hash::FxHashSet;

use super::fields::Checker;
use super::records::StoredRecord;
use super::unions::{StoredSubobject, StoredValue};
use super::{RuntimeData, Table, VERSION, part};
use crate::bytestr::ByteStr;
use crate::container::{ContainerError, FourCc, Reader};
use crate::subobject::{Subobject, SubobjectValue};

/// The numbers of the tables that libraries for linking have beside those of a shader model that is final.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbering {
    /// As in DXC 1.9 and here.
    Current,
    /// As up to DXC 1.8: each is one lower, as another table has come before them since.
    Older,
}

/// The first table whose number has changed.
const FIRST_MOVED: u32 = 12;

impl RuntimeData {
    /// Reads a part. No part says which release of DXC numbered its tables, but the other numbers make no sense of them: records are
    /// too short then, or are not there.
    pub fn read(bytes: &[u8]) -> Result<Self, ContainerError> {
        let current = Self::read_as(bytes, Numbering::Current);
        current.or_else(|error| Self::read_as(bytes, Numbering::Older).map_err(|_| error))
    }

    fn read_as(bytes: &[u8], numbering: Numbering) -> Result<Self, ContainerError> {
        let mut reader = Reader::new(Some(FourCc::RDAT), bytes);
        if reader.u32()? != VERSION {
            return Err(reader.error_at(0, "the version is not known"));
        }
        let count = reader.u32()? as usize;
        if count > reader.left() / 4 {
            return Err(reader.error_at(4, "there are more parts than there is room for"));
        }
        let mut data = Self::default();
        let mut seen = FxHashSet::default();
        for _ in 0..count {
            let offset = reader.u32()? as usize;
            let mut part = Reader::new(Some(FourCc::RDAT), bytes);
            part.seek(offset)?;
            let (kind, size) = (part.u32()?, part.u32()? as usize);
            if !offset.is_multiple_of(4) || !size.is_multiple_of(4) {
                return Err(part.error_at(offset, "a part is not made of whole words"));
            }
            if !seen.insert(kind) {
                return Err(part.error_at(offset, "there are two parts of one kind"));
            }
            let start = part.offset();
            data.read_part(kind, numbering, part.bytes(size)?).map_err(|mut error| {
                error.offset += start;
                error
            })?;
        }
        data.check().map_err(|what| reader.error_at(0, what))?;
        Ok(data)
    }

    fn read_part(&mut self, kind: u32, numbering: Numbering, bytes: &[u8]) -> Result<(), ContainerError> {
        let mut reader = Reader::new(Some(FourCc::RDAT), bytes);
        match kind {
            part::STRINGS if bytes.last() == Some(&0) => self.strings = bytes.to_vec(),
            part::STRINGS => return Err(reader.error("the strings do not end")),
            part::LISTS => self.lists = (0..bytes.len() / 4).map(|_| reader.u32()).collect::<Result<_, _>>()?,
            part::BYTES => self.bytes = bytes.to_vec(),
            _ => {
                let is_moved = kind >= FIRST_MOVED && numbering == Numbering::Older;
                self.tables.read(kind.saturating_add(is_moved.into()), reader)?;
            }
        }
        Ok(())
    }

    /// Looks at every reference.
    fn check(&self) -> Result<(), &'static str> {
        let mut checker = Checker::new(self).ok_or("a list is longer than what is left")?;
        self.tables.check(&mut checker)?;
        self.tables.functions.rows.iter().try_for_each(|function| function.check_info(&checker))
    }

    /// A subobject with what it refers to; none if it is not one that is known here.
    pub fn subobject(&self, stored: StoredSubobject) -> Option<Subobject> {
        let string = |at| ByteStr::from(self.string(at));
        let value = match stored.value {
            StoredValue::StateObjectConfig { flags } => SubobjectValue::StateObjectConfig { flags },
            StoredValue::RootSignature { local, data } => {
                SubobjectValue::RootSignature { local, data: self.bytes(data).to_vec(), text: ByteStr::default() }
            }
            StoredValue::Association { subobject, exports } => SubobjectValue::Association {
                subobject: string(subobject),
                exports: self.strings(exports).map(ByteStr::from).collect(),
            },
            StoredValue::ShaderConfig { payload_bytes, attribute_bytes } => {
                SubobjectValue::ShaderConfig { payload_bytes, attribute_bytes }
            }
            StoredValue::PipelineConfig { recursion } => SubobjectValue::PipelineConfig { recursion },
            StoredValue::HitGroup { kind, any_hit, closest_hit, intersection } => SubobjectValue::HitGroup {
                kind,
                any_hit: string(any_hit),
                closest_hit: string(closest_hit),
                intersection: string(intersection),
            },
            StoredValue::PipelineConfig1 { recursion, flags } => SubobjectValue::PipelineConfig1 { recursion, flags },
            StoredValue::Other { .. } => return None,
        };
        Some(Subobject { name: string(stored.name), value })
    }

    /// The subobjects that are known here.
    pub fn subobjects(&self) -> impl Iterator<Item = Subobject> {
        self.tables.subobjects.rows.iter().filter_map(|record| self.subobject(record.subobject))
    }
}

/// Reads a table.
pub(super) fn read_table<T: StoredRecord>(mut reader: Reader<'_>) -> Result<Table<T>, ContainerError> {
    let (count, stride) = (reader.u32()?, reader.u32()?);
    let bytes = u64::from(count) * u64::from(stride);
    if stride < T::FIRST_SIZE || !stride.is_multiple_of(4) {
        return Err(reader.error_at(4, "the records of a table are too short"));
    }
    if bytes > reader.left() as u64 {
        return Err(reader.error_at(0, "a table has more records than there is room for"));
    }
    let mut rows = Vec::with_capacity(count as usize);
    // What an older version lacks is as in a record of nothing.
    let mut record = Vec::new();
    T::default().write(&mut record);
    for _ in 0..count {
        let stored = reader.bytes(stride as usize)?;
        let known = stored.len().min(record.len());
        record[..known].copy_from_slice(&stored[..known]);
        rows.push(T::read(&mut Reader::new(Some(FourCc::RDAT), &record))?);
    }
    Ok(Table { stride: stride.min(T::SIZE), rows })
}
