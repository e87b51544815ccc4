//! Represents the metadata of a module: strings, values, nodes, and the records of debug information.
//!
//! Nodes made through [`MetadataTable::node`] are uniqued; distinct nodes may refer to themselves and are made in two
//! steps. Every entry is an [`MdId`]; ids are in order of creation.

use cranelift_entity::{PrimaryMap, entity_impl};
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use std::sync::Arc;

use crate::bytestr::ByteStr;
use crate::constants::ConstId;
use crate::debug_info::{DebugField, DebugKind, DebugRecord};
use crate::module::Module;
use crate::target::Version;

/// A metadata entry of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MdId(u32);
entity_impl!(MdId, "md");

/// A kind of metadata attachment, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MdKind(pub u32);

/// One metadata entry.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Metadata {
    /// A string.
    String(ByteStr),
    /// A constant.
    Value(ConstId),
    /// A tuple of entries, some of which may be null.
    Node {
        /// Whether it is equal only to itself.
        distinct: bool,
        /// The entries.
        operands: Arc<[Option<MdId>]>,
    },
    /// A record of debug information.
    Debug(DebugRecord),
}

impl Metadata {
    /// Whether it is a source location, of which debug information has many.
    pub fn is_location(&self) -> bool {
        matches!(self, Self::Debug(record) if record.kind == DebugKind::DILocation)
    }
}

/// The attachment kinds that LLVM 3.7 numbers by itself, in order.
const FIXED_KINDS: [&str; 14] = [
    "dbg",
    "tbaa",
    "prof",
    "fpmath",
    "range",
    "tbaa.struct",
    "invariant.load",
    "alias.scope",
    "noalias",
    "nontemporal",
    "llvm.mem.parallel_loop_access",
    "nonnull",
    "dereferenceable",
    "dereferenceable_or_null",
];

impl MdKind {
    /// `dbg`: the source location of an instruction.
    pub const DBG: Self = Self(0);
    /// `tbaa`: which types an access may alias.
    pub const TBAA: Self = Self(1);
}

/// All metadata of one module.
#[derive(Clone, Debug)]
pub struct MetadataTable {
    entries: PrimaryMap<MdId, Metadata>,
    interned: FxHashMap<Metadata, MdId>,
    /// The uniqued tuples, by what they hold.
    tuples: FxHashMap<Arc<[Option<MdId>]>, MdId>,
    /// The attachment kinds after the fixed ones, in the order of their numbers: few, so they are looked through.
    kinds: Vec<ByteStr>,
}

impl Default for MetadataTable {
    fn default() -> Self {
        // What a small shader has, so that most modules grow nothing.
        const ROOM: usize = 96;
        Self {
            entries: PrimaryMap::with_capacity(ROOM),
            interned: FxHashMap::with_capacity_and_hasher(ROOM, FxBuildHasher),
            tuples: FxHashMap::with_capacity_and_hasher(ROOM / 2, FxBuildHasher),
            kinds: Vec::new(),
        }
    }
}

impl MetadataTable {
    /// An entry.
    pub fn get(&self, id: MdId) -> &Metadata {
        &self.entries[id]
    }

    /// All entries, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (MdId, &Metadata)> {
        self.entries.iter()
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no entry yet.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether the id is one of this table.
    pub fn is_valid(&self, id: MdId) -> bool {
        self.entries.is_valid(id)
    }

    fn intern(&mut self, entry: Metadata) -> MdId {
        if let Some(&id) = self.interned.get(&entry) {
            return id;
        }
        let id = self.entries.push(entry.clone());
        self.interned.insert(entry, id);
        id
    }

    /// A new entry that is equal only to itself, whatever it holds. Readers use it to keep the numbering of a file.
    pub fn push(&mut self, entry: Metadata) -> MdId {
        self.entries.push(entry)
    }

    /// The id of an entry: new if it is equal only to itself, else new or known.
    pub fn add(&mut self, entry: Metadata) -> MdId {
        match entry {
            Metadata::Node { distinct: false, operands } => self.node(&operands),
            Metadata::Node { distinct: true, .. } | Metadata::Debug(DebugRecord { distinct: true, .. }) => {
                self.push(entry)
            }
            Metadata::String(_) | Metadata::Value(_) | Metadata::Debug(_) => self.intern(entry),
        }
    }

    /// Replaces an entry made by [`Self::push`] or [`Self::distinct`], to close a cycle.
    pub fn replace(&mut self, id: MdId, entry: Metadata) {
        self.entries[id] = entry;
    }

    /// A string.
    pub fn string(&mut self, text: impl Into<ByteStr>) -> MdId {
        self.intern(Metadata::String(text.into()))
    }

    /// A constant as metadata.
    pub fn value(&mut self, value: ConstId) -> MdId {
        self.intern(Metadata::Value(value))
    }

    /// A uniqued tuple.
    pub fn node(&mut self, operands: &[Option<MdId>]) -> MdId {
        if let Some(&id) = self.tuples.get(operands) {
            return id;
        }
        let operands: Arc<[Option<MdId>]> = operands.into();
        let id = self.entries.push(Metadata::Node { distinct: false, operands: operands.clone() });
        self.tuples.insert(operands, id);
        id
    }

    /// A uniqued tuple without null entries.
    pub fn tuple(&mut self, operands: &[MdId]) -> MdId {
        let operands: SmallVec<[Option<MdId>; 8]> = operands.iter().copied().map(Some).collect();
        self.node(&operands)
    }

    /// A distinct tuple; `self_first` puts a reference to itself in front, as loop nodes want it.
    pub fn distinct(&mut self, self_first: bool, operands: &[MdId]) -> MdId {
        let id = self.entries.next_key();
        let own = self_first.then_some(Some(id));
        let operands = own.into_iter().chain(operands.iter().copied().map(Some)).collect();
        self.entries.push(Metadata::Node { distinct: true, operands })
    }

    /// The number of an attachment kind, new or known.
    pub fn kind(&mut self, name: impl Into<ByteStr>) -> MdKind {
        let name = name.into();
        self.find_kind(&name).unwrap_or_else(|| {
            self.kinds.push(name);
            MdKind((FIXED_KINDS.len() + self.kinds.len() - 1) as u32)
        })
    }

    /// Forgets the attachment kinds after the fixed ones, to number them anew.
    pub(crate) fn forget_kinds(&mut self) {
        self.kinds.clear();
    }

    /// The number of an attachment kind that is known already.
    pub fn find_kind(&self, name: &[u8]) -> Option<MdKind> {
        self.kinds().find(|(_, known)| *known == name).map(|(kind, _)| kind)
    }

    /// The name of an attachment kind.
    pub fn kind_name(&self, kind: MdKind) -> Option<&[u8]> {
        self.kinds().nth(kind.0 as usize).map(|(_, name)| name)
    }

    /// The names of all attachment kinds, by number.
    pub fn kinds(&self) -> impl Iterator<Item = (MdKind, &[u8])> {
        let names = FIXED_KINDS.iter().map(|name| name.as_bytes()).chain(self.kinds.iter().map(ByteStr::as_bytes));
        names.enumerate().map(|(index, name)| (MdKind(index as u32), name))
    }

    /// The operands of a tuple.
    pub fn operands(&self, id: MdId) -> Option<&[Option<MdId>]> {
        if let Metadata::Node { operands, .. } = &self.entries[id] { Some(operands) } else { None }
    }

    /// The name of the source file that a record of debug information is in.
    pub fn file_of(&self, id: MdId) -> Option<&ByteStr> {
        let record = |id: MdId| match self.get(id) {
            Metadata::Debug(record) => Some(record),
            Metadata::String(_) | Metadata::Value(_) | Metadata::Node { .. } => None,
        };
        let reference = |record: &DebugRecord, name: &str| {
            let at = record.kind.fields().iter().position(|field| field.0 == name)?;
            if let DebugField::Ref(id) = record.fields.get(at)? { *id } else { None }
        };
        let mut record_of = record(id)?;
        if record_of.kind != DebugKind::DIFile {
            record_of = record(reference(record_of, "file")?)?;
        }
        self.as_string(reference(record_of, "filename")?)
    }

    /// The text of a string.
    pub fn as_string(&self, id: MdId) -> Option<&ByteStr> {
        if let Metadata::String(text) = &self.entries[id] { Some(text) } else { None }
    }

    /// The constant of a value.
    pub fn as_value(&self, id: MdId) -> Option<ConstId> {
        if let Metadata::Value(value) = self.entries[id] { Some(value) } else { None }
    }
}

/// Metadata made of constants.
impl Module {
    /// An `i32` as metadata.
    pub fn md_i32(&mut self, value: i32) -> MdId {
        let value = self.i32_const(value);
        self.metadata.value(value)
    }

    /// An `i32` as metadata, from an unsigned number.
    pub fn md_u32(&mut self, value: u32) -> MdId {
        self.md_i32(value.cast_signed())
    }

    /// An `i8` as metadata.
    pub fn md_i8(&mut self, value: i8) -> MdId {
        let value = self.i8_const(value);
        self.metadata.value(value)
    }

    /// An `i1` as metadata.
    pub fn md_i1(&mut self, value: bool) -> MdId {
        let value = self.i1_const(value);
        self.metadata.value(value)
    }

    /// An `i64` as metadata.
    pub fn md_i64(&mut self, value: i64) -> MdId {
        let value = self.i64_const(value);
        self.metadata.value(value)
    }

    /// The integer in a metadata value, zero-extended.
    pub fn md_int(&self, id: MdId) -> Option<u64> {
        self.constants.as_int(self.metadata.as_value(id)?)
    }

    /// Gives a named metadata list one more node.
    pub fn add_named_metadata(&mut self, name: impl Into<ByteStr>, node: MdId) {
        self.named_metadata.entry(name.into()).or_default().push(node);
    }

    /// The nodes of a named metadata list; none if there is no such list.
    pub fn named_nodes(&self, name: &str) -> &[MdId] {
        self.named_metadata.get(name.as_bytes()).map_or(&[], Vec::as_slice)
    }

    /// The DXIL version that the metadata states.
    pub(crate) fn stated_version(&self) -> Option<Version> {
        let node = *self.named_nodes("dx.version").first()?;
        let operands = self.metadata.operands(node)?;
        let number = |index: usize| u8::try_from(self.md_int((*operands.get(index)?)?)?).ok();
        Some(Version::new(number(0)?, number(1)?))
    }
}
