//! Judges the contents of the buffers after a run by the suite's own rules.
//!
//! Input: an expectation and the pipeline after the run. Output: nothing, or what the suite's own tool says of the failure. The rules
//! are taken as they are: floats of four and eight bytes are compared by the difference of their bits, also across zero.

use std::fmt::Write as _;

use half::f16;

use super::pipeline::{Buffer, DenormMode, Expectation, Format, Pipeline, Rule};
use super::print;

/// Judges one expectation.
pub fn judge(pipeline: &Pipeline, expectation: &Expectation) -> Result<(), String> {
    let (actual, expected) = (&pipeline.buffers[expectation.actual], &pipeline.buffers[expectation.expected]);
    let agree = |left: &[u8], right: &[u8]| agree(expectation, expected.format, left, right);
    if actual.size() == expected.size() && actual.data.len() == expected.data.len() {
        let mut pairs = actual.data.iter().zip(&expected.data);
        if pairs.all(|(left, right)| {
            let size = expected.format.size();
            left.chunks(size).zip(right.chunks(size)).all(|(left, right)| agree(left, right))
        }) {
            return Ok(());
        }
    }
    Err(report(expectation, actual, expected))
}

/// Whether two elements agree.
fn agree(expectation: &Expectation, format: Format, actual: &[u8], expected: &[u8]) -> bool {
    if actual == expected {
        return true;
    }
    if expectation.rule == Rule::BufferExact {
        return false;
    }
    match (<[u8; 2]>::try_from(actual), <[u8; 2]>::try_from(expected)) {
        (Ok(actual), Ok(expected)) if format == Format::Float16 => {
            return halves_agree(expectation, f16::from_le_bytes(actual), f16::from_le_bytes(expected));
        }
        _ => {}
    }
    let read = |bytes: &[u8]| -> Option<(f64, i64, bool)> {
        if let Ok(four) = <[u8; 4]>::try_from(bytes) {
            let value = f32::from_le_bytes(four);
            return Some((f64::from(value), i64::from(value.to_bits() as i32), value.is_subnormal()));
        }
        let value = f64::from_le_bytes(bytes.try_into().ok()?);
        Some((value, value.to_bits() as i64, value.is_subnormal()))
    };
    let (Some((found, found_bits, _)), Some((wanted, wanted_bits, is_denormal))) = (read(actual), read(expected))
    else {
        return false;
    };
    if found == wanted {
        return true;
    }
    if found.is_nan() || wanted.is_nan() {
        return found.is_nan() && wanted.is_nan();
    }
    let is_flushed = found == 0.0 && found.is_sign_negative() == wanted.is_sign_negative();
    if expectation.denormals == DenormMode::Any && is_denormal && is_flushed {
        return true;
    }
    if expectation.rule == Rule::BufferFloatEpsilon {
        return (found - wanted).abs() < expectation.epsilon;
    }
    if is_nearly_zero(expectation, found, wanted) {
        return (found - wanted).abs() <= expectation.zero_tolerance;
    }
    let difference = found_bits.wrapping_sub(wanted_bits);
    let difference = if actual.len() == 4 { i64::from(difference as i32) } else { difference };
    difference.unsigned_abs() <= u64::from(expectation.ulp)
}

fn halves_agree(expectation: &Expectation, found: f16, wanted: f16) -> bool {
    let (left, right) = (found.to_f64(), wanted.to_f64());
    if left == 0.0 && right == 0.0 {
        return true;
    }
    if found.is_nan() || wanted.is_nan() {
        return found.is_nan() && wanted.is_nan();
    }
    if expectation.rule == Rule::BufferFloatEpsilon {
        return (left - right).abs() < expectation.epsilon;
    }
    if is_nearly_zero(expectation, left, right) {
        return (left - right).abs() <= expectation.zero_tolerance;
    }
    let place = |value: f16| match value.to_bits() {
        bits if bits & 0x8000 != 0 => i32::from(!bits),
        bits => i32::from(bits | 0x8000),
    };
    place(found).abs_diff(place(wanted)) <= expectation.ulp
}

/// Whether one of two values is so small that units in the last place say nothing.
fn is_nearly_zero(expectation: &Expectation, left: f64, right: f64) -> bool {
    let zero = expectation.zero_tolerance;
    zero > 0.0 && (left.abs() <= zero || right.abs() <= zero)
}

/// What the suite's tool says of a failure.
fn report(expectation: &Expectation, actual: &Buffer, expected: &Buffer) -> String {
    let mut out = format!("Test failed: {}\nComparison Rule: {}\n", expectation.name, expectation.rule.name());
    // Writing to a string cannot fail.
    let _ = match expectation.rule {
        Rule::BufferExact => Ok(()),
        Rule::BufferFloatULP => writeln!(out, "ULP: {}", expectation.ulp),
        Rule::BufferFloatEpsilon => {
            writeln!(out, "Epsilon: {}", print::element(Format::Float64, &expectation.epsilon.to_le_bytes()))
        }
    };
    let _ = write!(
        out,
        "Expected:\n{}Got:\n{}Full Hex representation of Expected Buffer Values:\n{}\nFull Hex representation of Actual Buffer Values:\n{}\n",
        print::buffer(expected),
        print::buffer(actual),
        print::bits(expected),
        print::bits(actual),
    );
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(rule: Rule) -> Expectation {
        Expectation {
            name: "Test".to_owned(),
            rule,
            actual: 0,
            expected: 1,
            denormals: DenormMode::Any,
            ulp: 1,
            epsilon: 0.01,
            zero_tolerance: 0.0,
        }
    }

    fn floats(rule: Rule, found: f32, wanted: f32) -> bool {
        agree(&by(rule), Format::Float32, &found.to_le_bytes(), &wanted.to_le_bytes())
    }

    #[test]
    fn the_exact_rule_tells_zeros_apart_and_the_others_do_not() {
        assert!(!floats(Rule::BufferExact, 0.0, -0.0));
        assert!(floats(Rule::BufferFloatULP, 0.0, -0.0));
        assert!(floats(Rule::BufferFloatEpsilon, 0.0, -0.0));
    }

    #[test]
    fn units_in_the_last_place_and_distances_have_their_bounds() {
        let next = |steps: u32| f32::from_bits(1_f32.to_bits() + steps);
        assert!(floats(Rule::BufferFloatULP, next(1), 1.0));
        assert!(!floats(Rule::BufferFloatULP, next(2), 1.0));
        assert!(floats(Rule::BufferFloatEpsilon, 1.009, 1.0));
        assert!(!floats(Rule::BufferFloatEpsilon, 1.011, 1.0));
        assert!(floats(Rule::BufferFloatULP, f32::NAN, -f32::NAN));
        assert!(!floats(Rule::BufferFloatULP, f32::NAN, 1.0));
    }

    #[test]
    fn a_denormal_may_be_flushed_unless_it_must_be_kept() {
        let denormal = f32::from_bits(77);
        assert!(floats(Rule::BufferFloatULP, 0.0, denormal));
        assert!(!floats(Rule::BufferFloatULP, -0.0, denormal));
        let kept = Expectation { denormals: DenormMode::Preserve, ..by(Rule::BufferFloatULP) };
        assert!(!agree(&kept, Format::Float32, &[0; 4], &denormal.to_le_bytes()));
    }

    #[test]
    fn halves_are_compared_by_their_place_among_all_halves() {
        let half = |found: u16, wanted: u16| {
            agree(&by(Rule::BufferFloatULP), Format::Float16, &found.to_le_bytes(), &wanted.to_le_bytes())
        };
        assert!(half(0x4566, 0x4567));
        assert!(!half(0x4566, 0x4568));
        assert!(half(0x8000, 0));
        assert!(half(0x7e00, 0xfe01));
    }
}
