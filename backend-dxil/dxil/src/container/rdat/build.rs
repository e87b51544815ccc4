//! Makes runtime data record by record. Strings, lists, bytes and records of nodes that are equal are stored once.

use rustc_hash::FxHashMap;

use super::fields::{ByteRange, List, Refs, Str, Strs};
use super::records::StoredRecord;
use super::unions::{StoredSubobject, StoredValue};
use super::{FunctionRecord, Layout, RuntimeData, SubobjectRecord};
use crate::subobject::{Subobject, SubobjectValue};
use crate::validator::ValidatorVersion;

/// Fills the tables and pools of runtime data.
///
/// The order of calls decides the order of the pools; validators compare bytes, so it has to be DXC's.
#[derive(Clone, Debug)]
pub struct Builder {
    data: RuntimeData,
    layout: Layout,
    strings: FxHashMap<Box<[u8]>, u32>,
    lists: FxHashMap<Box<[u32]>, u32>,
    bytes: FxHashMap<Box<[u8]>, u32>,
    /// The records that are stored once, as their bytes, by the numbers of their tables.
    records: FxHashMap<(u32, Vec<u8>), u32>,
}

impl Builder {
    /// An empty one, for a validator.
    pub fn new(validator: ValidatorVersion) -> Self {
        let layout = Layout::for_validator(validator);
        let mut data = RuntimeData { strings: vec![0], ..RuntimeData::default() };
        data.tables.functions.stride = layout.function_size();
        let strings = FxHashMap::from_iter([(Box::default(), 0)]);
        let (lists, bytes, records) = Default::default();
        Self { data, layout, strings, lists, bytes, records }
    }

    /// Whether there are tables for the nodes of work graphs.
    pub(super) fn has_nodes(&self) -> bool {
        self.layout >= Layout::Nodes
    }

    /// A string.
    pub fn string(&mut self, text: &[u8]) -> Str {
        if let Some(&known) = self.strings.get(text) {
            return Str(known);
        }
        let at = self.data.strings.len() as u32;
        self.data.strings.extend_from_slice(text);
        self.data.strings.push(0);
        self.strings.insert(text.into(), at);
        Str(at)
    }

    /// The place of a list.
    fn list_at(&mut self, numbers: &[u32]) -> u32 {
        if let Some(&known) = self.lists.get(numbers) {
            return known;
        }
        let at = self.data.lists.len() as u32;
        self.data.lists.push(numbers.len() as u32);
        self.data.lists.extend_from_slice(numbers);
        self.lists.insert(numbers.into(), at);
        at
    }

    /// A list of numbers.
    pub fn list(&mut self, numbers: &[u32]) -> List {
        List(self.list_at(numbers))
    }

    /// A list of records, by their places.
    pub fn refs<T>(&mut self, records: &[u32]) -> Refs<T> {
        Refs::new(self.list_at(records))
    }

    /// A list of strings.
    pub fn strings(&mut self, strings: &[Str]) -> Strs {
        let places: Vec<_> = strings.iter().map(|string| string.0).collect();
        Strs(self.list_at(&places))
    }

    /// Bytes.
    pub fn bytes(&mut self, bytes: &[u8]) -> ByteRange {
        let size = bytes.len() as u32;
        if let Some(&offset) = self.bytes.get(bytes) {
            return ByteRange { offset, size };
        }
        let offset = self.data.bytes.len() as u32;
        self.data.bytes.extend_from_slice(bytes);
        self.bytes.insert(bytes.into(), offset);
        ByteRange { offset, size }
    }

    /// A record of a table of nodes; an equal one is found again. The place of the record.
    pub(super) fn shared<T: StoredRecord>(&mut self, record: T) -> u32 {
        let mut bytes = Vec::new();
        record.write(&mut bytes);
        let rows = &mut T::table_mut(&mut self.data.tables).rows;
        let next = rows.len() as u32;
        let at = *self.records.entry((T::PART, bytes)).or_insert(next);
        if at == next {
            rows.push(record);
        }
        at
    }

    /// Adds a record that no other is equal to: a resource or a function.
    pub(super) fn push<T: StoredRecord>(&mut self, record: T) {
        T::table_mut(&mut self.data.tables).rows.push(record);
    }

    /// Adds a subobject; nothing for a validator that does not know them.
    pub fn subobject(&mut self, subobject: &Subobject) {
        if self.layout < Layout::Subobjects {
            return;
        }
        let name = self.string(&subobject.name);
        let value = match &subobject.value {
            SubobjectValue::StateObjectConfig { flags } => StoredValue::StateObjectConfig { flags: *flags },
            SubobjectValue::RootSignature { local, data, text: _ } => {
                StoredValue::RootSignature { local: *local, data: self.bytes(data) }
            }
            SubobjectValue::Association { subobject, exports } => {
                let subobject = self.string(subobject);
                let exports: Vec<_> = exports.iter().map(|export| self.string(export)).collect();
                StoredValue::Association { subobject, exports: self.strings(&exports) }
            }
            SubobjectValue::ShaderConfig { payload_bytes, attribute_bytes } => {
                StoredValue::ShaderConfig { payload_bytes: *payload_bytes, attribute_bytes: *attribute_bytes }
            }
            SubobjectValue::PipelineConfig { recursion } => StoredValue::PipelineConfig { recursion: *recursion },
            SubobjectValue::HitGroup { kind, any_hit, closest_hit, intersection } => StoredValue::HitGroup {
                kind: *kind,
                any_hit: self.string(any_hit),
                closest_hit: self.string(closest_hit),
                intersection: self.string(intersection),
            },
            SubobjectValue::PipelineConfig1 { recursion, flags } => {
                StoredValue::PipelineConfig1 { recursion: *recursion, flags: *flags }
            }
        };
        self.push(SubobjectRecord { subobject: StoredSubobject { name, value } });
    }

    /// Adds a function with a body.
    pub fn function(&mut self, record: FunctionRecord) {
        self.push(record);
    }

    /// The finished table.
    pub fn finish(self) -> RuntimeData {
        let mut data = self.data;
        crate::container::pad4(&mut data.strings);
        data
    }
}

impl Layout {
    fn function_size(self) -> u32 {
        use super::Record as _;
        if self >= Self::Nodes { FunctionRecord::SIZE } else { FunctionRecord::FIRST_SIZE }
    }
}
