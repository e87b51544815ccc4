//! Selects the specialisation of a template that its arguments are an instance of.
//!
//! Input: the arguments of an instance, and the specialisations of its template. Output: the declaration to instantiate with
//! its parameters and their values; two that fit, neither of which is more specialised, are reported.
//!
//! Of two specialisations that fit, the more specialised one is meant (partial ordering, C++ \[temp.spec.partial.order\]): one
//! whose arguments, as written, match those of the other, when the parameters of the other alone stand for anything. This
//! one-way matching is decided on what is written. Where that does not decide it, such as for an alias, it matches.

use crate::cx::{Checker, RecordTemplateId, TemplateValue};
use crate::deduction::Deduction;
use crate::errors;
use crate::same_template::{Headers, position};
use crate::scope::ScopeId;
use crate::template::header_params;
use hlslc_base::{Span, Symbol};
use hlslc_syntax::ast::{
    self, DeclId, DeclKind, ExprId, ExprKind, TemplateArg, TemplateParam, TypeExprId, TypeExprKind,
};

/// A specialisation as it is written.
#[derive(Clone, Copy)]
struct Pattern<'a> {
    decl: DeclId,
    params: &'a [TemplateParam],
    args: &'a [TemplateArg],
}

/// A declaration to instantiate, with its parameters and their values.
pub(crate) type Selected<'a> = (DeclId, &'a [TemplateParam], Vec<TemplateValue>);

/// What the parameters of the more general of two patterns stand for.
struct Match<'a> {
    general: Pattern<'a>,
    special: Pattern<'a>,
    /// What mentions no parameter of the special one, by the position of the general one's parameter.
    values: Deduction<'a>,
    /// What mentions some.
    written: Vec<Option<TemplateArg>>,
}

impl Match<'_> {
    /// The parameter of the general pattern that a name is.
    fn param(&self, name: Option<ast::Name>) -> Option<usize> {
        position(self.general.params, name?.node)
    }
}

impl<'a> Checker<'a> {
    /// The declaration of a template of structs to instantiate for these arguments at a place: a specialisation, else the template itself.
    pub(crate) fn select_specialization(
        &mut self,
        template: RecordTemplateId,
        values: &[TemplateValue],
        span: Span,
    ) -> Selected<'a> {
        let ast = self.ast;
        let data = self.record_templates[template].clone();
        let params_of = |id: DeclId| header_params(&ast.decls[id].templates, data.header).unwrap_or(&[]);
        let written = data.specializations.iter().filter_map(|&id| {
            if let DeclKind::Record(record) = &ast.decls[id].kind {
                Some((id, record.name.as_ref()?, params_of(id)))
            } else {
                None
            }
        });
        let written: Vec<_> = written.collect();
        let primary = params_of(data.decl);
        self.best_specialization(data.scope, primary, &written, values, (data.name, span))
            .unwrap_or_else(|| (data.decl, primary, values.to_vec()))
    }

    /// The most specialised one of some specialisations, given with their names and parameters, that fit these arguments. If
    /// there is none, this is reported for the template's name at a place, and the first one is taken.
    pub(crate) fn best_specialization(
        &mut self,
        scope: ScopeId,
        primary: &[TemplateParam],
        written: &[(DeclId, &'a ast::Path, &'a [TemplateParam])],
        values: &[TemplateValue],
        (template, span): (Symbol, Span),
    ) -> Option<Selected<'a>> {
        let mut fitting: Vec<(Pattern<'a>, Vec<TemplateValue>)> = Vec::new();
        for &(decl, name, params) in written {
            let Some(args) = name.last().and_then(|segment| segment.args.as_ref()) else { continue };
            let mut deduction = Deduction::new(params);
            let fits = args.len() <= values.len()
                && self.in_scope(scope, |this| {
                    args.iter().zip(values).all(|(&arg, value)| this.unify_arg(arg, value, &mut deduction))
                });
            let Some(bound) = fits.then(|| deduction.values.into_iter().collect::<Option<Vec<_>>>()).flatten() else {
                continue;
            };
            if self.is_what_it_says(scope, (params, &bound), args, values)
                && self.are_defaults(scope, primary, values, args.len())
            {
                fitting.push((Pattern { decl, params, args }, bound));
            }
        }
        let patterns: Vec<Pattern<'a>> = fitting.iter().map(|fit| fit.0).collect();
        let best = match *patterns {
            [] => return None,
            [_] => 0,
            _ => self.most_specialized(scope, &patterns).unwrap_or_else(|rivals| {
                let text = self.text(template);
                let mut error = errors::ambiguous_specialization(span, &text);
                for rival in rivals {
                    error = error.note_at(self.ast.decls[rival.decl].span, "this specialisation fits");
                }
                self.report(error);
                0
            }),
        };
        let (Pattern { decl, params, .. }, bound) = fitting.swap_remove(best);
        Some((decl, params, bound))
    }

    /// Which of some patterns is at least as specialised as each other one; else two that cannot be ordered.
    fn most_specialized(&mut self, scope: ScopeId, patterns: &[Pattern<'a>]) -> Result<usize, [Pattern<'a>; 2]> {
        let mut best = 0;
        for (at, &pattern) in patterns.iter().enumerate().skip(1) {
            let (is_better, is_worse) = (
                self.is_as_special(scope, pattern, patterns[best]),
                self.is_as_special(scope, patterns[best], pattern),
            );
            // Of two that are alike, the one with fewer parameters says more.
            let is_alike_and_shorter = is_worse && pattern.params.len() < patterns[best].params.len();
            if is_better && (!is_worse || is_alike_and_shorter) {
                best = at;
            }
        }
        for &pattern in patterns {
            if !self.is_as_special(scope, patterns[best], pattern) {
                return Err([patterns[best], pattern]);
            }
        }
        Ok(best)
    }

    /// Whether all that is an instance of one pattern is one of another as well.
    fn is_as_special(&mut self, scope: ScopeId, special: Pattern<'a>, general: Pattern<'a>) -> bool {
        let values = Deduction::new(general.params);
        let mut found = Match { general, special, values, written: vec![None; general.params.len()] };
        let all = |this: &mut Self| {
            general.args.iter().zip(special.args).all(|(&wide, &narrow)| this.covers_arg(wide, narrow, &mut found))
        };
        let fits = self.tentatively(|this| this.in_scope(scope, all)).0;
        fits && found
            .values
            .values
            .iter()
            .zip(&found.written)
            .all(|(value, written)| value.is_none() || written.is_none())
    }

    fn covers_arg(&mut self, wide: TemplateArg, narrow: TemplateArg, found: &mut Match<'a>) -> bool {
        let mentions = match narrow {
            TemplateArg::Type(ty) => self.mentions(ty, found.special.params),
            TemplateArg::Value(expr) => self.expr_mentions(expr, found.special.params),
        };
        if !mentions {
            let value = match narrow {
                TemplateArg::Type(ty) => self.named_template(ty).map(TemplateValue::Template),
                TemplateArg::Value(_) => None,
            };
            return match value.or_else(|| self.template_value(narrow)) {
                Some(value) => self.unify_arg(wide, &value, &mut found.values),
                None => true,
            };
        }
        if let Some(param) = found.param(self.arg_name(wide)) {
            return self.stands_for(param, narrow, found);
        }
        match (wide, narrow) {
            (TemplateArg::Type(wide), TemplateArg::Type(narrow)) => self.covers_type(wide, narrow, found),
            (TemplateArg::Value(wide), TemplateArg::Value(narrow)) => self.covers_value(wide, narrow, found),
            _ => false,
        }
    }

    /// Notes what a parameter of the general pattern stands for; false if it stands for something else.
    fn stands_for(&mut self, param: usize, narrow: TemplateArg, found: &mut Match<'a>) -> bool {
        match found.written[param] {
            Some(before) => {
                let headers = Headers { old: found.special.params, new: found.special.params };
                self.same_arg(before, narrow, headers)
            }
            None => {
                found.written[param] = Some(narrow);
                true
            }
        }
    }

    fn covers_type(&mut self, wide: TypeExprId, narrow: TypeExprId, found: &mut Match<'a>) -> bool {
        let ast = self.ast;
        if !self.mentions(wide, found.general.params) {
            return false;
        }
        match (&ast.types[wide].kind, &ast.types[narrow].kind) {
            (TypeExprKind::Named(path), kind) => {
                if let Some(param) = found.param(path.as_name()) {
                    return self.stands_for(param, TemplateArg::Type(narrow), found);
                }
                let TypeExprKind::Named(other) = kind else { return false };
                let (Some(a), Some(b)) = (path.last(), other.last()) else { return true };
                if self.alias_template(path).is_some() || self.alias_template(other).is_some() {
                    return true;
                }
                match (&a.args, &b.args) {
                    (Some(wide), Some(narrow)) => {
                        let name = position(found.general.params, a.name.node);
                        (name.is_some() || a.name.node == b.name.node)
                            && wide.len() == narrow.len()
                            && wide.iter().zip(narrow.iter()).all(|(&w, &n)| self.covers_arg(w, n, found))
                    }
                    // No parameter is deduced from `typename S<T>::type`.
                    (None, _) => path.segments.len() > 1,
                    (Some(_), None) => other.segments.len() > 1,
                }
            }
            (
                TypeExprKind::Array { element, extents },
                TypeExprKind::Array { element: other, extents: other_extents },
            ) => {
                extents.len() == other_extents.len()
                    && extents.iter().zip(other_extents).all(|(w, n)| match (w.length, n.length) {
                        (Some(w), Some(n)) => self.covers_arg(TemplateArg::Value(w), TemplateArg::Value(n), found),
                        (w, n) => w == n,
                    })
                    && self.covers_arg(TemplateArg::Type(*element), TemplateArg::Type(*other), found)
            }
            (TypeExprKind::Of(_), _) => true,
            (TypeExprKind::Array { .. }, _) => false,
            (TypeExprKind::Words(_) | TypeExprKind::Definition(_) | TypeExprKind::Error, _) => false,
        }
    }

    /// An expression of parameters, such as `N + 1`, matches anything: no parameter can be found from it.
    fn covers_value(&mut self, wide: ExprId, narrow: ExprId, found: &mut Match<'a>) -> bool {
        if let ExprKind::Name(path) = &self.ast.exprs[wide].kind
            && let Some(param) = found.param(path.as_name())
        {
            return self.stands_for(param, TemplateArg::Value(narrow), found);
        }
        self.expr_mentions(wide, found.general.params)
    }

    /// The name that an argument is, if it is no more than that.
    fn arg_name(&self, arg: TemplateArg) -> Option<ast::Name> {
        match arg {
            TemplateArg::Type(ty) => match &self.ast.types[ty].kind {
                TypeExprKind::Named(path) => path.as_name(),
                TypeExprKind::Array { .. }
                | TypeExprKind::Words(_)
                | TypeExprKind::Of(_)
                | TypeExprKind::Definition(_)
                | TypeExprKind::Error => None,
            },
            TemplateArg::Value(expr) => {
                if let ExprKind::Name(path) = &self.ast.exprs[expr].kind {
                    path.as_name()
                } else {
                    None
                }
            }
        }
    }

    /// Whether the arguments of a specialisation, as written, are these values once its parameters are known. What parameters
    /// cannot be found from (`typename S<T>::type`) fits anything before; if it makes no sense for them, nothing is said.
    fn is_what_it_says(
        &mut self,
        scope: ScopeId,
        (params, bound): (&[TemplateParam], &[TemplateValue]),
        args: &[TemplateArg],
        values: &[TemplateValue],
    ) -> bool {
        let inner = self.bind(scope, params, bound);
        let fits = |this: &mut Self| {
            args.iter().zip(values).all(|(&arg, value)| {
                let written = match (arg, value) {
                    (TemplateArg::Type(written), TemplateValue::Template(_)) => {
                        this.named_template(written).map(TemplateValue::Template)
                    }
                    _ => this.template_value(arg),
                };
                written.is_some_and(|written| this.same_value(written, value))
            })
        };
        self.tentatively(|this| this.in_scope(inner, fits)).0
    }

    /// Whether the values from a position on are the defaults of a template's parameters: a specialisation need not write them.
    fn are_defaults(
        &mut self,
        scope: ScopeId,
        params: &[TemplateParam],
        values: &[TemplateValue],
        first: usize,
    ) -> bool {
        if first >= values.len() {
            return true;
        }
        let inner = self.bind(scope, params, &values[..first]);
        let are_same = |this: &mut Self| {
            params.iter().zip(values).skip(first).all(|(param, value)| {
                let default = this.in_scope(inner, |this| this.default_argument(param));
                let is_same = default.is_some_and(|default| this.same_value(default, value));
                this.bind_one(inner, param, value);
                is_same
            })
        };
        self.tentatively(are_same).0
    }
}
