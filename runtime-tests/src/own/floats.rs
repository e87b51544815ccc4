//! Lists operations on floats: rows of HLSL and of Rust in double precision, of which the result is rounded to the
//! kind.

use super::{Kind, Near, Numbers, Test};
use Kind::{F16, F32, F64};
use Near::{Exact, Ulp, Within};

/// An operation.
struct Row {
    name: &'static str,
    /// In HLSL, of `a`, `b`, `c`.
    hlsl: &'static str,
    /// In Rust.
    rust: fn(f64, f64, f64) -> f64,
    /// What is given.
    inputs: &'static [&'static [f64]],
    near: Near,
    kinds: &'static [Kind],
}

const ANY: &[f64] = &[0.25, -0.5, 1.0, 2.75, -3.5, 100.125, 0.0, -1.5, 12.5, -7.75, 0.125, 63.0];
const OTHER: &[f64] = &[1.5, 0.25, -2.0, 2.75, 3.0, -0.125, 5.0, -1.5, 0.5, 8.0, -0.75, 2.0];
const THIRD: &[f64] = &[0.5, 2.0, 0.75, -1.0, 4.0, 1.0, 0.25, 3.5, -2.5, 0.125, 1.25, 6.0];
const POSITIVE: &[f64] = &[0.25, 0.5, 1.0, 2.75, 3.5, 100.125, 0.0625, 1.5, 12.5, 7.75, 0.125, 63.0];
const UNIT: &[f64] = &[0.25, -0.5, 1.0, -1.0, 0.0, 0.125, -0.875, 0.75, 0.5, -0.25, 0.375, -0.625];
const SMALL: &[f64] = &[0.25, -0.5, 1.0, 2.75, -3.0, 0.125, 0.0, -1.5, 2.5, -2.75, 0.75, 3.0];
const SPECIAL: &[f64] =
    &[f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0, 1.0, -2.5, 1e-30, 3.0, f64::NAN, 7.0, f64::INFINITY];

/// What there is of most operations.
const SINGLE: &[Kind] = &[F16, F32];
const ALL: &[Kind] = &[F16, F32, F64];

macro_rules! rows {
    ($($name:ident $hlsl:literal [$($input:ident),+] $near:expr, $kinds:ident: |$a:pat_param, $b:pat_param, $c:pat_param| $rust:expr;)*) => {
        const ROWS: &[Row] = &[$(Row {
            name: stringify!($name), hlsl: $hlsl, rust: |$a, $b, $c| $rust, inputs: &[$($input),+], near: $near, kinds: $kinds,
        }),*];
    };
}

rows! {
    add "a + b" [ANY, OTHER] Exact, ALL: |a, b, _| a + b;
    subtract "a - b" [ANY, OTHER] Exact, ALL: |a, b, _| a - b;
    multiply "a * b" [ANY, OTHER] Exact, ALL: |a, b, _| a * b;
    divide "a / b" [ANY, OTHER] Ulp(2), ALL: |a, b, _| a / b;
    negate "-a" [ANY] Exact, ALL: |a, _, _| -a;
    modulo "a % b" [ANY, OTHER] Ulp(2), SINGLE: |a, b, _| a % b;
    equal "a == b ? 1 : 0" [ANY, OTHER] Exact, ALL: |a, b, _| f64::from(a == b);
    unequal "a != b ? 1 : 0" [SPECIAL, OTHER] Exact, SINGLE: |a, b, _| f64::from(a != b);
    less "a < b ? 1 : 0" [ANY, OTHER] Exact, ALL: |a, b, _| f64::from(a < b);
    less_or_equal "a <= b ? 1 : 0" [ANY, OTHER] Exact, ALL: |a, b, _| f64::from(a <= b);
    greater "a > b ? 1 : 0" [SPECIAL, OTHER] Exact, SINGLE: |a, b, _| f64::from(a > b);
    greater_or_equal "a >= b ? 1 : 0" [SPECIAL, OTHER] Exact, SINGLE: |a, b, _| f64::from(a >= b);
    abs "abs(a)" [ANY] Exact, ALL: |a, _, _| a.abs();
    acos "acos(a)" [UNIT] Within(0.01), SINGLE: |a, _, _| a.acos();
    asin "asin(a)" [UNIT] Within(0.01), SINGLE: |a, _, _| a.asin();
    atan "atan(a)" [ANY] Within(0.002), SINGLE: |a, _, _| a.atan();
    atan2 "atan2(a, b)" [ANY, OTHER] Within(0.004), SINGLE: |a, b, _| a.atan2(b);
    ceil "ceil(a)" [ANY] Exact, SINGLE: |a, _, _| a.ceil();
    clamp "clamp(a, b, b + 2)" [ANY, OTHER] Exact, ALL: |a, b, _| a.max(b).min(b + 2.0);
    cos "cos(a)" [SMALL] Within(0.003), SINGLE: |a, _, _| a.cos();
    cosh "cosh(a)" [SMALL] Within(0.02), SINGLE: |a, _, _| a.cosh();
    degrees "degrees(a)" [SMALL] Ulp(2), SINGLE: |a, _, _| a.to_degrees();
    exp "exp(a)" [SMALL] Within(0.02), SINGLE: |a, _, _| a.exp();
    exp2 "exp2(a)" [SMALL] Within(0.01), SINGLE: |a, _, _| a.exp2();
    floor "floor(a)" [ANY] Exact, SINGLE: |a, _, _| a.floor();
    fma "fma(a, b, c)" [ANY, OTHER, THIRD] Exact, DOUBLE: |a, b, c| a.mul_add(b, c);
    frac "frac(a)" [ANY] Exact, SINGLE: |a, _, _| a - a.floor();
    fused "mad(a, b, c)" [ANY, OTHER, THIRD] Ulp(2), ALL: |a, b, c| a * b + c;
    is_finite "isfinite(a) ? 1 : 0" [SPECIAL] Exact, SINGLE: |a, _, _| f64::from(a.is_finite());
    is_infinite "isinf(a) ? 1 : 0" [SPECIAL] Exact, SINGLE: |a, _, _| f64::from(a.is_infinite());
    is_no_number "isnan(a) ? 1 : 0" [SPECIAL] Exact, SINGLE: |a, _, _| f64::from(a.is_nan());
    ldexp "ldexp(a, 3)" [SMALL] Ulp(2), SINGLE: |a, _, _| a * 8.0;
    lerp "lerp(a, b, c)" [SMALL, OTHER, THIRD] Within(0.02), SINGLE: |a, b, c| a + (b - a) * c;
    log "log(a)" [POSITIVE] Within(0.005), SINGLE: |a, _, _| a.ln();
    log10 "log10(a)" [POSITIVE] Within(0.003), SINGLE: |a, _, _| a.log10();
    log2 "log2(a)" [POSITIVE] Within(0.005), SINGLE: |a, _, _| a.log2();
    maximum "max(a, b)" [SPECIAL, OTHER] Exact, ALL: |a, b, _| a.max(b);
    minimum "min(a, b)" [SPECIAL, OTHER] Exact, ALL: |a, b, _| a.min(b);
    power "pow(a, b)" [POSITIVE, UNIT] Within(0.1), SINGLE: |a, b, _| a.powf(b);
    radians "radians(a)" [SMALL] Ulp(2), SINGLE: |a, _, _| a.to_radians();
    reciprocal "rcp(a)" [POSITIVE] Ulp(2), SINGLE: |a, _, _| a.recip();
    round "round(a)" [ANY] Exact, SINGLE: |a, _, _| a.round_ties_even();
    rsqrt "rsqrt(a)" [POSITIVE] Ulp(2), SINGLE: |a, _, _| a.sqrt().recip();
    saturate "saturate(a)" [SPECIAL] Exact, ALL: |a, _, _| if a > 0.0 { a.min(1.0) } else { 0.0 };
    select "select(a > b, b, c)" [ANY, OTHER, THIRD] Exact, SINGLE: |a, b, c| if a > b { b } else { c };
    sign "sign(a)" [ANY] Exact, SINGLE: |a, _, _| if a == 0.0 { 0.0 } else { a.signum() };
    sin "sin(a)" [SMALL] Within(0.003), SINGLE: |a, _, _| a.sin();
    sinh "sinh(a)" [SMALL] Within(0.02), SINGLE: |a, _, _| a.sinh();
    smoothstep "smoothstep(0, 4, a)" [SMALL] Within(0.002), SINGLE: |a, _, _| {
        let t = (a / 4.0).clamp(0.0, 1.0);
        t * t * (3.0 - 2.0 * t)
    };
    sqrt "sqrt(a)" [POSITIVE] Ulp(1), SINGLE: |a, _, _| a.sqrt();
    step "step(a, b)" [ANY, OTHER] Exact, SINGLE: |a, b, _| f64::from(b >= a);
    tan "tan(a)" [UNIT] Within(0.01), SINGLE: |a, _, _| a.tan();
    tanh "tanh(a)" [SMALL] Within(0.005), SINGLE: |a, _, _| a.tanh();
    trunc "trunc(a)" [ANY] Exact, SINGLE: |a, _, _| a.trunc();
}

const DOUBLE: &[Kind] = &[F64];

/// A test for each row, kind, and number of lanes.
pub fn all() -> Vec<Test> {
    let mut tests = Vec::new();
    for row in ROWS {
        for &kind in row.kinds {
            for lanes in [1, 4] {
                let inputs: Vec<Numbers> = row.inputs.iter().map(|input| Numbers::floats(kind, input)).collect();
                let at = |input: usize, at: usize| {
                    inputs.get(input).map_or(0.0, |numbers: &Numbers| kind.float(numbers.bits[at]))
                };
                let results: Vec<f64> =
                    (0..row.inputs[0].len()).map(|i| (row.rust)(at(0, i), at(1, i), at(2, i))).collect();
                let wanted = Numbers::floats(kind, &results);
                // A choice by a vector of Booleans is `select`.
                let hlsl = match row.hlsl.strip_suffix(" ? 1 : 0") {
                    Some(condition) => format!("({})({condition})", super::vector(kind, lanes)),
                    None => row.hlsl.to_owned(),
                };
                let name = format!("float.{}.{}x{lanes}", row.name, kind.name());
                let test = Test::of_expression(name, &hlsl, inputs, wanted, lanes);
                tests.push(Test { near: row.near, ..test });
            }
        }
    }
    tests
}
