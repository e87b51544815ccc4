//! What operations on constants give, exactly as a GPU computes it: integers of 16, 32 and 64 bits wrap, floats are
//! rounded to their own kind after each operation.
//!
//! In: an operation and the bits of its scalar operands. Out: the bits of the result, or nothing where the result is
//! not defined (division by zero) or not the same everywhere (sines and logarithms are left to the GPU: every machine
//! that compiles must give the same bytes).

use half::f16;
use hlslc_ir::{Op, Scalar};

/// Bits of a scalar kind's arithmetic. Minimum-precision integers are kept as 32 bits.
fn width(scalar: Scalar) -> u32 {
    if scalar == Scalar::MinI16 { 32 } else { scalar.bits() }
}

fn mask(scalar: Scalar, bits: u64) -> u64 {
    match width(scalar) {
        64 => bits,
        width => bits & ((1 << width) - 1),
    }
}

/// The value with its sign.
fn signed(scalar: Scalar, bits: u64) -> i64 {
    let unused = 64 - width(scalar);
    ((bits << unused) as i64) >> unused
}

/// A float constant as the widest kind; exact.
pub(crate) fn to_f64(scalar: Scalar, bits: u64) -> f64 {
    match scalar {
        Scalar::F16 => f16::from_bits(bits as u16).to_f64(),
        Scalar::F64 => f64::from_bits(bits),
        _ => f64::from(f32::from_bits(bits as u32)),
    }
}

/// Rounds to a float kind.
pub(crate) fn from_f64(scalar: Scalar, value: f64) -> u64 {
    match scalar {
        Scalar::F16 => u64::from(f16::from_f64(value).to_bits()),
        Scalar::F64 => value.to_bits(),
        _ => u64::from((value as f32).to_bits()),
    }
}

/// The result of an operation on scalars of kind `from`, as bits of kind `to`.
pub(crate) fn fold(op: Op, from: Scalar, to: Scalar, args: &[u64]) -> Option<u64> {
    match *args {
        [a] if from.is_float() => float_unary(op, from, to, a),
        [a] => int_unary(op, from, to, a),
        [a, b] if from.is_float() => float_binary(op, from, a, b),
        [a, b] => int_binary(op, from, a, b),
        [a, b, c] => ternary(op, from, a, b, c),
        _ => None,
    }
}

fn int_unary(op: Op, from: Scalar, to: Scalar, a: u64) -> Option<u64> {
    let top = || i64::from(width(from)) - 1;
    let index = |found: Option<i64>| Some(mask(to, found.unwrap_or(-1) as u64));
    match op {
        Op::Trunc | Op::ZExt => Some(mask(to, a)),
        Op::SExt => Some(mask(to, signed(from, a) as u64)),
        Op::UiToFp if to == Scalar::F32 || to == Scalar::MinF16 => Some(u64::from((a as f32).to_bits())),
        Op::UiToFp if width(from) <= 32 || to == Scalar::F64 => Some(from_f64(to, a as f64)),
        Op::SiToFp if to == Scalar::F32 || to == Scalar::MinF16 => Some(u64::from((signed(from, a) as f32).to_bits())),
        Op::SiToFp if width(from) <= 32 || to == Scalar::F64 => Some(from_f64(to, signed(from, a) as f64)),
        Op::Bitcast if from != Scalar::MinI16 => Some(a),
        Op::F16ToF32 => Some(u64::from(f16::from_bits(a as u16).to_f32().to_bits())),
        Op::CountBits => Some(u64::from(a.count_ones())),
        Op::BitReverse if from != Scalar::MinI16 => Some(a.reverse_bits() >> (64 - width(from))),
        Op::FirstBitLow => index((a != 0).then(|| i64::from(a.trailing_zeros()))),
        Op::FirstBitHighUnsigned => index((a != 0).then(|| 63 - i64::from(a.leading_zeros()))),
        Op::FirstBitHighSigned => {
            let differing = if signed(from, a) < 0 { mask(from, !a) } else { a };
            index((differing != 0).then(|| (63 - i64::from(differing.leading_zeros())).min(top())))
        }
        _ => None,
    }
}

fn int_binary(op: Op, scalar: Scalar, a: u64, b: u64) -> Option<u64> {
    let (sa, sb) = (signed(scalar, a), signed(scalar, b));
    let shift = (b as u32) & (width(scalar) - 1);
    let lowest = sa == signed(scalar, 1 << (width(scalar) - 1));
    let truth = |holds: bool| return_bool(holds);
    let value = match op {
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::UDiv => a.checked_div(b)?,
        Op::URem => a.checked_rem(b)?,
        Op::SDiv if !(lowest && sb == -1) => sa.checked_div(sb)? as u64,
        Op::SRem if !(lowest && sb == -1) => sa.checked_rem(sb)? as u64,
        Op::Shl => a << shift,
        Op::LShr => a >> shift,
        Op::AShr => (sa >> shift) as u64,
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::IMin => sa.min(sb) as u64,
        Op::IMax => sa.max(sb) as u64,
        Op::UMin => a.min(b),
        Op::UMax => a.max(b),
        Op::IEq => return truth(a == b),
        Op::INe => return truth(a != b),
        Op::UGt => return truth(a > b),
        Op::UGe => return truth(a >= b),
        Op::ULt => return truth(a < b),
        Op::ULe => return truth(a <= b),
        Op::SGt => return truth(sa > sb),
        Op::SGe => return truth(sa >= sb),
        Op::SLt => return truth(sa < sb),
        Op::SLe => return truth(sa <= sb),
        Op::MakeDouble => return Some(a | b << 32),
        _ => return None,
    };
    Some(mask(scalar, value))
}

#[expect(clippy::unnecessary_wraps, reason = "the result of a comparison among results that may be missing")]
fn return_bool(holds: bool) -> Option<u64> {
    Some(u64::from(holds))
}

fn float_unary(op: Op, from: Scalar, to: Scalar, a: u64) -> Option<u64> {
    let x = to_f64(from, a);
    let bit_width = if from == Scalar::MinF16 { 32 } else { from.bits() };
    let sign = 1u64 << (bit_width - 1);
    let same = |value: f64| Some(from_f64(from, value));
    match op {
        Op::FNeg => Some(a ^ sign),
        Op::FAbs => Some(a & !sign),
        Op::Saturate => same(if x > 0.0 { x.min(1.0) } else { 0.0 }),
        Op::Floor => same(x.floor()),
        Op::Ceil => same(x.ceil()),
        Op::TruncFloat => same(x.trunc()),
        Op::RoundEven => same(x.round_ties_even()),
        // Exact in the wider kind, then rounded once; for doubles, rounded once.
        Op::Frac => same(x - x.floor()),
        Op::Sqrt => same(x.sqrt()),
        Op::IsNan => return_bool(x.is_nan()),
        Op::IsInf => return_bool(x.is_infinite()),
        Op::IsFinite => return_bool(x.is_finite()),
        Op::FpTrunc | Op::FpExt => Some(from_f64(to, x)),
        Op::FpToUi if x.is_finite() && x > -1.0 && x < 2f64.powi(width(to) as i32) => Some(mask(to, x as u64)),
        Op::FpToSi if x.is_finite() && x.abs() < 2f64.powi(width(to) as i32 - 1) => Some(mask(to, x as i64 as u64)),
        Op::Bitcast if from != Scalar::MinF16 => Some(a),
        Op::F32ToF16 => Some(u64::from(f16::from_f64(x).to_bits())),
        _ => None,
    }
}

fn float_binary(op: Op, scalar: Scalar, a: u64, b: u64) -> Option<u64> {
    let (x, y) = (to_f64(scalar, a), to_f64(scalar, b));
    // One operation in doubles, then rounded, is what the operation gives in halves and floats.
    let value = match op {
        Op::FAdd => x + y,
        Op::FSub => x - y,
        Op::FMul => x * y,
        Op::FDiv => x / y,
        Op::FRem => x % y,
        Op::FMin if x < y || y.is_nan() => return Some(a),
        Op::FMax if x > y || y.is_nan() => return Some(a),
        Op::FMin | Op::FMax => return Some(b),
        Op::FOeq => return return_bool(x == y),
        Op::FUne => return return_bool(x != y),
        Op::FOgt => return return_bool(x > y),
        Op::FOge => return return_bool(x >= y),
        Op::FOlt => return return_bool(x < y),
        Op::FOle => return return_bool(x <= y),
        Op::FUgt => return return_bool(x.partial_cmp(&y).is_none_or(std::cmp::Ordering::is_gt)),
        Op::FUge => return return_bool(x.partial_cmp(&y).is_none_or(std::cmp::Ordering::is_ge)),
        Op::FUlt => return return_bool(x.partial_cmp(&y).is_none_or(std::cmp::Ordering::is_lt)),
        Op::FUle => return return_bool(x.partial_cmp(&y).is_none_or(std::cmp::Ordering::is_le)),
        _ => return None,
    };
    Some(from_f64(scalar, value))
}

fn ternary(op: Op, scalar: Scalar, a: u64, b: u64, c: u64) -> Option<u64> {
    match op {
        Op::IMad | Op::UMad => Some(mask(scalar, a.wrapping_mul(b).wrapping_add(c))),
        Op::FMad => {
            let product = float_binary(Op::FMul, scalar, a, b)?;
            float_binary(Op::FAdd, scalar, product, c)
        }
        Op::Fma if scalar == Scalar::F64 => {
            Some(f64::from_bits(a).mul_add(f64::from_bits(b), f64::from_bits(c)).to_bits())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f32s(op: Op, a: f32, b: f32) -> f32 {
        let bits = |x: f32| u64::from(x.to_bits());
        f32::from_bits(fold(op, Scalar::F32, Scalar::F32, &[bits(a), bits(b)]).expect("folds") as u32)
    }

    #[test]
    fn integers_wrap_at_their_width() {
        let fold2 = |op, kind, a, b| fold(op, kind, kind, &[a, b]);
        assert_eq!(fold2(Op::Add, Scalar::I16, 0xffff, 1), Some(0));
        assert_eq!(fold2(Op::Mul, Scalar::I32, 0x8000_0000, 2), Some(0));
        assert_eq!(fold2(Op::SDiv, Scalar::I32, (-7i32) as u32 as u64, 2), Some((-3i32) as u32 as u64));
        assert_eq!(fold2(Op::SDiv, Scalar::I32, 0x8000_0000, 0xffff_ffff), None);
        assert_eq!(fold2(Op::UDiv, Scalar::I64, 1, 0), None);
        assert_eq!(fold2(Op::AShr, Scalar::I16, 0x8000, 15), Some(0xffff));
        assert_eq!(fold2(Op::SLt, Scalar::I64, u64::MAX, 0), Some(1));
        assert_eq!(fold2(Op::Shl, Scalar::I32, 1, 33), Some(2));
    }

    #[test]
    fn floats_are_rounded_to_their_kind() {
        assert_eq!(f32s(Op::FAdd, 16_777_216.0, 1.0), 16_777_216.0);
        assert_eq!(f32s(Op::FDiv, 1.0, 3.0), 1.0 / 3.0);
        assert_eq!(f32s(Op::FMin, f32::NAN, 2.0), 2.0);
        assert_eq!(f32s(Op::FMax, 1.0, f32::NAN), 1.0);
        let half = |x: f32| u64::from(f16::from_f32(x).to_bits());
        assert_eq!(fold(Op::FAdd, Scalar::F16, Scalar::F16, &[half(2048.0), half(1.0)]), Some(half(2048.0)));
        assert_eq!(fold(Op::Saturate, Scalar::F32, Scalar::F32, &[u64::from(f32::NAN.to_bits())]), Some(0));
    }

    #[test]
    fn bits_are_found_from_the_lowest() {
        let fold1 = |op, a| fold(op, Scalar::I32, Scalar::I32, &[a]);
        assert_eq!(fold1(Op::FirstBitHighUnsigned, 1 << 31), Some(31));
        assert_eq!(fold1(Op::FirstBitHighSigned, 0xffff_ffff), Some(0xffff_ffff));
        assert_eq!(fold1(Op::FirstBitHighSigned, 0xffff_fffe), Some(0));
        assert_eq!(fold1(Op::FirstBitLow, 0), Some(0xffff_ffff));
        assert_eq!(fold1(Op::BitReverse, 1), Some(1 << 31));
        assert_eq!(fold1(Op::CountBits, 0xff), Some(8));
    }
}
