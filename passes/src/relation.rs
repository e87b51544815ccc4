//! What two numbers are to each other, as comparisons tell it.
//!
//! In: comparisons. Out: which of less, equal, greater and, of floats, neither may be; once for the numbers with their signs and once
//! without. Knowing it of one comparison decides others of the same two.

use hlslc_ir::Op;

const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;
/// One of them is no number.
const NEITHER: u8 = 8;

const WHOLE: u8 = LESS | EQUAL | GREATER;
const FLOAT: u8 = WHOLE | NEITHER;

/// What may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Relation {
    unsigned: u8,
    signed: u8,
    float: u8,
}

/// What comparisons say.
const ROWS: [(Op, Relation); 20] = {
    const fn unsigned(mask: u8) -> Relation {
        Relation { unsigned: mask, signed: WHOLE, float: FLOAT }
    }
    const fn signed(mask: u8) -> Relation {
        Relation { unsigned: WHOLE, signed: mask, float: FLOAT }
    }
    const fn both(mask: u8) -> Relation {
        Relation { unsigned: mask, signed: mask, float: FLOAT }
    }
    const fn float(mask: u8) -> Relation {
        Relation { unsigned: WHOLE, signed: WHOLE, float: mask }
    }
    [
        (Op::IEq, both(EQUAL)),
        (Op::INe, both(LESS | GREATER)),
        (Op::ULt, unsigned(LESS)),
        (Op::ULe, unsigned(LESS | EQUAL)),
        (Op::UGt, unsigned(GREATER)),
        (Op::UGe, unsigned(GREATER | EQUAL)),
        (Op::SLt, signed(LESS)),
        (Op::SLe, signed(LESS | EQUAL)),
        (Op::SGt, signed(GREATER)),
        (Op::SGe, signed(GREATER | EQUAL)),
        (Op::FOeq, float(EQUAL)),
        (Op::FUne, float(LESS | GREATER | NEITHER)),
        (Op::FOlt, float(LESS)),
        (Op::FOle, float(LESS | EQUAL)),
        (Op::FOgt, float(GREATER)),
        (Op::FOge, float(GREATER | EQUAL)),
        (Op::FUlt, float(LESS | NEITHER)),
        (Op::FUle, float(LESS | EQUAL | NEITHER)),
        (Op::FUgt, float(GREATER | NEITHER)),
        (Op::FUge, float(GREATER | EQUAL | NEITHER)),
    ]
};

impl Relation {
    /// What a comparison says that holds.
    pub fn of(op: Op) -> Option<Self> {
        const BY_OP: [Option<Relation>; Op::ALL.len()] = {
            let mut table = [None; Op::ALL.len()];
            let mut at = 0;
            while at < ROWS.len() {
                let (op, relation) = ROWS[at];
                table[op as usize] = Some(relation);
                at += 1;
            }
            table
        };
        BY_OP[op as usize]
    }

    /// What is so where a comparison does not hold.
    pub fn not(self) -> Self {
        let rest = |mask: u8, all: u8| if mask == all { all } else { all ^ mask };
        Self { unsigned: rest(self.unsigned, WHOLE), signed: rest(self.signed, WHOLE), float: rest(self.float, FLOAT) }
    }

    /// The same of the two the other way round.
    pub fn turned(self) -> Self {
        let turn = |mask: u8| mask & (EQUAL | NEITHER) | (mask & LESS) << 2 | (mask & GREATER) >> 2;
        Self { unsigned: turn(self.unsigned), signed: turn(self.signed), float: turn(self.float) }
    }

    /// Both.
    pub fn and(self, other: Self) -> Self {
        let (unsigned, signed) = (self.unsigned & other.unsigned, self.signed & other.signed);
        // Whether they are equal is the same with and without signs.
        let equal = match (unsigned, signed) {
            (EQUAL, _) | (_, EQUAL) => EQUAL,
            _ if (unsigned & signed) & EQUAL == 0 => WHOLE ^ EQUAL,
            _ => WHOLE,
        };
        Self { unsigned: unsigned & equal, signed: signed & equal, float: self.float & other.float }
    }

    /// Whether a comparison that says this holds, if this is known.
    pub fn decides(self, asked: Self) -> Option<bool> {
        let rows = [
            (self.unsigned, asked.unsigned, WHOLE),
            (self.signed, asked.signed, WHOLE),
            (self.float, asked.float, FLOAT),
        ];
        rows.into_iter().filter(|row| row.1 != row.2).find_map(|(known, asked, _)| match known & asked {
            0 => Some(false),
            both => (both == known).then_some(true),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{COMPARISONS, opposite};

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
        for (one, other, asked) in COMPARISONS.iter().flat_map(|&one| {
            COMPARISONS.iter().flat_map(move |&other| COMPARISONS.iter().map(move |&asked| (one, other, asked)))
        }) {
            for (a, b) in pairs() {
                let known = says(one, holds(one, a, b)).and(says(other, holds(other, b, a)).turned());
                if let Some(truth) = known.decides(says(asked, true)) {
                    assert_eq!(truth, holds(asked, a, b), "{a} {one:?} {b}, {b} {other:?} {a}: {asked:?}");
                    decided += 1;
                }
            }
        }
        assert!(decided > 10_000, "{decided}");
    }

    #[test]
    fn the_tables_of_comparisons_say_the_same() {
        for (op, relation) in ROWS {
            let of = |other: Option<Op>| other.and_then(Relation::of);
            assert_eq!(of(op.turned()), Some(relation.turned()), "{op:?}");
            assert_eq!(of(opposite(op)), Some(relation.not()), "{op:?}");
        }
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
