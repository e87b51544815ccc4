//! Represents the relation of two values, as comparisons state it.
//!
//! Input: comparisons. Output: the subset of less, equal, greater and (for floats) unordered that is possible, once for
//! signed and once for unsigned numbers. A known relation decides other comparisons of the same two operands.

use hlslc_ir::Op;
use hlslc_ir::ops::comparison::{Compared, Order};

/// The orders of two values that are possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Relation {
    unsigned: Order,
    signed: Order,
    float: Order,
}

impl Relation {
    /// The orders of its operands for which a comparison holds.
    pub fn of(op: Op) -> Option<Self> {
        let comparison = op.comparison()?;
        let anything = Self { unsigned: Order::NUMBERS, signed: Order::NUMBERS, float: Order::all() };
        let holds = comparison.holds;
        Some(match comparison.of {
            Compared::Bits => Self { unsigned: holds, signed: holds, ..anything },
            Compared::Unsigned => Self { unsigned: holds, ..anything },
            Compared::Signed => Self { signed: holds, ..anything },
            Compared::Floats => Self { float: holds, ..anything },
        })
    }

    /// The orders for which the comparison does not hold.
    pub fn not(self) -> Self {
        let rest = |orders: Order, all: Order| if orders == all { all } else { all.difference(orders) };
        Self {
            unsigned: rest(self.unsigned, Order::NUMBERS),
            signed: rest(self.signed, Order::NUMBERS),
            float: rest(self.float, Order::all()),
        }
    }

    /// The relation of the two operands in the opposite order.
    pub fn turned(self) -> Self {
        Self { unsigned: self.unsigned.turned(), signed: self.signed.turned(), float: self.float.turned() }
    }

    /// The orders that both relations allow.
    pub fn and(self, other: Self) -> Self {
        let (unsigned, signed) = (self.unsigned & other.unsigned, self.signed & other.signed);
        // Equality does not depend on the sign.
        let equal = match (unsigned, signed) {
            (Order::EQUAL, _) | (_, Order::EQUAL) => Order::EQUAL,
            _ if !(unsigned & signed).contains(Order::EQUAL) => Order::UNEQUAL,
            _ => Order::NUMBERS,
        };
        Self { unsigned: unsigned & equal, signed: signed & equal, float: self.float & other.float }
    }

    /// The result of a comparison that holds for the orders `tested`, if this known relation determines it.
    pub fn decides(self, tested: Self) -> Option<bool> {
        let rows = [
            (self.unsigned, tested.unsigned, Order::NUMBERS),
            (self.signed, tested.signed, Order::NUMBERS),
            (self.float, tested.float, Order::all()),
        ];
        rows.into_iter().filter(|row| row.1 != row.2).find_map(|(known, tested, _)| {
            let is_false = !known.intersects(tested);
            (is_false || tested.contains(known)).then_some(!is_false)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scalar::rules::COMPARISONS;

    fn holds(op: Op, a: i8, b: i8) -> bool {
        let order = if matches!(op, Op::ULt | Op::ULe | Op::UGt | Op::UGe) {
            a.cast_unsigned().cmp(&b.cast_unsigned())
        } else {
            a.cmp(&b)
        };
        let rows = [
            ([Op::IEq, Op::IEq], order.is_eq()),
            ([Op::INe, Op::INe], order.is_ne()),
            ([Op::ULt, Op::SLt], order.is_lt()),
            ([Op::ULe, Op::SLe], order.is_le()),
            ([Op::UGt, Op::SGt], order.is_gt()),
            ([Op::UGe, Op::SGe], order.is_ge()),
        ];
        rows.iter().any(|(ops, holds)| ops.contains(&op) && *holds)
    }

    #[test]
    fn what_one_comparison_says_decides_others() {
        let numbers = [-100, -1, 0, 1, 100_i8];
        let pairs = || numbers.iter().flat_map(|&a| numbers.iter().map(move |&b| (a, b)));
        let says = |op: Op, truth: bool| {
            let said = Relation::of(op).expect("a comparison");
            if truth { said } else { said.not() }
        };
        let mut decided = 0;
        for (one, other, tested) in COMPARISONS.iter().flat_map(|&one| {
            COMPARISONS.iter().flat_map(move |&other| COMPARISONS.iter().map(move |&tested| (one, other, tested)))
        }) {
            for (a, b) in pairs() {
                let known = says(one, holds(one, a, b)).and(says(other, holds(other, b, a)).turned());
                if let Some(truth) = known.decides(says(tested, true)) {
                    assert_eq!(truth, holds(tested, a, b), "{a} {one:?} {b}, {b} {other:?} {a}: {tested:?}");
                    decided += 1;
                }
            }
        }
        assert!(decided > 10_000, "{decided}");
    }

    #[test]
    fn what_is_no_number_is_neither() {
        let [less, not_less, greater] =
            [Op::FOlt, Op::FUge, Op::FOgt].map(|op| Relation::of(op).expect("a comparison"));
        assert_eq!(less.not(), not_less);
        assert_eq!(less.decides(greater), Some(false));
        assert_eq!(less.not().decides(greater), None);
        assert_eq!(less.turned(), greater);
    }
}
