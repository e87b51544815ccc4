//! Computes with floats of 16, 32 and 64 bits as D3D12 does.
//!
//! Halves are computed as floats and rounded once, which is exact for the four operations and the square root, since a float
//! has more than twice their digits. What hardware approximates is computed as a double and rounded.

use half::f16;

use crate::value::Num;

/// The value of a half.
pub(crate) fn from_half(bits: u64) -> f32 {
    f16::from_bits(bits as u16).to_f32()
}

/// The half nearest to a float, ties to even.
pub(crate) fn to_half(value: f32) -> u64 {
    u64::from(f16::from_f32(value).to_bits())
}

/// The half nearest to a double, ties to even.
pub(crate) fn double_to_half(value: f64) -> u64 {
    u64::from(f16::from_f64(value).to_bits())
}

/// A float from its bits.
pub(crate) fn from_bits32(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// The bits of a float.
pub(crate) fn to_bits32(value: f32) -> u64 {
    u64::from(value.to_bits())
}

/// A float moved by one in its last digit, or not, as chance has it; one with few digits, as exact ones have, is kept.
pub(crate) fn blurred(bits: u64, num: Num, chance: u64) -> u64 {
    let exact = if num == Num::F16 { 3 } else { 10 };
    let is_exact = bits & ((1 << exact) - 1) == 0;
    if is_exact { bits } else { nudged(bits, num, chance) }
}

/// The same whatever digits it has.
pub(crate) fn nudged(bits: u64, num: Num, chance: u64) -> u64 {
    let digits = if num == Num::F16 { 10 } else { 23 };
    let top = num.mask() >> 1 >> digits;
    let exponent = bits >> digits & top;
    if exponent == 0 || exponent == top { bits } else { bits.wrapping_add(chance % 3).wrapping_sub(1) }
}

/// Whether a product or quotient of two floats of 16 or 32 bits other than zero left the range of normal numbers.
pub(crate) fn is_lost(num: Num, value: u64, args: [u64; 2]) -> bool {
    let digits = if num == Num::F16 { 10 } else { 23 };
    let top = num.mask() >> 1 >> digits;
    let exponent = value >> digits & top;
    (exponent == 0 || exponent == top) && args.iter().all(|arg| arg & num.mask() >> 1 != 0)
}

/// A float of one or more, by chance and of either sign.
pub(crate) fn one_or_more(num: Num, chance: u64) -> u64 {
    let digits = if num == Num::F16 { 10 } else { 23 };
    let one = num.mask() >> 1 >> digits >> 1;
    let exponent = one + (chance >> digits) % (one / 2);
    chance & (1 << (num.bits() - 1) | ((1 << digits) - 1)) | exponent << digits
}

/// Whether a float of any width is neither a NaN nor an infinity.
pub(crate) fn is_finite(bits: u64, num: Num) -> bool {
    let digits = match num {
        Num::F16 => 10,
        Num::F32 => 23,
        Num::F64 => 52,
        Num::I1 | Num::I8 | Num::I16 | Num::I32 | Num::I64 | Num::Pointer | Num::Handle => return true,
    };
    let top = num.mask() >> 1 >> digits;
    bits >> digits & top != top
}

/// Whether a sum or a difference of two floats of 16 or 32 bits is not the exact one.
pub(crate) fn is_rounded(num: Num, sum: u64, terms: [u64; 2]) -> bool {
    let value = |bits: u64| f64::from(if num == Num::F16 { from_half(bits) } else { from_bits32(bits) });
    let ([a, b], sum) = (terms.map(value), value(sum));
    sum != a + b && sum != a - b
}

/// The greater of two; of a NaN and a number the number. Zeros: the positive one is the greater.
pub(crate) fn max<T: Float>(a: T, b: T) -> T {
    if a.is_nan() || a < b || (a == b && a.is_negative()) { b } else { a }
}

/// The lesser of two; of a NaN and a number the number.
pub(crate) fn min<T: Float>(a: T, b: T) -> T {
    if a.is_nan() || b < a || (a == b && b.is_negative()) { b } else { a }
}

/// Clamped to 0..1; a NaN is 0.
pub(crate) fn saturate<T: Float>(value: T) -> T {
    if value > T::ONE {
        T::ONE
    } else if value > T::ZERO {
        value
    } else {
        T::ZERO
    }
}

/// The operations on floats that [`max`], [`min`] and [`saturate`] need.
pub(crate) trait Float: Copy + PartialOrd {
    const ZERO: Self;
    const ONE: Self;
    fn is_nan(self) -> bool;
    fn is_negative(self) -> bool;
}

impl Float for f32 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    fn is_nan(self) -> bool {
        self.is_nan()
    }
    fn is_negative(self) -> bool {
        self.is_sign_negative()
    }
}

impl Float for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    fn is_nan(self) -> bool {
        self.is_nan()
    }
    fn is_negative(self) -> bool {
        self.is_sign_negative()
    }
}

/// A float with denormals flushed to zero of their sign.
pub(crate) fn flushed(bits: u64) -> u64 {
    if bits & 0x7F80_0000 == 0 { bits & 0x8000_0000 } else { bits }
}

/// A function that hardware approximates, of a float.
pub(crate) fn approximated(value: f32, f: fn(f64) -> f64) -> f32 {
    f(f64::from(value)) as f32
}

/// A function of a half.
pub(crate) fn of_half(bits: u64, f: fn(f32) -> f32) -> u64 {
    to_half(f(from_half(bits)))
}
