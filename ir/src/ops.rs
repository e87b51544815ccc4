//! Defines the op table: every operation of the IR is one row, which states all that is common to the targets: name in
//! the text form, operand count and types, immediate, memory effects, how it is scalarised, how it folds. Verifier,
//! printer, parser, common-subexpression and dead-code elimination, folding and scalarisation are driven by the rows;
//! each back end has a table of its own with a row for every operation.

pub mod comparison;
pub mod effects;
pub mod fold;
mod rows;
mod set;
mod table;
pub mod types;

pub use set::OpSet;
pub use table::Op;

use bitflags::bitflags;
use comparison::Comparison;
use effects::{Effects, Lanes, Memory, Touches};
use fold::{Fold, Numbers};
use hlslc_base::Stage;
use hlslc_semantics::SignatureKind;
use types::{Check, Class, ResultRule};

use crate::context::Context;
use crate::entity::{Const, Type};
use crate::function::Imm;

/// The rule for splitting the vectors of an operation for a target without vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalars {
    /// It is done once for each component.
    Each,
    /// Components only move: nothing is left of it.
    Parts,
    /// One choice for each component.
    Choice,
    /// One access for each component.
    Memory,
    /// It takes its vectors as their components in a row, so that it has more operands than its row says, and returns
    /// them as a flat tuple.
    Rows,
    /// Only its result is split, or it has an operand for each component anyway.
    Result,
    /// It takes and returns vectors as one: only shader models with vectors have it.
    Whole,
}

/// One row of the table.
#[derive(Debug)]
pub struct OpInfo {
    /// Name in the text form.
    pub name: &'static str,
    /// Its operands; the last may stand for any number.
    pub operands: &'static [Class],
    /// Type of its result.
    pub result: ResultRule,
    /// The kind of its immediate.
    pub imm: ImmKind,
    /// Whether it may say nothing there.
    pub imm_is_optional: bool,
    /// An additional check of operands and result.
    pub(crate) check: Option<Check>,
    /// The effects besides the result.
    pub effects: Effects,
    /// Whether the lanes of a wave get the same result.
    pub lanes: Lanes,
    /// The operand of which it reads the values of the other lanes of the quad, whether those execute it or not.
    pub quad: Option<u8>,
    /// The rule for splitting vectors.
    pub scalars: Scalars,
    /// The evaluation on constants.
    pub fold: Fold,
    /// Whether it is an instruction of most processors rather than a function that they are asked for.
    pub is_basic: bool,
    /// Whether it costs several others.
    pub is_slow: bool,
    /// Whether the first two operands may be swapped.
    pub commutative: bool,
    /// Whether an undefined operand says something: no offset, no clamp. Everywhere else any value will do for it.
    pub keeps_undefined: bool,
    /// Whether the text writes it as a call.
    pub is_call: bool,
    /// Whether something else sees what its pointers point to, which therefore has a [fixed layout](crate::fixed_layout).
    pub passes_address: bool,
    /// The signature that its element is of; none for operations without an element.
    pub signature: SignatureKind,
    /// The stages that have it; none stands for all.
    pub stages: &'static [Stage],
}

impl OpInfo {
    const fn new(name: &'static str, operands: &'static [Class], result: ResultRule) -> Self {
        Self {
            name,
            operands,
            result,
            imm: ImmKind::None,
            imm_is_optional: false,
            check: None,
            effects: Effects::NONE,
            lanes: Lanes::Operands,
            quad: None,
            scalars: Scalars::Result,
            fold: Fold::Never,
            commutative: false,
            keeps_undefined: false,
            is_basic: false,
            is_slow: false,
            is_call: false,
            passes_address: false,
            signature: SignatureKind::None,
            stages: &[],
        }
    }

    const fn imm(mut self, kind: ImmKind) -> Self {
        self.imm = kind;
        self
    }

    const fn may_have(mut self, kind: ImmKind) -> Self {
        self.imm_is_optional = true;
        self.imm(kind)
    }

    const fn check(mut self, check: Check) -> Self {
        self.check = Some(check);
        self
    }

    const fn reads(mut self, memory: Touches) -> Self {
        self.effects.reads = memory;
        self
    }

    const fn writes(mut self, memory: Touches) -> Self {
        self.effects.writes = memory;
        self
    }

    /// Reads and writes. What it reads others may have written, so nothing is known of the lanes.
    const fn changes(self, memory: Touches) -> Self {
        self.reads(memory).writes(memory).lanes(Lanes::Unknown)
    }

    const fn lanes(mut self, lanes: Lanes) -> Self {
        self.lanes = lanes;
        self
    }

    /// Each lane has a result of its own.
    const fn differs(self) -> Self {
        self.lanes(Lanes::Differ)
    }

    /// All lanes have the same result.
    const fn same(self) -> Self {
        self.lanes(Lanes::Same)
    }

    /// The result depends on operand `at` in the other lanes of the quad.
    const fn reads_quad(mut self, at: u8) -> Self {
        self.quad = Some(at);
        self.convergent()
    }

    const fn convergent(mut self) -> Self {
        self.effects.convergent = true;
        self
    }

    /// The result depends on the set of active lanes.
    const fn across_lanes(self) -> Self {
        self.reads(Touches::These(Memory::LANES)).convergent().lanes(Lanes::Unknown)
    }

    const fn fresh(mut self) -> Self {
        self.effects.fresh = true;
        self
    }

    const fn scalars(mut self, scalars: Scalars) -> Self {
        self.scalars = scalars;
        self
    }

    const fn rows(self) -> Self {
        self.scalars(Scalars::Rows)
    }

    const fn basic(mut self) -> Self {
        self.is_basic = true;
        self
    }

    const fn slow(mut self) -> Self {
        self.is_slow = true;
        self
    }

    const fn commutative(mut self) -> Self {
        self.commutative = true;
        self
    }

    /// Vectors keep their types.
    const fn whole(self) -> Self {
        self.scalars(Scalars::Whole)
    }

    const fn keeps_undefined(mut self) -> Self {
        self.keeps_undefined = true;
        self
    }

    const fn written_as_call(mut self) -> Self {
        self.is_call = true;
        self
    }

    const fn passes_address(mut self) -> Self {
        self.passes_address = true;
        self
    }

    /// On an element of this signature.
    const fn element(mut self, signature: SignatureKind) -> Self {
        self.signature = signature;
        self.imm(ImmKind::Element)
    }

    const fn only_in(mut self, stages: &'static [Stage]) -> Self {
        self.stages = stages;
        self
    }

    const fn fold(mut self, fold: fn(&Numbers<'_>) -> Option<u64>) -> Self {
        self.fold = Fold::Numbers(fold);
        self
    }

    const fn compares(mut self, comparison: Comparison) -> Self {
        self.fold = Fold::Compares(comparison);
        self.commutative = comparison.holds.bits() == comparison.turned().holds.bits();
        self
    }

    const fn fold_parts(mut self, fold: fn(&mut Context, Imm, Type, &[Const]) -> Option<Const>) -> Self {
        self.fold = Fold::Parts(fold);
        self
    }

    /// Number of operands; `None` if it varies.
    pub const fn args(&self) -> Option<usize> {
        match self.operands {
            [.., Class::Rest(_)] => None,
            fixed => Some(fixed.len()),
        }
    }

    /// The class of an operand.
    pub fn operand(&self, index: usize) -> Option<Class> {
        match (self.operands.get(index), self.operands.last()) {
            (Some(Class::Rest(class)), _) | (None, Some(Class::Rest(class))) => Some(**class),
            (class, _) => class.copied(),
        }
    }

    /// Whether it changes the kind of numbers, so that its result type must be said.
    pub fn is_conversion(&self) -> bool {
        matches!(self.result, ResultRule::Converted(_))
    }
}

impl Op {
    /// The operation's row.
    pub fn info(self) -> &'static OpInfo {
        &table::TABLE[self as usize]
    }

    /// Name in the text form.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The operation with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|op| op.name() == name)
    }

    /// Whether scalar code writes the vectors that this operation takes as their components in a row, so that it
    /// has more operands than its row says.
    pub fn takes_rows_of_scalars(self) -> bool {
        self.info().scalars == Scalars::Rows
    }

    /// Whether two executions with equal operands give equal results and nothing else happens, wherever they stand and
    /// whatever the operands are.
    pub fn is_pure(self) -> bool {
        self.has(PURE)
    }

    /// Whether all that it does is to compute a result, if from memory, which an equal one before had too wherever this one
    /// has any.
    pub fn repeats(self) -> bool {
        self.has(REPEATS)
    }

    /// Whether there are operands for which it has no result, so that it must not run where it did not before: the divisions
    /// of integers.
    pub fn may_have_no_result(self) -> bool {
        matches!(self, Self::SDiv | Self::UDiv | Self::SRem | Self::URem)
    }

    /// Whether it may be worked out where all operands are constants.
    pub fn may_fold(self) -> bool {
        !matches!(self.info().fold, Fold::Never)
    }

    /// Whether an unused result makes the instruction useless.
    pub fn is_removable(self) -> bool {
        self.has(REMOVABLE)
    }

    fn has(self, trait_bit: u8) -> bool {
        TRAITS[self as usize] & trait_bit != 0
    }
}

/// Bits of what passes ask of every instruction they see.
const PURE: u8 = 1;
const REPEATS: u8 = 1 << 1;
const REMOVABLE: u8 = 1 << 2;

/// The bits of each operation: what its effects say, worked out once.
static TRAITS: [u8; Op::ALL.len()] = {
    let mut traits = [0; Op::ALL.len()];
    let mut at = 0;
    while at < traits.len() {
        let effects = &table::TABLE[at].effects;
        let is_removable = !effects.writes_anything();
        let repeats = is_removable && !effects.fresh && !effects.uses_other_lanes();
        traits[at] = if effects.is_pure() { PURE } else { 0 }
            | if repeats { REPEATS } else { 0 }
            | if is_removable { REMOVABLE } else { 0 };
        at += 1;
    }
    traits
};

/// The kind of an operation's immediate: the variants are those of [`Imm`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the variants say what they do")]
pub enum ImmKind {
    None,
    Index,
    Mask,
    Func,
    Global,
    Element,
    Handle,
    Atomic,
    Barrier,
    Reduce,
    Foreign,
}

/// Kinds of atomic read-modify-write.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the variants say what they do")]
pub enum AtomicOp {
    Add,
    And,
    Or,
    Xor,
    IMin,
    IMax,
    UMin,
    UMax,
    Exchange,
}

impl AtomicOp {
    /// (kind, spelling in text), in the order of the variants.
    pub const ALL: [(Self, &'static str); 9] = [
        (Self::Add, "add"),
        (Self::And, "and"),
        (Self::Or, "or"),
        (Self::Xor, "xor"),
        (Self::IMin, "imin"),
        (Self::IMax, "imax"),
        (Self::UMin, "umin"),
        (Self::UMax, "umax"),
        (Self::Exchange, "xchg"),
    ];

    /// Spelling in the text form.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The same on integers without a sign.
    pub fn unsigned(self) -> Self {
        match self {
            Self::IMin | Self::UMin => Self::UMin,
            Self::IMax | Self::UMax => Self::UMax,
            Self::Add | Self::And | Self::Or | Self::Xor | Self::Exchange => self,
        }
    }
}

/// The operation that combines the values of several lanes. Floats use the forms that are not unsigned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the variants say what they do")]
pub enum ReduceOp {
    Sum,
    UnsignedSum,
    Product,
    UnsignedProduct,
    Min,
    UnsignedMin,
    Max,
    UnsignedMax,
    And,
    Or,
    Xor,
}

impl ReduceOp {
    /// (kind, spelling in text), in the order of the variants. No spelling is also an [`AtomicOp`]'s.
    pub const ALL: [(Self, &'static str); 11] = [
        (Self::Sum, "sum"),
        (Self::UnsignedSum, "usum"),
        (Self::Product, "product"),
        (Self::UnsignedProduct, "uproduct"),
        (Self::Min, "minimum"),
        (Self::UnsignedMin, "uminimum"),
        (Self::Max, "maximum"),
        (Self::UnsignedMax, "umaximum"),
        (Self::And, "bitand"),
        (Self::Or, "bitor"),
        (Self::Xor, "bitxor"),
    ];

    /// Spelling in the text form.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The same on integers without a sign.
    pub fn unsigned(self) -> Self {
        match self {
            Self::Sum | Self::UnsignedSum => Self::UnsignedSum,
            Self::Product | Self::UnsignedProduct => Self::UnsignedProduct,
            Self::Min | Self::UnsignedMin => Self::UnsignedMin,
            Self::Max | Self::UnsignedMax => Self::UnsignedMax,
            Self::And | Self::Or | Self::Xor => self,
        }
    }
}

bitflags! {
    /// The accesses that a barrier waits for.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct BarrierKind: u8 {
        /// All threads of the group reach it.
        const SYNC = 1;
        /// Accesses to groupshared memory are done.
        const GROUPSHARED = 2;
        /// Accesses to resources are done, for the group.
        const UAV_GROUP = 4;
        /// Accesses to resources are done, for the device.
        const UAV_DEVICE = 8;
    }
}
