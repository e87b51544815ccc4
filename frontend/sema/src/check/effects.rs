//! Recognises objects of effect files (`BlendState`, `texture`, `PixelShader` and others) and resources whose elements are templates
//! without arguments (`Buffer<Texture2D>`, `RWBuffer<matrix>`), which no shader uses.
//!
//! Input: types as declarations write them. Output: of each declaration whether it is one of these. A declaration of an object of effect
//! files is ignored with a warning, as dxc does: its name remains free, and is kept only so that an error can explain why nothing has
//! it. Outside of declarations such a type is incomplete. A resource of the other kind is declared with a warning, and a use of its
//! elements is an error.

use crate::builtin_types::BuiltinType;
use crate::cx::Checker;
use crate::errors;
use hlslc_base::{Diagnostic, Span, Symbol};
use hlslc_hir::objects::{ObjectClass, ObjectKind, ObjectParams, ObjectShape};
use hlslc_hir::types::{Ty, TyData};
use hlslc_syntax::ast::{self, Name, TemplateArg, TypeExprId, TypeExprKind};

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
            self.ignore(declared, "objects of effect files are ignored: nothing is declared here");
        }
        is_effect
    }

    /// Whether the element of a resource is written as the bare name of a template, which warns. DXC accepts such a type where no
    /// element of that type could be, a resource or a matrix, and fails as soon as an element is used.
    pub fn is_bare_template(&mut self, outer: ObjectKind, arg: TemplateArg) -> bool {
        let of = outer.info();
        let is_typed = matches!(of.shape, ObjectShape::TypedBuffer | ObjectShape::Texture { .. });
        let holds_elements = matches!(of.class, ObjectClass::Srv | ObjectClass::Uav)
            && !matches!(of.params, ObjectParams::None | ObjectParams::Number)
            && (is_typed || of.shape == ObjectShape::StructuredBuffer);
        let Some(element) = self.bare_name(arg).filter(|_| holds_elements) else { return false };
        if self.scopes.lookup_type(self.scope, element.node).is_some() {
            return false;
        }
        let is_bare = match self.builtin_type(element.node) {
            Some(BuiltinType::Object(inner)) => {
                let held = inner.info();
                held.class == ObjectClass::Srv && held.params == ObjectParams::OptionalElement
            }
            Some(BuiltinType::MatrixTemplate) => is_typed,
            _ => false,
        };
        if is_bare {
            let word = self.text(element.node);
            self.report(errors::bare_element(element.span, &word, outer.name()));
        }
        is_bare
    }

    /// Whether the element of a typed buffer or a texture is no scalar and no vector, which is reported.
    pub fn reject_aggregate_texel(&mut self, kind: ObjectKind, ty: Ty, span: Span) -> bool {
        let is_struct = matches!(self.types().data(ty), TyData::Struct(_));
        if !is_struct && !matches!(self.types().data(ty), TyData::Matrix { .. } | TyData::Array(..)) {
            return false;
        }
        let shown = self.show(ty);
        if is_struct && self.holds_object(ty) {
            self.report(errors::element_holds_object(span, &shown, kind.name()));
        } else {
            self.report(errors::texel_type(span, &shown));
        }
        true
    }

    /// Whether an object has elements of which none can be used ([`is_bare_template`](Self::is_bare_template)); a use is reported.
    pub fn reject_bare_elements(&mut self, object: Ty, span: Span) -> bool {
        let (Some(kind), Some(element)) = (self.object_kind(object), self.object_element(object)) else { return false };
        let is_typed = matches!(kind.info().shape, ObjectShape::TypedBuffer | ObjectShape::Texture { .. });
        let holds_data = is_typed || kind.info().shape == ObjectShape::StructuredBuffer;
        let is_bare = match self.types().data(element) {
            TyData::Object(inner, _) => holds_data && !inner.is_foreign(),
            TyData::Matrix { .. } => is_typed,
            TyData::Error
            | TyData::Void
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Array(..)
            | TyData::Struct(_)
            | TyData::Enum(_)
            | TyData::String => false,
        };
        if is_bare {
            let shown = self.show(element);
            self.report(errors::element_type_not_allowed(span, &shown, kind.name()));
        }
        is_bare
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
