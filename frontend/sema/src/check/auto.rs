//! Deduces types from expressions: `auto` from the initialiser of a variable, and `__decltype`.

use crate::cx::{Checker, Operand, OperandKind};
use crate::errors;
use hlslc_base::Span;
use hlslc_hir::types::{Ty, Types};
use hlslc_syntax::LanguageVersion;
use hlslc_syntax::ast::{self, ExprKind as Syntax, Initializer, TypeExprId, TypeExprKind};
use hlslc_syntax::words::AUTO;

impl Checker<'_> {
    /// Whether a type says that a value decides.
    pub fn is_deduced(&self, ty: TypeExprId) -> bool {
        match &self.ast.types[ty].kind {
            TypeExprKind::Named(path) => path.as_name().is_some_and(|name| self.names.text(name.node) == AUTO),
            TypeExprKind::Error
            | TypeExprKind::Words(_)
            | TypeExprKind::Of(_)
            | TypeExprKind::Definition(_)
            | TypeExprKind::Array { .. } => false,
        }
    }

    /// The value that decides the type of a variable, if one does. A `static` variable has its value checked again where it
    /// belongs.
    pub fn given_value(&mut self, variable: &ast::Variable, is_elsewhere: bool) -> Option<Operand> {
        if !self.is_deduced(variable.ty) {
            return None;
        }
        let ast = self.ast;
        let span = ast.types[variable.ty].span;
        if self.options.language < LanguageVersion::V202X {
            self.report(errors::early_auto(span));
        }
        match variable.init {
            Some(Initializer::Value(init)) if !matches!(ast.exprs[init].kind, Syntax::InitList(_)) => {
                if is_elsewhere {
                    let (operand, _) = self.in_scratch(|this| this.check_expr(init));
                    return Some(operand);
                }
                Some(self.check_expr(init))
            }
            _ => {
                self.report(errors::nothing_to_deduce_from(span));
                Some(self.error_operand(span))
            }
        }
    }

    /// The type of an expression: `__decltype(e)`. Of a place that is no variable or member it is a reference, which HLSL does
    /// not have.
    pub fn type_of(&mut self, expr: ast::ExprId, span: Span) -> Ty {
        // What is not evaluated needs no bodies.
        let was_type_only = std::mem::replace(&mut self.type_only, true);
        let ty = self.type_of_unevaluated(expr, span);
        self.type_only = was_type_only;
        ty
    }

    fn type_of_unevaluated(&mut self, expr: ast::ExprId, span: Span) -> Ty {
        let operand = self.check_type_source(expr);
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions name nothing")]
        let is_named = match self.ast.exprs[expr].kind {
            Syntax::Name(_) => true,
            // A swizzle names nothing.
            Syntax::Member { base, .. } => {
                let base = self.check_type_source(base);
                self.struct_of(base.ty).is_some()
            }
            _ => false,
        };
        if matches!(operand.kind, OperandKind::Place(..) | OperandKind::Changed(..)) && !is_named {
            self.report(errors::reference_type(span));
            return Types::ERROR;
        }
        self.settled_type(operand.ty)
    }

    /// An expression of which only the type counts. In a function it may name what is local there.
    fn check_type_source(&mut self, expr: ast::ExprId) -> Operand {
        if self.in_function() { self.check_expr(expr) } else { self.in_scratch(|this| this.check_expr(expr)).0 }
    }

    /// The type of a variable that such a value decides.
    pub fn deduced_type(&mut self, variable: &ast::Variable, given: &Operand) -> Ty {
        let ty = self.settled_type(given.ty);
        match variable.extents.first() {
            Some(extent) if !self.types().is_error(ty) => {
                self.report(errors::auto_array(extent.span));
                Types::ERROR
            }
            _ => ty,
        }
    }
}
