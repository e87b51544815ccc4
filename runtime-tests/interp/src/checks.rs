//! Checks of operands: operations whose result is undefined, and operations that Direct3D defines and SPIR-V does not.
//!
//! Input: an operation's operands in one lane. Output: what is undefined about them, if anything is. What is said here of SPIR-V is
//! what its specification, its extended instructions and Vulkan's environment for it say.

use dxil::Op;
use dxil::inst::{BinaryOp, CastOp};

use crate::dispatch::Checks;
use crate::memory::Fault;
use crate::number::{from_bits32, from_half};
use crate::report::FindingKind;
use crate::value::{Num, signed};

/// A check before an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Check {
    /// A signed division of the first by the second.
    SignedDivision,
    /// A shift of the first by the second.
    Shift,
    /// An unsigned division.
    UnsignedDivision,
    /// A float that becomes an unsigned integer of this many bits.
    ToUnsigned(u8),
    /// A float that becomes a signed one.
    ToSigned(u8),
    /// A function of what is above zero.
    Positive,
    /// A function of what is not below zero.
    NotNegative,
    /// A function of what lies between -1 and 1.
    OneAtMost,
}

impl Check {
    /// The check before a binary operation.
    pub fn of_binary(op: BinaryOp) -> Option<Self> {
        match op {
            BinaryOp::SDiv | BinaryOp::SRem => Some(Self::SignedDivision),
            BinaryOp::UDiv | BinaryOp::URem => Some(Self::UnsignedDivision),
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => Some(Self::Shift),
            BinaryOp::Add
            | BinaryOp::FAdd
            | BinaryOp::Sub
            | BinaryOp::FSub
            | BinaryOp::Mul
            | BinaryOp::FMul
            | BinaryOp::FDiv
            | BinaryOp::FRem
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => None,
        }
    }

    /// The check before a conversion to a type.
    pub fn of_cast(op: CastOp, to: Num) -> Option<Self> {
        match op {
            CastOp::FpToUi => Some(Self::ToUnsigned(to.bits() as u8)),
            CastOp::FpToSi => Some(Self::ToSigned(to.bits() as u8)),
            CastOp::Trunc
            | CastOp::ZExt
            | CastOp::SExt
            | CastOp::UiToFp
            | CastOp::SiToFp
            | CastOp::FpTrunc
            | CastOp::FpExt
            | CastOp::PtrToInt
            | CastOp::IntToPtr
            | CastOp::Bitcast
            | CastOp::AddrSpaceCast => None,
        }
    }

    /// The check before an operation of one scalar.
    pub fn of_operation(op: Op) -> Option<Self> {
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other operations are defined for every operand")]
        match op {
            Op::Log | Op::Rsqrt => Some(Self::Positive),
            Op::Sqrt => Some(Self::NotNegative),
            Op::Acos | Op::Asin => Some(Self::OneAtMost),
            Op::LegacyDoubleToSInt32 => Some(Self::ToSigned(32)),
            Op::LegacyDoubleToUInt32 => Some(Self::ToUnsigned(32)),
            _ => None,
        }
    }

    /// Whether it is wanted.
    pub fn is_wanted(self, checks: Checks) -> bool {
        if matches!(self, Self::SignedDivision | Self::Shift) { checks.arithmetic } else { checks.portable }
    }

    /// The undefined behaviour of an operation for operands of a type, if any.
    pub fn fault(self, num: Num, a: u64, b: u64) -> Option<Fault> {
        let bits = num.bits();
        let kind = match self {
            Self::Shift if b >= u64::from(bits) => FindingKind::Shift,
            Self::SignedDivision if b == 0 || (b == num.mask() && a == 1 << (bits - 1)) => FindingKind::Division,
            Self::UnsignedDivision if b == 0 => FindingKind::OpenDivision,
            Self::Shift | Self::SignedDivision | Self::UnsignedDivision => return None,
            Self::ToUnsigned(_) | Self::ToSigned(_) | Self::Positive | Self::NotNegative | Self::OneAtMost => {
                return self.fault_of_float(float(num, a)?);
            }
        };
        let (a, b) = (signed(a, bits), signed(b, bits));
        Some((kind, format!("{a} by {b}")))
    }

    fn fault_of_float(self, value: f64) -> Option<Fault> {
        let truncated = value.trunc();
        let end = |bits: u8| (1u128 << bits) as f64;
        let (is_defined, kind) = match self {
            Self::ToUnsigned(bits) => (0.0 <= truncated && truncated < end(bits), FindingKind::OpenConversion),
            Self::ToSigned(bits) => {
                let end = end(bits - 1);
                (-end <= truncated && truncated < end, FindingKind::OpenConversion)
            }
            Self::Positive => (value > 0.0, FindingKind::OpenFunction),
            Self::NotNegative => (value >= 0.0, FindingKind::OpenFunction),
            Self::OneAtMost => (value.abs() <= 1.0, FindingKind::OpenFunction),
            Self::SignedDivision | Self::UnsignedDivision | Self::Shift => return None,
        };
        (!is_defined).then(|| (kind, format!("{value:?}")))
    }
}

/// The value of a float of any width.
fn float(num: Num, bits: u64) -> Option<f64> {
    match num {
        Num::F16 => Some(f64::from(from_half(bits))),
        Num::F32 => Some(f64::from(from_bits32(bits))),
        Num::F64 => Some(f64::from_bits(bits)),
        Num::I1 | Num::I8 | Num::I16 | Num::I32 | Num::I64 | Num::Pointer | Num::Handle => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_without_a_result_are_reported() {
        let of = |check: Check, num: Num, a: u64, b: u64| check.fault(num, a, b).map(|(kind, _)| kind);
        let float = |value: f32| u64::from(value.to_bits());
        assert_eq!(of(Check::Shift, Num::I32, 1, 31), None);
        assert_eq!(of(Check::Shift, Num::I32, 1, 32), Some(FindingKind::Shift));
        assert_eq!(of(Check::SignedDivision, Num::I32, 1 << 31, 0xFFFF_FFFF), Some(FindingKind::Division));
        assert_eq!(of(Check::UnsignedDivision, Num::I32, 1, 0), Some(FindingKind::OpenDivision));
        assert_eq!(of(Check::UnsignedDivision, Num::I32, 1 << 31, 0xFFFF_FFFF), None);
        assert_eq!(of(Check::ToUnsigned(32), Num::F32, float(-0.5), 0), None);
        assert_eq!(of(Check::ToUnsigned(32), Num::F32, float(-1.0), 0), Some(FindingKind::OpenConversion));
        assert_eq!(of(Check::ToUnsigned(32), Num::F32, float(4_294_967_296.0), 0), Some(FindingKind::OpenConversion));
        assert_eq!(of(Check::ToSigned(32), Num::F32, float(-2_147_483_648.0), 0), None);
        assert_eq!(of(Check::ToSigned(32), Num::F32, float(f32::NAN), 0), Some(FindingKind::OpenConversion));
        assert_eq!(of(Check::ToSigned(32), Num::F64, 1e10f64.to_bits(), 0), Some(FindingKind::OpenConversion));
        assert_eq!(of(Check::Positive, Num::F32, float(0.0), 0), Some(FindingKind::OpenFunction));
        assert_eq!(of(Check::NotNegative, Num::F32, float(0.0), 0), None);
        assert_eq!(of(Check::OneAtMost, Num::F16, 0x3C01, 0), Some(FindingKind::OpenFunction));
    }
}
