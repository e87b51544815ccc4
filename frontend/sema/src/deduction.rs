//! Deduces template arguments by matching parameters against arguments.
//!
//! Input: types and values as a template writes them, and types and values. Output: a value for each parameter that is
//! named there, or the fact that they do not match. What names no parameter, and non-deduced contexts, match anything: they
//! are checked once the parameters are known.

use crate::cx::{Checker, TemplateId, TemplateValue};
use crate::scope::ScopeId;
use hlslc_base::Symbol;
use hlslc_hir::types::{ObjectArg, ScalarKind, Ty, TyData, Types};
use hlslc_syntax::ast::{self, DeclId, DeclKind, TemplateArg, TemplateParam, TypeExprKind};

/// Values found for the parameters of a template, by position.
pub(crate) struct Deduction<'a> {
    params: &'a [TemplateParam],
    pub(crate) values: Vec<Option<TemplateValue>>,
    /// Which argument of the call is looked at, counted from 1.
    pub(crate) argument: usize,
    /// Which argument each value was found in first.
    found_in: Vec<usize>,
    /// A parameter that stands for two things.
    pub(crate) conflict: Option<Conflict>,
}

/// A parameter of a template that stands for one thing by one argument, and for another by another.
pub(crate) struct Conflict {
    /// Its position.
    pub(crate) param: usize,
    /// The first deduced value, and its argument.
    pub(crate) first: (TemplateValue, usize),
    /// The later value.
    pub(crate) then: (TemplateValue, usize),
}

impl<'a> Deduction<'a> {
    pub(crate) fn new(params: &'a [TemplateParam]) -> Self {
        let count = params.len();
        Self { params, values: vec![None; count], argument: 0, found_in: vec![0; count], conflict: None }
    }

    fn position(&self, name: Symbol) -> Option<usize> {
        crate::same_template::position(self.params, name)
    }

    /// Notes a value; false if another one was found before.
    fn bind(&mut self, position: usize, value: TemplateValue) -> bool {
        let Some(old) = &self.values[position] else {
            self.values[position] = Some(value);
            self.found_in[position] = self.argument;
            return true;
        };
        let is_same = match (old, &value) {
            (TemplateValue::Number(_, old), TemplateValue::Number(_, new)) => old == new,
            (old, new) => old == new,
        };
        if !is_same {
            let first = (old.clone(), self.found_in[position]);
            self.conflict.get_or_insert(Conflict { param: position, first, then: (value, self.argument) });
        }
        is_same
    }
}

impl Checker<'_> {
    /// Matches a parameter of a function template with the type of an argument.
    pub(crate) fn unify_param(&mut self, param: &ast::Param, actual: Ty, deduction: &mut Deduction) -> bool {
        let mut actual = actual;
        for extent in &param.extents {
            let TyData::Array(element, count) = *self.types().data(actual) else { return false };
            if let (Some(length), Some(count)) = (extent.length, count)
                && !self.unify_number(length, u64::from(count), deduction)
            {
                return false;
            }
            actual = element;
        }
        self.unify_type(param.ty, actual, deduction)
    }

    /// Matches a type as written with a type. What names no parameter fits anything: conversions are looked at later.
    fn unify_type(&mut self, pattern: ast::TypeExprId, actual: Ty, deduction: &mut Deduction) -> bool {
        let ast = self.ast;
        match &ast.types[pattern].kind {
            TypeExprKind::Named(path) => {
                let Some(last) = path.last() else { return true };
                if let Some(name) = path.as_name() {
                    return match deduction.position(name.node) {
                        Some(position) => deduction.bind(position, TemplateValue::Type(actual)),
                        None => true,
                    };
                }
                let Some(args) = &last.args else { return true };
                // `C<T>`, where the template is to be found as well.
                if let ([_], Some(position)) = (&*path.segments, deduction.position(last.name.node)) {
                    return self.unify_template(position, args, actual, deduction);
                }
                match self.alias_template(path) {
                    Some((alias, scope)) => self.unify_alias(alias, scope, args, actual, deduction),
                    None => self.unify_arguments(last.name.node, args, actual, deduction),
                }
            }
            TypeExprKind::Array { element, extents } => {
                let mut actual = actual;
                for extent in extents {
                    let TyData::Array(inner, count) = *self.types().data(actual) else { return false };
                    if let (Some(length), Some(count)) = (extent.length, count)
                        && !self.unify_number(length, u64::from(count), deduction)
                    {
                        return false;
                    }
                    actual = inner;
                }
                self.unify_type(*element, actual, deduction)
            }
            TypeExprKind::Words(_) | TypeExprKind::Of(_) | TypeExprKind::Definition(_) | TypeExprKind::Error => true,
        }
    }

    /// Matches `Alias<args>` with a type: what the alias stands for says what its parameters are, and these are matched with the
    /// arguments.
    fn unify_alias(
        &mut self,
        alias: DeclId,
        scope: ScopeId,
        args: &[TemplateArg],
        actual: Ty,
        deduction: &mut Deduction,
    ) -> bool {
        let ast = self.ast;
        let DeclKind::Alias(stands_for) = &ast.decls[alias].kind else { return false };
        let params = ast.decls[alias].templates.last().and_then(|h| h.params.as_deref()).unwrap_or(&[]);
        if !stands_for.extents.is_empty() || self.depth >= self.budgets.instantiation_depth {
            return true;
        }
        let mut inner = Deduction::new(params);
        self.depth += 1;
        let fits = self.in_scope(scope, |this| this.unify_type(stands_for.ty, actual, &mut inner));
        self.depth -= 1;
        fits && args.len() <= params.len()
            && args.iter().zip(&inner.values).all(|(&arg, value)| match value {
                Some(value) => self.unify_arg(arg, value, deduction),
                None => true,
            })
    }

    /// Matches `C<args>` with a type, where `C` is a parameter that stands for a template.
    fn unify_template(&mut self, position: usize, args: &[TemplateArg], actual: Ty, deduction: &mut Deduction) -> bool {
        let TyData::Struct(id) = self.data(actual) else { return false };
        let Some((template, values)) = self.records[id].origin.clone() else { return false };
        deduction.bind(position, TemplateValue::Template(TemplateId::Record(template)))
            && args.len() <= values.len()
            && args.iter().zip(&values).all(|(&arg, value)| self.unify_arg(arg, value, deduction))
    }

    /// Matches `Name<args>` with a type.
    fn unify_arguments(&mut self, name: Symbol, args: &[TemplateArg], actual: Ty, deduction: &mut Deduction) -> bool {
        let number = |n: u16| TemplateValue::Number(Types::scalar(ScalarKind::Int), u64::from(n));
        let parts: Vec<TemplateValue> = match self.data(actual) {
            TyData::Vector(kind, n) if self.is_word(name, "vector") => {
                vec![TemplateValue::Type(Types::scalar(kind)), number(n)]
            }
            TyData::Matrix { scalar, rows, cols, .. } if self.is_word(name, "matrix") => {
                vec![TemplateValue::Type(Types::scalar(scalar)), number(rows.into()), number(cols.into())]
            }
            TyData::Object(kind, object_args)
                if self.is_word(name, kind.name().strip_prefix("vk::").unwrap_or(kind.name())) =>
            {
                object_args
                    .iter()
                    .map(|arg| match *arg {
                        ObjectArg::Type(ty) => TemplateValue::Type(ty),
                        ObjectArg::Number(n) => TemplateValue::Number(Types::scalar(ScalarKind::Int), u64::from(n)),
                    })
                    .collect()
            }
            TyData::Struct(id) => {
                // The struct itself or one of its bases may be the instance that is meant.
                let mut at = Some(id);
                loop {
                    let Some(record) = at else { return false };
                    if let Some((template, values)) = self.records[record].origin.clone()
                        && self.record_templates[template].name == name
                    {
                        break values;
                    }
                    at = self.records[record].base;
                }
            }
            TyData::Error
            | TyData::Void
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Enum(_)
            | TyData::Object(..)
            | TyData::String => return false,
        };
        args.len() <= parts.len() && args.iter().zip(&parts).all(|(&arg, part)| self.unify_arg(arg, part, deduction))
    }

    /// Matches one argument as written with a value.
    pub(crate) fn unify_arg(&mut self, arg: TemplateArg, actual: &TemplateValue, deduction: &mut Deduction) -> bool {
        let ast = self.ast;
        match (arg, actual) {
            (TemplateArg::Type(pattern), TemplateValue::Type(ty)) => {
                let names_param = self.mentions(pattern, deduction.params);
                if names_param {
                    return self.unify_type(pattern, *ty, deduction);
                }
                let written = self.resolve_type(pattern);
                self.same_type(written, *ty)
            }
            (TemplateArg::Value(expr), TemplateValue::Number(_, bits)) => self.unify_number(expr, *bits, deduction),
            (TemplateArg::Value(expr), TemplateValue::Type(ty)) => {
                if let ast::ExprKind::Name(path) = &ast.exprs[expr].kind {
                    match path.as_name().and_then(|n| deduction.position(n.node)) {
                        Some(position) => deduction.bind(position, TemplateValue::Type(*ty)),
                        None => self.try_type(path).is_some_and(|written| self.same_type(written, *ty)),
                    }
                } else {
                    false
                }
            }
            (TemplateArg::Type(pattern), TemplateValue::Template(template)) => {
                let TypeExprKind::Named(path) = &ast.types[pattern].kind else { return false };
                match path.as_name().and_then(|n| deduction.position(n.node)) {
                    Some(position) => deduction.bind(position, actual.clone()),
                    None => self.named_template(pattern) == Some(*template),
                }
            }
            (TemplateArg::Value(_), TemplateValue::Template(_)) => false,
            (TemplateArg::Type(pattern), TemplateValue::Number(..)) => {
                if let TypeExprKind::Named(path) = &ast.types[pattern].kind {
                    match path.as_name().and_then(|n| deduction.position(n.node)) {
                        Some(position) => deduction.bind(position, actual.clone()),
                        None => false,
                    }
                } else {
                    false
                }
            }
        }
    }

    fn unify_number(&mut self, expr: ast::ExprId, actual: u64, deduction: &mut Deduction) -> bool {
        let ast = self.ast;
        if let ast::ExprKind::Name(path) = &ast.exprs[expr].kind
            && let Some(position) = path.as_name().and_then(|n| deduction.position(n.node))
        {
            return deduction.bind(position, TemplateValue::Number(Types::scalar(ScalarKind::Int), actual));
        }
        let before = std::mem::take(self.diags);
        let value = self.const_integer(expr);
        *self.diags = before;
        // An expression of parameters (`N + 1`) cannot be turned around; the signature decides later.
        value.is_none_or(|(value, _)| value as u64 == actual)
    }
}
