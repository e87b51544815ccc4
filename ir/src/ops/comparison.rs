//! Represents comparisons as data: the type of the operands, and the orders for which the comparison is true.
//!
//! Input: nothing. Output: [`Comparison`], a column of the op table. The fold of a comparison, its negation and its swapped
//! form follow from it.

use super::fold::{Fold, Numbers};
use super::{Op, table};
use bitflags::bitflags;

bitflags! {
    /// Relations of two numbers; two given ones have one of them.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Order: u8 {
        /// The first is less.
        const LESS = 1;
        /// They are equal.
        const EQUAL = 2;
        /// The first is greater.
        const GREATER = 4;
        /// They are unordered, as one of them is NaN.
        const NEITHER = 8;

        /// All orders of two values that are not NaN.
        const NUMBERS = Self::LESS.bits() | Self::EQUAL.bits() | Self::GREATER.bits();
        /// Less or equal.
        const AT_MOST = Self::LESS.bits() | Self::EQUAL.bits();
        /// Greater or equal.
        const AT_LEAST = Self::GREATER.bits() | Self::EQUAL.bits();
        /// Less or greater.
        const UNEQUAL = Self::LESS.bits() | Self::GREATER.bits();
    }
}

impl Order {
    /// The orders of the two values in the opposite order.
    pub const fn turned(self) -> Self {
        let symmetric = self.intersection(Self::EQUAL.union(Self::NEITHER));
        let less = if self.contains(Self::GREATER) { Self::LESS } else { Self::empty() };
        let greater = if self.contains(Self::LESS) { Self::GREATER } else { Self::empty() };
        symmetric.union(less).union(greater)
    }
}

/// The kind of values that are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Compared {
    /// Integers or Booleans that are compared for equality.
    Bits,
    /// Integers without a sign.
    Unsigned,
    /// Integers with a sign.
    Signed,
    /// Floats.
    Floats,
}

impl Compared {
    /// All orders that two such values may have.
    pub const fn orders(self) -> Order {
        match self {
            Self::Bits | Self::Unsigned | Self::Signed => Order::NUMBERS,
            Self::Floats => Order::all(),
        }
    }
}

/// A comparison: the kind of its operands, and the orders of them for which it is true.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Comparison {
    /// The kind of its operands.
    pub of: Compared,
    /// The orders for which it is true.
    pub holds: Order,
}

impl Comparison {
    /// The comparison that is true if this one is not.
    pub const fn opposite(self) -> Self {
        Self { of: self.of, holds: self.of.orders().difference(self.holds) }
    }

    /// The equivalent comparison of the operands in the opposite order.
    pub const fn turned(self) -> Self {
        Self { of: self.of, holds: self.holds.turned() }
    }

    /// The result for constants.
    pub(super) fn is_true(self, numbers: &Numbers<'_>) -> bool {
        let order = match self.of {
            Compared::Bits | Compared::Unsigned => Some(numbers.u(0).cmp(&numbers.u(1))),
            Compared::Signed => Some(numbers.s(0).cmp(&numbers.s(1))),
            Compared::Floats => numbers.f(0).partial_cmp(&numbers.f(1)),
        };
        let order = match order {
            Some(std::cmp::Ordering::Less) => Order::LESS,
            Some(std::cmp::Ordering::Equal) => Order::EQUAL,
            Some(std::cmp::Ordering::Greater) => Order::GREATER,
            None => Order::NEITHER,
        };
        self.holds.contains(order)
    }

    const fn is(self, other: Self) -> bool {
        self.of as u8 == other.of as u8 && self.holds.bits() == other.holds.bits()
    }
}

/// The operation of each comparison's [`turned`](Comparison::turned) one.
static TURNED: [Option<Op>; Op::ALL.len()] = partners(true);
/// The operation of each comparison's [`opposite`](Comparison::opposite).
static OPPOSITE: [Option<Op>; Op::ALL.len()] = partners(false);

const fn comparison(op: Op) -> Option<Comparison> {
    if let Fold::Compares(comparison) = table::TABLE[op as usize].fold { Some(comparison) } else { None }
}

const fn partners(turned: bool) -> [Option<Op>; Op::ALL.len()] {
    let mut partners = [None; Op::ALL.len()];
    let mut at = 0;
    while at < Op::ALL.len() {
        if let Some(one) = comparison(Op::ALL[at]) {
            partners[at] = with(if turned { one.turned() } else { one.opposite() });
        }
        at += 1;
    }
    partners
}

const fn with(wanted: Comparison) -> Option<Op> {
    let mut at = 0;
    while at < Op::ALL.len() {
        if let Some(found) = comparison(Op::ALL[at])
            && found.is(wanted)
        {
            return Some(Op::ALL[at]);
        }
        at += 1;
    }
    None
}

impl Op {
    /// The comparison that an operation performs, if it is one.
    pub fn comparison(self) -> Option<Comparison> {
        comparison(self)
    }

    /// The operation that gives the same result with its two operands exchanged: itself, if it is commutative.
    pub fn turned(self) -> Option<Self> {
        if self.info().commutative { Some(self) } else { TURNED[self as usize] }
    }

    /// The comparison that is true where this one is not.
    pub fn opposite(self) -> Option<Self> {
        OPPOSITE[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::fold::numbers;
    use crate::types::Scalar;

    #[test]
    fn every_comparison_has_its_opposite_and_can_be_turned() {
        let comparisons: Vec<Op> = Op::ALL.iter().copied().filter(|op| op.comparison().is_some()).collect();
        assert_eq!(comparisons.len(), 20);
        for op in comparisons {
            let (opposite, turned) = (op.opposite().expect("an opposite"), op.turned().expect("a turned one"));
            assert_eq!((opposite.opposite(), turned.turned()), (Some(op), Some(op)), "{op:?}");
            assert_eq!(op.info().commutative, turned == op, "{op:?}");
            let scalar =
                if op.comparison().is_some_and(|row| row.of == Compared::Floats) { Scalar::F64 } else { Scalar::I64 };
            let samples = [0, 1, 2.5f64.to_bits(), (-1.0f64).to_bits(), f64::NAN.to_bits(), u64::MAX];
            for (a, b) in samples.iter().flat_map(|&a| samples.map(|b| (a, b))) {
                let of = |op, a, b| numbers(op, scalar, Scalar::Bool, &[a, b]).expect("a truth value");
                assert_eq!(of(op, a, b), 1 - of(opposite, a, b), "{op:?} {a} {b}");
                assert_eq!(of(op, a, b), of(turned, b, a), "{op:?} {a} {b}");
            }
        }
    }
}
