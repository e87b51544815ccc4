//! Implements scalar arithmetic: one function for each operation and type.
//!
//! A function takes and gives values in the form of [`crate::value`]: what it gives has no bits beyond its type.

use dxil::Op;
use dxil::inst::{BinaryOp, CastOp, Predicate};

use crate::number::{
    approximated, double_to_half, from_bits32 as f, from_half as h, max, min, of_half, saturate, to_bits32 as b,
    to_half,
};
use crate::program::{Of1, Of2, Of3};
use crate::value::{Num, signed};

/// A function of a float by its type: of a half by way of a float.
macro_rules! float1 {
    ($num:expr, $x:ident => $body:expr) => {
        match $num {
            Num::F16 => Some((|a| of_half(a, |$x| $body)) as Of1),
            Num::F32 => Some(
                (|a| {
                    let $x = f(a);
                    b($body)
                }) as Of1,
            ),
            Num::F64 => Some(
                (|a| {
                    let $x = f64::from_bits(a);
                    ($body).to_bits()
                }) as Of1,
            ),
            _ => None,
        }
    };
}

/// A function that is worked out as a double: of a half or a float.
macro_rules! approximate {
    ($num:expr, $f:expr) => {
        match $num {
            Num::F16 => Some((|a| of_half(a, |x| approximated(x, $f))) as Of1),
            Num::F32 => Some((|a| b(approximated(f(a), $f))) as Of1),
            _ => None,
        }
    };
}

macro_rules! float2 {
    ($num:expr, $x:ident, $y:ident => $body:expr) => {
        match $num {
            Num::F16 => Some(
                (|p, q| {
                    let ($x, $y) = (h(p), h(q));
                    to_half($body)
                }) as Of2,
            ),
            Num::F32 => Some(
                (|p, q| {
                    let ($x, $y) = (f(p), f(q));
                    b($body)
                }) as Of2,
            ),
            Num::F64 => Some(
                (|p, q| {
                    let ($x, $y) = (f64::from_bits(p), f64::from_bits(q));
                    ($body).to_bits()
                }) as Of2,
            ),
            _ => None,
        }
    };
}

/// A comparison of floats.
macro_rules! compare_floats {
    ($num:expr, $x:ident, $y:ident => $body:expr) => {
        match $num {
            Num::F16 => Some(
                (|p, q| {
                    let ($x, $y) = (h(p), h(q));
                    u64::from($body)
                }) as Of2,
            ),
            Num::F32 => Some(
                (|p, q| {
                    let ($x, $y) = (f(p), f(q));
                    u64::from($body)
                }) as Of2,
            ),
            Num::F64 => Some(
                (|p, q| {
                    let ($x, $y) = (f64::from_bits(p), f64::from_bits(q));
                    u64::from($body)
                }) as Of2,
            ),
            _ => None,
        }
    };
}

/// A question about exponent and fraction of a float.
macro_rules! of_exponent {
    ($num:expr, $exponent:ident, $most:ident, $fraction:ident => $body:expr) => {{
        macro_rules! of_form {
            ($digits:literal, $greatest:literal) => {
                Some(
                    (|bits: u64| {
                        #[allow(unused_variables, reason = "not every question asks for all")]
                        let ($exponent, $most, $fraction) =
                            (bits >> $digits & $greatest, $greatest, bits & ((1 << $digits) - 1));
                        u64::from($body)
                    }) as Of1,
                )
            };
        }
        match $num {
            Num::F16 => of_form!(10, 0x1F),
            Num::F32 => of_form!(23, 0xFF),
            Num::F64 => of_form!(52, 0x7FF),
            _ => None,
        }
    }};
}

/// A function of integers by their width; `$bits` is the width, and what it gives is cut to it.
macro_rules! int2 {
    ($num:expr, $bits:ident, $x:ident, $y:ident => $body:expr) => {{
        macro_rules! of_width {
            ($width:literal) => {
                Some(
                    (|$x: u64, $y: u64| {
                        #[allow(unused_variables, reason = "not every operation asks for the width")]
                        let $bits: u32 = $width;
                        let result: u64 = $body;
                        result & (u64::MAX >> (64 - $width))
                    }) as Of2,
                )
            };
        }
        match $num.bits() {
            1 => of_width!(1),
            8 => of_width!(8),
            16 => of_width!(16),
            32 => of_width!(32),
            _ => of_width!(64),
        }
    }};
}

macro_rules! int1 {
    ($num:expr, $bits:ident, $x:ident => $body:expr) => {{
        macro_rules! of_width {
            ($width:literal) => {
                Some(
                    (|$x: u64| {
                        #[allow(unused_variables, reason = "not every operation asks for the width")]
                        let $bits: u32 = $width;
                        let result: u64 = $body;
                        result & (u64::MAX >> (64 - $width))
                    }) as Of1,
                )
            };
        }
        match $num.bits() {
            1 => of_width!(1),
            8 => of_width!(8),
            16 => of_width!(16),
            32 => of_width!(32),
            _ => of_width!(64),
        }
    }};
}

/// A binary instruction.
pub(crate) fn binary(op: BinaryOp, num: Num) -> Option<Of2> {
    match op {
        BinaryOp::Add => int2!(num, bits, x, y => x.wrapping_add(y)),
        BinaryOp::Sub => int2!(num, bits, x, y => x.wrapping_sub(y)),
        BinaryOp::Mul => int2!(num, bits, x, y => x.wrapping_mul(y)),
        // D3D12: by zero all bits are set.
        BinaryOp::UDiv => int2!(num, bits, x, y => x.checked_div(y).unwrap_or(u64::MAX)),
        BinaryOp::URem => int2!(num, bits, x, y => x.checked_rem(y).unwrap_or(u64::MAX)),
        BinaryOp::SDiv => int2!(num, bits, x, y => match signed(y, bits) {
            0 => u64::MAX,
            y => signed(x, bits).wrapping_div(y).cast_unsigned(),
        }),
        BinaryOp::SRem => int2!(num, bits, x, y => match signed(y, bits) {
            0 => u64::MAX,
            y => signed(x, bits).wrapping_rem(y).cast_unsigned(),
        }),
        BinaryOp::Shl => int2!(num, bits, x, y => x << (y & u64::from(bits - 1))),
        BinaryOp::LShr => int2!(num, bits, x, y => x >> (y & u64::from(bits - 1))),
        BinaryOp::AShr => int2!(num, bits, x, y => (signed(x, bits) >> (y & u64::from(bits - 1))).cast_unsigned()),
        BinaryOp::And => int2!(num, bits, x, y => x & y),
        BinaryOp::Or => int2!(num, bits, x, y => x | y),
        BinaryOp::Xor => int2!(num, bits, x, y => x ^ y),
        BinaryOp::FAdd => float2!(num, x, y => x + y),
        BinaryOp::FSub => float2!(num, x, y => x - y),
        BinaryOp::FMul => float2!(num, x, y => x * y),
        BinaryOp::FDiv => float2!(num, x, y => x / y),
        BinaryOp::FRem => float2!(num, x, y => x % y),
    }
}

/// A comparison of two values of a type.
pub(crate) fn comparison(predicate: Predicate, num: Num) -> Option<Of2> {
    match predicate {
        Predicate::FFalse => Some(|_, _| 0),
        Predicate::FTrue => Some(|_, _| 1),
        Predicate::FOeq => compare_floats!(num, x, y => x == y),
        Predicate::FOgt => compare_floats!(num, x, y => x > y),
        Predicate::FOge => compare_floats!(num, x, y => x >= y),
        Predicate::FOlt => compare_floats!(num, x, y => x < y),
        Predicate::FOle => compare_floats!(num, x, y => x <= y),
        Predicate::FOne => compare_floats!(num, x, y => x != y && !x.is_nan() && !y.is_nan()),
        Predicate::FOrd => compare_floats!(num, x, y => !x.is_nan() && !y.is_nan()),
        Predicate::FUno => compare_floats!(num, x, y => x.is_nan() || y.is_nan()),
        Predicate::FUeq => compare_floats!(num, x, y => x == y || x.is_nan() || y.is_nan()),
        Predicate::FUgt => compare_floats!(num, x, y => x.partial_cmp(&y).is_none_or(std::cmp::Ordering::is_gt)),
        Predicate::FUge => compare_floats!(num, x, y => x.partial_cmp(&y).is_none_or(std::cmp::Ordering::is_ge)),
        Predicate::FUlt => compare_floats!(num, x, y => x.partial_cmp(&y).is_none_or(std::cmp::Ordering::is_lt)),
        Predicate::FUle => compare_floats!(num, x, y => x.partial_cmp(&y).is_none_or(std::cmp::Ordering::is_le)),
        Predicate::FUne => compare_floats!(num, x, y => x != y),
        Predicate::IEq => Some(|x, y| u64::from(x == y)),
        Predicate::INe => Some(|x, y| u64::from(x != y)),
        Predicate::IUgt => Some(|x, y| u64::from(x > y)),
        Predicate::IUge => Some(|x, y| u64::from(x >= y)),
        Predicate::IUlt => Some(|x, y| u64::from(x < y)),
        Predicate::IUle => Some(|x, y| u64::from(x <= y)),
        Predicate::ISgt => int2!(num, bits, x, y => u64::from(signed(x, bits) > signed(y, bits))),
        Predicate::ISge => int2!(num, bits, x, y => u64::from(signed(x, bits) >= signed(y, bits))),
        Predicate::ISlt => int2!(num, bits, x, y => u64::from(signed(x, bits) < signed(y, bits))),
        Predicate::ISle => int2!(num, bits, x, y => u64::from(signed(x, bits) <= signed(y, bits))),
    }
}

/// A conversion; `None` also for one that changes no bit.
pub(crate) fn cast(op: CastOp, from: Num, to: Num) -> Option<Of1> {
    match op {
        CastOp::Trunc => int1!(to, bits, x => x),
        CastOp::SExt => match (from.bits(), to.bits()) {
            (1, 8) => Some(|x| signed(x, 1).cast_unsigned() & 0xFF),
            (1, 16) => Some(|x| signed(x, 1).cast_unsigned() & 0xFFFF),
            (1, 32) => Some(|x| signed(x, 1).cast_unsigned() & 0xFFFF_FFFF),
            (1, _) => Some(|x| signed(x, 1).cast_unsigned()),
            (8, 16) => Some(|x| signed(x, 8).cast_unsigned() & 0xFFFF),
            (8, 32) => Some(|x| signed(x, 8).cast_unsigned() & 0xFFFF_FFFF),
            (8, _) => Some(|x| signed(x, 8).cast_unsigned()),
            (16, 32) => Some(|x| signed(x, 16).cast_unsigned() & 0xFFFF_FFFF),
            (16, _) => Some(|x| signed(x, 16).cast_unsigned()),
            _ => Some(|x| signed(x, 32).cast_unsigned()),
        },
        CastOp::FpToUi => match from {
            Num::F16 => int1!(to, bits, x => (f64::from(h(x)) as u64).min(u64::MAX >> (64 - bits))),
            Num::F32 => int1!(to, bits, x => (f(x) as u64).min(u64::MAX >> (64 - bits))),
            Num::F64 => int1!(to, bits, x => (f64::from_bits(x) as u64).min(u64::MAX >> (64 - bits))),
            Num::I1 | Num::I8 | Num::I16 | Num::I32 | Num::I64 | Num::Pointer | Num::Handle => None,
        },
        CastOp::FpToSi => match from {
            Num::F16 => int1!(to, bits, x => clamped(f64::from(h(x)), bits)),
            Num::F32 => int1!(to, bits, x => clamped(f64::from(f(x)), bits)),
            Num::F64 => int1!(to, bits, x => clamped(f64::from_bits(x), bits)),
            Num::I1 | Num::I8 | Num::I16 | Num::I32 | Num::I64 | Num::Pointer | Num::Handle => None,
        },
        CastOp::UiToFp => match to {
            // By way of a float there could be two roundings.
            Num::F16 => Some(|x| if x >= 1 << 53 { 0x7C00 } else { double_to_half(x as f64) }),
            Num::F32 => Some(|x| b(x as f32)),
            Num::F64 => Some(|x| (x as f64).to_bits()),
            Num::I1 | Num::I8 | Num::I16 | Num::I32 | Num::I64 | Num::Pointer | Num::Handle => None,
        },
        CastOp::SiToFp => match (from.bits(), to) {
            (1, Num::F16) => Some(|x| double_to_half(signed(x, 1) as f64)),
            (16, Num::F16) => Some(|x| double_to_half(signed(x, 16) as f64)),
            (32, Num::F16) => Some(|x| double_to_half(signed(x, 32) as f64)),
            (64, Num::F16) => Some(|x| double_to_half(signed(x, 64) as f64)),
            (1, Num::F32) => Some(|x| b(signed(x, 1) as f32)),
            (8, Num::F32) => Some(|x| b(signed(x, 8) as f32)),
            (16, Num::F32) => Some(|x| b(signed(x, 16) as f32)),
            (32, Num::F32) => Some(|x| b(signed(x, 32) as f32)),
            (64, Num::F32) => Some(|x| b(signed(x, 64) as f32)),
            (1, Num::F64) => Some(|x| (signed(x, 1) as f64).to_bits()),
            (16, Num::F64) => Some(|x| (signed(x, 16) as f64).to_bits()),
            (32, Num::F64) => Some(|x| (signed(x, 32) as f64).to_bits()),
            (64, Num::F64) => Some(|x| (signed(x, 64) as f64).to_bits()),
            _ => None,
        },
        CastOp::FpTrunc | CastOp::FpExt => match (from, to) {
            (Num::F64, Num::F32) => Some(|x| b(f64::from_bits(x) as f32)),
            (Num::F64, Num::F16) => Some(|x| double_to_half(f64::from_bits(x))),
            (Num::F32, Num::F16) => Some(|x| to_half(f(x))),
            (Num::F16, Num::F32) => Some(|x| b(h(x))),
            (Num::F16, Num::F64) => Some(|x| f64::from(h(x)).to_bits()),
            (Num::F32, Num::F64) => Some(|x| f64::from(f(x)).to_bits()),
            _ => None,
        },
        // Between a half of minimum precision, which is held as a float, and 16 bits.
        CastOp::Bitcast => match (from.bits(), to.bits()) {
            (32, 16) => Some(|x| to_half(f(x))),
            (16, 32) => Some(|x| b(h(x))),
            _ => None,
        },
        CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::AddrSpaceCast => None,
    }
}

/// A double as a signed integer of this many bits, the nearest that there is; of a NaN zero.
fn clamped(value: f64, bits: u32) -> u64 {
    let most = i64::MAX >> (64 - bits);
    (value as i64).clamp(-most - 1, most).cast_unsigned()
}

/// Whether there is nothing to be done for a conversion.
pub(crate) fn is_nothing(op: CastOp, from: Num, to: Num) -> bool {
    match op {
        CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::AddrSpaceCast => true,
        CastOp::Bitcast => from.bits() == to.bits(),
        CastOp::FpTrunc | CastOp::FpExt => from == to,
        CastOp::Trunc | CastOp::SExt | CastOp::FpToUi | CastOp::FpToSi | CastOp::UiToFp | CastOp::SiToFp => false,
    }
}

/// An operation of one scalar. `num` is the type of the operand.
pub(crate) fn operation1(op: Op, num: Num) -> Option<Of1> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other operations do not have one operand")]
    match op {
        Op::FAbs => match num {
            Num::F16 => Some(|x| x & 0x7FFF),
            Num::F32 => Some(|x| x & 0x7FFF_FFFF),
            Num::F64 => Some(|x| x & (u64::MAX >> 1)),
            Num::I1 | Num::I8 | Num::I16 | Num::I32 | Num::I64 | Num::Pointer | Num::Handle => None,
        },
        Op::Saturate => float1!(num, x => saturate(x)),
        Op::IsNaN => of_exponent!(num, exponent, most, fraction => exponent == most && fraction != 0),
        Op::IsInf => of_exponent!(num, exponent, most, fraction => exponent == most && fraction == 0),
        Op::IsFinite => of_exponent!(num, exponent, most, fraction => exponent != most),
        Op::IsNormal => of_exponent!(num, exponent, most, fraction => exponent != most && exponent != 0),
        Op::Cos => approximate!(num, libm::cos),
        Op::Sin => approximate!(num, libm::sin),
        Op::Tan => approximate!(num, libm::tan),
        Op::Acos => approximate!(num, libm::acos),
        Op::Asin => approximate!(num, libm::asin),
        Op::Atan => approximate!(num, libm::atan),
        Op::Hcos => approximate!(num, libm::cosh),
        Op::Hsin => approximate!(num, libm::sinh),
        Op::Htan => approximate!(num, libm::tanh),
        Op::Exp => approximate!(num, libm::exp2),
        Op::Log => approximate!(num, libm::log2),
        Op::Sqrt => approximate!(num, f64::sqrt),
        Op::Rsqrt => approximate!(num, |x| 1.0 / x.sqrt()),
        Op::Frc => float1!(num, x => x - x.floor()),
        Op::RoundNe => float1!(num, x => x.round_ties_even()),
        Op::RoundNi => float1!(num, x => x.floor()),
        Op::RoundPi => float1!(num, x => x.ceil()),
        Op::RoundZ => float1!(num, x => x.trunc()),
        Op::Bfrev => int1!(num, bits, x => x.reverse_bits() >> (64 - bits)),
        Op::Countbits => Some(|x| u64::from(x.count_ones())),
        Op::FirstbitLo => Some(|x| if x == 0 { NO_BIT } else { u64::from(x.trailing_zeros()) }),
        Op::FirstbitHi => match num.bits() {
            16 => Some(|x| from_top(x, 16)),
            32 => Some(|x| from_top(x, 32)),
            _ => Some(|x| from_top(x, 64)),
        },
        Op::FirstbitSHi => match num.bits() {
            16 => Some(|x| from_top(without_sign(x, 16), 16)),
            32 => Some(|x| from_top(without_sign(x, 32), 32)),
            _ => Some(|x| from_top(without_sign(x, 64), 64)),
        },
        Op::LegacyF32ToF16 => Some(|x| to_half(f(x))),
        Op::LegacyF16ToF32 => Some(|x| b(h(x))),
        Op::LegacyDoubleToFloat => Some(|x| b(f64::from_bits(x) as f32)),
        Op::LegacyDoubleToSInt32 => Some(|x| clamped(f64::from_bits(x), 32) & 0xFFFF_FFFF),
        Op::LegacyDoubleToUInt32 => Some(|x| u64::from(f64::from_bits(x) as u32)),
        Op::CheckAccessFullyMapped => Some(|x| u64::from(x != 0)),
        _ => None,
    }
}

/// The result of the search for a bit if there is none: -1.
const NO_BIT: u64 = 0xFFFF_FFFF;

/// The place of the highest bit, counted from the top.
fn from_top(value: u64, bits: u32) -> u64 {
    if value == 0 { NO_BIT } else { u64::from(value.leading_zeros() - (64 - bits)) }
}

/// A number with the bits that are as its sign cleared.
fn without_sign(value: u64, bits: u32) -> u64 {
    let mask = u64::MAX >> (64 - bits);
    if value >> (bits - 1) & 1 == 1 { !value & mask } else { value }
}

/// An operation of two scalars of a type.
pub(crate) fn operation2(op: Op, num: Num) -> Option<Of2> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other operations do not have two operands")]
    match op {
        Op::FMax => float2!(num, x, y => max(x, y)),
        Op::FMin => float2!(num, x, y => min(x, y)),
        Op::IMax => int2!(num, bits, x, y => if signed(x, bits) < signed(y, bits) { y } else { x }),
        Op::IMin => int2!(num, bits, x, y => if signed(y, bits) < signed(x, bits) { y } else { x }),
        Op::UMax => Some(Ord::max),
        Op::UMin => Some(Ord::min),
        Op::MakeDouble => Some(|lo, hi| hi << 32 | lo),
        _ => None,
    }
}

/// An operation of three scalars of a type.
pub(crate) fn operation3(op: Op, num: Num) -> Option<Of3> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other operations do not have three operands")]
    match op {
        Op::FMad => match num {
            Num::F16 => Some(|x, y, z| to_half(h(to_half(h(x) * h(y))) + h(z))),
            Num::F32 => Some(|x, y, z| b(f(x) * f(y) + f(z))),
            Num::F64 => Some(|x, y, z| (f64::from_bits(x) * f64::from_bits(y) + f64::from_bits(z)).to_bits()),
            Num::I1 | Num::I8 | Num::I16 | Num::I32 | Num::I64 | Num::Pointer | Num::Handle => None,
        },
        Op::Fma => match num {
            Num::F16 => Some(|x, y, z| double_to_half(f64::from(h(x)).mul_add(f64::from(h(y)), f64::from(h(z))))),
            Num::F32 => Some(|x, y, z| b(f(x).mul_add(f(y), f(z)))),
            Num::F64 => Some(|x, y, z| f64::from_bits(x).mul_add(f64::from_bits(y), f64::from_bits(z)).to_bits()),
            Num::I1 | Num::I8 | Num::I16 | Num::I32 | Num::I64 | Num::Pointer | Num::Handle => None,
        },
        Op::IMad | Op::UMad => match num.bits() {
            16 => Some(|x, y, z| x.wrapping_mul(y).wrapping_add(z) & 0xFFFF),
            32 => Some(|x, y, z| x.wrapping_mul(y).wrapping_add(z) & 0xFFFF_FFFF),
            _ => Some(|x, y, z| x.wrapping_mul(y).wrapping_add(z)),
        },
        Op::Msad => Some(sum_of_differences),
        Op::Ibfe => match num.bits() {
            64 => Some(|width, offset, x| extracted(width, offset, x, 64, true)),
            _ => Some(|width, offset, x| extracted(width, offset, x, 32, true)),
        },
        Op::Ubfe => match num.bits() {
            64 => Some(|width, offset, x| extracted(width, offset, x, 64, false)),
            _ => Some(|width, offset, x| extracted(width, offset, x, 32, false)),
        },
        Op::Dot4AddI8Packed => Some(|acc, x, y| {
            let product = |at: u32| signed(x >> at & 0xFF, 8) * signed(y >> at & 0xFF, 8);
            acc.wrapping_add((product(0) + product(8) + product(16) + product(24)).cast_unsigned()) & 0xFFFF_FFFF
        }),
        Op::Dot4AddU8Packed => Some(|acc, x, y| {
            let product = |at: u32| (x >> at & 0xFF) * (y >> at & 0xFF);
            acc.wrapping_add(product(0) + product(8) + product(16) + product(24)) & 0xFFFF_FFFF
        }),
        _ => None,
    }
}

/// The sum of the differences of four bytes, without those whose reference is zero, added to a number.
fn sum_of_differences(reference: u64, source: u64, sum: u64) -> u64 {
    let bytes = [0, 8, 16, 24].map(|at| (reference >> at & 0xFF, source >> at & 0xFF));
    let differences = bytes.iter().filter(|(reference, _)| *reference != 0).map(|(a, b)| a.abs_diff(*b));
    sum.wrapping_add(differences.sum()) & 0xFFFF_FFFF
}

/// Some bits of a number.
fn extracted(width: u64, offset: u64, value: u64, bits: u32, is_signed: bool) -> u64 {
    let (width, offset) = (width as u32 & (bits - 1), offset as u32 & (bits - 1));
    let mask = u64::MAX >> (64 - bits);
    if width == 0 {
        return 0;
    }
    let rest = if width + offset < bits {
        let up = bits - width - offset;
        (value << up) & mask
    } else {
        // What is beyond the top is not there.
        return if is_signed { (signed(value, bits) >> offset).cast_unsigned() & mask } else { value >> offset };
    };
    if is_signed { (signed(rest, bits) >> (bits - width)).cast_unsigned() & mask } else { rest >> (bits - width) }
}

/// A number with some bits replaced: `width` bits of `value` from `offset` on.
pub(crate) fn inserted(width: u64, offset: u64, value: u64, into: u64, bits: u32) -> u64 {
    let (width, offset) = (width as u32 & (bits - 1), offset as u32 & (bits - 1));
    let mask = (((1u64 << width) - 1) << offset) & (u64::MAX >> (64 - bits));
    (value << offset) & mask | into & !mask
}

#[cfg(test)]
mod tests {
    use super::{Num, Op, operation1};

    /// A function of the system's library, which is accurate within the tolerance of hardware.
    type Known = (Op, fn(f64) -> f64, [f32; 2]);

    #[expect(clippy::disallowed_methods, reason = "these are what ours are compared with")]
    const KNOWN: [Known; 11] = [
        (Op::Cos, f64::cos, [-100.0, 100.0]),
        (Op::Sin, f64::sin, [-100.0, 100.0]),
        (Op::Tan, f64::tan, [-1.5, 1.5]),
        (Op::Acos, f64::acos, [-1.0, 1.0]),
        (Op::Asin, f64::asin, [-1.0, 1.0]),
        (Op::Atan, f64::atan, [-100.0, 100.0]),
        (Op::Hcos, f64::cosh, [-10.0, 10.0]),
        (Op::Hsin, f64::sinh, [-10.0, 10.0]),
        (Op::Htan, f64::tanh, [-10.0, 10.0]),
        (Op::Exp, f64::exp2, [-120.0, 120.0]),
        (Op::Log, f64::log2, [0.001, 1000.0]),
    ];

    #[test]
    fn functions_that_hardware_approximates_are_the_systems_to_a_last_bit() {
        for (op, known, [from, to]) in KNOWN {
            let own = operation1(op, Num::F32).unwrap();
            for step in 0..=1000_u16 {
                let x = from + (to - from) * f32::from(step) / 1000.0;
                let (got, want) = (f32::from_bits(own(u64::from(x.to_bits())) as u32), known(f64::from(x)) as f32);
                assert!((got - want).abs() <= want.abs() * f32::EPSILON, "{op:?} of {x}: {got}, not {want}");
            }
        }
    }
}
