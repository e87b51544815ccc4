//! Checks default arguments: each at its declaration, and again for each call that omits it.
//!
//! A function is declared once its parameters are: a default argument sees the functions before its own, so a function outside
//! of structs cannot need itself. Inside a struct all methods are in reach, but a default argument only where it was declared
//! before. What is left are circles through several structs, and chains in which each default argument needs others twice;
//! these end at budgets.

use crate::cx::{Checker, FnId, Operand, SigParam};
use crate::errors;
use crate::facts::{DefaultArgument, Open};
use hlslc_base::Span;
use hlslc_hir::hir::ParamMode;

/// Default arguments that need each other; real ones need one or two.
const DEEPEST: usize = 64;

impl Checker<'_> {
    /// Checks the default arguments of a function that is about to be declared in the current scope.
    pub fn declare_defaults(&mut self, params: &mut [SigParam]) {
        for param in params {
            let Some(DefaultArgument { expr, before, .. }) = param.default else { continue };
            self.default_arguments.open.push(Open { of: None, before, record: None });
            let before_errors = self.diags.error_count();
            self.in_scratch(|this| {
                let value = this.check_initial(expr, param.ty, true);
                if !this.types().is_error(value.ty) && param.mode == ParamMode::In {
                    this.convert_implicitly(&value, param.ty);
                }
            });
            self.default_arguments.open.pop();
            if let Some(default) = param.default.as_mut() {
                default.is_wrong = self.diags.error_count() != before_errors;
            }
        }
    }

    /// The value of the parameter at `position`, which a call leaves out.
    pub fn default_argument_of(&mut self, id: FnId, position: usize, span: Span) -> Option<Operand> {
        let function = &self.fns[id];
        let (record, scope) = (function.record, function.scope);
        let param = function.sig.params.get(position)?;
        let (ty, name, default) = (param.ty, param.name, param.default?);
        if default.is_wrong {
            return None;
        }
        let of = Some((id, position));
        let is_later = |open: &Open| open.record.is_some() && open.record == record && id >= open.before;
        if self.default_arguments.open.iter().any(|open| open.of == of || is_later(open)) {
            let text = self.text(name);
            self.report(errors::default_needs_itself(span, &text));
            return None;
        }
        self.default_arguments.spent += 1;
        let most = self.budgets.default_arguments;
        if self.default_arguments.open.len() >= DEEPEST {
            self.exhaust(errors::defaults_too_deep(span, DEEPEST));
        } else if self.default_arguments.spent > most {
            self.exhaust(errors::too_many_defaults(span, most));
        }
        if self.exhausted.is_some() {
            return None;
        }
        self.default_arguments.open.push(Open { of, before: default.before, record });
        let value = self.in_scope(scope, |this| this.check_initial(default.expr, ty, true));
        self.default_arguments.open.pop();
        Some(value)
    }

    /// The functions among candidates outside of structs that what is checked can see: a default argument sees those before it.
    pub fn declared_before(&self, candidates: &mut Vec<FnId>) {
        let Some(open) = self.default_arguments.open.last().filter(|open| open.record.is_none()) else { return };
        candidates.retain(|&id| self.fns[id].record.is_some() || id < open.before);
    }

    /// Goes one level deeper into what is checked; false at the end of the budget.
    pub fn enter(&mut self, span: Span) -> bool {
        let most = self.budgets.nesting.saturating_mul(NESTED_PARTS);
        if self.nested >= most {
            self.exhaust(errors::nested_too_deep(span, most));
            return false;
        }
        self.nested += 1;
        true
    }
}

/// A part of the source is nested as deeply as the budget says; instances and default arguments put such parts inside each other.
const NESTED_PARTS: u32 = 4;
