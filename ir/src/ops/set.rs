//! Represents sets of operations as bit sets.
//!
//! Input: operations. Output: a set that answers in a few instructions whether a function may contain one of some
//! operations.

use super::Op;
use std::fmt;

const WORDS: usize = Op::ALL.len().div_ceil(u64::BITS as usize);

/// A set of operations.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct OpSet([u64; WORDS]);

impl OpSet {
    /// No operation.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// These operations.
    pub const fn of(ops: &[Op]) -> Self {
        let mut set = Self::EMPTY;
        let mut at = 0;
        while at < ops.len() {
            set.insert(ops[at]);
            at += 1;
        }
        set
    }

    /// The operations of which it says so.
    pub fn which(wanted: impl Fn(Op) -> bool) -> Self {
        let mut set = Self::EMPTY;
        Op::ALL.iter().copied().filter(|&op| wanted(op)).for_each(|op| set.insert(op));
        set
    }

    /// Adds one.
    pub const fn insert(&mut self, op: Op) {
        self.0[op as usize / u64::BITS as usize] |= 1 << (op as usize % u64::BITS as usize);
    }

    /// Whether one is in it.
    pub const fn contains(&self, op: Op) -> bool {
        self.0[op as usize / u64::BITS as usize] >> (op as usize % u64::BITS as usize) & 1 != 0
    }

    /// Whether any is in both.
    pub fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
}

impl fmt::Debug for OpSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(Op::ALL.iter().filter(|&&op| self.contains(op))).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::OpSet;
    use crate::Op;

    #[test]
    fn a_set_has_what_was_put_in() {
        let last = *Op::ALL.last().expect("there are operations");
        let set = OpSet::of(&[Op::Add, last]);
        let members: Vec<Op> = Op::ALL.iter().copied().filter(|&op| set.contains(op)).collect();
        assert_eq!(members, [Op::Add, last]);
        assert_eq!(set, OpSet::which(|op| op == last || op == Op::Add));
        assert!(set.intersects(&OpSet::of(&[last])) && !set.intersects(&OpSet::of(&[Op::Sub])));
    }
}
