//! Evaluates operations on constants exactly in every width, or determines that they have no result.
//!
//! An operator is an operation of the IR, and its result is that of the operation on constants
//! ([`hlslc_ir::ops::fold`]), so checker and passes agree. Integers are represented as 64 bits, extended by the sign of
//! their kind, floats as doubles.

use hlslc_hir::hir::{BinaryOp, UnaryOp};
use hlslc_hir::types::{ScalarClass, ScalarKind};
use hlslc_hir::value::{ConstValue, ScalarValue};
use hlslc_ir::ops::fold;
use hlslc_ir::{Op, Scalar};

/// The reason why a constant operation has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoldError {
    /// Integer division or remainder by zero.
    DivisionByZero,
    /// The quotient of the least integer and -1, which exceeds the greatest.
    Overflow,
    /// The operation does not exist for these operands.
    Unsupported,
}

/// Truncates an integer to the width of `kind` and extends it by its sign.
pub fn wrap(bits: u64, kind: ScalarKind) -> u64 {
    let width = kind.bits();
    if width >= 64 {
        return bits;
    }
    let shift = 64 - width;
    if matches!(kind.class(), ScalarClass::Signed) {
        (((bits << shift) as i64) >> shift) as u64
    } else {
        (bits << shift) >> shift
    }
}

/// The scalar type of the IR for constants of a kind. Minimum precision may be computed in more bits: integers are
/// truncated to 16 bits, floats have 32.
fn arithmetic(kind: ScalarKind) -> Scalar {
    match (kind.class(), kind.bits()) {
        (ScalarClass::Bool, _) => Scalar::Bool,
        (ScalarClass::Float, 64) => Scalar::F64,
        (ScalarClass::Float, _) if kind == ScalarKind::Float16 => Scalar::F16,
        (ScalarClass::Float, _) => Scalar::F32,
        (ScalarClass::Signed | ScalarClass::Unsigned, 64) => Scalar::I64,
        (ScalarClass::Signed | ScalarClass::Unsigned, 16) => Scalar::I16,
        (ScalarClass::Signed | ScalarClass::Unsigned, _) => Scalar::I32,
    }
}

/// The bits of a scalar in the IR.
fn to_bits(value: ScalarValue, scalar: Scalar) -> u64 {
    match value {
        ScalarValue::Bool(b) => u64::from(b),
        ScalarValue::Int(bits) => fold::cut(scalar, bits),
        ScalarValue::Float(f) => fold::from_f64(scalar, f),
    }
}

/// The scalar with these bits in the IR.
fn from_bits(bits: u64, kind: ScalarKind) -> ScalarValue {
    match kind.class() {
        ScalarClass::Bool => ScalarValue::Bool(bits != 0),
        ScalarClass::Float => ScalarValue::Float(fold::to_f64(arithmetic(kind), bits)),
        ScalarClass::Signed | ScalarClass::Unsigned => ScalarValue::Int(wrap(bits, kind)),
    }
}

/// Rounds a float to the precision of `kind`.
pub fn round(value: f64, kind: ScalarKind) -> f64 {
    let scalar = arithmetic(kind);
    fold::to_f64(scalar, fold::from_f64(scalar, value))
}

/// Converts a scalar to another kind, as in HLSL.
pub fn convert(value: ScalarValue, from: ScalarKind, to: ScalarKind) -> ScalarValue {
    match to.class() {
        ScalarClass::Bool => ScalarValue::Bool(truth(value)),
        ScalarClass::Float => ScalarValue::Float(round(as_float(value, from), to)),
        ScalarClass::Signed | ScalarClass::Unsigned => {
            let bits = match value {
                ScalarValue::Bool(b) => u64::from(b),
                ScalarValue::Int(bits) => bits,
                ScalarValue::Float(f) => float_to_int(f, to),
            };
            ScalarValue::Int(wrap(bits, to))
        }
    }
}

/// Truncates towards zero; a value out of range becomes the nearest integer and NaN becomes zero, as in converted code.
fn float_to_int(value: f64, to: ScalarKind) -> u64 {
    let unused = 64 - to.bits().min(64);
    if to.class() == ScalarClass::Unsigned {
        (value as u64).min(u64::MAX >> unused)
    } else {
        let most = i64::MAX >> unused;
        (value as i64).clamp(-most - 1, most) as u64
    }
}

/// Whether a scalar counts as true.
pub fn truth(value: ScalarValue) -> bool {
    match value {
        ScalarValue::Bool(b) => b,
        ScalarValue::Int(bits) => bits != 0,
        ScalarValue::Float(f) => f != 0.0,
    }
}

/// A scalar as a double.
pub fn as_float(value: ScalarValue, kind: ScalarKind) -> f64 {
    match value {
        ScalarValue::Bool(b) => f64::from(u8::from(b)),
        ScalarValue::Int(bits) if kind.class() == ScalarClass::Signed => bits as i64 as f64,
        ScalarValue::Int(bits) => bits as f64,
        ScalarValue::Float(f) => f,
    }
}

/// Converts all scalars of a constant.
pub fn convert_all(value: &ConstValue, from: ScalarKind, to: ScalarKind) -> Option<ConstValue> {
    map(value, &mut |scalar| Some(convert(scalar, from, to)))
}

/// Changes all scalars of a scalar, vector or matrix constant, which nests one level at most.
fn map(value: &ConstValue, change: &mut dyn FnMut(ScalarValue) -> Option<ScalarValue>) -> Option<ConstValue> {
    Some(match value {
        ConstValue::Scalar(scalar) => ConstValue::Scalar(change(*scalar)?),
        ConstValue::Composite(parts) => {
            let parts: Option<Vec<ConstValue>> =
                parts
                    .iter()
                    .map(|part| {
                        if let ConstValue::Scalar(scalar) = part {
                            change(*scalar).map(ConstValue::Scalar)
                        } else {
                            None
                        }
                    })
                    .collect();
            ConstValue::Composite(parts?)
        }
        ConstValue::Zero => ConstValue::Zero,
        ConstValue::String(_) => return None,
    })
}

/// Applies an operator to a scalar.
pub fn unary(op: UnaryOp, value: ScalarValue, kind: ScalarKind) -> Option<ScalarValue> {
    let scalar = arithmetic(kind);
    let bits = match (op, value) {
        (UnaryOp::Not, value) => return Some(ScalarValue::Bool(!truth(value))),
        (UnaryOp::Neg, ScalarValue::Int(_)) => fold::numbers(Op::Sub, scalar, scalar, &[0, to_bits(value, scalar)]),
        (UnaryOp::Neg, ScalarValue::Float(_)) => fold::numbers(Op::FNeg, scalar, scalar, &[to_bits(value, scalar)]),
        (UnaryOp::BitNot, ScalarValue::Int(bits)) => Some(!bits),
        _ => return None,
    };
    bits.map(|bits| from_bits(bits, kind))
}

/// The lesser or the greater of two scalars of a kind.
pub fn extreme(greater: bool, a: ScalarValue, b: ScalarValue, kind: ScalarKind) -> Option<ScalarValue> {
    let op = match (kind.class(), greater) {
        (ScalarClass::Float, true) => Op::FMax,
        (ScalarClass::Float, false) => Op::FMin,
        (ScalarClass::Signed, true) => Op::IMax,
        (ScalarClass::Signed, false) => Op::IMin,
        (ScalarClass::Unsigned, true) => Op::UMax,
        (ScalarClass::Unsigned, false) => Op::UMin,
        (ScalarClass::Bool, _) => return None,
    };
    let scalar = arithmetic(kind);
    let bits = fold::numbers(op, scalar, scalar, &[to_bits(a, scalar), to_bits(b, scalar)]);
    bits.map(|bits| from_bits(bits, kind))
}

/// Applies an operator to two scalars of a kind.
pub fn binary(op: BinaryOp, a: ScalarValue, b: ScalarValue, kind: ScalarKind) -> Result<ScalarValue, FoldError> {
    let class = kind.class();
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other operators depend on the class of their operands")]
    match op {
        BinaryOp::LogicalAnd if class != ScalarClass::Float => return Ok(ScalarValue::Bool(truth(a) && truth(b))),
        BinaryOp::LogicalOr if class != ScalarClass::Float => return Ok(ScalarValue::Bool(truth(a) || truth(b))),
        BinaryOp::Div | BinaryOp::Rem if matches!(b, ScalarValue::Int(0)) => return Err(FoldError::DivisionByZero),
        _ => {}
    }
    if !is_defined(op, class) {
        return Err(FoldError::Unsupported);
    }
    let from = arithmetic(kind);
    let to = if is_comparison(op) { ScalarKind::Bool } else { kind };
    let operands = [to_bits(a, from), to_bits(b, from)];
    let bits = fold::numbers(op.operation(class), from, arithmetic(to), &operands);
    match (bits, op) {
        (Some(bits), _) => Ok(from_bits(bits, to)),
        (None, BinaryOp::Div | BinaryOp::Rem) if class == ScalarClass::Signed => Err(FoldError::Overflow),
        (None, _) => Err(FoldError::Unsupported),
    }
}

fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Eq | Ne | Lt | Le | Gt | Ge)
}

/// Whether an operator exists for a class: floats have no bitwise operators, Booleans no arithmetic.
fn is_defined(op: BinaryOp, class: ScalarClass) -> bool {
    use BinaryOp::{Add, BitAnd, BitOr, BitXor, Div, LogicalAnd, LogicalOr, Mul, Rem, Shl, Shr, Sub};
    match class {
        ScalarClass::Float => !matches!(op, Shl | Shr | BitAnd | BitOr | BitXor | LogicalAnd | LogicalOr),
        ScalarClass::Bool => !matches!(op, Add | Sub | Mul | Div | Rem | Shl | Shr),
        ScalarClass::Signed | ScalarClass::Unsigned => true,
    }
}

/// Prints a scalar.
pub fn show(value: ScalarValue, kind: ScalarKind) -> String {
    match value {
        ScalarValue::Bool(b) => b.to_string(),
        ScalarValue::Int(bits) if kind.class() == ScalarClass::Signed => (bits as i64).to_string(),
        ScalarValue::Int(bits) => bits.to_string(),
        ScalarValue::Float(f) => f.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ScalarKind as K;

    #[test]
    fn integers_wrap_in_their_width() {
        let add = |kind, a: i64, b: i64| binary(BinaryOp::Add, int(a), int(b), kind);
        assert_eq!(add(K::Int, i64::from(i32::MAX), 1), Ok(int(i64::from(i32::MIN))));
        assert_eq!(add(K::Uint, 0xFFFF_FFFF, 1), Ok(int(0)));
        assert_eq!(add(K::Int16, 0x7FFF, 1), Ok(int(-0x8000)));
        assert_eq!(add(K::LitInt, 0xFFFF_FFFF, 1), Ok(int(0x1_0000_0000)));
    }

    #[test]
    fn shifts_take_the_count_modulo_the_width() {
        assert_eq!(binary(BinaryOp::Shl, int(1), int(33), K::Int), Ok(int(2)));
        assert_eq!(binary(BinaryOp::Shr, int(-8), int(1), K::Int), Ok(int(-4)));
        assert_eq!(binary(BinaryOp::Shr, int(0x8000_0000), int(31), K::Uint), Ok(int(1)));
    }

    #[test]
    fn divisions_without_a_result_have_no_value_unless_floats_divide() {
        assert_eq!(binary(BinaryOp::Div, int(1), int(0), K::Int), Err(FoldError::DivisionByZero));
        let least = int(i64::from(i32::MIN));
        assert_eq!(binary(BinaryOp::Div, least, int(-1), K::Int), Err(FoldError::Overflow));
        assert_eq!(binary(BinaryOp::Rem, least, int(-1), K::Int), Err(FoldError::Overflow));
        assert_eq!(binary(BinaryOp::Div, least, int(-1), K::Int64), Ok(int(-i64::from(i32::MIN))));
        let infinity = binary(BinaryOp::Div, ScalarValue::Float(1.0), ScalarValue::Float(0.0), K::Float);
        assert_eq!(infinity, Ok(ScalarValue::Float(f64::INFINITY)));
    }

    #[test]
    fn conversions_round_and_wrap() {
        assert_eq!(convert(int(-1), K::LitInt, K::Uint), int(0xFFFF_FFFF));
        assert_eq!(convert(ScalarValue::Float(-2.7), K::Float, K::Int), int(-2));
        assert_eq!(convert(ScalarValue::Float(0.1), K::LitFloat, K::Float), ScalarValue::Float(f64::from(0.1f32)));
        assert_eq!(convert(int(2), K::Int, K::Bool), ScalarValue::Bool(true));
    }

    fn int(value: i64) -> ScalarValue {
        ScalarValue::Int(value as u64)
    }
}
