//! Represents ranges of integers, and comparisons with constants as such ranges.
//!
//! Input: comparisons of an integer, or of its sum with a constant, with a constant. Output: ranges of consecutive integers
//! modulo 2^n (the first follows the last), with intersection, union and inclusion.

use crate::scalar::rules::{all_bits, splat_bits};
use hlslc_ir::context::Context;
use hlslc_ir::{Function, Inst, Op, Value};

/// Consecutive integers modulo 2^n, at least one and not all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    pub first: u64,
    /// The mask of the n bits of the integer.
    pub bits: u64,
    pub count: u128,
}

impl Range {
    /// The number of integers of this width.
    fn size(bits: u64) -> u128 {
        u128::from(bits) + 1
    }

    /// The integers from `first` to before `end`.
    pub fn new(first: u64, end: u64, bits: u64) -> Option<Self> {
        let count = u128::from(end.wrapping_sub(first) & bits);
        (count != 0).then_some(Self { first, bits, count })
    }

    /// The integer after the last one.
    pub fn end(self) -> u64 {
        self.first.wrapping_add(self.count as u64) & self.bits
    }

    /// The integers x for which `x op c` holds; `None` if there are none or all.
    pub fn of(op: Op, c: u64, bits: u64) -> Option<Self> {
        let (next, least) = (c.wrapping_add(1) & bits, (bits >> 1) + 1);
        // The first integer, and the one after the last.
        let rows = [
            (Op::IEq, c, next),
            (Op::INe, next, c),
            (Op::ULt, 0, c),
            (Op::UGe, c, 0),
            (Op::ULe, 0, next),
            (Op::UGt, next, 0),
            (Op::SLt, least, c),
            (Op::SGe, c, least),
            (Op::SLe, least, next),
            (Op::SGt, next, least),
        ];
        let &(_, first, end) = rows.iter().find(|row| row.0 == op)?;
        Self::new(first, end, bits)
    }

    pub fn others(self) -> Self {
        Self { first: self.end(), count: Self::size(self.bits) - self.count, ..self }
    }

    /// The union, if it is one range.
    pub fn or(self, other: Self) -> Option<Self> {
        let joined = |a: Self, b: Self| {
            let apart = u128::from(b.first.wrapping_sub(a.first) & a.bits);
            let count = a.count.max(apart + b.count);
            (apart <= a.count && count < Self::size(a.bits)).then_some(Self { count, ..a })
        };
        joined(self, other).or_else(|| joined(other, self))
    }

    /// The intersection, if it is one range.
    pub fn and(self, other: Self) -> Option<Self> {
        self.others().or(other.others()).map(Self::others)
    }

    /// Whether the other range includes this one.
    pub fn is_in(self, other: Self) -> bool {
        let apart = u128::from(self.first.wrapping_sub(other.first) & self.bits);
        apart + self.count <= other.count
    }
}

/// The integer that a comparison with a constant tests, and the range of it for which the comparison holds. For a sum
/// with a constant, this is the other term.
pub(crate) fn tested(ctx: &Context, func: &Function, test: Inst) -> Option<(Value, Range)> {
    let &[mut x, c] = func.args(test) else { return None };
    let bits = all_bits(ctx, func, x)?;
    let mut range = Range::of(func.insts[test].op, splat_bits(ctx, func, c)?, bits)?;
    if let Some(sum) = func.as_inst(x).filter(|&sum| func.insts[sum].op == Op::Add)
        && let &[term, c] = func.args(sum)
        && let Some(c) = splat_bits(ctx, func, c)
    {
        x = term;
        range.first = range.first.wrapping_sub(c) & bits;
    }
    Some((x, range))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scalar::rules::COMPARISONS;

    /// Integers of four bits, so that the tests can try all of them.
    const BITS: u64 = 15;

    fn holds(op: Op, x: u64, c: u64) -> bool {
        let signed = |x: u64| if x > BITS / 2 { x.cast_signed() - 16 } else { x.cast_signed() };
        let rows = [
            (Op::IEq, x == c),
            (Op::INe, x != c),
            (Op::ULt, x < c),
            (Op::UGe, x >= c),
            (Op::ULe, x <= c),
            (Op::UGt, x > c),
            (Op::SLt, signed(x) < signed(c)),
            (Op::SGe, signed(x) >= signed(c)),
            (Op::SLe, signed(x) <= signed(c)),
            (Op::SGt, signed(x) > signed(c)),
        ];
        rows.iter().any(|&(row, holds)| row == op && holds)
    }

    fn has(range: Range, x: u64) -> bool {
        u128::from(x.wrapping_sub(range.first) & BITS) < range.count
    }

    #[test]
    fn ranges_are_the_numbers_for_which_comparisons_hold() {
        for (op, c) in COMPARISONS.into_iter().flat_map(|op| (0..=BITS).map(move |c| (op, c))) {
            let numbers = (0..=BITS).filter(|&x| holds(op, x, c)).count();
            match Range::of(op, c, BITS) {
                Some(range) => assert!((0..=BITS).all(|x| has(range, x) == holds(op, x, c)), "{op:?} {c}"),
                None => assert!(numbers == 0 || numbers == 16, "{op:?} {c}"),
            }
        }
    }

    #[test]
    fn what_follows_each_other_is_one_range() {
        let all = || (0..=BITS).flat_map(|first| (1..=15).map(move |count| Range { first, bits: BITS, count }));
        for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
            let together: Vec<u64> = (0..=BITS).filter(|&x| has(a, x) || has(b, x)).collect();
            let starts = together.iter().filter(|&&x| !together.contains(&(x.wrapping_sub(1) & BITS))).count();
            match a.or(b) {
                Some(both) => assert!((0..=BITS).all(|x| has(both, x) == together.contains(&x)), "{a:?} {b:?}"),
                None => assert!(starts != 1, "{a:?} {b:?} {together:?}"),
            }
        }
    }

    #[test]
    fn what_both_have_is_what_each_has() {
        let all = || (0..=BITS).flat_map(|first| (1..=15).map(move |count| Range { first, bits: BITS, count }));
        for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
            if let Some(both) = a.and(b) {
                assert!((0..=BITS).all(|x| has(both, x) == (has(a, x) && has(b, x))), "{a:?} {b:?}");
            }
            assert_eq!(a.is_in(b), (0..=BITS).all(|x| !has(a, x) || has(b, x)), "{a:?} {b:?}");
        }
    }
}
