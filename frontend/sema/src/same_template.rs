//! Decides whether two declarations are of the same function template, which may be declared first and defined later. So
//! may an alias template, repeatedly.
//!
//! Input: two declarations of functions with a template header each. Output: yes or no; nothing is reported. They are the
//! same if their headers have parameters of the same kinds, and if the parameters and the result of the functions are
//! written alike once the template's parameters are numbered instead of named. A type that names none of them is compared
//! as a type, however it is spelt.

use crate::cx::Checker;
use crate::scope::ScopeId;
use crate::template::{last_params, param_name};
use hlslc_base::Symbol;
use hlslc_syntax::ast::{DeclId, DeclKind, ExprId, ExprKind, Extent, Modifier, Path, TemplateArg};
use hlslc_syntax::ast::{TemplateParam, TypeExprId, TypeExprKind};

/// The parameters of two template headers, which follow their position.
#[derive(Clone, Copy)]
pub(crate) struct Headers<'a> {
    pub(crate) old: &'a [TemplateParam],
    pub(crate) new: &'a [TemplateParam],
}

/// Which parameter a name is.
pub(crate) fn position(params: &[TemplateParam], name: Symbol) -> Option<usize> {
    params.iter().position(|param| param_name(param).is_some_and(|n| n.node == name))
}

impl Checker<'_> {
    /// Whether two declarations in `scope` are of the same function template.
    pub fn same_template(&mut self, old: DeclId, new: DeclId, scope: ScopeId) -> bool {
        let ast = self.ast;
        let (DeclKind::Function(a), DeclKind::Function(b)) = (&ast.decls[old].kind, &ast.decls[new].kind) else {
            return false;
        };
        let headers = Headers { old: last_params(ast, old), new: last_params(ast, new) };
        if headers.old.len() != headers.new.len() || a.params.len() != b.params.len() {
            return false;
        }
        let before = std::mem::take(self.diags);
        let same = self.in_scope(scope, |this| {
            headers.old.iter().zip(headers.new).all(|(x, y)| this.same_param_kind(x, y, headers))
                && this.same_pattern(a.result, b.result, headers)
                && this.same_extents(&a.extents, &b.extents, headers)
                && a.params.iter().zip(&b.params).all(|(x, y)| {
                    this.passing(x.ty) == this.passing(y.ty)
                        && this.same_pattern(x.ty, y.ty, headers)
                        && this.same_extents(&x.extents, &y.extents, headers)
                })
        });
        *self.diags = before;
        same
    }

    /// Whether two declarations in `scope` are of the same alias template.
    pub fn same_alias(&mut self, old: DeclId, new: DeclId, scope: ScopeId) -> bool {
        let ast = self.ast;
        let (DeclKind::Alias(a), DeclKind::Alias(b)) = (&ast.decls[old].kind, &ast.decls[new].kind) else {
            return false;
        };
        let headers = Headers { old: last_params(ast, old), new: last_params(ast, new) };
        let before = std::mem::take(self.diags);
        let same = headers.old.len() == headers.new.len()
            && self.in_scope(scope, |this| {
                headers.old.iter().zip(headers.new).all(|(x, y)| this.same_param_kind(x, y, headers))
                    && this.same_pattern(a.ty, b.ty, headers)
                    && this.same_extents(&a.extents, &b.extents, headers)
            });
        *self.diags = before;
        same
    }

    fn same_param_kind(&mut self, old: &TemplateParam, new: &TemplateParam, headers: Headers<'_>) -> bool {
        match (old, new) {
            (TemplateParam::Type { .. }, TemplateParam::Type { .. }) => true,
            (TemplateParam::Value { ty: old, .. }, TemplateParam::Value { ty: new, .. }) => {
                self.same_pattern(*old, *new, headers)
            }
            (TemplateParam::Template { params: old, .. }, TemplateParam::Template { params: new, .. }) => {
                let inner = Headers { old, new };
                old.len() == new.len() && old.iter().zip(new).all(|(x, y)| self.same_param_kind(x, y, inner))
            }
            _ => false,
        }
    }

    /// Whether a parameter is copied in, and whether it is copied out.
    fn passing(&self, ty: TypeExprId) -> (bool, bool) {
        let mut at = ty;
        while let TypeExprKind::Array { element, .. } = self.ast.types[at].kind {
            at = element;
        }
        let says = |word: Modifier| self.ast.types[at].modifiers.iter().any(|m| m.node == word);
        let both = says(Modifier::InOut);
        let out = both || says(Modifier::Out);
        (both || !out || says(Modifier::In), out)
    }

    fn same_pattern(&mut self, old: TypeExprId, new: TypeExprId, headers: Headers<'_>) -> bool {
        let ast = self.ast;
        if !self.mentions(old, headers.old) && !self.mentions(new, headers.new) {
            let types = (self.resolve_type(old), self.resolve_type(new));
            return self.same_type(types.0, types.1);
        }
        match (&ast.types[old].kind, &ast.types[new].kind) {
            (TypeExprKind::Named(a), TypeExprKind::Named(b)) => self.same_path(a, b, headers),
            (TypeExprKind::Of(a), TypeExprKind::Of(b)) => self.same_expr(*a, *b, headers),
            (
                TypeExprKind::Array { element: a, extents: of_old },
                TypeExprKind::Array { element: b, extents: of_new },
            ) => self.same_pattern(*a, *b, headers) && self.same_extents(of_old, of_new, headers),
            _ => false,
        }
    }

    fn same_extents(&mut self, old: &[Extent], new: &[Extent], headers: Headers<'_>) -> bool {
        old.len() == new.len()
            && old.iter().zip(new).all(|(a, b)| match (a.length, b.length) {
                (Some(a), Some(b)) => self.same_expr(a, b, headers),
                (a, b) => a == b,
            })
    }

    fn same_path(&mut self, old: &Path, new: &Path, headers: Headers<'_>) -> bool {
        old.segments.len() == new.segments.len()
            && old.segments.iter().zip(&new.segments).all(|(a, b)| {
                let places = (position(headers.old, a.name.node), position(headers.new, b.name.node));
                let same_name = match places {
                    (None, None) => a.name.node == b.name.node,
                    (a, b) => a == b,
                };
                same_name
                    && match (&a.args, &b.args) {
                        (Some(a), Some(b)) => {
                            a.len() == b.len() && a.iter().zip(b.iter()).all(|(&a, &b)| self.same_arg(a, b, headers))
                        }
                        (a, b) => a.is_none() && b.is_none(),
                    }
            })
    }

    pub(crate) fn same_arg(&mut self, old: TemplateArg, new: TemplateArg, headers: Headers<'_>) -> bool {
        match (old, new) {
            (TemplateArg::Type(a), TemplateArg::Type(b)) => self.same_pattern(a, b, headers),
            (TemplateArg::Value(a), TemplateArg::Value(b)) => self.same_expr(a, b, headers),
            _ => false,
        }
    }

    fn same_expr(&mut self, old: ExprId, new: ExprId, headers: Headers<'_>) -> bool {
        let ast = self.ast;
        // Chains of operators may be of any length.
        let mut open = vec![(old, new)];
        while let Some((old, new)) = open.pop() {
            let (old, new) = (&ast.exprs[old].kind, &ast.exprs[new].kind);
            if !self.same_head(old, new, headers) {
                return false;
            }
            let (mut of_old, mut of_new) = (Vec::new(), Vec::new());
            old.for_each_operand(|operand| of_old.push(operand));
            new.for_each_operand(|operand| of_new.push(operand));
            if of_old.len() != of_new.len() {
                return false;
            }
            open.extend(of_old.into_iter().zip(of_new));
        }
        true
    }

    /// Whether two expressions are of one kind, whatever their operands.
    fn same_head(&mut self, old: &ExprKind, new: &ExprKind, headers: Headers<'_>) -> bool {
        match (old, new) {
            (ExprKind::Literal(a), ExprKind::Literal(b)) => a == b,
            (ExprKind::Name(a), ExprKind::Name(b))
            | (ExprKind::Member { member: a, .. }, ExprKind::Member { member: b, .. }) => self.same_path(a, b, headers),
            (ExprKind::Unary { op: a, .. }, ExprKind::Unary { op: b, .. }) => a == b,
            (ExprKind::Binary { op: a, .. }, ExprKind::Binary { op: b, .. }) => a == b,
            (ExprKind::Cast { ty: a, .. }, ExprKind::Cast { ty: b, .. })
            | (ExprKind::Construct { ty: a, .. }, ExprKind::Construct { ty: b, .. })
            | (ExprKind::SizeOfType(a), ExprKind::SizeOfType(b)) => self.same_pattern(*a, *b, headers),
            (ExprKind::This, ExprKind::This)
            | (ExprKind::Paren(_), ExprKind::Paren(_))
            | (ExprKind::Conditional { .. }, ExprKind::Conditional { .. })
            | (ExprKind::Call { .. }, ExprKind::Call { .. })
            | (ExprKind::Index { .. }, ExprKind::Index { .. })
            | (ExprKind::SizeOfExpr(_), ExprKind::SizeOfExpr(_)) => true,
            _ => false,
        }
    }

    // ------------------------------------------------------------------------------------------ names of parameters

    /// Whether a type as written names one of the parameters of a template.
    pub(crate) fn mentions(&self, pattern: TypeExprId, params: &[TemplateParam]) -> bool {
        self.names_any(pattern, &|name| position(params, name).is_some())
    }

    /// Whether a value as written names one of the parameters of a template.
    pub(crate) fn expr_mentions(&self, expr: ExprId, params: &[TemplateParam]) -> bool {
        self.expr_names_any(expr, &|name| position(params, name).is_some())
    }

    /// Whether a type as written has a name in it that is one of those looked for.
    pub(crate) fn names_any(&self, pattern: TypeExprId, is_meant: &dyn Fn(Symbol) -> bool) -> bool {
        match &self.ast.types[pattern].kind {
            TypeExprKind::Named(path) => self.path_names_any(path, is_meant),
            TypeExprKind::Array { element, extents } => {
                self.names_any(*element, is_meant)
                    || extents.iter().filter_map(|e| e.length).any(|length| self.expr_names_any(length, is_meant))
            }
            TypeExprKind::Of(expr) => self.expr_names_any(*expr, is_meant),
            TypeExprKind::Words(_) | TypeExprKind::Definition(_) | TypeExprKind::Error => false,
        }
    }

    fn path_names_any(&self, path: &Path, is_meant: &dyn Fn(Symbol) -> bool) -> bool {
        path.segments.iter().any(|segment| {
            is_meant(segment.name.node)
                || segment.args.iter().flat_map(|args| args.iter()).any(|arg| match *arg {
                    TemplateArg::Type(ty) => self.names_any(ty, is_meant),
                    TemplateArg::Value(expr) => self.expr_names_any(expr, is_meant),
                })
        })
    }

    pub(crate) fn expr_names_any(&self, expr: ExprId, is_meant: &dyn Fn(Symbol) -> bool) -> bool {
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            let kind = &self.ast.exprs[expr].kind;
            let named = match kind {
                ExprKind::Name(path) | ExprKind::Member { member: path, .. } => self.path_names_any(path, is_meant),
                ExprKind::Cast { ty, .. } | ExprKind::Construct { ty, .. } | ExprKind::SizeOfType(ty) => {
                    self.names_any(*ty, is_meant)
                }
                ExprKind::Error
                | ExprKind::Literal(_)
                | ExprKind::This
                | ExprKind::Paren(_)
                | ExprKind::Unary { .. }
                | ExprKind::Binary { .. }
                | ExprKind::Assign { .. }
                | ExprKind::Conditional { .. }
                | ExprKind::Comma { .. }
                | ExprKind::Call { .. }
                | ExprKind::MemberOperator { .. }
                | ExprKind::Index { .. }
                | ExprKind::SizeOfExpr(_)
                | ExprKind::InitList(_) => false,
            };
            if named {
                return true;
            }
            kind.for_each_operand(|operand| open.push(operand));
        }
        false
    }
}
