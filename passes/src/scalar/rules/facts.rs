//! Filters the rules that may match an instruction by its operands.
//!
//! Input: an instruction, and the condition that a rule states. Output: whether the rule may match. The answer is "no" only
//! if the rule would not match, so the filter saves time and decides nothing.

use super::Rule;
use hlslc_ir::{Function, Inst, Op, ValueDef};

/// What is known of the operands of an instruction from one look at them, as bits. This excludes most rules.
#[derive(Clone, Copy)]
pub(crate) struct Facts(u128);

/// The facts that a rule requires.
#[derive(Clone, Copy)]
pub(crate) struct When {
    /// All of these must hold.
    all: u128,
    /// At least one of these must hold, unless there are none.
    any: u128,
}

/// The union of the conditions of several rules: an instruction with none of these facts satisfies none of them.
#[derive(Clone, Copy, Default)]
pub(crate) struct Conditions {
    /// At least one bit of the condition of each rule.
    bits: u128,
    /// Whether the condition of a rule is empty.
    open: bool,
}

impl Conditions {
    /// Adds the condition of a rule.
    pub fn add(&mut self, rule: &Rule) {
        let When { all, any } = rule.when;
        // If all bits are required, one of them is enough for the filter.
        self.bits |= if any == 0 { all.checked_ilog2().map_or(0, |last| 1 << last) } else { any };
        self.open |= (all | any) == 0;
    }
}

/// The first two operands are the same.
const EQUAL: u128 = 1 << 3;
/// The first operand comes from the same operation.
const ALIKE: u128 = 1 << 4;
/// The last operand is a constant, whatever its number.
const LAST: u128 = 1 << 5;

/// The bit for a constant operand.
const fn constant_bit(operand: usize) -> u128 {
    assert!(operand < 3, "only the first three operands are looked at");
    1 << operand
}

/// The operations that rules require an operand to be the result of.
const MAKERS: [Op; 39] = [
    Op::FNeg,
    Op::FAbs,
    Op::FAdd,
    Op::FSub,
    Op::FMul,
    Op::FDiv,
    Op::Mul,
    Op::And,
    Op::Or,
    Op::Xor,
    Op::ZExt,
    Op::Trunc,
    Op::Shl,
    Op::LShr,
    Op::Construct,
    Op::Insert,
    Op::Swizzle,
    Op::Leading,
    Op::Extract,
    Op::Saturate,
    Op::Select,
    Op::SGe,
    Op::SLt,
    Op::IEq,
    Op::INe,
    Op::ULt,
    Op::UGe,
    Op::UiToFp,
    Op::Add,
    Op::Sub,
    Op::AShr,
    Op::UGt,
    Op::ULe,
    Op::SGt,
    Op::SLe,
    Op::SExt,
    Op::UDiv,
    Op::URem,
    Op::FpExt,
];

/// The bit of each operation in `MAKERS`, by operation.
const MAKER_BITS: [u128; Op::ALL.len()] = {
    let mut bits = [0; Op::ALL.len()];
    let mut at = 0;
    while at < MAKERS.len() {
        bits[MAKERS[at] as usize] = 1 << at;
        at += 1;
    }
    bits
};

/// The bit for one of the first two operands being the result of an operation; zero if no rule requires this operation.
const fn made_bit(operand: usize, op: Op) -> u128 {
    assert!(MAKERS.len() <= 56, "two operands have room for no more");
    MAKER_BITS[op as usize] << (8 + operand * 56)
}

/// The bit for a constant last operand.
const fn last(is_constant: bool) -> u128 {
    if is_constant { LAST } else { 0 }
}

impl Facts {
    /// Examines the operands of an instruction.
    pub fn new(func: &Function, inst: Inst) -> Self {
        let (op, args) = (func.insts[inst].op, func.args(inst));
        let maker = |at: usize| args.get(at).map(|&arg| func.values[arg].def);
        let made = |at: usize, def: Option<ValueDef>| match def {
            Some(ValueDef::Const(_)) => constant_bit(at),
            Some(ValueDef::Inst(maker)) => {
                let maker = func.insts[maker].op;
                made_bit(at, maker) | if at == 0 && maker == op { ALIKE } else { 0 }
            }
            Some(ValueDef::Param(..)) | None => 0,
        };
        let mut facts = made(0, maker(0));
        match args {
            [] => {}
            [_] => facts |= last(facts & constant_bit(0) != 0),
            [first, second, rest @ ..] => {
                facts |= made(1, maker(1)) | if first == second { EQUAL } else { 0 };
                if let [third, ..] = rest
                    && func.as_const(*third).is_some()
                {
                    facts |= constant_bit(2);
                }
                let is_constant = match rest {
                    [] => facts & constant_bit(1) != 0,
                    [_] => facts & constant_bit(2) != 0,
                    [.., end] => func.as_const(*end).is_some(),
                };
                facts |= last(is_constant);
            }
        }
        Self(facts)
    }

    /// Whether the first operand is a constant.
    pub fn first_is_constant(self) -> bool {
        self.0 & constant_bit(0) != 0
    }

    /// Whether the last operand is a constant.
    pub fn last_is_constant(self) -> bool {
        self.0 & LAST != 0
    }

    /// Whether any of several rules may match.
    pub fn may_satisfy(self, conditions: Conditions) -> bool {
        conditions.open || self.0 & conditions.bits != 0
    }

    /// Whether a rule may match.
    pub fn allow(self, rule: &Rule) -> bool {
        let When { all, any } = rule.when;
        self.0 & all == all && (any == 0 || self.0 & any != 0)
    }
}

/// An operand is a constant.
pub(super) const fn constant(operand: usize) -> When {
    When { all: constant_bit(operand), any: 0 }
}

/// One of the first two operands is the result of this operation.
pub(super) const fn made(operand: usize, op: Op) -> When {
    let bit = made_bit(operand, op);
    assert!(bit != 0, "the operation has no bit");
    When { all: bit, any: 0 }
}

/// The first two operands are the same.
pub(super) const fn equal() -> When {
    When { all: EQUAL, any: 0 }
}

/// Some of these operands are constants.
pub(super) const fn some_constant(operands: &[usize]) -> When {
    let (mut any, mut at) = (0, 0);
    while at < operands.len() {
        any |= constant_bit(operands[at]);
        at += 1;
    }
    When { all: 0, any }
}

/// The first operand is the result of one of these operations.
pub(super) const fn made_of(ops: &[Op]) -> When {
    let (mut any, mut at) = (0, 0);
    while at < ops.len() {
        let bit = made_bit(0, ops[at]);
        assert!(bit != 0, "the operation has no bit");
        any |= bit;
        at += 1;
    }
    When { all: 0, any }
}

/// The first or the second operand is the result of this operation.
pub(super) const fn some_made(op: Op) -> When {
    When { all: 0, any: made_bit(0, op) | made_bit(1, op) }
}

impl When {
    /// The empty condition.
    pub(super) const ANY: Self = Self { all: 0, any: 0 };

    const fn and(self, more: u128) -> Self {
        Self { all: self.all | more, any: self.any }
    }

    pub(super) const fn constant(self, operand: usize) -> Self {
        self.and(constant(operand).all)
    }

    pub(super) const fn made(self, operand: usize, op: Op) -> Self {
        self.and(made(operand, op).all)
    }

    /// The first operand is the result of the same operation.
    pub(super) const fn made_alike(self) -> Self {
        self.and(ALIKE)
    }

    /// The operations that an operand may have to be the result of, for an instruction with operation `op`.
    #[cfg(test)]
    pub(super) fn makers(self, operand: usize, op: Op) -> Vec<Op> {
        if operand > 1 {
            return Vec::new();
        }
        let alike = (operand == 0 && self.all & ALIKE != 0).then_some(op);
        let required = MAKERS.iter().copied().filter(|&maker| (self.all | self.any) & made_bit(operand, maker) != 0);
        alike.into_iter().chain(required).collect()
    }

    /// Whether the condition requires a constant operand.
    #[cfg(test)]
    pub(super) fn wants_constant(self, operand: usize) -> bool {
        (self.all | self.any) & constant_bit(operand) != 0
    }
}
