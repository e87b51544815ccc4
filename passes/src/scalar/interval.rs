//! Bounds integers by intervals (value-range analysis, Harrison 1977: "Compiler analysis of the value ranges for
//! variables"), as far as a few operations from their definition say.
//!
//! Input: a value, and whether its bits are read as a signed number. Output: the least and the greatest number that it
//! can be. The interval holds wherever the value is defined: no condition of a branch is followed, and a parameter of a
//! block has the numbers of its arguments. A quotient is at most its dividend: a division by zero is undefined in LLVM's IR,
//! which DXIL is, and in SPIR-V. Cost: [`VALUES`] bounds it.

use crate::scalar::rules::{all_bits, splat_bits};
use hlslc_ir::cfg::Cfg;
use hlslc_ir::context::Context;
use hlslc_ir::{Function, Inst, Op, Scalar, Value, ValueDef};
use std::cell::Cell;

/// How many operations are followed from a value to what it is computed of.
const DEPTH: u32 = 4;

/// How many values are looked at for one interval: a block may have many arguments for a parameter.
const VALUES: u32 = 64;

/// How the bits of an integer are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Sign {
    Unsigned,
    Signed,
}

/// The numbers from `low` to `high`, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Interval {
    pub low: i128,
    pub high: i128,
}

impl Interval {
    /// All numbers of a width, given as its mask.
    fn all(bits: u64, sign: Sign) -> Self {
        let bits = i128::from(bits);
        match sign {
            Sign::Unsigned => Self { low: 0, high: bits },
            Sign::Signed => Self { low: -(bits >> 1) - 1, high: bits >> 1 },
        }
    }

    /// One number, given by its bits.
    pub fn one(number: u64, bits: u64, sign: Sign) -> Self {
        let number = i128::from(number & bits);
        let all = Self::all(bits, sign);
        let number = if number > all.high { number - i128::from(bits) - 1 } else { number };
        Self { low: number, high: number }
    }

    fn is_in(self, other: Self) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// The interval of the lesser of two numbers.
    fn min(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.min(other.high) }
    }

    /// The interval of the greater of two numbers.
    fn max(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.max(other.high) }
    }

    /// The least interval that includes both.
    fn or(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }
}

/// Whether a comparison of a number of the first interval with one of the second always has the same result, and which.
/// `None` for operations that are no comparison by order.
pub(crate) fn compared(op: Op, a: Interval, b: Interval) -> Option<bool> {
    let less = |a: Interval, b: Interval| match () {
        () if a.high < b.low => Some(true),
        () if a.low >= b.high => Some(false),
        () => None,
    };
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other operation compares by order")]
    match op {
        Op::ULt | Op::SLt => less(a, b),
        Op::UGt | Op::SGt => less(b, a),
        Op::UGe | Op::SGe => less(a, b).map(|less| !less),
        Op::ULe | Op::SLe => less(b, a).map(|less| !less),
        _ => None,
    }
}

/// How a comparison by order reads its operands.
pub(crate) fn sign_of(op: Op) -> Option<Sign> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other operation compares by order")]
    match op {
        Op::ULt | Op::UGt | Op::UGe | Op::ULe => Some(Sign::Unsigned),
        Op::SLt | Op::SGt | Op::SGe | Op::SLe => Some(Sign::Signed),
        _ => None,
    }
}

/// The interval of an integer or of each component of a vector; `None` if the value is something else, or can be every
/// number of its type.
pub(crate) fn interval(ctx: &Context, func: &Function, cfg: &Cfg, value: Value, sign: Sign) -> Option<Interval> {
    let all = Interval::all(all_bits(ctx, func, value)?, sign);
    Some(Search { ctx, func, cfg, left: Cell::new(VALUES) }.within(value, sign, DEPTH)).filter(|&found| found != all)
}

/// The search for one interval.
struct Search<'a> {
    ctx: &'a Context,
    func: &'a Function,
    cfg: &'a Cfg,
    /// How many more values are looked at.
    left: Cell<u32>,
}

impl Search<'_> {
    /// The interval of a value by the operations that lead to it.
    fn within(&self, value: Value, sign: Sign, depth: u32) -> Interval {
        let Self { ctx, func, cfg, .. } = *self;
        let Some(bits) = all_bits(ctx, func, value) else {
            return if ctx.scalar_of(func.ty(value)) == Some(Scalar::Bool) {
                Interval { low: 0, high: 1 }
            } else {
                Interval { low: i128::MIN, high: i128::MAX }
            };
        };
        let all = Interval::all(bits, sign);
        if let Some(number) = splat_bits(ctx, func, value) {
            return Interval::one(number, bits, sign);
        }
        if depth == 0 || self.left.get() == 0 {
            return all;
        }
        self.left.set(self.left.get() - 1);
        match func.values[value].def {
            ValueDef::Inst(inst) => self.result(inst, (bits, sign), depth),
            ValueDef::Param(block, at) => {
                let given = cfg.incoming(func, block).filter_map(|(_, to)| to.args.get(at as usize));
                let given = given.map(|&arg| self.within(arg, sign, depth - 1));
                given.reduce(Interval::or).filter(|_| Some(block) != func.entry()).unwrap_or(all)
            }
            ValueDef::Const(_) => all,
        }
    }

    /// The interval of the result of an operation, whose bits are these.
    fn result(&self, inst: Inst, (bits, sign): (u64, Sign), depth: u32) -> Interval {
        let all = Interval::all(bits, sign);
        let args = self.func.args(inst);
        let operand = |index: usize, sign: Sign| self.within(args[index], sign, depth - 1);
        let unsigned = |index: usize| operand(index, Sign::Unsigned);
        let signed = |index: usize| operand(index, Sign::Signed);
        let up_to = |high: i128| Interval { low: 0, high };
        // By unsigned numbers, unless the row says otherwise.
        #[expect(clippy::wildcard_enum_match_arm, reason = "nothing is known of what another operation computes")]
        let (found, read) = match self.func.insts[inst].op {
            Op::And => (up_to(unsigned(0).high.min(unsigned(1).high)), Sign::Unsigned),
            Op::UDiv => {
                let (dividend, divisor) = (unsigned(0), unsigned(1));
                (up_to(dividend.high / divisor.low.max(1)), Sign::Unsigned)
            }
            Op::URem => (up_to(unsigned(0).high.min((unsigned(1).high - 1).max(0))), Sign::Unsigned),
            Op::LShr => {
                let count = unsigned(1);
                let least = if count.low == count.high { count.low & i128::from(bits.count_ones() - 1) } else { 0 };
                (up_to(unsigned(0).high >> least), Sign::Unsigned)
            }
            Op::UMin => (unsigned(0).min(unsigned(1)), Sign::Unsigned),
            Op::UMax => (unsigned(0).max(unsigned(1)), Sign::Unsigned),
            Op::IMin => (signed(0).min(signed(1)), Sign::Signed),
            Op::IMax => (signed(0).max(signed(1)), Sign::Signed),
            Op::Add => {
                let (a, b) = (operand(0, sign), operand(1, sign));
                (Interval { low: a.low.saturating_add(b.low), high: a.high.saturating_add(b.high) }, sign)
            }
            Op::ZExt => (unsigned(0), Sign::Unsigned),
            Op::CountBits => {
                let most = all_bits(self.ctx, self.func, args[0]).map_or(64, u64::count_ones);
                (up_to(i128::from(most)), Sign::Unsigned)
            }
            Op::Select => (operand(1, sign).or(operand(2, sign)), sign),
            _ => (all, sign),
        };
        // A sum outside of its type wraps around; a number below the sign bit is the same by both readings.
        let same = Interval { low: 0, high: i128::from(bits >> 1) };
        if read == sign && found.is_in(all) || found.is_in(same) { found } else { all }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_is_decided_if_every_pair_of_numbers_decides_it_alike() {
        type Row = (Op, fn(i128, i128) -> bool);
        const ROWS: [Row; 4] =
            [(Op::SLt, |a, b| a < b), (Op::SLe, |a, b| a <= b), (Op::SGt, |a, b| a > b), (Op::SGe, |a, b| a >= b)];
        let intervals = || (-3..4).flat_map(|low| (low..4).map(move |high| Interval { low, high }));
        let pairs = || intervals().flat_map(|a| intervals().map(move |b| (a, b)));
        for ((op, holds), (a, b)) in ROWS.iter().flat_map(|&row| pairs().map(move |pair| (row, pair))) {
            let mut pairs = (a.low..=a.high).flat_map(|x| (b.low..=b.high).map(move |y| holds(x, y)));
            let first = pairs.next();
            let expected = first.filter(|&first| pairs.all(|holds| holds == first));
            assert_eq!(compared(op, a, b), expected, "{op:?} {a:?} {b:?}");
        }
    }

    #[test]
    fn a_number_is_read_by_its_sign() {
        assert_eq!(Interval::one(255, 255, Sign::Signed).low, -1);
        assert_eq!(Interval::one(255, 255, Sign::Unsigned).low, 255);
        assert_eq!(Interval::one(128, 255, Sign::Signed).high, -128);
        assert_eq!(Interval::one(127, 255, Sign::Signed).high, 127);
    }
}
