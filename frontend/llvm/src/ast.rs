//! Defines the syntax tree of LLVM assembly: types, globals, functions with their instructions, attributes, metadata.

use hlslc_ir::Op;
use hlslc_ir::ops::AtomicOp;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A type, by its place in [`Types`]; equal types have equal ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct TypeId(pub(crate) u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum TypeData {
    Void,
    Int(u32),
    Half,
    Float,
    Double,
    /// An address space.
    Pointer(u32),
    Vector(u32, TypeId),
    Array(u64, TypeId),
    /// A struct without a name.
    Struct(Vec<TypeId>, bool),
    /// `%name`.
    Named(String),
    /// `target("name", types, numbers)`.
    Target(String, Vec<TypeId>, Vec<u32>),
    Label,
    Metadata,
}

/// The types of a text.
#[derive(Default, Debug)]
pub(crate) struct Types {
    list: Vec<TypeData>,
    lookup: FxHashMap<TypeData, TypeId>,
}

impl Types {
    pub(crate) fn intern(&mut self, data: TypeData) -> TypeId {
        if let Some(&known) = self.lookup.get(&data) {
            return known;
        }
        let id = TypeId(self.list.len() as u32);
        self.list.push(data.clone());
        self.lookup.insert(data, id);
        id
    }

    pub(crate) fn get(&self, id: TypeId) -> &TypeData {
        self.list.get(id.0 as usize).unwrap_or(&TypeData::Void)
    }
}

/// An operand without its type.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Operand {
    Local(String),
    Global(String),
    /// A number as it is written.
    Number(String),
    True,
    False,
    /// `undef` or `poison`.
    Undef,
    /// `null` or `zeroinitializer`.
    Zero,
    /// The parts of a vector, array or struct.
    Parts(Vec<Value>),
    /// `c"…"`.
    Bytes(Vec<u8>),
    /// `splat (…)`.
    Splat(Box<Value>),
    /// An address worked out from constants.
    Address(Box<Gep>),
    /// Metadata, of which nothing is used.
    Metadata,
}

/// An operand with its type and place.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Value {
    pub(crate) ty: TypeId,
    pub(crate) operand: Operand,
    pub(crate) range: Range<usize>,
}

/// `getelementptr`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Gep {
    pub(crate) source: TypeId,
    pub(crate) base: Value,
    pub(crate) indices: Vec<Value>,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Binary(Op, Value, Value),
    Negate(Value),
    /// By the predicate's name after `fcmp` (true) or `icmp`.
    Compare(bool, String, Value, Value),
    Cast(Cast, Value, TypeId),
    Select(Value, Value, Value),
    Phi(TypeId, Vec<(Value, String)>),
    Alloca(TypeId),
    Load(TypeId, Value),
    Store(Value, Value),
    Gep(Gep),
    ExtractValue(Value, Vec<u32>),
    InsertValue(Value, Value, Vec<u32>),
    ExtractElement(Value, Value),
    InsertElement(Value, Value, Value),
    Shuffle(Value, Value, Value),
    Call {
        result: TypeId,
        callee: String,
        args: Vec<Value>,
    },
    AtomicRmw(AtomicOp, Value, Value),
    CmpXchg(Value, Value, Value),
    /// The value itself.
    Freeze(Value),
    Return(Option<Value>),
    Jump(String),
    Branch(Value, String, String),
    Switch(Value, String, Vec<(Value, String)>),
    Unreachable,
}

/// A conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cast {
    /// One operation of the IR.
    Op(Op),
    /// Another address space, or an address as it is.
    Address,
}

#[derive(Clone, Debug)]
pub(crate) struct Inst {
    pub(crate) name: Option<String>,
    pub(crate) kind: Kind,
    /// Whether `fast`, or all that it stands for and that matters here, is said.
    pub(crate) is_fast: bool,
    pub(crate) range: Range<usize>,
}

impl Inst {
    pub(crate) fn ends_block(&self) -> bool {
        matches!(self.kind, Kind::Return(_) | Kind::Jump(_) | Kind::Branch(..) | Kind::Switch(..) | Kind::Unreachable)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) name: String,
    pub(crate) insts: Vec<Inst>,
}

#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) ty: TypeId,
    pub(crate) range: Range<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) result: TypeId,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) blocks: Vec<Block>,
    /// `"key"="value"` that stand at the function itself.
    pub(crate) attributes: Vec<(String, String)>,
    /// Numbers of attribute groups.
    pub(crate) groups: Vec<String>,
    /// Whether it is seen in this module alone.
    pub(crate) is_internal: bool,
    pub(crate) range: Range<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct Global {
    pub(crate) ty: TypeId,
    pub(crate) space: u32,
    pub(crate) is_constant: bool,
    pub(crate) init: Option<Value>,
    pub(crate) range: Range<usize>,
}

/// A struct type with a name.
#[derive(Clone, Debug)]
pub(crate) struct Struct {
    pub(crate) members: Vec<TypeId>,
    pub(crate) is_packed: bool,
}

/// What an operand of metadata names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Named {
    Global(String),
    Node(String),
    Other,
}

/// A text.
#[derive(Default, Debug)]
pub(crate) struct Ast {
    /// `target triple`.
    pub(crate) triple: String,
    pub(crate) types: Types,
    pub(crate) structs: FxHashMap<String, Struct>,
    pub(crate) globals: FxHashMap<String, Global>,
    pub(crate) functions: Vec<Function>,
    /// Where each function stands in the list.
    pub(crate) names: FxHashMap<String, usize>,
    pub(crate) groups: FxHashMap<String, Vec<(String, String)>>,
    /// Nodes of metadata by name or number: what they name, in order; none for anything else.
    pub(crate) nodes: FxHashMap<String, Vec<Named>>,
}
