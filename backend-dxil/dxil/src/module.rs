//! Represents a module: globals, functions with blocks and instructions, and the tables they refer to.
//!
//! This is the LLVM 3.7 subset that DXIL allows. Bitcode is read into it and written from it; the printer and the
//! verifier work on it. Nothing in it is about HLSL.

use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use crate::attributes::{AttrListId, AttributeList};
use crate::bytestr::ByteStr;
use crate::constants::{ConstId, Constants};
use crate::inst::{BlockId, Inst, InstId, InstKind, Value};
use crate::metadata::{MdId, MdKind, MetadataTable};
use crate::ops::Overload;
use crate::optable::Op;
use crate::target::Version;
use crate::types::{Type, TypeId, Types, addrspace};

/// A global variable of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalId(u32);
entity_impl!(GlobalId, "global");

/// A function of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FuncId(u32);
entity_impl!(FuncId, "func");

/// The target triple of every DXIL module.
pub const TRIPLE: &str = "dxil-ms-dx";

/// The data layout where 16-bit types are minimum-precision types.
pub const LAYOUT_MIN_PRECISION: &str =
    "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64";

/// The data layout where 16-bit types are native.
pub const LAYOUT_NATIVE_16BIT: &str = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64";

/// The linkage of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Linkage {
    /// Visible.
    #[default]
    External,
    /// Joined with others of that name, as `llvm.used`.
    Appending,
    /// Not visible.
    Internal,
    /// Not visible, and without a symbol.
    Private,
    /// Any definition may be dropped for an equal one.
    LinkOnceOdr,
    /// Any other, by its number in bitcode.
    Other(u8),
}

impl Linkage {
    /// The number in bitcode.
    pub fn code(self) -> u8 {
        match self {
            Self::External => 0,
            Self::Appending => 2,
            Self::Internal => 3,
            Self::Private => 9,
            Self::LinkOnceOdr => 19,
            Self::Other(code) => code,
        }
    }

    /// The linkage with that number.
    pub fn from_code(code: u8) -> Self {
        match code {
            0 => Self::External,
            2 => Self::Appending,
            3 => Self::Internal,
            9 => Self::Private,
            19 => Self::LinkOnceOdr,
            other => Self::Other(other),
        }
    }
}

/// A global variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// Its name.
    pub name: ByteStr,
    /// The type of its value (its address has a pointer type to this).
    pub ty: TypeId,
    /// The address space it lives in.
    pub addrspace: u32,
    /// Whether it never changes.
    pub is_const: bool,
    /// The initial value; `None` for one defined elsewhere.
    pub initializer: Option<ConstId>,
    /// The linkage.
    pub linkage: Linkage,
    /// Alignment in bytes, 0 if unstated.
    pub align: u32,
    /// The section it belongs to, if any.
    pub section: Option<ByteStr>,
    /// Whether its address does not matter.
    pub unnamed_addr: bool,
    /// Whether something outside may set it before use.
    pub externally_initialized: bool,
}

impl Global {
    /// Whether it is a variable of shaders: not a list that LLVM keeps, nor a resource.
    pub fn is_variable(&self) -> bool {
        let is_own = self.initializer.is_some() && self.linkage != Linkage::Appending;
        is_own || self.addrspace == addrspace::GROUPSHARED
    }
}

/// A function: a declaration, or a definition with a body.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: ByteStr,
    /// Its function type.
    pub ty: TypeId,
    /// The linkage.
    pub linkage: Linkage,
    /// Its attributes.
    pub attributes: Option<AttrListId>,
    /// Alignment in bytes, 0 if unstated.
    pub align: u32,
    /// Whether its address does not matter.
    pub unnamed_addr: bool,
    /// The calling convention; 0 in DXIL.
    pub convention: u16,
    /// The body; `None` for a declaration.
    pub body: Option<Body>,
}

/// The source position an instruction carries in a module with debug information.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DebugLoc {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The scope.
    pub scope: Option<MdId>,
    /// The location this code was inlined at.
    pub inlined_at: Option<MdId>,
}

/// The order in which the uses of a value are listed, as debug modules keep it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UseListOrder {
    /// Whose uses.
    pub of: UseListTarget,
    /// The permutation.
    pub indices: Box<[u32]>,
}

/// An entity with a list of uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UseListTarget {
    /// A value.
    Value(Value),
    /// A block.
    Block(BlockId),
}

/// The blocks and instructions of a function.
///
/// Blocks are in layout order; the first is the entry. Instructions live in one arena and are listed by their block.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// The blocks, in layout order.
    pub blocks: PrimaryMap<BlockId, Block>,
    /// The instructions.
    pub insts: PrimaryMap<InstId, Inst>,
    /// Caller-defined tags of instructions, by which a producer finds its source again; 0 for none.
    pub tags: SecondaryMap<InstId, u32>,
    /// Which instruction of a producer each comes from, in numbers of the producer; empty unless they were asked for, and 0 where
    /// there is none.
    pub origins: SecondaryMap<InstId, u32>,
    /// Metadata attachments, in the order they are written.
    pub attachments: FxHashMap<InstId, SmallVec<[(MdKind, MdId); 2]>>,
    /// Debug locations.
    pub debug_locs: FxHashMap<InstId, DebugLoc>,
    /// Names of instruction results, where they are kept.
    pub inst_names: FxHashMap<InstId, ByteStr>,
    /// Names of blocks, where they are kept.
    pub block_names: FxHashMap<BlockId, ByteStr>,
    /// Names of parameters, where they are kept.
    pub arg_names: FxHashMap<u32, ByteStr>,
    /// Use-list orders, where they are kept.
    pub use_lists: Vec<UseListOrder>,
}

/// A basic block.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Block {
    /// The instructions; the last, and only the last, is a terminator once the block is complete.
    pub insts: Vec<InstId>,
}

impl Body {
    /// The instruction that ends a block, if the block is complete.
    pub fn terminator(&self, block: BlockId) -> Option<&InstKind> {
        let kind = &self.insts[*self.blocks[block].insts.last()?].kind;
        kind.is_terminator().then_some(kind)
    }

    /// The instructions of all blocks, in layout order, each with its block.
    pub fn layout(&self) -> impl Iterator<Item = (BlockId, InstId)> {
        self.blocks.iter().flat_map(|(block, data)| data.insts.iter().map(move |&inst| (block, inst)))
    }

    /// The attachment of a kind on an instruction.
    pub fn attachment(&self, inst: InstId, kind: MdKind) -> Option<MdId> {
        self.attachments.get(&inst)?.iter().find(|(k, _)| *k == kind).map(|&(_, node)| node)
    }
}

/// How the bits of a number are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumberClass {
    /// True or false.
    Bool,
    /// A signed integer.
    Int,
    /// An unsigned integer.
    Uint,
    /// A floating-point number.
    Float,
}

impl NumberClass {
    /// Every class, in the order of their numbers in containers.
    pub const ALL: [Self; 4] = [Self::Bool, Self::Int, Self::Uint, Self::Float];
}

/// A constant whose value can be chosen when the module is written already: bitcode has a record for it that is never shared
/// and whose length does not depend on the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Specialization {
    /// The number by which it is chosen. Several may have the same.
    pub id: u32,
    /// Its name in the source.
    pub name: ByteStr,
    /// How its bits are meant.
    pub class: NumberClass,
    /// The constant, from [`Constants::distinct`]; its value is the default.
    pub constant: ConstId,
}

/// A module.
#[derive(Clone, Debug)]
pub struct Module {
    /// The target triple, [`TRIPLE`].
    pub triple: ByteStr,
    /// The data layout.
    pub data_layout: ByteStr,
    /// The DXIL version: which entries of the operation table hold. Metadata states it as `dx.version`.
    pub version: Version,
    /// The types.
    pub types: Types,
    /// The constants.
    pub constants: Constants,
    /// The metadata entries.
    pub metadata: MetadataTable,
    /// Attribute lists of functions and calls.
    pub attributes: PrimaryMap<AttrListId, AttributeList>,
    /// The global variables, in order.
    pub globals: PrimaryMap<GlobalId, Global>,
    /// The functions, in order.
    pub functions: PrimaryMap<FuncId, Function>,
    /// The named metadata lists, in order.
    pub named_metadata: IndexMap<ByteStr, Vec<MdId>, FxBuildHasher>,
    /// Use-list orders of globals and constants, where they are kept.
    pub use_lists: Vec<UseListOrder>,
    /// The constants whose values can be chosen later. Bitcode does not distinguish them from others: a module that was read has none.
    pub specializations: Vec<Specialization>,
    functions_by_name: FxHashMap<ByteStr, FuncId>,
    /// The functions of operations that have been asked for, found again without their names.
    pub(crate) declared_ops: FxHashMap<(Op, Overload), FuncId>,
}

impl Default for Module {
    fn default() -> Self {
        Self::new()
    }
}

impl Module {
    /// An empty module with DXIL's triple and the minimum-precision layout.
    pub fn new() -> Self {
        let mut types = Types::default();
        // Bitcode lists the types of metadata and of blocks, though no value of ours has them.
        types.intern(Type::Metadata);
        types.intern(Type::Label);
        Self {
            triple: TRIPLE.into(),
            data_layout: LAYOUT_MIN_PRECISION.into(),
            version: Version::new(1, 0),
            types,
            constants: Constants::default(),
            metadata: MetadataTable::default(),
            attributes: PrimaryMap::new(),
            globals: PrimaryMap::new(),
            functions: PrimaryMap::new(),
            named_metadata: IndexMap::default(),
            use_lists: Vec::new(),
            specializations: Vec::new(),
            functions_by_name: FxHashMap::default(),
            declared_ops: FxHashMap::default(),
        }
    }

    /// Adds a function.
    pub fn add_function(&mut self, function: Function) -> FuncId {
        let name = function.name.clone();
        // The type of its address, which is in the bitcode whether something refers to it or not.
        self.types.pointer(function.ty, 0);
        let id = self.functions.push(function);
        self.functions_by_name.entry(name).or_insert(id);
        id
    }

    /// Gives a function another name.
    pub fn rename_function(&mut self, function: FuncId, name: impl Into<ByteStr>) {
        let name = name.into();
        let old = std::mem::replace(&mut self.functions[function].name, name.clone());
        if self.functions_by_name.get(&old) == Some(&function) {
            self.functions_by_name.remove(&old);
        }
        self.functions_by_name.entry(name).or_insert(function);
    }

    /// Removes functions; nothing may call them. Those that stay have other ids.
    pub(crate) fn retain_functions(&mut self, keep: impl Fn(FuncId) -> bool) {
        let old = std::mem::take(&mut self.functions);
        let mut ids: SecondaryMap<FuncId, Option<FuncId>> = SecondaryMap::new();
        for (id, function) in old {
            if keep(id) {
                ids[id] = Some(self.functions.push(function));
            }
        }
        self.constants.renumber_functions(&ids);
        let renumber = |id: &mut FuncId| {
            let new = ids[*id];
            *id = new.unwrap_or(*id);
            new.is_some()
        };
        self.functions_by_name.retain(|_, id| renumber(id));
        self.declared_ops.retain(|_, id| renumber(id));
    }

    /// The function of that name.
    pub fn function_by_name(&self, name: &[u8]) -> Option<FuncId> {
        self.functions_by_name.get(name).copied()
    }

    /// Declares a function; a known name gives the known function.
    pub fn declare_function(&mut self, name: impl Into<ByteStr>, ty: TypeId, attributes: Option<AttrListId>) -> FuncId {
        let name = name.into();
        if let Some(known) = self.function_by_name(&name) {
            return known;
        }
        self.add_function(Function {
            name,
            ty,
            linkage: Linkage::External,
            attributes,
            align: 0,
            unnamed_addr: false,
            convention: 0,
            body: None,
        })
    }

    /// The id of an attribute list, new or known.
    pub fn intern_attributes(&mut self, list: AttributeList) -> AttrListId {
        match self.attributes.iter().find(|(_, known)| **known == list) {
            Some((id, _)) => id,
            None => self.attributes.push(list),
        }
    }

    /// Adds a global variable.
    pub fn add_global(&mut self, global: Global) -> GlobalId {
        self.types.pointer(global.ty, global.addrspace);
        self.globals.push(global)
    }

    /// The type of the address of a global variable.
    pub fn global_type(&mut self, global: GlobalId) -> TypeId {
        let Global { ty, addrspace, .. } = self.globals[global];
        self.types.pointer(ty, addrspace)
    }

    /// The type of an operand in a function; `None` for a parameter or instruction that is not there.
    pub fn value_type(&self, function: FuncId, value: Value) -> Option<TypeId> {
        let function = &self.functions[function];
        match value {
            Value::Const(id) => self.constants.is_valid(id).then(|| self.constants.ty(id)),
            Value::Arg(index) => self.types.signature(function.ty)?.1.get(index as usize).copied(),
            Value::Inst(inst) => function.body.as_ref()?.insts.get(inst).map(|inst| inst.ty),
            Value::Metadata(_) | Value::MetadataArg(_) | Value::MetadataInst(_) => None,
        }
    }
}
