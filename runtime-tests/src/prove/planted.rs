//! Lists wrong rules, which a proof has to refute: if one is proved, the translation into queries is wrong.
//!
//! Each is a mistake that someone could make in a row of the tables: a condition is missing, a sign or a width is wrong, an
//! assumption is not stated.

use hlslc_ir::Op;
use hlslc_passes::rules::law::{Assumptions, Calc, Condition, Law, Letter, Number, Oper, Pattern, Replacement};

use super::Claim;

const X: Pattern = Pattern::Value(Letter::X);
const Y: Pattern = Pattern::Value(Letter::Y);
const Z: Pattern = Pattern::Value(Letter::Z);
const K: Pattern = Pattern::Number(Letter::K);
const L: Pattern = Pattern::Number(Letter::L);
const TO_X: Replacement = Replacement::Value(Letter::X);
const TO_Y: Replacement = Replacement::Value(Letter::Y);
const TO_Z: Replacement = Replacement::Value(Letter::Z);
const BITS_K: Number = Number::Bits(Letter::K);
const BITS_L: Number = Number::Bits(Letter::L);

const fn of(op: Op, args: &'static [Pattern]) -> Pattern {
    Pattern::Made { op: Oper::Is(op), sole: false, args }
}

const fn to(op: Op, args: &'static [Replacement]) -> Replacement {
    Replacement::Made(Oper::Is(op), args)
}

const fn claim(name: &'static str, ops: &'static [Op], laws: &'static [Law]) -> Claim<'static> {
    Claim { name, ops, assumes: Assumptions::empty(), laws }
}

const fn fast(claim: Claim<'static>, assumes: Assumptions) -> Claim<'static> {
    Claim { assumes, ..claim }
}

const fn law(from: &'static [Pattern], given: &'static [Condition], to: Replacement) -> Law {
    Law { on: &[], from, given, to }
}

/// Wrong rules.
pub const PLANTED: &[Claim<'static>] = &[
    claim("x - y = y - x", &[Op::Sub], &[law(&[X, Y], &[], to(Op::Sub, &[TO_Y, TO_X]))]),
    claim(
        "x / 2^n = x >> n, signed",
        &[Op::SDiv],
        &[law(&[X, K], &[Condition::Power(BITS_K)], to(Op::AShr, &[TO_X, Replacement::Number(Number::Log2(&BITS_K))]))],
    ),
    claim(
        "(x << a) << b without a limit",
        &[Op::Shl],
        &[law(
            &[of(Op::Shl, &[X, K]), L],
            &[],
            to(Op::Shl, &[TO_X, Replacement::Number(Number::Two(Calc::Add, &BITS_K, &BITS_L))]),
        )],
    ),
    claim("(x >> a) << a = x", &[Op::Shl], &[law(&[of(Op::LShr, &[X, K]), K], &[], TO_X)]),
    claim(
        "(x >> n) & m = x >> n, signed",
        &[Op::And],
        &[law(
            &[of(Op::AShr, &[X, K]), L],
            &[
                Condition::Less(BITS_K, Number::Width(Letter::L)),
                Condition::Equal(BITS_L, Number::Two(Calc::Shr, &Number::Ones, &BITS_K)),
            ],
            Replacement::Operand(0),
        )],
    ),
    claim(
        "x < y | y < x = true",
        &[Op::Or],
        &[law(&[of(Op::SLt, &[X, Y]), of(Op::SLt, &[Y, X])], &[], Replacement::Number(Number::Literal(1)))],
    ),
    claim("a - (b - a) = b", &[Op::Sub], &[law(&[X, of(Op::Sub, &[Y, X])], &[], TO_Y)]),
    claim(
        "x < 0 & y < 0 = (x | y) < 0",
        &[Op::And],
        &[law(
            &[of(Op::SLt, &[X, K]), of(Op::SLt, &[Y, K])],
            &[Condition::Equal(BITS_K, Number::Literal(0))],
            to(
                Op::SLt,
                &[Replacement::MadeLike(Letter::X, Oper::Is(Op::Or), &[TO_X, TO_Y]), Replacement::Value(Letter::K)],
            ),
        )],
    ),
    claim(
        "signed narrow and wide again = x",
        &[Op::SExt],
        &[law(&[of(Op::Trunc, &[X])], &[Condition::OfResult(Letter::X)], TO_X)],
    ),
    claim("x / y * y = x", &[Op::Mul], &[law(&[of(Op::UDiv, &[X, Y]), Y], &[], TO_X)]),
    claim(
        "x + y may divide",
        &[Op::Add],
        &[law(&[X, Y], &[], to(Op::Add, &[TO_X, to(Op::Mul, &[to(Op::UDiv, &[TO_Y, TO_Y]), TO_Y])]))],
    ),
    claim("c ? a : b = c ? b : a", &[Op::Select], &[law(&[Z, X, Y], &[], to(Op::Select, &[TO_Z, TO_Y, TO_X]))]),
    claim("x + 0.0 = x, exactly", &[Op::FAdd], &[law(&[X, K], &[Condition::Float(Letter::K, 0.0)], TO_X)]),
    claim("x - x = 0.0, exactly", &[Op::FSub], &[law(&[X, X], &[], Replacement::Float(0.0))]),
    claim(
        "x * 0.0 = 0.0, exactly",
        &[Op::FMul],
        &[law(&[X, K], &[Condition::Float(Letter::K, 0.0)], Replacement::Float(0.0))],
    ),
    claim("-(a - b) = b - a, exactly", &[Op::FNeg], &[law(&[of(Op::FSub, &[X, Y])], &[], to(Op::FSub, &[TO_Y, TO_X]))]),
    claim("x == x, of floats", &[Op::FOeq], &[law(&[X, X], &[], Replacement::Number(Number::Literal(1)))]),
    claim(
        "!(a < b) = a >= b, both ordered",
        &[Op::Xor],
        &[law(
            &[of(Op::FOlt, &[X, Y]), K],
            &[Condition::Equal(BITS_K, Number::Literal(1))],
            to(Op::FOge, &[TO_X, TO_Y]),
        )],
    ),
    fast(
        claim(
            "x * 0.0 = 0.0, with NaN",
            &[Op::FMul],
            &[law(&[X, K], &[Condition::Float(Letter::K, 0.0)], Replacement::Float(0.0))],
        ),
        Assumptions::NO_SIGNED_ZERO,
    ),
    fast(
        claim("a - (b - a) = b, of floats", &[Op::FSub], &[law(&[X, of(Op::FSub, &[Y, X])], &[], TO_Y)]),
        Assumptions::REASSOCIATE,
    ),
    fast(
        claim(
            "(x / y) / z = x / y * z",
            &[Op::FDiv],
            &[law(&[of(Op::FDiv, &[X, Y]), Z], &[], to(Op::FMul, &[to(Op::FDiv, &[TO_X, TO_Y]), TO_Z]))],
        ),
        Assumptions::REASSOCIATE.union(Assumptions::RECIPROCAL),
    ),
];
