//! Checks string literals as arrays of characters: `"text"[i]`, and text for a `T[N]` of a template.
//!
//! Input: a string literal where an array is expected. Output: an array of its bytes and a zero. Their type is an unnamed
//! enumeration class that the source cannot name, `char`: values of it can be compared for equality and passed on, and are
//! no numbers. A character literal, which is a number elsewhere, has that type beside such a value.

use crate::cx::{Checker, Operand, OperandKind};
use crate::errors;
use hlslc_base::Span;
use hlslc_hir::hir::ExprKind;
use hlslc_hir::types::{EnumData, ScalarKind, Ty, TyData};
use hlslc_hir::value::ConstValue;

impl Checker<'_> {
    /// `char`.
    fn character_type(&mut self) -> Ty {
        if let Some(ty) = self.character {
            return ty;
        }
        let id = self.types_mut().enums.push(EnumData {
            name: "char".to_owned(),
            span: Span::NONE,
            underlying: ScalarKind::Uint,
            is_fixed: true,
            is_class: true,
            values: Vec::new(),
        });
        let ty = self.types_mut().intern(TyData::Enum(id));
        self.character = Some(ty);
        ty
    }

    /// The contents of a string literal.
    fn text_in(&self, operand: &Operand) -> Option<&str> {
        let OperandKind::Value(expr) = operand.kind else { return None };
        if let ExprKind::Const(ConstValue::String(text)) = &self.body.func.exprs[expr].kind { Some(text) } else { None }
    }

    /// The type of a string literal as an array; nothing for other operands.
    pub fn array_of_text(&mut self, operand: &Operand) -> Option<Ty> {
        let count = u32::try_from(self.text_in(operand)?.len()).ok()?.checked_add(1)?;
        let element = self.character_type();
        Some(self.types_mut().array(element, Some(count)))
    }

    /// A string literal as an array; nothing for other operands, or where there was too much text before.
    pub fn text_as_array(&mut self, operand: &Operand) -> Option<Operand> {
        let ty = self.array_of_text(operand)?;
        // Each place has an array of its own: long text at many of them is as much work as evaluating constants is.
        let count = u32::try_from(self.text_in(operand)?.len()).ok()?;
        let Some(left) = self.const_steps.checked_sub(count) else {
            self.exhaust(errors::too_much_text(operand.span, self.budgets.const_steps));
            return None;
        };
        self.const_steps = left;
        let bytes = self.text_in(operand)?.bytes().chain([0]);
        let value = ConstValue::Composite(bytes.map(|byte| ConstValue::int(u64::from(byte))).collect());
        Some(self.constant(ty, value, operand.span))
    }

    /// The sides of an operator, a character in quotes as a `char` if it stands beside one.
    pub fn as_characters(&mut self, left: &Operand, right: &Operand) -> Option<(Operand, Operand)> {
        let ty = self.character.filter(|&ty| (left.ty == ty) != (right.ty == ty))?;
        let (literal, is_left) = if left.ty == ty { (right, false) } else { (left, true) };
        let OperandKind::Value(expr) = literal.kind else { return None };
        if !self.body.characters.contains(&expr) {
            return None;
        }
        let ExprKind::Const(value) = self.body.func.exprs[expr].kind.clone() else { return None };
        let turned = self.constant(ty, value, literal.span);
        Some(if is_left { (turned, right.clone()) } else { (left.clone(), turned) })
    }
}
