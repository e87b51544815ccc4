//! Diagnoses implicit conversions that change a value: lost components and bits, literals that become other numbers,
//! spurious precision.

use crate::convert::{Plan, ShapeChange};
use crate::cx::{Checker, Operand, OperandKind};
use crate::errors;
use crate::fold;
use hlslc_hir::hir::{ExprKind, UnaryOp};
use hlslc_hir::types::{ScalarClass, ScalarKind, Ty, TyData};
use hlslc_hir::value::{ConstValue, ScalarValue};

impl Checker<'_> {
    /// Whether a number of one type has more bits than one of another.
    pub fn loses_bits(&self, from: Ty, to: Ty) -> bool {
        match (self.types().element_kind(from), self.types().element_kind(to)) {
            (Some(from), Some(to)) => !from.is_literal() && to != ScalarKind::Bool && from.bits() > to.bits(),
            _ => false,
        }
    }

    /// Warns about what an implicit conversion does to a value.
    pub fn warn_about_conversion(&mut self, operand: &Operand, to: Ty, plan: Plan) {
        if !self.warn_about_values(operand, to) {
            self.warn_about_loss(operand, to, plan);
        }
    }

    /// Warns about a scalar that becomes another value or more precise, and about the sides of a `?:` each by itself; true if a
    /// float literal becomes a whole number, of which there is no more to say.
    pub fn warn_about_values(&mut self, operand: &Operand, to: Ty) -> bool {
        let Some(arms) = self.arms_of(operand) else { return self.warn_about_value(operand, to) };
        let mut waiting = vec![arms[1].clone(), arms[0].clone()];
        while let Some(arm) = waiting.pop() {
            match self.arms_of(&arm) {
                Some(arms) => waiting.extend([arms[1].clone(), arms[0].clone()]),
                None => _ = self.warn_about_value(&arm, to),
            }
        }
        false
    }

    /// The two alternatives of an operand that is a `?:`.
    pub fn arms_of(&self, operand: &Operand) -> Option<&[Operand; 2]> {
        if let OperandKind::Value(expr) = operand.kind { self.body.choices.get(&expr) } else { None }
    }

    /// Warns where an implicit conversion loses components or bits.
    pub fn warn_about_loss(&mut self, operand: &Operand, to: Ty, plan: Plan) {
        let Plan::Numeric(shape) = plan else { return };
        if shape == ShapeChange::Truncate {
            let (from_name, to_name) = (self.show(operand.ty), self.show(to));
            self.report(errors::implicit_truncation(operand.span, &from_name, &to_name));
        }
        let (Some(from), Some(to_kind)) = (self.types().element_kind(operand.ty), self.types().element_kind(to)) else {
            return;
        };
        if self.loses_bits(operand.ty, to) && !self.fits_exactly(operand, from, to_kind) {
            let (from_name, to_name) = (self.show(operand.ty), self.show(to));
            self.report(errors::lossy_conversion(operand.span, &from_name, &to_name));
        }
    }

    /// As `warn_about_values`, of what is no `?:`.
    fn warn_about_value(&mut self, operand: &Operand, to: Ty) -> bool {
        let (&TyData::Scalar(from), &TyData::Scalar(to_kind)) = (self.types().data(operand.ty), self.types().data(to))
        else {
            return false;
        };
        if self.warn_about_float_literal(operand, from, to_kind) {
            return true;
        }
        if from.is_literal() {
            self.warn_about_literal(operand, from, to_kind);
        } else if let (Some(before), Some(after)) = (precision(from), precision(to_kind))
            && before < after
        {
            let (from_name, to_name) = (self.show(operand.ty), self.show(to));
            self.report(errors::more_precision(operand.span, &from_name, &to_name));
        }
        false
    }

    /// Whether an operand is a constant float that a smaller float type has too.
    fn fits_exactly(&self, operand: &Operand, from: ScalarKind, to: ScalarKind) -> bool {
        let OperandKind::Value(expr) = operand.kind else { return false };
        match self.body.func.exprs[expr].kind {
            ExprKind::Const(ConstValue::Scalar(value)) if from.is_float() && to.is_float() => {
                fold::convert(value, from, to) == value
            }
            ExprKind::Error
            | ExprKind::Const(_)
            | ExprKind::Load(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::ShortCircuit { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Select { .. }
            | ExprKind::Convert(..)
            | ExprKind::Swizzle(..)
            | ExprKind::MatrixSwizzle(..)
            | ExprKind::Member(..)
            | ExprKind::Index(..)
            | ExprKind::Construct(_)
            | ExprKind::Sequence(..)
            | ExprKind::Assign { .. }
            | ExprKind::Update { .. }
            | ExprKind::Step { .. }
            | ExprKind::Call { .. }
            | ExprKind::Intrinsic { .. }
            | ExprKind::Resource(_)
            | ExprKind::NonUniform(_) => false,
        }
    }

    /// Notes that an operand is a float literal of the source.
    pub fn note_float_literal(&mut self, operand: &Operand) {
        if let OperandKind::Value(expr) = operand.kind {
            let known = &mut self.body.float_literals;
            // Almost always the last expression there is.
            if let Err(at) = known.binary_search(&expr) {
                known.insert(at, expr);
            }
        }
    }

    /// Whether an operand is a float literal of the source.
    pub fn is_float_literal(&self, operand: &Operand) -> bool {
        matches!(operand.kind, OperandKind::Value(expr) if self.body.float_literals.binary_search(&expr).is_ok())
    }

    /// Warns about a float literal that is to be something else and cannot; true if that is all there is to say.
    fn warn_about_float_literal(&mut self, operand: &Operand, from: ScalarKind, to: ScalarKind) -> bool {
        let OperandKind::Value(expr) = operand.kind else { return false };
        let exprs = &self.body.func.exprs;
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are no literals")]
        let number = match exprs[expr].kind {
            ExprKind::Const(ConstValue::Scalar(ScalarValue::Float(number))) => number,
            ExprKind::Unary(UnaryOp::Neg, inner) => {
                if let ExprKind::Const(ConstValue::Scalar(ScalarValue::Float(number))) = exprs[inner].kind {
                    -number
                } else {
                    return false;
                }
            }
            _ => return false,
        };
        let value = ScalarValue::Float(number);
        if !self.is_float_literal(operand) || !(to.is_int() || to == ScalarKind::Bool) {
            return false;
        }
        let converted = fold::convert(value, from, to);
        let same = match converted {
            ScalarValue::Bool(truth) => number == f64::from(u8::from(truth)),
            ScalarValue::Int(bits) if to.class() == ScalarClass::Unsigned => number == bits as f64,
            ScalarValue::Int(bits) => number == (bits as i64) as f64,
            ScalarValue::Float(_) => true,
        };
        if !same {
            let (before, after) = (fold::show(value, from), fold::show(converted, to));
            self.report(errors::literal_conversion(operand.span, from.name(), to.name(), &before, &after));
        }
        true
    }

    fn warn_about_literal(&mut self, operand: &Operand, from: ScalarKind, to: ScalarKind) {
        let OperandKind::Value(expr) = operand.kind else { return };
        let ExprKind::Const(ConstValue::Scalar(value)) = self.body.func.exprs[expr].kind else { return };
        if !to.is_int() {
            return;
        }
        // -1 as an unsigned number and 0xFFFFFFFF as a signed one are wanted as often as not.
        let fits_bits = if let ScalarValue::Int(bits) = value {
            to.bits() == 64 || (bits >> to.bits()) == 0 || ((bits as i64) >> (to.bits() - 1)) == -1
        } else {
            true
        };
        if !fits_bits {
            let converted = fold::convert(value, from, to);
            let (before, after) = (fold::show(value, from), fold::show(converted, to));
            let (from_name, to_name) = (from.name(), to.name());
            self.report(errors::constant_conversion(operand.span, from_name, to_name, &before, &after));
        }
    }
}

/// The order of the float kinds that values have, by how precise they are said to be: as many bits may be of two kinds.
fn precision(kind: ScalarKind) -> Option<u8> {
    Some(match kind {
        ScalarKind::Min10Float => 0,
        ScalarKind::Min16Float => 1,
        ScalarKind::Float16 | ScalarKind::SNormHalf | ScalarKind::UNormHalf => 2,
        ScalarKind::Half => 3,
        ScalarKind::Float | ScalarKind::SNormFloat | ScalarKind::UNormFloat => 4,
        ScalarKind::Double => 5,
        ScalarKind::Bool
        | ScalarKind::Int
        | ScalarKind::Uint
        | ScalarKind::Int16
        | ScalarKind::Uint16
        | ScalarKind::Int64
        | ScalarKind::Uint64
        | ScalarKind::Min16Int
        | ScalarKind::Min12Int
        | ScalarKind::Min16Uint
        | ScalarKind::PackedInt8x4
        | ScalarKind::PackedUint8x4
        | ScalarKind::LitInt
        | ScalarKind::LitFloat => return None,
    })
}
