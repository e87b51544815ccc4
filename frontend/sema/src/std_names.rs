//! Declares the namespace `std` of built-in names: `std::is_same<A, B>::value`, which DXC has for tests of types.
//!
//! Input: nothing. Output: the namespace in the global scope, and a scope each for what holds of equal and of different types.

use crate::cx::Checker;
use crate::errors;
use crate::resolve_type::Qualifier;
use crate::scope::{Declared, ScopeId, ScopeKind, Scopes, TypeEntity, ValueEntity};
use hlslc_base::{Interner, Span};
use hlslc_hir::types::{ScalarKind, Ty, Types};
use hlslc_hir::value::ConstValue;
use hlslc_syntax::ast::{self, PathSegment, TemplateArg};

/// Declares the namespace in the global scope.
pub fn open(scopes: &mut Scopes, global: ScopeId, names: &mut Interner) {
    let namespace = scopes.open(ScopeKind::Namespace, Some(global), "std");
    let value = names.intern("value");
    let sides = [false, true].map(|same| {
        let scope = scopes.open(ScopeKind::Namespace, Some(namespace), "is_same");
        let entity = ValueEntity::Constant(Types::scalar(ScalarKind::Bool), ConstValue::bool(same));
        scopes.get_mut(scope).values.insert(value, Declared { entity, span: Span::NONE });
        scope
    });
    let mut declare = |scope, name: &str, entity| {
        let name = names.intern(name);
        scopes.get_mut(scope).types.insert(name, Declared { entity, span: Span::NONE });
    };
    declare(global, "std", TypeEntity::Namespace(namespace));
    declare(namespace, "is_same", TypeEntity::SameTypes(sides));
}

impl Checker<'_> {
    /// The scope that `is_same<A, B>` stands for.
    pub fn same_types(&mut self, sides: [ScopeId; 2], segment: &PathSegment) -> Qualifier {
        let args = segment.args.clone().unwrap_or_default();
        let types: Vec<Ty> = args.iter().filter_map(|&arg| self.type_argument(arg)).collect();
        match types[..] {
            _ if args.len() != 2 => {
                let (text, span) = (self.text(segment.name.node), segment.name.span);
                let few = args.len() < 2;
                self.report(if few {
                    errors::too_few_template_args(span, &text)
                } else {
                    errors::too_many_template_args(span, &text)
                });
                Qualifier::Error
            }
            [one, other] if !self.types().is_error(one) && !self.types().is_error(other) => {
                Qualifier::In(sides[usize::from(one == other)])
            }
            _ => Qualifier::Error,
        }
    }

    /// A template argument that must be a type.
    fn type_argument(&mut self, arg: TemplateArg) -> Option<Ty> {
        let expr = match arg {
            TemplateArg::Type(id) => return Some(self.resolve_type(id)),
            TemplateArg::Value(expr) => expr,
        };
        let found = if let ast::ExprKind::Name(path) = &self.ast.exprs[expr].kind { self.try_type(path) } else { None };
        if found.is_none() {
            self.report(errors::template_arg_must_be_type(self.ast.exprs[expr].span));
        }
        found
    }
}
