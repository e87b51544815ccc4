//! Lists operations on integers: rows of HLSL and of Rust in 128 bits, of which the result is taken modulo the numbers
//! of the kind.

use super::{Kind, Numbers, Test};

/// What is known of the kind where that matters.
#[derive(Clone, Copy)]
struct Width {
    bits: u32,
}

impl Width {
    /// The bits of a number.
    fn pattern(self, value: i128) -> u64 {
        value as u64 & (u64::MAX >> (64 - self.bits))
    }
}

/// An operation.
struct Row {
    name: &'static str,
    hlsl: &'static str,
    rust: fn(i128, i128, Width) -> i128,
    inputs: &'static [&'static [i128]],
    kinds: &'static [Kind],
}

const ANY: &[i128] = &[0, 1, 2, 5, 77, 1000, 12345, 32767, -1, -2, -1000, -32768];
const OTHER: &[i128] = &[3, 1, 7, -5, 13, 100, -345, 2, 9, -2, 31, 77];
const SHIFTS: &[i128] = &[0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 14, 15];

const ALL: &[Kind] = &Kind::INTEGERS;
const SIGNED: &[Kind] = &[Kind::I16, Kind::I32, Kind::I64];
const WORDS: &[Kind] = &[Kind::I32, Kind::U32];
const BITS: &[Kind] = &[Kind::U16, Kind::U32, Kind::U64];

macro_rules! rows {
    ($($name:ident $hlsl:literal [$($input:ident),+] $kinds:ident: |$a:pat_param, $b:pat_param, $w:pat_param| $rust:expr;)*) => {
        const ROWS: &[Row] = &[$(Row {
            name: stringify!($name), hlsl: $hlsl, rust: |$a, $b, $w| $rust, inputs: &[$($input),+], kinds: $kinds,
        }),*];
    };
}

rows! {
    add "a + b" [ANY, OTHER] ALL: |a, b, _| a + b;
    subtract "a - b" [ANY, OTHER] ALL: |a, b, _| a - b;
    multiply "a * b" [ANY, OTHER] ALL: |a, b, _| a.wrapping_mul(b);
    divide "a / b" [ANY, OTHER] ALL: |a, b, _| a / b;
    modulo "a % b" [ANY, OTHER] ALL: |a, b, _| a % b;
    negate "-a" [ANY] ALL: |a, _, _| -a;
    complement "~a" [ANY] ALL: |a, _, _| !a;
    both "a & b" [ANY, OTHER] ALL: |a, b, _| a & b;
    either "a | b" [ANY, OTHER] ALL: |a, b, _| a | b;
    different "a ^ b" [ANY, OTHER] ALL: |a, b, _| a ^ b;
    left "a << b" [ANY, SHIFTS] ALL: |a, b, _| a << b;
    right "a >> b" [ANY, SHIFTS] ALL: |a, b, _| a >> b;
    less "a < b ? 1 : 0" [ANY, OTHER] ALL: |a, b, _| i128::from(a < b);
    equal "a == b ? 1 : 0" [ANY, OTHER] ALL: |a, b, _| i128::from(a == b);
    greater_or_equal "a >= b ? 1 : 0" [ANY, OTHER] ALL: |a, b, _| i128::from(a >= b);
    abs "abs(a)" [ANY] SIGNED: |a, _, _| a.abs();
    sign "sign(a)" [ANY] WORD: |a, _, _| a.signum();
    maximum "max(a, b)" [ANY, OTHER] ALL: |a, b, _| a.max(b);
    minimum "min(a, b)" [ANY, OTHER] ALL: |a, b, _| a.min(b);
    clamp "clamp(a, 3, 500)" [ANY] ALL: |a, _, _| a.clamp(3, 500);
    mad "mad(a, b, 7)" [ANY, OTHER] WORDS: |a, b, _| a * b + 7;
    count_bits "countbits(a)" [ANY] UWORD: |a, _, w| i128::from(w.pattern(a).count_ones());
    reverse_bits "reversebits(a)" [ANY] BITS: |a, _, w| i128::from(w.pattern(a).reverse_bits() >> (64 - w.bits));
    first_low "firstbitlow(a)" [ANY] UWORD: |a, _, w| match w.pattern(a) {
        0 => -1,
        bits => i128::from(bits.trailing_zeros()),
    };
    first_high "firstbithigh(a)" [ANY] UWORD: |a, _, w| match w.pattern(a) {
        0 => -1,
        bits => i128::from(bits.ilog2()),
    };
    first_high_signed "firstbithigh(a)" [ANY] WORD: |a, _, w| match w.pattern(if a < 0 { !a } else { a }) {
        0 => -1,
        bits => i128::from(bits.ilog2()),
    };
}

const WORD: &[Kind] = &[Kind::I32];
const UWORD: &[Kind] = &[Kind::U32];

/// A test for each row and kind, by one lane and by four.
pub fn all() -> Vec<Test> {
    let mut tests = Vec::new();
    for row in ROWS {
        for &kind in row.kinds {
            for lanes in [1, 4] {
                let inputs: Vec<Numbers> = row.inputs.iter().map(|input| Numbers::integers(kind, input)).collect();
                let at = |input: usize, at: usize| {
                    inputs.get(input).map_or(0, |numbers: &Numbers| kind.integer(numbers.bits[at]))
                };
                let width = Width { bits: kind.bits() };
                let results: Vec<i128> =
                    (0..row.inputs[0].len()).map(|i| (row.rust)(at(0, i), at(1, i), width)).collect();
                let wanted = Numbers::integers(kind, &results);
                let hlsl = match row.hlsl.strip_suffix(" ? 1 : 0") {
                    Some(condition) => format!("({})({condition})", super::vector(kind, lanes)),
                    None => row.hlsl.to_owned(),
                };
                let name = format!("integer.{}.{}x{lanes}", row.name, kind.name());
                tests.push(Test::of_expression(name, &hlsl, inputs, wanted, lanes));
            }
        }
    }
    tests
}
