//! Comparisons of a number with constants, as the numbers for which they hold.
//!
//! What bits a number may have is answered here too.
//!
//! In: comparisons of integers, of a number or of its sum with a constant. Out: the numbers for which one of two holds, or both, as
//! one comparison, where they follow each other (the first after the last: numbers go round).

use super::{Rewrite, View, splat, splat_bits};
use hlslc_ir::{Op, Scalar, Value};

/// Numbers of some bits that follow each other: from one on so many, neither none nor all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Range {
    first: u64,
    /// All bits of a number.
    bits: u64,
    count: u128,
}

impl Range {
    /// How many numbers there are.
    fn size(bits: u64) -> u128 {
        u128::from(bits) + 1
    }

    /// The numbers from one up to before another.
    fn new(first: u64, end: u64, bits: u64) -> Option<Self> {
        let count = u128::from(end.wrapping_sub(first) & bits);
        (count != 0).then_some(Self { first, bits, count })
    }

    /// The first number behind them.
    fn end(self) -> u64 {
        self.first.wrapping_add(self.count as u64) & self.bits
    }

    /// For which numbers `x op c` holds.
    fn of(op: Op, c: u64, bits: u64) -> Option<Self> {
        let (next, least) = (c.wrapping_add(1) & bits, (bits >> 1) + 1);
        // From where to before where.
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

    fn others(self) -> Self {
        Self { first: self.end(), count: Self::size(self.bits) - self.count, ..self }
    }

    /// The numbers of both, if they follow each other and are not all.
    fn or(self, other: Self) -> Option<Self> {
        let joined = |a: Self, b: Self| {
            let apart = u128::from(b.first.wrapping_sub(a.first) & a.bits);
            let count = a.count.max(apart + b.count);
            (apart <= a.count && count < Self::size(a.bits)).then_some(Self { count, ..a })
        };
        joined(self, other).or_else(|| joined(other, self))
    }
}

impl View<'_> {
    /// One comparison in place of two, of which nobody else asks, that say together whether a number is one of a range.
    pub(super) fn one_range(&mut self) -> Option<Rewrite> {
        let [(x, a), (y, b)] = [self.range(0)?, self.range(1)?];
        (x == y).then_some(())?;
        let range = if self.op == Op::Or { a.or(b)? } else { a.others().or(b.others())?.others() };
        let (bits, least) = (range.bits, (range.bits >> 1) + 1);
        let (first, end) = (range.first, range.end());
        let ty = self.func.ty(x);
        let (op, c) = match () {
            () if range.count == 1 => (Op::IEq, first),
            () if range.others().count == 1 => (Op::INe, end),
            () if first == 0 => (Op::ULt, end),
            () if end == 0 => (Op::UGe, first),
            () if first == least => (Op::SLt, end),
            () if end == least => (Op::SGe, first),
            () => {
                let [back, count] = [first.wrapping_neg() & bits, range.count as u64];
                let [back, count] = [back, count].map(|bits| splat(self.ctx, self.func, ty, bits));
                let moved = self.emit_as(Op::Add, ty, &[x, back])?;
                return self.to(Op::ULt, &[moved, count]);
            }
        };
        let c = splat(self.ctx, self.func, ty, c);
        self.to(op, &[x, c])
    }

    /// The number that an operand asks about, and for which numbers it holds.
    fn range(&self, index: usize) -> Option<(Value, Range)> {
        self.alone(index)?;
        let test = self.func.as_inst(self.arg(index)?)?;
        let (mut x, c) = (self.inner_arg(test, 0)?, self.inner_arg(test, 1)?);
        let bits = self.all_bits(x)?;
        let mut range = Range::of(self.func.insts[test].op, splat_bits(self.ctx, self.func, c)?, bits)?;
        if let Some(sum) = self.func.as_inst(x).filter(|&sum| self.func.insts[sum].op == Op::Add)
            && let Some(c) = splat_bits(self.ctx, self.func, self.inner_arg(sum, 1)?)
        {
            x = self.inner_arg(sum, 0)?;
            range.first = range.first.wrapping_sub(c) & bits;
        }
        Some((x, range))
    }
}

impl View<'_> {
    /// The bits that a value may have, as far as the operations behind it tell.
    pub(super) fn possible_bits(&self, value: Value, depth: u32) -> u64 {
        let Some(all) = self.all_bits(value) else { return u64::MAX };
        if let Some(bits) = splat_bits(self.ctx, self.func, value) {
            return bits;
        }
        let Some(inst) = self.func.as_inst(value).filter(|_| depth > 0) else { return all };
        let &[first, ref rest @ ..] = self.func.args(inst) else { return all };
        let constant = || rest.first().and_then(|&c| splat_bits(self.ctx, self.func, c));
        let possible = |value: Value| self.possible_bits(value, depth - 1);
        let fits = |c: u64| c < u64::from(all.count_ones());
        // What is no more than this.
        let up_to = |most: u64| if most == 0 { 0 } else { u64::MAX >> most.leading_zeros() };
        let found = match (self.func.insts[inst].op, constant(), rest) {
            (Op::LShr, Some(c), _) if fits(c) => possible(first) >> c,
            (Op::Shl, Some(c), _) if fits(c) => possible(first) << c,
            (Op::And, _, &[second]) => possible(first) & possible(second),
            (Op::Or | Op::Xor, _, &[second]) => possible(first) | possible(second),
            (Op::Select, _, &[yes, no]) => possible(yes) | possible(no),
            (Op::URem, Some(c @ 1..), _) => up_to(c - 1),
            (Op::Add, _, &[second]) => possible(first).checked_add(possible(second)).map_or(all, up_to),
            (Op::ZExt, ..) if self.ctx.scalar_of(self.func.ty(first)) == Some(Scalar::Bool) => 1,
            (Op::ZExt, ..) => possible(first),
            (Op::UMin, Some(c), _) => up_to(c),
            _ => all,
        };
        // Sums beyond the width go round.
        if found & !all == 0 || self.func.insts[inst].op == Op::Shl { found & all } else { all }
    }
}

#[cfg(test)]
mod tests {
    use super::super::COMPARISONS;
    use super::*;

    /// Numbers of four bits, so that all of them can be asked about.
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
}
