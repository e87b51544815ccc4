//! Recognises objects of effect files (`BlendState`, `texture`, `PixelShader` and others) and resources of resources, which no shader
//! uses.
//!
//! Input: types as declarations write them. Output: of each declaration whether it is one of these. Such a declaration is
//! ignored with a warning, as dxc does: its name remains free, and is kept only so that an error can explain why nothing has
//! it. Outside of declarations such a type is incomplete.

use crate::builtin_types::BuiltinType;
use crate::cx::Checker;
use crate::errors;
use hlslc_base::{Diagnostic, Symbol};
use hlslc_hir::objects::{ObjectClass, ObjectKind, ObjectParams, ObjectShape};
use hlslc_hir::types::Ty;
use hlslc_syntax::ast::{self, Name, TemplateArg, TypeExprId, TypeExprKind};

impl Checker<'_> {
    /// The type of a variable as its declaration writes it; nothing if it is an effect object, so that there is no variable.
    pub fn written_type(&mut self, variable: &ast::Variable) -> Option<Ty> {
        let name = variable.name.as_ref().and_then(ast::Path::as_name);
        if variable.extents.is_empty() && self.ignores_effect(variable.ty, name)
            || self.ignores_resource_of_resources(variable.ty, name)
        {
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
            self.ignore(declared, "objects of effect files are ignored: nothing is declared here");
        }
        is_effect
    }

    /// Whether the elements of a declared resource are resources; it is ignored then, with a warning. DXC accepts such a declaration where
    /// the element is the bare name of a template, and fails as soon as an element is used.
    fn ignores_resource_of_resources(&mut self, written: TypeExprId, declared: Option<Name>) -> bool {
        let ast = self.ast;
        let TypeExprKind::Named(path) = &ast.types[written].kind else { return false };
        let [ast::PathSegment { name, args: Some(args) }] = path.segments.as_slice() else { return false };
        let Some(element) = args.first().and_then(|&arg| self.bare_name(arg)) else { return false };
        let (Some(outer), Some(inner)) = (self.builtin_object(name.node), self.builtin_object(element.node)) else {
            return false;
        };
        let (of, held) = (outer.info(), inner.info());
        let holds_elements = matches!(of.class, ObjectClass::Srv | ObjectClass::Uav)
            && !matches!(of.params, ObjectParams::None | ObjectParams::Number)
            && matches!(
                of.shape,
                ObjectShape::TypedBuffer | ObjectShape::StructuredBuffer | ObjectShape::Texture { .. }
            );
        if !holds_elements || held.class != ObjectClass::Srv || held.params != ObjectParams::OptionalElement {
            return false;
        }
        self.report(errors::resource_of_resources(element.span, inner.name(), outer.name()));
        self.ignore(declared, "resources of resources are ignored: nothing is declared here");
        true
    }

    /// An argument of a template that is one name and nothing else.
    fn bare_name(&self, arg: TemplateArg) -> Option<Name> {
        let path = match arg {
            TemplateArg::Type(id) => match &self.ast.types[id] {
                ast::TypeExpr { kind: TypeExprKind::Named(path), modifiers, .. } if modifiers.is_empty() => path,
                _ => return None,
            },
            TemplateArg::Value(id) => {
                if let ast::ExprKind::Name(path) = &self.ast.exprs[id].kind {
                    path
                } else {
                    return None;
                }
            }
        };
        path.as_name()
    }

    /// The built-in object that a name means here.
    fn builtin_object(&mut self, name: Symbol) -> Option<ObjectKind> {
        match self.builtin_type(name) {
            Some(BuiltinType::Object(kind)) if self.scopes.lookup_type(self.scope, name).is_none() => Some(kind),
            _ => None,
        }
    }

    /// Notes that a name is that of a declaration which is ignored, and why.
    fn ignore(&mut self, declared: Option<Name>, why: &'static str) {
        if let Some(declared) = declared {
            self.ignored.entry(declared.node).or_insert((declared.span, why));
        }
    }

    /// Whether a condition declares an effect object, so that there is nothing to test: what it belongs to is ignored with it.
    pub fn ignores_condition(&mut self, condition: ast::Condition) -> bool {
        let ast::Condition::Decl(decl) = condition else { return false };
        let ast::DeclKind::Variable(variable) = &self.ast.decls[decl].kind else { return false };
        let name = variable.name.as_ref().and_then(ast::Path::as_name);
        variable.extents.is_empty() && self.ignores_effect(variable.ty, name)
    }

    /// Says at an error about an unknown name if it is that of a declaration which was ignored.
    pub fn with_ignored(&self, error: Diagnostic, name: Option<Symbol>) -> Diagnostic {
        match name.and_then(|name| self.ignored.get(&name)) {
            Some(&(declared, why)) => error.label(declared, why),
            None => error,
        }
    }
}
