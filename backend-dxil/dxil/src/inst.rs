//! Defines the LLVM 3.7 instructions of DXIL, their operations and flags as tables, and their operands.

use cranelift_entity::entity_impl;
use smallvec::SmallVec;

use crate::attributes::AttrListId;
use crate::constants::ConstId;
use crate::metadata::MdId;
use crate::types::TypeId;

/// An instruction of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InstId(u32);
entity_impl!(InstId, "inst");

/// A basic block of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(u32);
entity_impl!(BlockId, "block");

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A constant, the address of a global or of a function.
    Const(ConstId),
    /// A parameter of the function.
    Arg(u32),
    /// The result of an instruction.
    Inst(InstId),
    /// A metadata entry, as debug intrinsics take them.
    Metadata(MdId),
    /// A parameter wrapped as metadata.
    MetadataArg(u32),
    /// The result of an instruction wrapped as metadata.
    MetadataInst(InstId),
}

impl From<ConstId> for Value {
    fn from(id: ConstId) -> Self {
        Self::Const(id)
    }
}

impl From<InstId> for Value {
    fn from(id: InstId) -> Self {
        Self::Inst(id)
    }
}

/// Flags of a binary operation or comparison, as bitcode stores them.
///
/// Which bits mean what depends on the operation: integers wrap or are exact, floats have fast-math flags.
pub struct Flags;

impl Flags {
    /// None.
    pub const NONE: u8 = 0;
    /// Integer `add`, `sub`, `mul`, `shl`: no unsigned wrap.
    pub const NUW: u8 = 1;
    /// Integer `add`, `sub`, `mul`, `shl`: no signed wrap.
    pub const NSW: u8 = 2;
    /// Division and right shifts: no remainder.
    pub const EXACT: u8 = 1;
    /// Floats: any transformation that algebra allows, which implies everything below.
    pub const UNSAFE_ALGEBRA: u8 = 1;
    /// Floats: everything below allowed, and algebra.
    pub const FAST: u8 = 31;
    /// Floats: no NaNs.
    pub const NNAN: u8 = 2;
    /// Floats: no infinities.
    pub const NINF: u8 = 4;
    /// Floats: the sign of zero does not matter.
    pub const NSZ: u8 = 8;
    /// Floats: reciprocals allowed.
    pub const ARCP: u8 = 16;
}

/// Which flags an operation can carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagSet {
    /// None.
    None,
    /// [`Flags::NUW`] and [`Flags::NSW`].
    Wrap,
    /// [`Flags::EXACT`].
    Exact,
    /// Fast-math flags.
    Float,
}

macro_rules! binary_ops {
    ($($(#[$doc:meta])* $variant:ident = $code:literal $text:literal $flags:ident,)*) => {
        /// A binary operation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum BinaryOp { $($(#[$doc])* $variant,)* }

        impl BinaryOp {
            /// Every operation.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The number in bitcode; integer and float operations share numbers.
            pub const fn code(self) -> u8 {
                match self { $(Self::$variant => $code,)* }
            }

            /// The mnemonic.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// Which flags it can carry.
            pub const fn flag_set(self) -> FlagSet {
                match self { $(Self::$variant => FlagSet::$flags,)* }
            }
        }
    };
}

binary_ops! {
    /// Integer addition.
    Add = 0 "add" Wrap,
    /// Float addition.
    FAdd = 0 "fadd" Float,
    /// Integer subtraction.
    Sub = 1 "sub" Wrap,
    /// Float subtraction.
    FSub = 1 "fsub" Float,
    /// Integer multiplication.
    Mul = 2 "mul" Wrap,
    /// Float multiplication.
    FMul = 2 "fmul" Float,
    /// Unsigned division.
    UDiv = 3 "udiv" Exact,
    /// Signed division.
    SDiv = 4 "sdiv" Exact,
    /// Float division.
    FDiv = 4 "fdiv" Float,
    /// Unsigned remainder.
    URem = 5 "urem" None,
    /// Signed remainder.
    SRem = 6 "srem" None,
    /// Float remainder.
    FRem = 6 "frem" Float,
    /// Shift left.
    Shl = 7 "shl" Wrap,
    /// Shift right, filling with zeros.
    LShr = 8 "lshr" Exact,
    /// Shift right, filling with the sign.
    AShr = 9 "ashr" Exact,
    /// Bitwise and.
    And = 10 "and" None,
    /// Bitwise or.
    Or = 11 "or" None,
    /// Bitwise exclusive or.
    Xor = 12 "xor" None,
}

impl BinaryOp {
    /// Whether the operands are floats.
    pub const fn is_float(self) -> bool {
        matches!(self.flag_set(), FlagSet::Float)
    }

    /// The operation with that number on integers or on floats.
    pub fn from_code(code: u64, float: bool) -> Option<Self> {
        Self::ALL.iter().copied().find(|op| u64::from(op.code()) == code && op.is_float() == float)
    }
}

macro_rules! numbered_ops {
    ($(#[$outer:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $code:literal $text:literal,)* }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$doc])* $variant = $code,)* }

        impl $name {
            /// Every value, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The number in bitcode.
            pub const fn code(self) -> u8 {
                self as u8
            }

            /// The spelling in LLVM assembly.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// The one with that number.
            pub fn from_code(code: u64) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| u64::from(value.code()) == code)
            }
        }
    };
}

numbered_ops! {
    /// A conversion.
    CastOp {
        /// Drop high bits.
        Trunc = 0 "trunc",
        /// Extend with zeros.
        ZExt = 1 "zext",
        /// Extend with the sign.
        SExt = 2 "sext",
        /// Float to unsigned.
        FpToUi = 3 "fptoui",
        /// Float to signed.
        FpToSi = 4 "fptosi",
        /// Unsigned to float.
        UiToFp = 5 "uitofp",
        /// Signed to float.
        SiToFp = 6 "sitofp",
        /// Narrow a float.
        FpTrunc = 7 "fptrunc",
        /// Widen a float.
        FpExt = 8 "fpext",
        /// Pointer to integer.
        PtrToInt = 9 "ptrtoint",
        /// Integer to pointer.
        IntToPtr = 10 "inttoptr",
        /// Same bits, other type.
        Bitcast = 11 "bitcast",
        /// Pointer into another address space.
        AddrSpaceCast = 12 "addrspacecast",
    }
}

numbered_ops! {
    /// The predicate of a comparison.
    Predicate {
        /// Floats: never.
        FFalse = 0 "false",
        /// Floats: ordered and equal.
        FOeq = 1 "oeq",
        /// Floats: ordered and greater.
        FOgt = 2 "ogt",
        /// Floats: ordered and greater or equal.
        FOge = 3 "oge",
        /// Floats: ordered and less.
        FOlt = 4 "olt",
        /// Floats: ordered and less or equal.
        FOle = 5 "ole",
        /// Floats: ordered and not equal.
        FOne = 6 "one",
        /// Floats: neither is NaN.
        FOrd = 7 "ord",
        /// Floats: one is NaN.
        FUno = 8 "uno",
        /// Floats: unordered or equal.
        FUeq = 9 "ueq",
        /// Floats: unordered or greater.
        FUgt = 10 "ugt",
        /// Floats: unordered or greater or equal.
        FUge = 11 "uge",
        /// Floats: unordered or less.
        FUlt = 12 "ult",
        /// Floats: unordered or less or equal.
        FUle = 13 "ule",
        /// Floats: unordered or not equal.
        FUne = 14 "une",
        /// Floats: always.
        FTrue = 15 "true",
        /// Integers: equal.
        IEq = 32 "eq",
        /// Integers: not equal.
        INe = 33 "ne",
        /// Integers: unsigned greater.
        IUgt = 34 "ugt",
        /// Integers: unsigned greater or equal.
        IUge = 35 "uge",
        /// Integers: unsigned less.
        IUlt = 36 "ult",
        /// Integers: unsigned less or equal.
        IUle = 37 "ule",
        /// Integers: signed greater.
        ISgt = 38 "sgt",
        /// Integers: signed greater or equal.
        ISge = 39 "sge",
        /// Integers: signed less.
        ISlt = 40 "slt",
        /// Integers: signed less or equal.
        ISle = 41 "sle",
    }
}

impl Predicate {
    /// Whether it compares floats.
    pub const fn is_float(self) -> bool {
        (self as u8) < 32
    }
}

numbered_ops! {
    /// A read-modify-write of memory.
    AtomicOp {
        /// Exchange.
        Xchg = 0 "xchg",
        /// Add.
        Add = 1 "add",
        /// Subtract.
        Sub = 2 "sub",
        /// And.
        And = 3 "and",
        /// Not and.
        Nand = 4 "nand",
        /// Or.
        Or = 5 "or",
        /// Exclusive or.
        Xor = 6 "xor",
        /// Signed maximum.
        Max = 7 "max",
        /// Signed minimum.
        Min = 8 "min",
        /// Unsigned maximum.
        UMax = 9 "umax",
        /// Unsigned minimum.
        UMin = 10 "umin",
    }
}

numbered_ops! {
    /// The ordering of an atomic access.
    Ordering {
        /// Not atomic.
        NotAtomic = 0 "",
        /// Unordered.
        Unordered = 1 "unordered",
        /// Monotonic.
        Monotonic = 2 "monotonic",
        /// Acquire.
        Acquire = 3 "acquire",
        /// Release.
        Release = 4 "release",
        /// Acquire and release.
        AcqRel = 5 "acq_rel",
        /// Sequentially consistent; what DXC gives every group-shared atomic.
        SeqCst = 6 "seq_cst",
    }
}

/// Attributes and conventions of a call beside its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct CallInfo {
    /// The attributes at the call.
    pub attributes: Option<AttrListId>,
    /// The calling convention; 0 in DXIL.
    pub convention: u16,
    /// `tail`.
    pub tail: bool,
    /// `musttail`.
    pub must_tail: bool,
}

/// An instruction, with its operands. The result type is beside it in [`Inst`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum InstKind {
    /// A binary operation.
    Binary {
        /// Which.
        op: BinaryOp,
        /// Its flags.
        flags: u8,
        /// Left operand.
        lhs: Value,
        /// Right operand.
        rhs: Value,
    },
    /// A conversion to the result type.
    Cast {
        /// Which.
        op: CastOp,
        /// The operand.
        value: Value,
    },
    /// The address of a part.
    Gep {
        /// Whether the result stays inside the object.
        inbounds: bool,
        /// The pointee of the base.
        source_ty: TypeId,
        /// The address of the whole.
        base: Value,
        /// The steps; the first is over whole objects.
        indices: SmallVec<[Value; 3]>,
    },
    /// A read of memory.
    Load {
        /// Where.
        ptr: Value,
        /// Alignment in bytes, 0 for the natural one.
        align: u32,
        /// Whether it must not be removed.
        volatile: bool,
    },
    /// A write of memory.
    Store {
        /// Where.
        ptr: Value,
        /// What.
        value: Value,
        /// Alignment in bytes, 0 for the natural one.
        align: u32,
        /// Whether it must not be removed.
        volatile: bool,
    },
    /// Memory for the time of the function.
    Alloca {
        /// Of what.
        allocated_ty: TypeId,
        /// The number of elements; `i32 1` in DXIL.
        count: ConstId,
        /// Alignment in bytes, 0 for the natural one.
        align: u32,
    },
    /// A part of an aggregate.
    ExtractValue {
        /// The aggregate.
        aggregate: Value,
        /// The path.
        indices: SmallVec<[u32; 2]>,
    },
    /// An aggregate with one part replaced.
    InsertValue {
        /// The aggregate.
        aggregate: Value,
        /// The new part.
        value: Value,
        /// The path.
        indices: SmallVec<[u32; 2]>,
    },
    /// A choice.
    Select {
        /// The condition.
        cond: Value,
        /// The value if true.
        on_true: Value,
        /// The value if false.
        on_false: Value,
    },
    /// An element of a vector.
    ExtractElement {
        /// The vector.
        vector: Value,
        /// Which element.
        index: Value,
    },
    /// A vector with one element replaced.
    InsertElement {
        /// The vector.
        vector: Value,
        /// The new element.
        value: Value,
        /// Which element.
        index: Value,
    },
    /// A vector of elements of two others.
    ShuffleVector {
        /// The first vector.
        a: Value,
        /// The second vector.
        b: Value,
        /// The element numbers, counted through both.
        mask: Value,
    },
    /// A comparison.
    Cmp {
        /// Which.
        pred: Predicate,
        /// Fast-math flags.
        flags: u8,
        /// Left operand.
        lhs: Value,
        /// Right operand.
        rhs: Value,
    },
    /// A value by predecessor.
    Phi {
        /// The values, each with the block it comes from.
        incoming: Vec<(Value, BlockId)>,
    },
    /// A call.
    Call {
        /// The function.
        callee: Value,
        /// The type of the function.
        fn_ty: TypeId,
        /// The arguments.
        args: SmallVec<[Value; 6]>,
        /// Attributes and conventions.
        info: CallInfo,
    },
    /// A read-modify-write of memory.
    AtomicRmw {
        /// The operation.
        op: AtomicOp,
        /// Where.
        ptr: Value,
        /// With what.
        value: Value,
        /// Whether it must not be removed.
        volatile: bool,
        /// Its ordering.
        ordering: Ordering,
        /// Whether all threads see it as one access (`true` in DXIL).
        cross_thread: bool,
    },
    /// A compare and exchange of memory.
    CmpXchg {
        /// Where.
        ptr: Value,
        /// The expected value.
        expected: Value,
        /// The value that is stored if it is found.
        replacement: Value,
        /// Whether it must not be removed.
        volatile: bool,
        /// Ordering on success.
        success: Ordering,
        /// Ordering on failure.
        failure: Ordering,
        /// Whether all threads see it as one access (`true` in DXIL).
        cross_thread: bool,
        /// Whether it may fail without reason.
        weak: bool,
    },
    /// The end of the function.
    Ret(Option<Value>),
    /// A jump.
    Br(BlockId),
    /// A branch.
    CondBr {
        /// The condition.
        cond: Value,
        /// The target if true.
        on_true: BlockId,
        /// The target if false.
        on_false: BlockId,
    },
    /// A branch by number.
    Switch {
        /// The number.
        value: Value,
        /// The target if no case matches.
        default: BlockId,
        /// The cases.
        cases: Vec<(ConstId, BlockId)>,
    },
    /// Never reached.
    Unreachable,
}

/// An instruction and the type of its result (`void` if it has none).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Inst {
    /// The type of the result.
    pub ty: TypeId,
    /// The instruction.
    pub kind: InstKind,
}

impl InstKind {
    /// The name of an instruction in listings.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Binary { op, .. } => op.text(),
            Self::Cast { op, .. } => op.text(),
            Self::Gep { .. } => "getelementptr",
            Self::Load { .. } => "load",
            Self::Store { .. } => "store",
            Self::Alloca { .. } => "alloca",
            Self::ExtractValue { .. } => "extractvalue",
            Self::InsertValue { .. } => "insertvalue",
            Self::Select { .. } => "select",
            Self::ExtractElement { .. } => "extractelement",
            Self::InsertElement { .. } => "insertelement",
            Self::ShuffleVector { .. } => "shufflevector",
            Self::Cmp { pred, .. } => {
                if pred.is_float() {
                    "fcmp"
                } else {
                    "icmp"
                }
            }
            Self::Phi { .. } => "phi",
            Self::Call { .. } => "call",
            Self::AtomicRmw { .. } => "atomicrmw",
            Self::CmpXchg { .. } => "cmpxchg",
            Self::Ret(_) => "ret",
            Self::Br(_) | Self::CondBr { .. } => "br",
            Self::Switch { .. } => "switch",
            Self::Unreachable => "unreachable",
        }
    }

    /// Whether a block ends with it.
    pub fn is_terminator(&self) -> bool {
        matches!(self, Self::Ret(_) | Self::Br(_) | Self::CondBr { .. } | Self::Switch { .. } | Self::Unreachable)
    }

    /// The blocks that may follow, in the order of the operands.
    pub fn successors(&self) -> SmallVec<[BlockId; 2]> {
        match self {
            Self::Br(target) => SmallVec::from_slice(&[*target]),
            Self::CondBr { on_true, on_false, .. } => SmallVec::from_slice(&[*on_true, *on_false]),
            Self::Switch { default, cases, .. } => {
                std::iter::once(*default).chain(cases.iter().map(|&(_, target)| target)).collect()
            }
            Self::Binary { .. }
            | Self::Cast { .. }
            | Self::Gep { .. }
            | Self::Load { .. }
            | Self::Store { .. }
            | Self::Alloca { .. }
            | Self::ExtractValue { .. }
            | Self::InsertValue { .. }
            | Self::Select { .. }
            | Self::ExtractElement { .. }
            | Self::InsertElement { .. }
            | Self::ShuffleVector { .. }
            | Self::Cmp { .. }
            | Self::Phi { .. }
            | Self::Call { .. }
            | Self::AtomicRmw { .. }
            | Self::CmpXchg { .. }
            | Self::Ret(_)
            | Self::Unreachable => SmallVec::new(),
        }
    }

    /// The operands that are values, in the order of LLVM's operand list; blocks are not among them.
    pub fn operands(&self) -> SmallVec<[Value; 16]> {
        let mut out = SmallVec::new();
        self.each_operand(|value| out.push(value));
        out
    }

    /// Calls `f` with every operand that is a value, in the order of LLVM's operand list; blocks are not among them.
    pub fn each_operand(&self, mut f: impl FnMut(Value)) {
        let mut all = |values: &[Value]| values.iter().copied().for_each(&mut f);
        match self {
            Self::Binary { lhs, rhs, .. } | Self::Cmp { lhs, rhs, .. } => all(&[*lhs, *rhs]),
            Self::Cast { value, .. } => all(&[*value]),
            Self::Gep { base, indices, .. } => {
                all(&[*base]);
                all(indices);
            }
            Self::Load { ptr, .. } => all(&[*ptr]),
            Self::Store { ptr, value, .. } => all(&[*value, *ptr]),
            Self::Alloca { count, .. } => all(&[Value::Const(*count)]),
            Self::ExtractValue { aggregate, .. } => all(&[*aggregate]),
            Self::InsertValue { aggregate, value, .. } => all(&[*aggregate, *value]),
            Self::Select { cond, on_true, on_false } => all(&[*cond, *on_true, *on_false]),
            Self::ExtractElement { vector, index } => all(&[*vector, *index]),
            Self::InsertElement { vector, value, index } => all(&[*vector, *value, *index]),
            Self::ShuffleVector { a, b, mask } => all(&[*a, *b, *mask]),
            Self::Phi { incoming } => {
                for &(value, _) in incoming {
                    f(value);
                }
            }
            Self::Call { callee, args, .. } => {
                all(args);
                all(&[*callee]);
            }
            Self::AtomicRmw { ptr, value, .. } => all(&[*ptr, *value]),
            Self::CmpXchg { ptr, expected, replacement, .. } => all(&[*ptr, *expected, *replacement]),
            Self::Ret(value) => all(value.as_slice()),
            Self::CondBr { cond, .. } => all(&[*cond]),
            Self::Switch { value, cases, .. } => {
                all(&[*value]);
                for &(case, _) in cases {
                    f(Value::Const(case));
                }
            }
            Self::Br(_) | Self::Unreachable => {}
        }
    }

    /// Replaces every operand that is a value and may be other than a constant.
    pub fn map_operands(&mut self, mut map: impl FnMut(Value) -> Value) {
        let mut each = |value: &mut Value| *value = map(*value);
        match self {
            Self::Binary { lhs, rhs, .. } | Self::Cmp { lhs, rhs, .. } => [lhs, rhs].into_iter().for_each(each),
            Self::Cast { value, .. } => each(value),
            Self::Gep { base, indices, .. } => {
                each(base);
                indices.iter_mut().for_each(each);
            }
            Self::Load { ptr, .. } => each(ptr),
            Self::Store { ptr, value, .. } => [value, ptr].into_iter().for_each(each),
            Self::ExtractValue { aggregate, .. } => each(aggregate),
            Self::InsertValue { aggregate, value, .. } => [aggregate, value].into_iter().for_each(each),
            Self::Select { cond, on_true, on_false } => [cond, on_true, on_false].into_iter().for_each(each),
            Self::ExtractElement { vector, index } => [vector, index].into_iter().for_each(each),
            Self::InsertElement { vector, value, index } => [vector, value, index].into_iter().for_each(each),
            Self::ShuffleVector { a, b, mask } => [a, b, mask].into_iter().for_each(each),
            Self::Phi { incoming } => incoming.iter_mut().for_each(|(value, _)| each(value)),
            Self::Call { callee, args, .. } => {
                args.iter_mut().for_each(&mut each);
                each(callee);
            }
            Self::AtomicRmw { ptr, value, .. } => [ptr, value].into_iter().for_each(each),
            Self::CmpXchg { ptr, expected, replacement, .. } => {
                [ptr, expected, replacement].into_iter().for_each(each);
            }
            Self::Ret(value) => value.iter_mut().for_each(each),
            Self::CondBr { cond, .. } => each(cond),
            Self::Switch { value, .. } => each(value),
            Self::Alloca { .. } | Self::Br(_) | Self::Unreachable => {}
        }
    }

    /// Replaces every block that is an operand.
    pub fn map_blocks(&mut self, map: impl Fn(BlockId) -> BlockId) {
        let each = |block: &mut BlockId| *block = map(*block);
        match self {
            Self::Br(target) => each(target),
            Self::CondBr { on_true, on_false, .. } => {
                each(on_true);
                each(on_false);
            }
            Self::Switch { default, cases, .. } => {
                each(default);
                for (_, target) in cases {
                    each(target);
                }
            }
            Self::Phi { incoming } => {
                for (_, from) in incoming {
                    each(from);
                }
            }
            Self::Binary { .. }
            | Self::Cast { .. }
            | Self::Gep { .. }
            | Self::Load { .. }
            | Self::Store { .. }
            | Self::Alloca { .. }
            | Self::ExtractValue { .. }
            | Self::InsertValue { .. }
            | Self::Select { .. }
            | Self::ExtractElement { .. }
            | Self::InsertElement { .. }
            | Self::ShuffleVector { .. }
            | Self::Cmp { .. }
            | Self::Call { .. }
            | Self::AtomicRmw { .. }
            | Self::CmpXchg { .. }
            | Self::Ret(_)
            | Self::Unreachable => {}
        }
    }
}
