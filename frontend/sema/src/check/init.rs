//! Checks initialisers: `= value`, `= { … }` and constructors.
//!
//! A list in braces is flattened, and so is the type that it initialises; scalars are assigned to scalars in order. Where
//! the parts of the list end at member boundaries, the value is built part by part; otherwise the list becomes an unnamed
//! struct that is converted as a unit, so that each part is computed once.

use crate::cx::{Checker, Operand, OperandKind, RecordInfo, Summary};
use crate::errors;
use hlslc_base::{Span, Symbol};
use hlslc_hir::hir::{Conversion, ExprId, ExprKind};
use hlslc_hir::types::{FieldData, FieldModifiers, StructData, Ty, TyData, Types};
use hlslc_syntax::ast::{self, ExprKind as Syntax};

/// Parts of a list in order, taken one by one.
struct Parts<'a> {
    list: &'a [Operand],
    next: usize,
}

impl Checker<'_> {
    /// An expression that gives a value to something of type `ty`; a list in braces where `list` allows one.
    pub fn check_initial(&mut self, expr: ast::ExprId, ty: Ty, list: bool) -> Operand {
        let ast = self.ast;
        let Syntax::InitList(parts) = &ast.exprs[expr].kind else {
            return self.check_wanted(expr, ty);
        };
        let span = ast.exprs[expr].span;
        if !list {
            let shown = self.show(ty);
            self.report(errors::list_does_not_fit(span, &shown));
            return self.error_operand(span);
        }
        let mut flat = Vec::new();
        self.list_parts(parts, &mut flat);
        if self.types().is_error(ty) || flat.iter().any(|o| self.types().is_error(o.ty)) {
            return self.error_operand(span);
        }
        self.initialize(ty, &flat, span)
    }

    /// Checks an expression whose value goes to a type, which is recorded where the cursor is met.
    fn check_wanted(&mut self, expr: ast::ExprId, ty: Ty) -> Operand {
        let is_name = matches!(self.ast.exprs[expr].kind, Syntax::Name(_) | Syntax::Member { .. });
        if !is_name || self.uses.is_none() {
            return self.check_expr(expr);
        }
        if let Some(uses) = &mut self.uses {
            uses.wanted.push(ty);
        }
        let operand = self.check_expr(expr);
        if let Some(uses) = &mut self.uses {
            uses.wanted.pop();
        }
        operand
    }

    /// Lists the parts of a list, those of lists in it included.
    fn list_parts(&mut self, parts: &[ast::ExprId], flat: &mut Vec<Operand>) {
        let ast = self.ast;
        for &part in parts {
            if let Syntax::InitList(inner) = &ast.exprs[part].kind {
                self.list_parts(inner, flat);
            } else {
                let operand = self.check_expr(part);
                flat.push(operand);
            }
        }
    }

    /// A value of type `ty` from parts that fill it exactly.
    pub fn initialize(&mut self, ty: Ty, parts: &[Operand], span: Span) -> Operand {
        let Some(ty) = self.sized_by(ty, parts, span) else { return self.error_operand(span) };
        let fits = |part: &&Operand| match self.types().data(part.ty) {
            TyData::Void | TyData::Array(_, None) => false,
            TyData::String => part.ty == ty,
            TyData::Error
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Struct(_)
            | TyData::Enum(_)
            | TyData::Object(..) => true,
        };
        if let Some(bad) = parts.iter().find(|part| !fits(part)) {
            let (from, to) = (self.show(bad.ty), self.show(ty));
            self.report(errors::cannot_convert(bad.span, &from, &to));
            return self.error_operand(span);
        }
        let need = self.scalar_count(ty);
        let have = parts.iter().fold(0u64, |sum, part| sum.saturating_add(self.scalar_count(part.ty)));
        if have != need {
            let (need, have) = (need.to_string(), have.to_string());
            let shown = self.show(ty);
            self.report(if have.len() < need.len() || (have.len() == need.len() && have < need) {
                errors::too_few_elements(span, &shown, &need, &have)
            } else {
                errors::too_many_elements(span, &shown, &need, &have)
            });
            return self.error_operand(span);
        }
        let mut left = Parts { list: parts, next: 0 };
        let mark = self.diags.error_count();
        if let Some(expr) = self.build(ty, &mut left) {
            return Operand { ty, span, kind: OperandKind::Value(expr) };
        }
        if self.diags.error_count() > mark {
            return self.error_operand(span);
        }
        self.build_flattened(ty, parts, span)
    }

    /// An array without a size takes as many elements as there are parts for.
    fn sized_by(&mut self, ty: Ty, parts: &[Operand], span: Span) -> Option<Ty> {
        let TyData::Array(element, None) = *self.types().data(ty) else { return Some(ty) };
        let each = self.scalar_count(element);
        let have = parts.iter().fold(0u64, |sum, part| sum.saturating_add(self.scalar_count(part.ty)));
        if each == 0 || have == 0 || have % each != 0 {
            let shown = self.show(ty);
            self.report(errors::elements_do_not_divide(span, &shown, &have.to_string()));
            return None;
        }
        let count = u32::try_from(have / each).ok()?;
        Some(self.types_mut().array(element, Some(count)))
    }

    /// `ty` with the length that its initial value gives it, if it has none of its own. What has no list is given by an array only.
    pub fn sized_by_value(&mut self, ty: Ty, operand: &Operand) -> Option<Ty> {
        if !matches!(self.types().data(ty), TyData::Array(_, None)) {
            return Some(ty);
        }
        if !matches!(self.types().data(operand.ty), TyData::Array(_, Some(_))) {
            let (from, to) = (self.show(operand.ty), self.show(ty));
            self.report_unless_error(&[operand.ty], errors::cannot_convert(operand.span, &from, &to));
            return None;
        }
        self.sized_by(ty, std::slice::from_ref(operand), operand.span)
    }

    /// Builds a value from parts that end where its members end; nothing if they do not. Types nest within the
    /// budget, so this may call itself.
    fn build(&mut self, ty: Ty, parts: &mut Parts) -> Option<ExprId> {
        let first = parts.list.get(parts.next)?;
        if self.same_type(first.ty, ty) {
            parts.next += 1;
            return Some(self.value(first));
        }
        let span = first.span;
        match self.data(ty) {
            TyData::Scalar(_) | TyData::Enum(_) => {
                if self.scalar_count(first.ty) != 1
                    || matches!(self.types().data(first.ty), TyData::Struct(_) | TyData::Array(..))
                {
                    return None;
                }
                parts.next += 1;
                let first = first.clone();
                Some(self.convert_part(&first, ty))
            }
            TyData::Vector(kind, _) | TyData::Matrix { scalar: kind, .. } => {
                let need = self.scalar_count(ty);
                let mut have = 0;
                let mut values = Vec::new();
                while have < need {
                    let part = parts.list.get(parts.next)?.clone();
                    have += self.scalar_count(part.ty);
                    let part_ty = match *self.types().data(part.ty) {
                        TyData::Scalar(_) | TyData::Enum(_) => Types::scalar(kind),
                        TyData::Vector(_, n) => self.types_mut().vector(kind, n),
                        TyData::Error
                        | TyData::Void
                        | TyData::Matrix { .. }
                        | TyData::Array(..)
                        | TyData::Struct(_)
                        | TyData::Object(..)
                        | TyData::String => return None,
                    };
                    if have > need {
                        return None;
                    }
                    parts.next += 1;
                    values.push(self.convert_part(&part, part_ty));
                }
                Some(self.emit(ty, ExprKind::Construct(values), span))
            }
            TyData::Array(element, Some(count)) => {
                let mut values = Vec::with_capacity((count as usize).min(parts.list.len()));
                for _ in 0..count {
                    values.push(self.build(element, parts)?);
                }
                Some(self.emit(ty, ExprKind::Construct(values), span))
            }
            TyData::Struct(id) => {
                let fields = self.types().structs[id].fields.clone();
                let mut values = Vec::with_capacity(fields.len());
                for field in fields {
                    let value =
                        self.into(field.modifiers.coherence, |this| this.build_member(field.ty, parts, span))?;
                    values.push(value);
                }
                Some(self.emit(ty, ExprKind::Construct(values), span))
            }
            TyData::Object(kind, _) if kind.is_foreign() => {
                let first = first.clone();
                parts.next += 1;
                Some(self.convert_implicitly(&first, ty))
            }
            TyData::Object(..) if matches!(self.types().data(first.ty), TyData::Object(..)) => {
                let first = first.clone();
                parts.next += 1;
                Some(self.convert_implicitly(&first, ty))
            }
            TyData::Error | TyData::Void | TyData::Array(..) | TyData::Object(..) | TyData::String => None,
        }
    }

    /// A member, which may be an empty struct that takes no part.
    fn build_member(&mut self, ty: Ty, parts: &mut Parts, span: Span) -> Option<ExprId> {
        if self.scalar_count(ty) == 0 && matches!(self.types().data(ty), TyData::Struct(_)) {
            return Some(self.emit(ty, ExprKind::Construct(Vec::new()), span));
        }
        self.build(ty, parts)
    }

    /// The general case: all parts as members of an unnamed struct, which is converted to `ty` scalar by scalar.
    fn build_flattened(&mut self, ty: Ty, parts: &[Operand], span: Span) -> Operand {
        let mut fields = Vec::with_capacity(parts.len());
        let mut values = Vec::with_capacity(parts.len());
        let mut summary = Summary { depth: 1, ..Summary::default() };
        for part in parts {
            let value = self.value(part);
            let value = self.concrete(value);
            let part_ty = self.body.func.exprs[value].ty;
            summary.add_part(self.summary(part_ty));
            fields.push(FieldData {
                payload: None,
                name: Symbol::EMPTY,
                ty: part_ty,
                span: part.span,
                semantic: None,
                modifiers: FieldModifiers::default(),
                packoffset: None,
                bits: None,
                starts_number: false,
                foreign: hlslc_hir::foreign::ForeignAttributes::default(),
            });
            values.push(value);
        }
        let id = self.types_mut().structs.push(StructData {
            name: String::new(),
            span,
            has_base: false,
            fields,
            is_interface: false,
            is_class: false,
            leaves_out_objects: false,
            tracks_sharing: false,
            arguments: Vec::new(),
            is_complete: true,
        });
        self.records[id] = RecordInfo { summary, ..RecordInfo::default() };
        let list_ty = self.types_mut().intern(TyData::Struct(id));
        if self.plan_conversion(list_ty, ty, crate::convert::Explicitness::Explicit).is_none() {
            let shown = self.show(ty);
            self.report(errors::list_does_not_fit(span, &shown));
            return self.error_operand(span);
        }
        let list = self.emit(list_ty, ExprKind::Construct(values), span);
        let expr = self.convert_step(Conversion::Flatten, list, ty, span);
        Operand { ty, span, kind: OperandKind::Value(expr) }
    }
}
