//! What is said of conversions that nobody asked for and that change a value: components and bits that are lost, literals that
//! become others, precision that comes from nowhere.

use crate::convert::{Plan, ShapeChange};
use crate::cx::{Checker, Operand, OperandKind};
use crate::errors;
use crate::fold;
use hlslc_hir::hir::{ExprId, ExprKind, UnaryOp};
use hlslc_hir::types::{ScalarClass, ScalarKind, Ty};
use hlslc_hir::value::{ConstValue, ScalarValue};

impl Checker<'_> {
    /// Whether a number of one type has more bits than one of another.
    pub fn loses_bits(&self, from: Ty, to: Ty) -> bool {
        match (self.types().element_kind(from), self.types().element_kind(to)) {
            (Some(from), Some(to)) => !from.is_literal() && to != ScalarKind::Bool && from.bits() > to.bits(),
            _ => false,
        }
    }

    /// Warns where an implicit conversion loses components or bits.
    pub fn warn_about_loss(&mut self, operand: &Operand, to: Ty, plan: Plan) {
        let is_choice = self.warn_about_arms(operand, to);
        let Plan::Numeric(shape) = plan else { return };
        if shape == ShapeChange::Truncate {
            let (from_name, to_name) = (self.show(operand.ty), self.show(to));
            self.report(errors::implicit_truncation(operand.span, &from_name, &to_name));
        }
        let (Some(from), Some(to_kind)) = (self.types().element_kind(operand.ty), self.types().element_kind(to)) else {
            return;
        };
        if self.warn_about_float_literal(operand, from, to_kind) {
            return;
        }
        if from.is_literal() {
            self.warn_about_literal(operand, from, to_kind);
        } else if from.is_float() && to_kind.is_float() && from.bits() < to_kind.bits() {
            if !is_choice {
                let (from_name, to_name) = (self.show(operand.ty), self.show(to));
                self.report(errors::more_precision(operand.span, &from_name, &to_name));
            }
        } else if self.fits_exactly(operand, from, to_kind) {
        } else if to_kind != ScalarKind::Bool && from.bits() > to_kind.bits() {
            let (from_name, to_name) = (self.show(operand.ty), self.show(to));
            self.report(errors::lossy_conversion(operand.span, &from_name, &to_name));
        }
    }

    /// Warns where a side of `?:` becomes more precise in what the whole is converted to. Gives whether the operand is one.
    fn warn_about_arms(&mut self, operand: &Operand, to: Ty) -> bool {
        let OperandKind::Value(expr) = operand.kind else { return false };
        let exprs = &self.body.func.exprs;
        let (ExprKind::Conditional { then, otherwise, .. } | ExprKind::Select { then, otherwise, .. }) =
            exprs[expr].kind
        else {
            return false;
        };
        let before = |arm: ExprId| match exprs[arm].kind {
            ExprKind::Convert(_, inner) => inner,
            _ => arm,
        };
        let arms = [before(then), before(otherwise)].map(|arm| (exprs[arm].ty, exprs[arm].span));
        for (ty, span) in arms {
            let kinds = (self.types().element_kind(ty), self.types().element_kind(to));
            let (Some(from), Some(to_kind)) = kinds else { continue };
            if from.is_float() && to_kind.is_float() && !from.is_literal() && from.bits() < to_kind.bits() {
                let (from_name, to_name) = (self.show(ty), self.show(to));
                self.report(errors::more_precision(span, &from_name, &to_name));
            }
        }
        true
    }

    /// Whether an operand is a constant float that a smaller float type has too.
    fn fits_exactly(&self, operand: &Operand, from: ScalarKind, to: ScalarKind) -> bool {
        let OperandKind::Value(expr) = operand.kind else { return false };
        match self.body.func.exprs[expr].kind {
            ExprKind::Const(ConstValue::Scalar(value)) if from.is_float() && to.is_float() => {
                fold::convert(value, from, to) == value
            }
            _ => false,
        }
    }

    /// Notes that an operand is a float literal of the source.
    pub fn note_float_literal(&mut self, operand: &Operand) {
        if let OperandKind::Value(expr) = operand.kind {
            self.body.float_literals.insert(expr);
        }
    }

    /// Whether an operand is a float literal of the source.
    pub fn is_float_literal(&self, operand: &Operand) -> bool {
        matches!(operand.kind, OperandKind::Value(expr) if self.body.float_literals.contains(&expr))
    }

    /// Warns about a float literal that is to be something else and cannot; true if that is all there is to say.
    pub fn warn_about_float_literal(&mut self, operand: &Operand, from: ScalarKind, to: ScalarKind) -> bool {
        let OperandKind::Value(expr) = operand.kind else { return false };
        let exprs = &self.body.func.exprs;
        let number = match exprs[expr].kind {
            ExprKind::Const(ConstValue::Scalar(ScalarValue::Float(number))) => number,
            ExprKind::Unary(UnaryOp::Neg, inner) => match exprs[inner].kind {
                ExprKind::Const(ConstValue::Scalar(ScalarValue::Float(number))) => -number,
                _ => return false,
            },
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
        let converted = fold::convert(value, from, to);
        let (before, after) = (fold::show(value, from), fold::show(converted, to));
        // -1 as an unsigned number and 0xFFFFFFFF as a signed one are wanted as often as not.
        let fits_bits = match value {
            ScalarValue::Int(bits) => {
                to.bits() == 64 || (bits >> to.bits()) == 0 || ((bits as i64) >> (to.bits() - 1)) == -1
            }
            _ => true,
        };
        if !fits_bits {
            let (from_name, to_name) = (from.name(), to.name());
            self.report(errors::constant_conversion(operand.span, from_name, to_name, &before, &after));
        }
    }
}
