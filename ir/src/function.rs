//! Represents a function: its computations (instructions, values) and their order (blocks with their instruction lists
//! and terminators).
//!
//! Values never change their type. An instruction has at most one result; operations with several return a tuple. Each
//! block ends in exactly one [`Terminator`], which passes values to the parameters of its targets. A [`Region`] on a block
//! states the meaning of its terminator in the source, a selection or the header of a loop; transformations keep it correct
//! or reset it to [`Region::None`].

mod compact;
mod renumber;

use crate::context::Context;
use crate::debug::DebugRecords;
use crate::entity::{Block, Const, ForeignId, Func, Global, Inst, Loc, Resource, SigElement, Type, Value};
use crate::foreign::ForeignDecoration;
use crate::ops::types::Class;
use crate::ops::{AtomicOp, BarrierKind, ImmKind, Op, OpSet, ReduceOp, Scalars};
use crate::types::{ComponentKind, MatrixOrder, Scalar};
use bitflags::bitflags;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityList, ListPool, PrimaryMap, SecondaryMap};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The immediate of an instruction: its data beyond the operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Imm {
    /// Nothing.
    None,
    /// A part or component index, or a small number.
    Index(u32),
    /// Source components of a swizzle; the first `len` count.
    Mask {
        /// Components, 0 to 3.
        lanes: [u8; 4],
        /// The number of components.
        len: u8,
    },
    /// The function to call.
    Func(Func),
    /// The global to point to.
    Global(Global),
    /// The signature element and first column to read or write.
    Element {
        /// Element of the entry point's inputs or outputs.
        element: SigElement,
        /// First column.
        col: u8,
    },
    /// The resource of a handle.
    Handle {
        /// Which resource.
        resource: Resource,
        /// Whether the index may differ between lanes.
        non_uniform: bool,
    },
    /// Kind of read-modify-write.
    Atomic(AtomicOp),
    /// Kind of barrier.
    Barrier(BarrierKind),
    /// The operation that combines lanes.
    Reduce(ReduceOp),
    /// The instruction of SPIR-V.
    Foreign(ForeignId),
}

impl Imm {
    /// Which kind this is.
    pub fn kind(self) -> ImmKind {
        match self {
            Self::None => ImmKind::None,
            Self::Index(_) => ImmKind::Index,
            Self::Mask { .. } => ImmKind::Mask,
            Self::Func(_) => ImmKind::Func,
            Self::Global(_) => ImmKind::Global,
            Self::Element { .. } => ImmKind::Element,
            Self::Handle { .. } => ImmKind::Handle,
            Self::Atomic(_) => ImmKind::Atomic,
            Self::Barrier(_) => ImmKind::Barrier,
            Self::Reduce(_) => ImmKind::Reduce,
            Self::Foreign(_) => ImmKind::Foreign,
        }
    }

    /// The number that it is.
    pub fn index(self) -> Option<u32> {
        if let Self::Index(index) = self { Some(index) } else { None }
    }

    /// The resource that it names.
    pub fn resource(self) -> Option<Resource> {
        if let Self::Handle { resource, .. } = self { Some(resource) } else { None }
    }

    /// The signature element that it names, and the column.
    pub fn element(self) -> Option<(SigElement, u8)> {
        if let Self::Element { element, col } = self { Some((element, col)) } else { None }
    }
}

bitflags! {
    /// What may be done with a float operation. By default it is exact. Of no meaning
    /// for other operations, which have `FAST`.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct FloatFlags: u8 {
        /// It may be re-associated and contracted, its operands and result are taken to be no NaN and no infinity,
        /// and the sign of a zero is of no matter. What HLSL gives every operation that nothing restricts.
        const FAST = 1;
        /// The source asks for exactly this operation: targets have a mark for it. Never together with `FAST`.
        const PRECISE = 2;
    }
}

impl Default for FloatFlags {
    fn default() -> Self {
        Self::empty()
    }
}

impl FloatFlags {
    /// (flags, word in the text form). `FAST` has none.
    pub const WORDS: [(Self, &'static str); 2] = [(Self::PRECISE, "precise"), (Self::empty(), "strict")];

    /// The flags of one operation that replaces two: the permissions of both, and the requirements of either.
    #[must_use]
    pub fn meet(self, other: Self) -> Self {
        (self & other & Self::FAST) | ((self | other) & Self::PRECISE)
    }

    /// Whether the operation may be treated as if floats were real numbers.
    pub fn is_fast(self) -> bool {
        self.contains(Self::FAST)
    }

    /// Whether the source demands it.
    pub fn is_precise(self) -> bool {
        self.contains(Self::PRECISE)
    }

    /// Whether flags mean something for an operation with a result of this kind: it computes with floats, or brings
    /// one in from outside.
    pub fn apply_to(op: Op, result: Option<Scalar>) -> bool {
        let tests = matches!(op.info().operands.first(), Some(Class::Floats)) && result == Some(Scalar::Bool);
        let moves = matches!(op.info().scalars, Scalars::Parts | Scalars::Choice)
            || matches!(op, Op::Bitcast | Op::MakeDouble | Op::Load | Op::Call);
        tests || !moves && result.is_some_and(Scalar::is_float)
    }

    /// The word in the text form; none for the default.
    pub fn word(self) -> Option<&'static str> {
        Self::WORDS.iter().find(|row| row.0 == self).map(|row| row.1)
    }
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct InstData {
    /// Operation.
    pub op: Op,
    /// Operands.
    pub args: EntityList<Value>,
    /// Immediate.
    pub imm: Imm,
    /// Result type; `void` for none.
    pub ty: Type,
    /// The transformations that are allowed on a float operation.
    pub flags: FloatFlags,
    /// Its origin in the source.
    pub loc: Loc,
}

/// The definition of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// Result of an instruction.
    Inst(Inst),
    /// Parameter of a block, by position.
    Param(Block, u32),
    /// A constant.
    Const(Const),
}

/// A value.
#[derive(Clone, Copy, Debug)]
pub struct ValueData {
    /// Type.
    pub ty: Type,
    /// Origin.
    pub def: ValueDef,
}

/// A jump target and the values for its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockCall {
    /// Target.
    pub block: Block,
    /// One value for each parameter of the target.
    pub args: SmallVec<[Value; 2]>,
}

impl BlockCall {
    /// A jump that passes nothing.
    pub fn plain(block: Block) -> Self {
        Self { block, args: SmallVec::new() }
    }
}

/// The terminator of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terminator {
    /// Not set yet: only while a function is being built.
    Missing,
    /// Always goes on there.
    Jump(BlockCall),
    /// Goes to one of two.
    Branch {
        /// `i1`.
        cond: Value,
        /// If true.
        then: BlockCall,
        /// If false.
        otherwise: BlockCall,
    },
    /// Goes to the case with the value, else to the default.
    Switch {
        /// `i32` or `i64`.
        value: Value,
        /// (constant bits, target), no value twice; those of an `i32` have 32 bits.
        cases: Vec<(u64, BlockCall)>,
        /// No case has the value.
        default: BlockCall,
    },
    /// Leaves the function, with its result if it has one.
    Return(Option<Value>),
    /// Never reached.
    Unreachable,
}

impl Terminator {
    /// The targets, in order.
    pub fn targets(&self) -> impl Iterator<Item = &BlockCall> {
        let (first, second, cases): (Option<&BlockCall>, Option<&BlockCall>, &[(u64, BlockCall)]) = match self {
            Self::Missing | Self::Return(_) | Self::Unreachable => (None, None, &[]),
            Self::Jump(to) => (Some(to), None, &[]),
            Self::Branch { then, otherwise, .. } => (Some(then), Some(otherwise), &[]),
            Self::Switch { cases, default, .. } => (None, Some(default), cases),
        };
        first.into_iter().chain(cases.iter().map(|c| &c.1)).chain(second)
    }

    /// The targets, in the order of [`targets`](Self::targets), to change.
    pub fn targets_mut(&mut self) -> impl Iterator<Item = &mut BlockCall> {
        let (first, second, cases): (Option<&mut BlockCall>, Option<&mut BlockCall>, &mut [(u64, BlockCall)]) =
            match self {
                Self::Missing | Self::Return(_) | Self::Unreachable => (None, None, &mut []),
                Self::Jump(to) => (Some(to), None, &mut []),
                Self::Branch { then, otherwise, .. } => (Some(then), Some(otherwise), &mut []),
                Self::Switch { cases, default, .. } => (None, Some(default), cases),
            };
        first.into_iter().chain(cases.iter_mut().map(|c| &mut c.1)).chain(second)
    }

    /// The target of a number, in the order of [`targets`](Self::targets); at once, however many there are.
    pub fn target(&self, number: usize) -> Option<&BlockCall> {
        match (self, number) {
            (Self::Jump(to) | Self::Branch { then: to, .. }, 0) | (Self::Branch { otherwise: to, .. }, 1) => Some(to),
            (Self::Switch { cases, default, .. }, _) => {
                cases.get(number).map(|case| &case.1).or((number == cases.len()).then_some(default))
            }
            _ => None,
        }
    }

    /// [`target`](Self::target), to change.
    pub fn target_mut(&mut self, number: usize) -> Option<&mut BlockCall> {
        match (self, number) {
            (Self::Jump(to) | Self::Branch { then: to, .. }, 0) | (Self::Branch { otherwise: to, .. }, 1) => Some(to),
            (Self::Switch { cases, default, .. }, _) if number == cases.len() => Some(default),
            (Self::Switch { cases, .. }, _) => cases.get_mut(number).map(|case| &mut case.1),
            _ => None,
        }
    }

    /// Applies `f` to every value used.
    pub fn map_values(&mut self, mut f: impl FnMut(Value) -> Value) {
        match self {
            Self::Branch { cond: value, .. } | Self::Switch { value, .. } | Self::Return(Some(value)) => {
                *value = f(*value);
            }
            Self::Missing | Self::Jump(_) | Self::Return(None) | Self::Unreachable => {}
        }
        self.targets_mut().for_each(|to| to.args.iter_mut().for_each(|v| *v = f(*v)));
    }

    /// The value it follows or returns.
    pub fn operand(&self) -> Option<Value> {
        match self {
            Self::Branch { cond: value, .. } | Self::Switch { value, .. } | Self::Return(Some(value)) => Some(*value),
            Self::Missing | Self::Jump(_) | Self::Return(None) | Self::Unreachable => None,
        }
    }

    /// Every value used.
    pub fn values(&self) -> impl Iterator<Item = Value> {
        self.operand().into_iter().chain(self.targets().flat_map(|to| to.args.iter().copied()))
    }
}

/// Loop hints from `[unroll]`, `[loop]` and the like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum LoopHint {
    /// None given.
    #[default]
    None,
    /// `[unroll]`: completely.
    Unroll,
    /// `[unroll(n)]`.
    UnrollCount(u32),
    /// `[loop]`: not at all.
    Keep,
}

/// Hints from `[branch]` and `[flatten]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SelectionHint {
    /// None given.
    #[default]
    None,
    /// `[branch]`.
    Branch,
    /// `[flatten]`.
    Flatten,
}

/// The annotation of a terminator with the construct of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Region {
    /// Nothing is known, or nothing is to say.
    #[default]
    None,
    /// `if` or `switch`; both paths join at `merge`.
    Selection {
        /// The block where the paths join.
        merge: Block,
        /// From attributes.
        hint: SelectionHint,
    },
    /// This block is the head of a loop: `continue` goes to `continue_target`, `break` to `merge`.
    Loop {
        /// After the loop.
        merge: Block,
        /// The block that leads back to the head.
        continue_target: Block,
        /// From attributes.
        hint: LoopHint,
    },
    /// A branch of which only the attributes of the source are left.
    Hint(SelectionHint),
}

impl Region {
    /// Whether it is about a choice: without one the block has no such region.
    pub fn is_selection(self) -> bool {
        matches!(self, Self::Selection { .. } | Self::Hint(_))
    }
}

/// A block: parameters, instructions in order, terminator.
#[derive(Clone, Debug)]
pub struct BlockData {
    /// Parameters; their values are `ValueDef::Param`.
    pub params: SmallVec<[Value; 2]>,
    /// Instructions in order.
    pub insts: Vec<Inst>,
    /// The last instruction.
    pub terminator: Terminator,
    /// The origin of the terminator in the source.
    pub loc: Loc,
    /// The construct that the terminator begins.
    pub region: Region,
}

impl BlockData {
    /// A block at the same place with nothing in it.
    fn emptied(&self) -> Self {
        Self {
            params: SmallVec::new(),
            insts: Vec::new(),
            terminator: Terminator::Missing,
            loc: self.loc,
            region: Region::None,
        }
    }
}

/// The policy for calls to a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Inline {
    /// Its body takes the place of every call.
    #[default]
    Always,
    /// It stays a function.
    Keep,
}

/// The linkage of a function: who may call it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Linkage {
    /// Functions of the module, and the pipeline if it is an entry point's.
    #[default]
    Internal,
    /// Other modules too: its body stays, whoever else calls it.
    Exported,
    /// It is a function of another module, and has no body here.
    External,
    /// Nothing: it starts the `static` variables that exported functions use, before any of those is called.
    Constructor,
}

/// The passing mode of a parameter of a function that a linker sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Passing {
    /// A value, or a pointer to memory that is only read.
    #[default]
    In,
    /// A pointer to memory that is written.
    Out,
    /// A pointer to memory that is read and written.
    InOut,
    /// The first parameter: a pointer to memory for the result of the function, which returns nothing itself.
    Result,
}

impl Passing {
    /// (passing, spelling in text).
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::In, ""), (Self::Out, "out"), (Self::InOut, "inout"), (Self::Result, "result")];
}

/// The data beyond its type of a parameter, or of the result, of a function that a linker sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParamData {
    /// The passing mode; `In` for a result.
    pub passing: Passing,
    /// Sign of integers, range of floats.
    pub component: ComponentKind,
    /// The memory order, if it is a matrix or an array of matrices, and is in memory.
    pub matrix: Option<MatrixOrder>,
    /// Whether its type is that of memory in this order, as in the DXIL form, rather than that of the value.
    pub is_laid_out: bool,
    /// What the raw handles in it stand for, if it is such a handle or an array of them: a resource of no place.
    pub resource: Option<Resource>,
}

impl ParamData {
    /// Whether memory holds the matrix by columns, and the type does not say so yet.
    pub fn is_to_transpose(self) -> bool {
        self.matrix == Some(MatrixOrder::ColumnMajor) && !self.is_laid_out
    }
}

impl Default for ParamData {
    fn default() -> Self {
        Self { passing: Passing::In, component: ComponentKind::Plain, matrix: None, is_laid_out: false, resource: None }
    }
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Name in the source; for humans.
    pub name: String,
    /// Result type.
    pub ret: Type,
    /// The position of the declaration.
    pub loc: Loc,
    /// The policy for calls to it.
    pub inline: Inline,
    /// Who may call it.
    pub linkage: Linkage,
    /// The name that a linker sees, where that is another one.
    pub symbol: Option<String>,
    /// The decorations from attributes, for SPIR-V.
    pub decorations: Vec<ForeignDecoration>,
    /// The data of its parameters, if a linker sees it; parameters beyond the end have the default.
    pub param_data: Vec<ParamData>,
    /// The same of its result.
    pub ret_data: ParamData,
    /// Types of the parameters of a function without a body.
    pub declared: Vec<Type>,
    /// Order of the blocks; the first is the entry. Blocks not in it are dead.
    pub layout: Vec<Block>,
    /// Blocks. The parameters of the entry block are the parameters of the function.
    pub blocks: PrimaryMap<Block, BlockData>,
    /// Instructions, in no particular order.
    pub insts: PrimaryMap<Inst, InstData>,
    /// Values.
    pub values: PrimaryMap<Value, ValueData>,
    /// Operand lists.
    pub pool: ListPool<Value>,
    /// The operations of all instructions that were made since it was last looked which are there, those included that are in
    /// no block.
    made: OpSet,
    /// Result of each instruction that has one.
    results: PrimaryMap<Inst, PackedOption<Value>>,
    consts: FxHashMap<Const, Value>,
    /// Names of source variables for values, for dumps.
    pub names: SecondaryMap<Value, Option<hlslc_base::Symbol>>,
    /// The locations of the source's variables; empty without debug information.
    pub debug: DebugRecords,
}

impl Function {
    /// A function without blocks.
    pub fn new(name: impl Into<String>, ret: Type, loc: Loc) -> Self {
        Self {
            name: name.into(),
            ret,
            loc,
            inline: Inline::default(),
            linkage: Linkage::default(),
            symbol: None,
            decorations: Vec::new(),
            param_data: Vec::new(),
            ret_data: ParamData::default(),
            declared: Vec::new(),
            layout: Vec::new(),
            blocks: PrimaryMap::new(),
            insts: PrimaryMap::new(),
            values: PrimaryMap::new(),
            pool: ListPool::new(),
            made: OpSet::EMPTY,
            results: PrimaryMap::new(),
            consts: FxHashMap::default(),
            names: SecondaryMap::new(),
            debug: DebugRecords::default(),
        }
    }

    /// Makes room for this many instructions, so that building them grows nothing.
    pub fn reserve(&mut self, insts: usize) {
        self.insts.reserve(insts);
        self.results.reserve(insts);
        self.values.reserve(insts);
        // Few of the values are constants.
        self.consts.reserve(insts / 8);
        if self.insts.is_empty() {
            self.pool = ListPool::with_capacity(4 * insts);
        }
    }

    /// Gives back the room that is left. A function may wait long for the next pass, and there may be thousands.
    pub fn trim(&mut self) {
        self.insts.shrink_to_fit();
        self.results.shrink_to_fit();
        self.values.shrink_to_fit();
    }

    /// The same function without its body.
    pub fn without_body(&self) -> Self {
        Self {
            inline: self.inline,
            linkage: self.linkage,
            symbol: self.symbol.clone(),
            param_data: self.param_data.clone(),
            ret_data: self.ret_data,
            declared: self.param_types().collect(),
            ..Self::new(self.name.clone(), self.ret, self.loc)
        }
    }

    /// Types of the parameters, whether there is a body or not.
    pub fn param_types(&self) -> impl Iterator<Item = Type> + '_ {
        let declared: &[Type] = if self.layout.is_empty() { &self.declared } else { &[] };
        declared.iter().copied().chain(self.params().iter().map(|&param| self.ty(param)))
    }

    /// The data of a parameter beyond its type.
    pub fn param_data(&self, index: usize) -> ParamData {
        self.param_data.get(index).copied().unwrap_or_default()
    }

    /// The entry block.
    #[inline]
    pub fn entry(&self) -> Option<Block> {
        self.layout.first().copied()
    }

    /// Whether all of it is one block, after which nothing comes: there is nothing to say of its graph then.
    pub fn is_one_block(&self) -> bool {
        matches!(self.layout[..], [only] if self.blocks[only].terminator.targets().next().is_none())
    }

    /// Adds an empty block that is not in the layout yet.
    pub fn make_block(&mut self, loc: Loc) -> Block {
        self.blocks.push(BlockData {
            params: SmallVec::new(),
            insts: Vec::new(),
            terminator: Terminator::Missing,
            loc,
            region: Region::None,
        })
    }

    /// Adds an empty block at the end of the layout.
    pub fn append_block(&mut self, loc: Loc) -> Block {
        let block = self.make_block(loc);
        self.layout.push(block);
        block
    }

    /// Adds a parameter to a block.
    pub fn add_param(&mut self, block: Block, ty: Type) -> Value {
        let index = self.blocks[block].params.len() as u32;
        let value = self.values.push(ValueData { ty, def: ValueDef::Param(block, index) });
        self.blocks[block].params.push(value);
        value
    }

    /// The value of a constant, made once a function.
    pub fn constant(&mut self, ctx: &Context, id: Const) -> Value {
        if let Some(&value) = self.consts.get(&id) {
            return value;
        }
        let value = self.values.push(ValueData { ty: ctx.const_data(id).0, def: ValueDef::Const(id) });
        self.consts.insert(id, value);
        value
    }

    /// The constants that are values of it, used or not, in no particular order.
    pub fn constants(&self) -> impl Iterator<Item = Const> + '_ {
        self.consts.keys().copied()
    }

    /// Makes an instruction that is in no block yet; its result exists unless `ty` is void.
    pub fn make_inst(&mut self, ctx: &Context, op: Op, ty: Type, imm: Imm, args: &[Value], loc: Loc) -> Inst {
        let args = EntityList::from_slice(args, &mut self.pool);
        self.made.insert(op);
        let is_float = FloatFlags::apply_to(op, ctx.scalar_of(ty));
        let flags = if is_float { FloatFlags::default() } else { FloatFlags::FAST };
        let inst = self.insts.push(InstData { op, args, imm, ty, flags, loc });
        let result = (ty != ctx.void()).then(|| self.values.push(ValueData { ty, def: ValueDef::Inst(inst) }));
        self.results.push(result.into());
        inst
    }

    /// Adds an instruction whose result is an existing value. For readers of text, where values have their names
    /// before their definitions.
    pub fn restore_inst(&mut self, data: InstData, result: Option<Value>) -> Inst {
        self.made.insert(data.op);
        let inst = self.insts.push(data);
        self.results.push(result.into());
        if let Some(value) = result {
            self.values[value].def = ValueDef::Inst(inst);
        }
        inst
    }

    /// Makes an instruction another one of the same type.
    pub fn change_inst(&mut self, inst: Inst, op: Op, imm: Imm, args: &[Value]) {
        self.made.insert(op);
        let args = EntityList::from_slice(args, &mut self.pool);
        let data = &mut self.insts[inst];
        (data.op, data.imm, data.args) = (op, imm, args);
    }

    /// Whether any of some operations may be in it: if not, there is no need to look for them. Whoever gives an instruction
    /// another operation does it with [`change_inst`](Self::change_inst).
    #[inline]
    pub fn may_hold(&self, ops: &OpSet) -> bool {
        let may = self.made.intersects(ops);
        let holds = || self.layout.iter().flat_map(|&b| &self.blocks[b].insts).any(|&i| ops.contains(self.insts[i].op));
        debug_assert!(may || !holds(), "an operation of `{}` came in unseen", self.name);
        may
    }

    /// An operation in a block that [`may_hold`](Self::may_hold) does not know of, which a pass put in without counting it.
    pub fn uncounted(&self) -> Option<Op> {
        let insts = self.layout.iter().flat_map(|&block| &self.blocks[block].insts);
        insts.map(|&inst| self.insts[inst].op).find(|&op| !self.made.contains(op))
    }

    /// Looks which operations are there: those of which the last instruction is gone are not asked for any more.
    pub fn forget_gone(&mut self) {
        self.made = OpSet::EMPTY;
        for &block in &self.layout {
            self.blocks[block].insts.iter().for_each(|&inst| self.made.insert(self.insts[inst].op));
        }
    }

    /// Operands of an instruction.
    #[inline]
    pub fn args(&self, inst: Inst) -> &[Value] {
        self.insts[inst].args.as_slice(&self.pool)
    }

    /// Operands of an instruction, to change.
    #[inline]
    pub fn args_mut(&mut self, inst: Inst) -> &mut [Value] {
        self.insts[inst].args.as_mut_slice(&mut self.pool)
    }

    /// Result of an instruction.
    #[inline]
    pub fn result(&self, inst: Inst) -> Option<Value> {
        self.results[inst].expand()
    }

    /// Gives the result of `from` to `to`, which has none: users of the value then use `to`'s result.
    pub fn move_result(&mut self, from: Inst, to: Inst) {
        if let Some(value) = self.results[from].take() {
            self.values[value].def = ValueDef::Inst(to);
            self.results[to] = value.into();
        }
    }

    /// Gives an instruction a new result of another type. The old result is a value that nothing defines any more.
    pub fn replace_result(&mut self, inst: Inst, ty: Type) -> Value {
        let value = self.values.push(ValueData { ty, def: ValueDef::Inst(inst) });
        self.insts[inst].ty = ty;
        self.results[inst] = value.into();
        value
    }

    /// Type of a value.
    #[inline]
    pub fn ty(&self, value: Value) -> Type {
        self.values[value].ty
    }

    /// The constant that a value is.
    #[inline]
    pub fn as_const(&self, value: Value) -> Option<Const> {
        match self.values[value].def {
            ValueDef::Const(id) => Some(id),
            ValueDef::Inst(_) | ValueDef::Param(..) => None,
        }
    }

    /// The instruction whose result a value is.
    #[inline]
    pub fn as_inst(&self, value: Value) -> Option<Inst> {
        match self.values[value].def {
            ValueDef::Inst(inst) => Some(inst),
            ValueDef::Const(_) | ValueDef::Param(..) => None,
        }
    }

    /// Bits of a value that is a scalar constant.
    #[inline]
    pub fn const_bits(&self, ctx: &Context, value: Value) -> Option<u64> {
        self.as_const(value).and_then(|id| ctx.scalar_bits(id))
    }

    /// Parameters of the function.
    pub fn params(&self) -> &[Value] {
        self.entry().map_or(&[], |entry| &self.blocks[entry].params)
    }

    /// Replaces every use of a value by what `map` holds for it, following chains of replacements.
    pub fn replace_uses(&mut self, map: &FxHashMap<Value, Value>) {
        if map.is_empty() {
            return;
        }
        let find = |mut value: Value| {
            // A chain is never longer than the map; a cycle would be a bug of the caller, but must not hang.
            for _ in 0..=map.len() {
                match map.get(&value) {
                    Some(&next) if next != value => value = next,
                    _ => break,
                }
            }
            value
        };
        for &block in &self.layout {
            let data = &mut self.blocks[block];
            for &inst in &data.insts {
                for value in self.insts[inst].args.as_mut_slice(&mut self.pool) {
                    *value = find(*value);
                }
            }
            data.terminator.map_values(find);
        }
        self.debug.rename(find);
    }
}
