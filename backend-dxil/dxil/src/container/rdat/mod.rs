//! Reads and writes the `RDAT` part, which has the facts that a runtime needs of a library before it links or runs any
//! of it.
//!
//! The part is a small container of its own: tables of records of equal size, and three pools that records refer into
//! (strings, lists of numbers, bytes). The records and their fields are rows of [`records`], which drive reading, checking,
//! writing and listing. [`RuntimeData::read`] rejects dangling references, so its result can be used without further
//! checks; its memory is bounded by the size of the part. [`Builder`] fills tables and pools with DXC's order and sharing.

mod build;
mod derive;
mod dump;
mod fields;
mod nodes;
mod read;
mod records;
mod unions;

pub use build::Builder;
pub use derive::{runtime_data, runtime_data_of, unmangled};
pub use fields::{ByteRange, FeatureBits, InfoNumber, List, Number, Ref, Refs, StageBits, Str, Strs, Target};
pub use records::*;
pub use unions::{NodeAttribute, NodeIoAttribute, StoredSubobject, StoredValue};

use crate::validator::ValidatorVersion;
use records::StoredRecord;

/// The version of the layout: the first word.
const VERSION: u32 = 0x10;
/// No reference.
pub const NONE: u32 = u32::MAX;

/// The numbers of the parts that are no tables.
mod part {
    pub const STRINGS: u32 = 1;
    pub const LISTS: u32 = 2;
    pub const BYTES: u32 = 5;
}

/// The contents of a table, and the stored size of each record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table<T> {
    /// Bytes from one record to the next; what a record holds beyond them is not stored.
    pub stride: u32,
    /// The records.
    pub rows: Vec<T>,
}

impl<T: Record> Default for Table<T> {
    fn default() -> Self {
        Self { stride: T::SIZE, rows: Vec::new() }
    }
}

/// The runtime data of a library.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct RuntimeData {
    /// The strings, each with a NUL after it; the first is empty. Whole words.
    strings: Vec<u8>,
    /// The lists of numbers, each after its length.
    lists: Vec<u32>,
    /// Bytes that are nothing else.
    bytes: Vec<u8>,
    /// The tables.
    pub tables: Tables,
}

impl RuntimeData {
    /// A string.
    pub fn string(&self, at: Str) -> &[u8] {
        let from = self.strings.get(at.0 as usize..).unwrap_or(&[]);
        from.split(|&byte| byte == 0).next().unwrap_or(&[])
    }

    /// The numbers of a list; none for a reference to nothing.
    pub fn list(&self, at: u32) -> &[u32] {
        let Some((&count, numbers)) = self.lists.get(at as usize..).and_then(<[u32]>::split_first) else { return &[] };
        numbers.get(..count as usize).unwrap_or(&[])
    }

    /// The strings of a list of strings.
    pub fn strings(&self, at: Strs) -> impl Iterator<Item = &[u8]> {
        self.list(at.0).iter().map(|&string| self.string(Str(string)))
    }

    /// Bytes.
    pub fn bytes(&self, at: ByteRange) -> &[u8] {
        self.bytes.get(at.offset as usize..).and_then(|bytes| bytes.get(..at.size as usize)).unwrap_or(&[])
    }

    /// The bytes of the part.
    pub fn write(&self) -> Vec<u8> {
        let mut parts = vec![(part::STRINGS, self.strings.clone())];
        let lists = (part::LISTS, self.lists.iter().flat_map(|number| number.to_le_bytes()).collect());
        let mut pools = Some([lists, (part::BYTES, self.bytes.clone())]);
        // The pools come after the tables of the first version.
        for (kind, bytes) in self.tables.write() {
            if kind > FunctionRecord::PART {
                parts.extend(pools.take().into_iter().flatten());
            }
            parts.push((kind, bytes));
        }
        parts.extend(pools.into_iter().flatten());
        parts.retain(|(_, bytes)| !bytes.is_empty());
        for (_, bytes) in &mut parts {
            super::pad4(bytes);
        }

        let mut out = Vec::new();
        out.extend(VERSION.to_le_bytes());
        out.extend((parts.len() as u32).to_le_bytes());
        let mut offset = 8 + 4 * parts.len();
        for (_, bytes) in &parts {
            out.extend((offset as u32).to_le_bytes());
            offset += 8 + bytes.len();
        }
        for (kind, bytes) in &parts {
            out.extend(kind.to_le_bytes());
            out.extend((bytes.len() as u32).to_le_bytes());
            out.extend(bytes);
        }
        out
    }
}

/// The bytes of a table; none if it is empty.
fn write_table<T: StoredRecord>(table: &Table<T>) -> Vec<u8> {
    if table.rows.is_empty() {
        return Vec::new();
    }
    let mut out = Vec::new();
    out.extend((table.rows.len() as u32).to_le_bytes());
    out.extend(table.stride.to_le_bytes());
    for row in &table.rows {
        let end = out.len() + table.stride as usize;
        row.write(&mut out);
        out.truncate(end);
    }
    out
}

/// Which tables and fields a validator knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Layout {
    /// Resources and functions.
    Functions,
    /// Subobjects.
    Subobjects,
    /// Nodes of work graphs, and what runs a function.
    Nodes,
}

impl Layout {
    fn for_validator(validator: ValidatorVersion) -> Self {
        let brought = [(validator.states_nodes(), Self::Nodes), (validator.has_subobjects(), Self::Subobjects)];
        brought.into_iter().find(|row| row.0).map_or(Self::Functions, |row| row.1)
    }
}
