//! Arithmetic on constants, exact in every width: what an operation gives, or that it has no value.
//!
//! Integers are held extended to 64 bits by their kind's sign; after each operation they are cut to the kind's
//! width and extended again. Floats are computed in double precision and rounded to the kind, which for the basic
//! operations on narrower kinds gives the correctly rounded result.

use hlslc_hir::hir::{BinaryOp, UnaryOp};
use hlslc_hir::types::{ScalarClass, ScalarKind};
use hlslc_hir::value::{ConstValue, ScalarValue};

/// Why a constant operation has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoldError {
    /// Integer division or remainder by zero.
    DivisionByZero,
    /// Not an operation on these operands.
    Unsupported,
}

/// Cuts an integer to the width of `kind` and extends it by its sign.
pub fn wrap(bits: u64, kind: ScalarKind) -> u64 {
    let width = kind.bits();
    if width >= 64 {
        return bits;
    }
    let shift = 64 - width;
    match kind.class() {
        ScalarClass::Signed => (((bits << shift) as i64) >> shift) as u64,
        _ => (bits << shift) >> shift,
    }
}

/// Rounds a float to the precision of `kind`.
pub fn round(value: f64, kind: ScalarKind) -> f64 {
    match kind {
        ScalarKind::Double | ScalarKind::LitFloat => value,
        ScalarKind::Float16 => half::f16::from_f64(value).to_f64(),
        // Minimum precision allows more, and `half` is a float in all but name.
        _ => f64::from(value as f32),
    }
}

/// A scalar of one kind as another, as HLSL converts.
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

/// Towards zero; what does not fit wraps in 64 bits, as code would not have a defined value either.
fn float_to_int(value: f64, to: ScalarKind) -> u64 {
    if to.class() == ScalarClass::Unsigned && value >= 0.0 { value as u64 } else { (value as i64) as u64 }
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

/// All scalars of a constant converted.
pub fn convert_all(value: &ConstValue, from: ScalarKind, to: ScalarKind) -> Option<ConstValue> {
    map(value, &mut |scalar| Some(convert(scalar, from, to)))
}

/// All scalars of a scalar, vector or matrix constant changed; nests one level at most.
fn map(value: &ConstValue, change: &mut dyn FnMut(ScalarValue) -> Option<ScalarValue>) -> Option<ConstValue> {
    Some(match value {
        ConstValue::Scalar(scalar) => ConstValue::Scalar(change(*scalar)?),
        ConstValue::Composite(parts) => {
            let parts: Option<Vec<ConstValue>> = parts
                .iter()
                .map(|part| match part {
                    ConstValue::Scalar(scalar) => change(*scalar).map(ConstValue::Scalar),
                    _ => None,
                })
                .collect();
            ConstValue::Composite(parts?)
        }
        ConstValue::Zero => ConstValue::Zero,
        ConstValue::String(_) => return None,
    })
}

/// An operator on one scalar.
pub fn unary(op: UnaryOp, value: ScalarValue, kind: ScalarKind) -> Option<ScalarValue> {
    Some(match (op, value) {
        (UnaryOp::Neg, ScalarValue::Int(bits)) => ScalarValue::Int(wrap(bits.wrapping_neg(), kind)),
        (UnaryOp::Neg, ScalarValue::Float(f)) => ScalarValue::Float(-f),
        (UnaryOp::BitNot, ScalarValue::Int(bits)) => ScalarValue::Int(wrap(!bits, kind)),
        (UnaryOp::Not, value) => ScalarValue::Bool(!truth(value)),
        _ => return None,
    })
}

/// An operator on two scalars of one kind.
pub fn binary(op: BinaryOp, a: ScalarValue, b: ScalarValue, kind: ScalarKind) -> Result<ScalarValue, FoldError> {
    match (a, b) {
        (ScalarValue::Float(x), ScalarValue::Float(y)) => float_binary(op, x, y, kind),
        (ScalarValue::Int(x), ScalarValue::Int(y)) => int_binary(op, x, y, kind),
        (ScalarValue::Bool(x), ScalarValue::Bool(y)) => Ok(ScalarValue::Bool(match op {
            BinaryOp::LogicalAnd | BinaryOp::BitAnd => x && y,
            BinaryOp::LogicalOr | BinaryOp::BitOr => x || y,
            BinaryOp::BitXor | BinaryOp::Ne => x != y,
            BinaryOp::Eq => x == y,
            BinaryOp::Lt => !x && y,
            BinaryOp::Le => x <= y,
            BinaryOp::Gt => x && !y,
            BinaryOp::Ge => x >= y,
            _ => return Err(FoldError::Unsupported),
        })),
        _ => Err(FoldError::Unsupported),
    }
}

fn float_binary(op: BinaryOp, x: f64, y: f64, kind: ScalarKind) -> Result<ScalarValue, FoldError> {
    let value = match op {
        BinaryOp::Add => x + y,
        BinaryOp::Sub => x - y,
        BinaryOp::Mul => x * y,
        BinaryOp::Div => x / y,
        BinaryOp::Rem => x % y,
        BinaryOp::Eq => return Ok(ScalarValue::Bool(x == y)),
        BinaryOp::Ne => return Ok(ScalarValue::Bool(x != y)),
        BinaryOp::Lt => return Ok(ScalarValue::Bool(x < y)),
        BinaryOp::Le => return Ok(ScalarValue::Bool(x <= y)),
        BinaryOp::Gt => return Ok(ScalarValue::Bool(x > y)),
        BinaryOp::Ge => return Ok(ScalarValue::Bool(x >= y)),
        _ => return Err(FoldError::Unsupported),
    };
    Ok(ScalarValue::Float(round(value, kind)))
}

fn int_binary(op: BinaryOp, x: u64, y: u64, kind: ScalarKind) -> Result<ScalarValue, FoldError> {
    let signed = kind.class() == ScalarClass::Signed;
    let order = if signed { (x as i64).cmp(&(y as i64)) } else { x.cmp(&y) };
    let shift = (y as u32) & (kind.bits() - 1);
    let value = match op {
        BinaryOp::Add => x.wrapping_add(y),
        BinaryOp::Sub => x.wrapping_sub(y),
        BinaryOp::Mul => x.wrapping_mul(y),
        BinaryOp::Div | BinaryOp::Rem if y == 0 => return Err(FoldError::DivisionByZero),
        BinaryOp::Div if signed => (x as i64).wrapping_div(y as i64) as u64,
        BinaryOp::Div => x / y,
        BinaryOp::Rem if signed => (x as i64).wrapping_rem(y as i64) as u64,
        BinaryOp::Rem => x % y,
        BinaryOp::Shl => x << shift,
        BinaryOp::Shr if signed => ((x as i64) >> shift) as u64,
        BinaryOp::Shr => x >> shift,
        BinaryOp::BitAnd => x & y,
        BinaryOp::BitOr => x | y,
        BinaryOp::BitXor => x ^ y,
        BinaryOp::Eq => return Ok(ScalarValue::Bool(x == y)),
        BinaryOp::Ne => return Ok(ScalarValue::Bool(x != y)),
        BinaryOp::Lt => return Ok(ScalarValue::Bool(order.is_lt())),
        BinaryOp::Le => return Ok(ScalarValue::Bool(order.is_le())),
        BinaryOp::Gt => return Ok(ScalarValue::Bool(order.is_gt())),
        BinaryOp::Ge => return Ok(ScalarValue::Bool(order.is_ge())),
        BinaryOp::LogicalAnd => return Ok(ScalarValue::Bool(x != 0 && y != 0)),
        BinaryOp::LogicalOr => return Ok(ScalarValue::Bool(x != 0 || y != 0)),
    };
    Ok(ScalarValue::Int(wrap(value, kind)))
}

/// A scalar as text.
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
    fn division_by_zero_has_no_value_unless_floats_divide() {
        assert_eq!(binary(BinaryOp::Div, int(1), int(0), K::Int), Err(FoldError::DivisionByZero));
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
