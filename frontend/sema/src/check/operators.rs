//! Checks operators: the type of an operation, the conversions of its operands, overloaded operators.

use crate::convert::Explicitness;
use crate::cx::{Access, Checker, Operand, OperandKind};
use crate::errors;
use crate::fold;
use crate::intrinsic_match::common_kind;
use hlslc_base::Span;
use hlslc_hir::hir::{BinaryOp, ExprId, ExprKind, Place, PlaceBase, UnaryOp};
use hlslc_hir::objects::ObjectKind;
use hlslc_hir::types::{ScalarKind, Ty, TyData, Types};
use hlslc_hir::value::ConstValue;
use hlslc_syntax::LanguageVersion;
use hlslc_syntax::ast::{self, OperatorName};
use std::borrow::Cow;

/// A longer call is not put into a message.
const LONGEST_SELECT: usize = 160;

/// The requirement of an operator on its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// `+ - * / %`.
    Arithmetic,
    /// `<< >>`.
    Shift,
    /// `& | ^`.
    Bitwise,
    /// `< <= > >=`.
    Relational,
    /// `== !=`.
    Equality,
    /// `&& ||`.
    Logical,
}

/// The operator of the program for one of the source, and its family.
pub fn binary_op(op: ast::BinaryOp) -> (BinaryOp, Family) {
    use Family::*;
    use ast::BinaryOp as A;
    match op {
        A::Mul => (BinaryOp::Mul, Arithmetic),
        A::Div => (BinaryOp::Div, Arithmetic),
        A::Rem => (BinaryOp::Rem, Arithmetic),
        A::Add => (BinaryOp::Add, Arithmetic),
        A::Sub => (BinaryOp::Sub, Arithmetic),
        A::Shl => (BinaryOp::Shl, Shift),
        A::Shr => (BinaryOp::Shr, Shift),
        A::Less => (BinaryOp::Lt, Relational),
        A::Greater => (BinaryOp::Gt, Relational),
        A::LessEqual => (BinaryOp::Le, Relational),
        A::GreaterEqual => (BinaryOp::Ge, Relational),
        A::Equal => (BinaryOp::Eq, Equality),
        A::NotEqual => (BinaryOp::Ne, Equality),
        A::BitAnd => (BinaryOp::BitAnd, Bitwise),
        A::BitXor => (BinaryOp::BitXor, Bitwise),
        A::BitOr => (BinaryOp::BitOr, Bitwise),
        A::And => (BinaryOp::LogicalAnd, Logical),
        A::Or => (BinaryOp::LogicalOr, Logical),
    }
}

/// The kind that arithmetic on two operands is done in. A `bool` beside a number becomes one of its kind; `half` without 16-bit
/// types, which has the bits of a `float`, becomes one beside an integer.
fn arithmetic_kind(a: ScalarKind, b: ScalarKind) -> ScalarKind {
    match (a, b) {
        (ScalarKind::Bool, ScalarKind::Bool) => ScalarKind::Int,
        (ScalarKind::Bool, other) | (other, ScalarKind::Bool) => common_kind(ScalarKind::Bool, other).arithmetic(),
        (ScalarKind::Half, other) | (other, ScalarKind::Half) if other.is_int() && !other.is_literal() => {
            ScalarKind::Float
        }
        _ => common_kind(a.arithmetic(), b.arithmetic()),
    }
}

impl Checker<'_> {
    /// `left op right`.
    pub fn binary(&mut self, op: ast::BinaryOp, left: &Operand, right: &Operand, span: Span, op_span: Span) -> Operand {
        if self.types().is_error(left.ty) || self.types().is_error(right.ty) {
            return self.error_operand(span);
        }
        let (hir_op, family) = binary_op(op);
        if let Some(result) = self.overloaded_operator(OperatorName::Binary(op), left, &[right], span, op_span) {
            return result;
        }
        let characters = self.as_characters(left, right);
        let (left, right) = characters.as_ref().map_or((left, right), |(left, right)| (left, right));
        let Some((left, right, enum_ty)) = self.arithmetic_operands(left, right, family, op_span) else {
            return self.error_operand(span);
        };
        let (Some(a), Some(b)) = (self.types().element_kind(left.ty), self.types().element_kind(right.ty)) else {
            return self.error_operand(span);
        };
        if family == Family::Logical {
            return self.logical(hir_op == BinaryOp::LogicalAnd, &left, &right, span, op_span);
        }
        if matches!(family, Family::Bitwise | Family::Shift) && (a.is_float() || b.is_float()) {
            let wrong = if a.is_float() { &left } else { &right };
            let mut error = errors::integer_operand_needed(wrong.span, op.text()).label(op_span, "");
            if op == ast::BinaryOp::BitXor {
                error = error.note("`^` works on bits: a power is `pow(x, y)`");
            }
            self.report(error);
            return self.error_operand(span);
        }
        let is_one = |ty| matches!(self.types().shape(ty), Some((1, 1)));
        let is_scalar = matches!(self.types().data(left.ty), TyData::Scalar(_));
        let shape = if is_scalar && is_one(right.ty) { Some(left.ty) } else { self.common_shape(left.ty, right.ty) };
        let Some(shape) = shape else {
            let (from, to) = (self.show(right.ty), self.show(left.ty));
            let mut error = errors::operand_shapes(op_span, &to, &from, op.text());
            let is_matrix = |ty| matches!(self.types().data(ty), TyData::Matrix { .. });
            if hir_op == BinaryOp::Mul && (is_matrix(left.ty) || is_matrix(right.ty)) {
                error = error.note("`*` multiplies component by component: the product of a matrix is `mul(a, b)`");
            }
            self.report(error);
            return self.error_operand(span);
        };
        let (kind, right_kind) = match family {
            Family::Shift => {
                let kind = match (a, b) {
                    (ScalarKind::LitInt, ScalarKind::LitInt) => a,
                    (ScalarKind::LitInt, other) => {
                        self.report(errors::ambiguous_shift(span));
                        other.arithmetic()
                    }
                    (kind, _) => kind.arithmetic(),
                };
                (kind, kind)
            }
            Family::Equality if a == ScalarKind::Bool && b == ScalarKind::Bool => (a, a),
            Family::Arithmetic | Family::Bitwise | Family::Relational | Family::Equality | Family::Logical => {
                let kind = arithmetic_kind(a, b);
                (kind, kind)
            }
        };
        if !self.has_operation(hir_op, kind, op_span) {
            return self.error_operand(span);
        }
        // What is left of literals when compiling is an `int` or a `float` from here on.
        let constant = |this: &mut Self, operand: &Operand| {
            matches!(
                operand.kind,
                OperandKind::Value(expr) if this.constant_of(expr).is_some()
            )
        };
        #[expect(clippy::wildcard_enum_match_arm, reason = "only literals depend on their operands")]
        let kind = match kind {
            ScalarKind::LitInt if !(constant(self, &left) && constant(self, &right)) => ScalarKind::Int,
            ScalarKind::LitFloat if !(constant(self, &left) && constant(self, &right)) => ScalarKind::Float,
            kind => kind,
        };
        let right_kind = if kind.is_literal() {
            right_kind
        } else if right_kind.is_literal() {
            kind
        } else {
            right_kind
        };
        let left_ty = self.types_mut().with_kind(shape, kind);
        let right_ty = self.types_mut().with_kind(shape, right_kind);
        let left_value = self.convert_implicitly(&left, left_ty);
        let right_value = self.convert_implicitly(&right, right_ty);
        let result_ty = if matches!(family, Family::Relational | Family::Equality) {
            self.types_mut().with_kind(shape, ScalarKind::Bool)
        } else {
            left_ty
        };
        let result = self.binary_value(hir_op, left_value, right_value, kind, result_ty, span);
        match enum_ty {
            Some(ty) if matches!(family, Family::Arithmetic | Family::Bitwise) => {
                let value = self.value(&result);
                let expr = self.convert_step(hlslc_hir::hir::Conversion::Enum, value, ty, span);
                Operand { ty, span, kind: OperandKind::Value(expr) }
            }
            _ => result,
        }
    }

    /// The operation itself; done at once if both sides are literals.
    fn binary_value(
        &mut self,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        kind: ScalarKind,
        ty: Ty,
        span: Span,
    ) -> Operand {
        if kind.is_literal()
            && let (Some(a), Some(b)) = (self.constant_of(left).cloned(), self.constant_of(right).cloned())
        {
            if let Some(value) = self.eval_binary(op, &a, &b, kind, span) {
                return self.constant(ty, value, span);
            }
            // No constant after all, as in `1 / 0`: what it gives is the target's affair.
            let (left, right) = (self.concrete(left), self.concrete(right));
            let kind = if kind == ScalarKind::LitInt { ScalarKind::Int } else { ScalarKind::Float };
            let ty = match self.types().element_kind(ty) {
                Some(ScalarKind::Bool) => ty,
                _ => self.types_mut().with_kind(ty, kind),
            };
            return self.value_operand(ty, ExprKind::Binary(op, left, right), span);
        }
        self.value_operand(ty, ExprKind::Binary(op, left, right), span)
    }

    /// Checks that operands are numbers, and turns enums into theirs. Also gives the enum that both are of.
    fn arithmetic_operands<'o>(
        &mut self,
        left: &'o Operand,
        right: &'o Operand,
        family: Family,
        op_span: Span,
    ) -> Option<(Cow<'o, Operand>, Cow<'o, Operand>, Option<Ty>)> {
        let enum_of = |types: &Types, ty: Ty| {
            if let TyData::Enum(id) = *types.data(ty) { Some((id, types.enums[id].is_class)) } else { None }
        };
        let (left_enum, right_enum) = (enum_of(self.types(), left.ty), enum_of(self.types(), right.ty));
        let scoped = [left_enum, right_enum].into_iter().flatten().any(|(_, is_class)| is_class);
        let compares = matches!(family, Family::Equality | Family::Relational);
        if scoped && !(family == Family::Equality && left_enum == right_enum) {
            let (a, b) = (self.show(left.ty), self.show(right.ty));
            self.report(errors::scoped_enum_operand(op_span, &a, &b));
            return None;
        }
        // What stands beside an enumerator is one of its enum, or the number that both become; a shift has the type of its left
        // side.
        let is_number = matches!(self.types().data(right.ty), TyData::Scalar(_));
        let is_shift_by_other = family == Family::Shift && left_enum.is_some() && is_number;
        let are_two = left_enum.is_some() && right_enum.is_some() && left_enum != right_enum;
        if (are_two || is_shift_by_other) && family != Family::Logical {
            self.report_no_conversion(right, left.ty);
            return None;
        }
        let of_one = left_enum.is_some() && left_enum == right_enum;
        let both = (of_one && !compares).then_some(left.ty);
        let compared = left_enum.filter(|_| of_one && compares).map(|(id, _)| self.types().enums[id].number());
        let left = self.numeric_operand(left, family, compared, op_span)?;
        let right = self.numeric_operand(right, family, compared, op_span)?;
        Some((left, right, both))
    }

    /// The operand as a number: an enum's integer, of a kind if one is given, or the value itself. Reports what is none.
    fn numeric_operand<'o>(
        &mut self,
        operand: &'o Operand,
        family: Family,
        of_enum: Option<ScalarKind>,
        op_span: Span,
    ) -> Option<Cow<'o, Operand>> {
        match *self.types().data(operand.ty) {
            TyData::Scalar(_) | TyData::Vector(..) | TyData::Matrix { .. } => Some(Cow::Borrowed(operand)),
            TyData::Enum(id) => {
                let ty = Types::scalar(of_enum.unwrap_or(self.types().enums[id].underlying));
                let value = self.value(operand);
                let expr = self.convert_step(hlslc_hir::hir::Conversion::Enum, value, ty, operand.span);
                Some(Cow::Owned(Operand { ty, span: operand.span, kind: OperandKind::Value(expr) }))
            }
            TyData::Error => None,
            TyData::Array(..) if family == Family::Equality => {
                self.report(errors::array_comparison(op_span).label(operand.span, ""));
                None
            }
            TyData::Struct(_) if self.number_of(operand.ty).is_some() => {
                let ty = self.number_of(operand.ty)?;
                let value = self.convert_implicitly(operand, ty);
                Some(Cow::Owned(Operand { ty, span: operand.span, kind: OperandKind::Value(value) }))
            }
            TyData::Void | TyData::Array(..) | TyData::Struct(_) | TyData::Object(..) | TyData::String => {
                let shown = self.show(operand.ty);
                self.report(errors::numeric_operand_needed(op_span, &shown).label(operand.span, format!("`{shown}`")));
                None
            }
        }
    }

    /// The shape that two numbers meet in, as a type of one of them (whose element kind means nothing).
    pub fn common_shape(&self, a: Ty, b: Ty) -> Option<Ty> {
        let (a_data, b_data) = (self.types().data(a), self.types().data(b));
        let ((a_rows, a_cols), (b_rows, b_cols)) = (self.types().shape(a)?, self.types().shape(b)?);
        Some(match (a_data, b_data) {
            (TyData::Scalar(_), _) => b,
            (_, TyData::Scalar(_)) => a,
            (TyData::Vector(_, n), TyData::Vector(_, m)) => {
                if *n == 1 {
                    b
                } else if *m == 1 || n <= m {
                    a
                } else {
                    b
                }
            }
            (TyData::Matrix { .. }, TyData::Matrix { .. }) => {
                if a_rows <= b_rows && a_cols <= b_cols {
                    a
                } else if b_rows <= a_rows && b_cols <= a_cols {
                    b
                } else {
                    return None;
                }
            }
            // A vector and a matrix.
            _ => {
                let (have, other) = (a_rows * a_cols, b_rows * b_cols);
                if have == other {
                    a
                } else if have == 1 {
                    b
                } else if other == 1 {
                    a
                } else if [a, b].iter().all(|&ty| self.types().shape(ty).is_some_and(|(r, c)| r == 1 || c == 1)) {
                    // A matrix of one row or column is as good as a vector.
                    if have < other { a } else { b }
                } else {
                    return None;
                }
            }
        })
    }

    fn logical(&mut self, and: bool, left: &Operand, right: &Operand, span: Span, op_span: Span) -> Operand {
        let Some(shape) = self.common_shape(left.ty, right.ty) else {
            let (from, to) = (self.show(right.ty), self.show(left.ty));
            self.report(errors::operand_shapes(op_span, &to, &from, if and { "&&" } else { "||" }));
            return self.error_operand(span);
        };
        let is_scalar = matches!(self.types().data(shape), TyData::Scalar(_) | TyData::Vector(_, 1));
        let is_vector = |operand: &Operand| matches!(self.types().data(operand.ty), TyData::Vector(..));
        if self.options.short_circuits() && (!is_scalar || is_vector(left) || is_vector(right)) {
            let word = if and { "and" } else { "or" };
            self.report(errors::logical_on_vectors(op_span, if and { "&&" } else { "||" }, word));
            return self.error_operand(span);
        }
        if is_scalar {
            let ty = Types::scalar(ScalarKind::Bool);
            let (left, right) = (self.truth_value(left), self.truth_value(right));
            let kind = if self.options.short_circuits() {
                ExprKind::ShortCircuit { and, left, right }
            } else {
                ExprKind::Binary(if and { BinaryOp::LogicalAnd } else { BinaryOp::LogicalOr }, left, right)
            };
            return self.value_operand(ty, kind, span);
        }
        let ty = self.types_mut().with_kind(shape, ScalarKind::Bool);
        let (left, right) = (self.convert_implicitly(left, ty), self.convert_implicitly(right, ty));
        let op = if and { BinaryOp::LogicalAnd } else { BinaryOp::LogicalOr };
        self.value_operand(ty, ExprKind::Binary(op, left, right), span)
    }

    /// `op operand` and `operand op`.
    pub fn unary(&mut self, op: ast::UnaryOp, operand: &Operand, span: Span, op_span: Span) -> Operand {
        if self.types().is_error(operand.ty) {
            return self.error_operand(span);
        }
        match op {
            ast::UnaryOp::PreIncrement
            | ast::UnaryOp::PreDecrement
            | ast::UnaryOp::PostIncrement
            | ast::UnaryOp::PostDecrement => {
                let decrement = matches!(op, ast::UnaryOp::PreDecrement | ast::UnaryOp::PostDecrement);
                let postfix = matches!(op, ast::UnaryOp::PostIncrement | ast::UnaryOp::PostDecrement);
                let mark = self.body.before.len();
                let stepped = self.step(operand, decrement, postfix, span, op_span);
                self.after_changes(mark, stepped)
            }
            ast::UnaryOp::Dereference | ast::UnaryOp::AddressOf => {
                self.report(errors::no_pointers(op_span, op.text()));
                self.error_operand(span)
            }
            ast::UnaryOp::Plus | ast::UnaryOp::Minus | ast::UnaryOp::Not | ast::UnaryOp::BitNot => {
                self.unary_value(op, operand, span, op_span)
            }
        }
    }

    fn unary_value(&mut self, op: ast::UnaryOp, operand: &Operand, span: Span, op_span: Span) -> Operand {
        if let Some(result) = self.operator_outside(OperatorName::Unary(op), operand, &[], span, op_span) {
            return result;
        }
        let enum_ty = if let TyData::Enum(id) = *self.types().data(operand.ty) {
            if self.types().enums[id].is_class {
                let shown = self.show(operand.ty);
                self.report(errors::scoped_enum_operand(op_span, &shown, &shown));
                return self.error_operand(span);
            }
            Some(operand.ty)
        } else {
            None
        };
        let Some(number) = self.numeric_operand(operand, Family::Arithmetic, None, op_span) else {
            return self.error_operand(span);
        };
        let Some(kind) = self.types().element_kind(number.ty) else { return self.error_operand(span) };
        if op == ast::UnaryOp::Not {
            let ty = self.types_mut().with_kind(number.ty, ScalarKind::Bool);
            let value = self.convert_implicitly(&number, ty);
            return self.value_operand(ty, ExprKind::Unary(UnaryOp::Not, value), span);
        }
        if op == ast::UnaryOp::BitNot && kind.is_float() {
            self.report(errors::integer_operand_needed(operand.span, "~"));
            return self.error_operand(span);
        }
        let kind = kind.arithmetic();
        let ty = self.types_mut().with_kind(number.ty, kind);
        let value = self.convert_implicitly(&number, ty);
        let hir_op = match op {
            ast::UnaryOp::Minus => UnaryOp::Neg,
            ast::UnaryOp::BitNot => UnaryOp::BitNot,
            ast::UnaryOp::Plus
            | ast::UnaryOp::Not
            | ast::UnaryOp::PreIncrement
            | ast::UnaryOp::PreDecrement
            | ast::UnaryOp::PostIncrement
            | ast::UnaryOp::PostDecrement
            | ast::UnaryOp::Dereference
            | ast::UnaryOp::AddressOf => {
                return self.as_enum(Operand { ty, span, kind: OperandKind::Value(value) }, enum_ty, span);
            }
        };
        if kind.is_literal()
            && let Some(ConstValue::Scalar(scalar)) = self.constant_of(value)
            && let Some(folded) = fold::unary(hir_op, *scalar, kind)
        {
            return self.constant(ty, ConstValue::Scalar(folded), span);
        }
        let result = self.value_operand(ty, ExprKind::Unary(hir_op, value), span);
        self.as_enum(result, enum_ty, span)
    }

    fn as_enum(&mut self, operand: Operand, ty: Option<Ty>, span: Span) -> Operand {
        let Some(ty) = ty else { return operand };
        let value = self.value(&operand);
        let expr = self.convert_step(hlslc_hir::hir::Conversion::Enum, value, ty, span);
        Operand { ty, span, kind: OperandKind::Value(expr) }
    }

    /// `++` and `--`.
    fn step(&mut self, operand: &Operand, decrement: bool, postfix: bool, span: Span, op_span: Span) -> Operand {
        let text = if decrement { "--" } else { "++" };
        if matches!(self.types().data(operand.ty), TyData::Enum(_)) {
            let shown = self.show(operand.ty);
            self.report(errors::step_on_enum(op_span, text, &shown));
            return self.error_operand(span);
        }
        match self.types().element_kind(operand.ty) {
            Some(ScalarKind::Bool) => {
                self.report(errors::operator_on_bool(op_span, text));
                return self.error_operand(span);
            }
            None => {
                let shown = self.show(operand.ty);
                self.report(errors::numeric_operand_needed(op_span, &shown));
                return self.error_operand(span);
            }
            Some(_) => {}
        }
        let Some(place) = self.writable(operand, op_span) else { return self.error_operand(span) };
        let ty = place.ty;
        if postfix {
            let whole = place.clone();
            let expr = self.emit(ty, ExprKind::Step { place, decrement, postfix }, span);
            let result = self.given_back(&whole, expr, span);
            return result.unwrap_or(Operand { ty, span, kind: OperandKind::Value(expr) });
        }
        self.changed(ty, ExprKind::Step { place, decrement, postfix }, span)
    }

    /// The place that an operand is, if it can be written. Reports why it cannot.
    pub fn writable(&mut self, operand: &Operand, at: Span) -> Option<Place> {
        if self.types().is_error(operand.ty) {
            return None;
        }
        if let OperandKind::Changed(change) = operand.kind {
            let Some(place) = self.place_changed_by(change).cloned() else {
                let why =
                    "the way here does something that would be done once more: put the index into a variable first";
                self.report(errors::not_assignable(at).label(operand.span, why));
                return None;
            };
            self.body.before.push(change);
            return Some(place);
        }
        let OperandKind::Place(place, access) = &operand.kind else {
            self.report(errors::not_assignable(at).label(operand.span, "this is not a variable"));
            return None;
        };
        let why = match access {
            Access::ReadOnly => return self.reject_read_only(place.clone(), operand.span, at),
            Access::Mutable => return Some(self.taken_before(place.clone())),
            Access::Repeated => {
                self.report(errors::repeated_swizzle(at).label(operand.span, ""));
                return None;
            }
            Access::Const => "it is declared `const`",
            Access::Uniform => "it is part of a constant buffer",
            Access::Temporary => "it is no variable",
        };
        self.report(errors::not_assignable(at).label(operand.span, why));
        None
    }

    /// `target = value` and `target op= value`.
    pub fn assign(
        &mut self,
        op: Option<ast::BinaryOp>,
        target: &Operand,
        value: &Operand,
        span: Span,
        op_span: Span,
    ) -> Operand {
        if self.types().is_error(target.ty) || self.types().is_error(value.ty) {
            return self.error_operand(span);
        }
        if let Some(result) = self.overloaded_operator(OperatorName::Assign(op), target, &[value], span, op_span) {
            return result;
        }
        let mark = self.body.before.len();
        let Some(op) = op else {
            let Some(place) = self.writable(target, op_span) else { return self.error_operand(span) };
            if matches!(self.types().data(place.ty), TyData::Array(_, None)) {
                self.report(errors::unsized_assignment(op_span));
                return self.error_operand(span);
            }
            let ty = place.ty;
            let coherence = self.coherence_of(&place);
            let value = self.into(coherence, |this| this.convert_assigned(value, ty, op_span));
            self.warn_if_cut(&place, value, op_span);
            let assigned = self.changed(ty, ExprKind::Assign { place, value }, span);
            return self.after_changes(mark, assigned);
        };
        let updated = self.update(op, target, value, span, op_span);
        self.after_changes(mark, updated)
    }

    /// The result of an operator that changes a place: the place itself, which may be changed once more.
    fn changed(&mut self, ty: Ty, kind: ExprKind, span: Span) -> Operand {
        let place = kind.places().next().map(|(_, place)| place.clone());
        let expr = self.emit(ty, kind, span);
        let given = place.and_then(|place| self.given_back(&place, expr, span));
        given.unwrap_or(Operand { ty, span, kind: OperandKind::Changed(expr) })
    }

    /// Puts the changes noted since `mark` before an operand's value.
    pub fn after_changes(&mut self, mark: usize, operand: Operand) -> Operand {
        if self.body.before.len() <= mark {
            return operand;
        }
        let before = self.body.before.split_off(mark);
        let mut result = operand;
        for change in before.into_iter().rev() {
            let value = self.value(&result);
            let expr = self.emit(result.ty, ExprKind::Sequence(change, value), result.span);
            let kind = if matches!(result.kind, OperandKind::Changed(_)) {
                OperandKind::Changed(expr)
            } else {
                OperandKind::Value(expr)
            };
            result = Operand { ty: result.ty, span: result.span, kind };
        }
        result
    }

    /// As `convert_implicitly`, with an error at the operator.
    fn convert_assigned(&mut self, value: &Operand, ty: Ty, op_span: Span) -> ExprId {
        if self.plan_conversion(value.ty, ty, Explicitness::Implicit).is_some() {
            return self.convert_implicitly(value, ty);
        }
        let mut at = value.clone();
        at.span = op_span;
        self.report_no_conversion(&at, ty);
        self.emit(Types::ERROR, ExprKind::Error, value.span)
    }

    fn update(&mut self, op: ast::BinaryOp, target: &Operand, value: &Operand, span: Span, op_span: Span) -> Operand {
        let (hir_op, family) = binary_op(op);
        if matches!(self.types().data(value.ty), TyData::Enum(id) if self.types().enums[*id].is_class) {
            let (a, b) = (self.show(target.ty), self.show(value.ty));
            self.report(errors::scoped_enum_operand(op_span, &a, &b));
            return self.error_operand(span);
        }
        let Some(number) = self.numeric_operand(value, family, None, op_span) else { return self.error_operand(span) };
        // Of enums only those of one enum go together, which they stay.
        let of_enum = if let TyData::Enum(id) = *self.types().data(target.ty)
            && value.ty == target.ty
            && !self.types().enums[id].is_class
        {
            Some(self.types().enums[id].underlying)
        } else {
            None
        };
        let Some(a) = of_enum.or_else(|| self.types().element_kind(target.ty)) else {
            let shown = self.show(target.ty);
            self.report(errors::numeric_operand_needed(op_span, &shown));
            return self.error_operand(span);
        };
        let Some(b) = self.types().element_kind(number.ty) else { return self.error_operand(span) };
        if a == ScalarKind::Bool && matches!(family, Family::Arithmetic | Family::Shift) {
            self.report(errors::operator_on_bool(op_span, op.text()));
            return self.error_operand(span);
        }
        if matches!(family, Family::Bitwise | Family::Shift) && (a.is_float() || b.is_float()) {
            self.report(errors::integer_operand_needed(op_span, op.text()));
            return self.error_operand(span);
        }
        let Some(place) = self.writable(target, op_span) else { return self.error_operand(span) };
        let kind = if family == Family::Shift { a.arithmetic() } else { arithmetic_kind(a, b) };
        if !self.has_operation(hir_op, kind, op_span) {
            return self.error_operand(span);
        }
        let op_ty = if of_enum.is_some() { Types::scalar(kind) } else { self.types_mut().with_kind(target.ty, kind) };
        if of_enum.is_none() && family != Family::Shift && self.loses_bits(number.ty, target.ty) {
            let (from, to) = (self.show(number.ty), self.show(target.ty));
            self.report(errors::lossy_conversion(value.span, &from, &to));
        }
        let value = self.convert_assigned(&number, op_ty, op_span);
        self.changed(place.ty, ExprKind::Update { place, op: hir_op, value, op_ty }, span)
    }

    /// `condition ? then : otherwise`.
    pub fn conditional(
        &mut self,
        [condition, then, otherwise]: [&Operand; 3],
        written: [ast::ExprId; 3],
        span: Span,
    ) -> Operand {
        let tys = [condition.ty, then.ty, otherwise.ty];
        if tys.iter().any(|&ty| self.types().is_error(ty)) {
            return self.error_operand(span);
        }
        if self.rejects_scoped(condition) {
            return self.error_operand(span);
        }
        let condition = if matches!(self.types().data(condition.ty), TyData::Enum(_)) {
            let number = self.numeric_operand(condition, Family::Logical, None, condition.span);
            let Some(number) = number else { return self.error_operand(span) };
            number
        } else {
            Cow::Borrowed(condition)
        };
        if let (OperandKind::Heap { sampler, index: a }, OperandKind::Heap { sampler: other, index: b }) =
            (&then.kind, &otherwise.kind)
            && sampler == other
        {
            // One of two descriptors is the descriptor at one of two places.
            let (sampler, a, b) = (*sampler, *a, *b);
            let cond = self.truth_value(&condition);
            let uint = Types::scalar(ScalarKind::Uint);
            let index = self.emit(uint, ExprKind::Conditional { cond, then: a, otherwise: b }, span);
            return Operand { ty: then.ty, span, kind: OperandKind::Heap { sampler, index } };
        }
        if self.types().element_kind(condition.ty).is_none() {
            let shown = self.show(condition.ty);
            self.report(errors::condition_type(condition.span, &shown));
            return self.error_operand(span);
        }
        let Some(result) = self.conditional_type(then, otherwise, span) else { return self.error_operand(span) };
        let result = self.unnamed(result);
        let condition_data = self.types().data(condition.ty);
        let scalar_condition = if matches!(condition_data, TyData::Vector(_, 1)) {
            !self.options.short_circuits()
        } else {
            matches!(condition_data, TyData::Scalar(_)) || self.chooses_by_first(then, otherwise)
        };
        if !scalar_condition && self.options.short_circuits() {
            let error = errors::conditional_on_vector(condition.span);
            self.report(match self.as_select(written) {
                Some(call) => {
                    let help = format!("write `{call}`");
                    error.suggest(span, call, help)
                }
                None => error,
            });
            return self.error_operand(span);
        }
        if scalar_condition {
            let cond = self.truth_value(&condition);
            let arms = [then.clone(), otherwise.clone()];
            let (then, otherwise) = (self.convert_arm(then, result), self.convert_arm(otherwise, result));
            let kind = if self.options.short_circuits() {
                ExprKind::Conditional { cond, then, otherwise }
            } else {
                ExprKind::Select { cond, then, otherwise }
            };
            return self.choice(result, kind, arms, span);
        }
        // Component by component: all three take the shape of the condition.
        let shape = if matches!(self.types().data(result), TyData::Scalar(_)) {
            condition.ty
        } else {
            match self.common_shape(condition.ty, result) {
                Some(shape) => shape,
                None => {
                    let (a, b) = (self.show(condition.ty), self.show(result));
                    self.report(errors::operand_shapes(condition.span, &a, &b, "?:"));
                    return self.error_operand(span);
                }
            }
        };
        let Some(kind) = self.types().element_kind(result) else { return self.error_operand(span) };
        let cond_ty = self.types_mut().with_kind(shape, ScalarKind::Bool);
        let ty = self.types_mut().with_kind(shape, kind);
        let cond = self.convert_implicitly(&condition, cond_ty);
        let arms = [then.clone(), otherwise.clone()];
        let (then, otherwise) = (self.convert_arm(then, ty), self.convert_arm(otherwise, ty));
        self.choice(ty, ExprKind::Select { cond, then, otherwise }, arms, span)
    }

    /// Reports a write to an element of a resource that is only read, with the resource that can be written.
    fn reject_read_only(&mut self, place: Place, operand: Span, at: Span) -> Option<Place> {
        let mut error = errors::not_assignable(at).label(operand, "the resource is only read");
        if let PlaceBase::Element { object, .. } = place.base
            && let Some(kind) = self.object_kind(self.body.func.exprs[object].ty)
        {
            let writable = format!("RW{}", kind.name());
            if ObjectKind::from_name(&writable).is_some() {
                error = error.note(format!("what can be written is a `{writable}`"));
            }
        }
        self.report(error);
        None
    }

    /// A choice of vectors as the call that makes it, if that is short enough to be read.
    fn as_select(&self, parts: [ast::ExprId; 3]) -> Option<String> {
        let parts = parts.map(|part| {
            let mut part = part;
            while let ast::ExprKind::Paren(inner) = self.ast.exprs[part].kind {
                part = inner;
            }
            let text = hlslc_syntax::print::expr_text(self.ast, self.names, part);
            // What stands between the commas of a call needs no parentheses.
            let is_operation =
                matches!(self.ast.exprs[part].kind, ast::ExprKind::Binary { .. } | ast::ExprKind::Conditional { .. });
            match text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
                Some(inner) if is_operation => inner.to_owned(),
                _ => text,
            }
        });
        let call = format!("select({})", parts.join(", "));
        (call.len() <= LONGEST_SELECT && !call.contains("cast<")).then_some(call)
    }

    /// The type of a conditional from its two sides.
    fn conditional_type(&mut self, then: &Operand, otherwise: &Operand, span: Span) -> Option<Ty> {
        let is_enum = |operand: &Operand| matches!(self.types().data(operand.ty), TyData::Enum(_));
        if is_enum(then) && is_enum(otherwise) && then.ty != otherwise.ty {
            self.report_no_conversion(otherwise, then.ty);
            return None;
        }
        if self.same_type(then.ty, otherwise.ty) {
            let data = self.types().data(then.ty);
            let numeric = self.types().element_kind(then.ty).is_some();
            if numeric && self.types().element_kind(then.ty) == Some(ScalarKind::Bool) && self.options.short_circuits()
            {
                return Some(then.ty);
            }
            if numeric || matches!(data, TyData::Enum(_) | TyData::Void | TyData::Object(..)) {
                return Some(then.ty);
            }
            if matches!(data, TyData::Struct(_)) {
                let shown = self.show(then.ty);
                self.report(errors::conditional_result(span, &shown));
                return None;
            }
        }
        let (Some(then), Some(otherwise)) = (
            self.numeric_operand(then, Family::Arithmetic, None, then.span),
            self.numeric_operand(otherwise, Family::Arithmetic, None, otherwise.span),
        ) else {
            return None;
        };
        let (a, b) = (self.types().element_kind(then.ty)?, self.types().element_kind(otherwise.ty)?);
        let Some(shape) = self.common_shape(then.ty, otherwise.ty) else {
            let (a, b) = (self.show(then.ty), self.show(otherwise.ty));
            self.report(errors::operand_shapes(span, &a, &b, "?:"));
            return None;
        };
        let kind = match (a, b) {
            _ if a == b => a,
            // A choice is no arithmetic: since HLSL 202x it has no need of more bits than the larger side.
            (ScalarKind::Half, other) | (other, ScalarKind::Half)
                if other.is_min_precision() && self.options.language >= LanguageVersion::V202X =>
            {
                ScalarKind::Half
            }
            _ => arithmetic_kind(a, b),
        };
        Some(self.types_mut().with_kind(shape, kind))
    }
}
