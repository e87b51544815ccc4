//! Implements rules on integer comparisons: combines two comparisons of one integer with constants,
//! and computes the bits that an integer may have set (known-bits analysis).
//!
//! Input: an instruction as rules see it. Output: the union or intersection of the [ranges](crate::scalar::ranges) of
//! its operands as a comparison; a mask of possible bits.

use super::{Rewrite, View, splat, splat_bits};
use crate::scalar::ranges::{Range, tested};
use hlslc_ir::{Op, Scalar, Value};

/// The depth to which the known bits of operands are computed.
pub(super) const KNOWN_BITS_DEPTH: u32 = 4;

impl View<'_> {
    /// Replaces two comparisons by their result if no integer is in both ranges, or each is in one of them; and those
    /// without other uses by one, if together they test whether an integer is in a range.
    pub(super) fn one_range(&mut self) -> Option<Rewrite> {
        let [(x, a), (y, b)] = [self.range(0)?, self.range(1)?];
        (x == y).then_some(())?;
        let is_or = self.op == Op::Or;
        if if is_or { a.others().is_in(b) } else { a.is_in(b.others()) } {
            return Some(Rewrite::Value(self.splat(u64::from(is_or))));
        }
        self.alone(0)?;
        self.alone(1)?;
        let range = if is_or { a.or(b)? } else { a.and(b)? };
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

    /// The integer that an operand tests, and the range for which it holds.
    fn range(&self, index: usize) -> Option<(Value, Range)> {
        tested(self.ctx, self.func, self.func.as_inst(self.arg(index)?)?)
    }
}

impl View<'_> {
    /// The bits of a value that may be set, as far as its operands determine them.
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
        // The mask of all integers up to this one.
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
        // A sum that overflows wraps around, so nothing is known of it.
        if found & !all == 0 || self.func.insts[inst].op == Op::Shl { found & all } else { all }
    }
}
