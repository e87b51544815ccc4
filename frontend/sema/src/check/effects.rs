//! Recognises objects of effect files (`BlendState`, `texture`, `PixelShader` and others), which no shader uses.
//!
//! Input: types as declarations write them. Output: of each declaration whether it is one of an effect object. Such a declaration is
//! ignored with a warning, as dxc does: its name remains free, and is kept only so that an error can explain why nothing has
//! it. Outside of declarations such a type is incomplete.

use crate::builtin_types::BuiltinType;
use crate::cx::Checker;
use crate::errors;
use hlslc_base::{Diagnostic, Symbol};
use hlslc_hir::types::Ty;
use hlslc_syntax::ast::{self, Name, TypeExprId, TypeExprKind};

impl Checker<'_> {
    /// The type of a variable as its declaration writes it; nothing if it is an effect object, so that there is no variable.
    pub fn written_type(&mut self, variable: &ast::Variable) -> Option<Ty> {
        let name = variable.name.as_ref().and_then(ast::Path::as_name);
        if variable.extents.is_empty() && self.ignores_effect(variable.ty, name) {
            return None;
        }
        let base = self.resolve_type(variable.ty);
        self.warn_about_promotion(base, variable.ty);
        let ty = self.array_type(base, &variable.extents);
        Some(match name {
            Some(name) => self.possible_type(ty, name.span),
            None => ty,
        })
    }

    /// Whether a function is about effect objects, and ignored.
    pub fn ignores_function(&mut self, function: &ast::Function, name: Name) -> bool {
        let params = function.params.iter().filter(|param| param.extents.is_empty()).map(|param| param.ty);
        let mut types = params.chain(function.extents.is_empty().then_some(function.result));
        types.any(|written| self.ignores_effect(written, Some(name)))
    }

    /// Whether what is declared with a type is an effect object and ignored, of which this warns.
    pub fn ignores_effect(&mut self, written: TypeExprId, declared: Option<Name>) -> bool {
        let ast = self.ast;
        let TypeExprKind::Named(path) = &ast.types[written].kind else { return false };
        let Some(name) = path.as_name() else { return false };
        let is_effect = self.builtin_type(name.node) == Some(BuiltinType::Effect)
            && self.scopes.lookup_type(self.scope, name.node).is_none();
        if is_effect {
            self.report(errors::effect_object_ignored(name.span));
            if let Some(declared) = declared {
                self.ignored.entry(declared.node).or_insert(declared.span);
            }
        }
        is_effect
    }

    /// Whether a condition declares an effect object, so that there is nothing to test: what it belongs to is ignored with it.
    pub fn ignores_condition(&mut self, condition: ast::Condition) -> bool {
        let ast::Condition::Decl(decl) = condition else { return false };
        let ast::DeclKind::Variable(variable) = &self.ast.decls[decl].kind else { return false };
        let name = variable.name.as_ref().and_then(ast::Path::as_name);
        variable.extents.is_empty() && self.ignores_effect(variable.ty, name)
    }

    /// Says at an error about an unknown name if it is that of an effect object.
    pub fn with_ignored(&self, error: Diagnostic, name: Option<Symbol>) -> Diagnostic {
        match name.and_then(|name| self.ignored.get(&name)) {
            Some(&declared) => error.label(declared, "objects of effect files are ignored: nothing is declared here"),
            None => error,
        }
    }
}
