//! Determines matrix orientation: the effect of modifiers, `#pragma pack_matrix` and options on a type as written.
//!
//! Input: a type as written and what it was resolved to. Output: the type with the orientation of its matrix. A modifier is
//! part of a type. The pragma applies to matrices without an orientation, so an alias keeps the orientation of its
//! declaration, and an alias of an array of matrices keeps it even if it has none. Arguments of templates carry no
//! orientation, and a type that depends on them is not known to be a matrix where the pragma applies.

use crate::cx::{Checker, TemplateValue};
use crate::errors;
use crate::facts::AliasWords;
use crate::resolve_type::Qualifier;
use crate::scope::{Declared, ScopeKind, TypeEntity};
use hlslc_base::Span;
use hlslc_hir::types::{Orientation, ScalarKind, Ty, TyData, Types};
use hlslc_syntax::ast::{self, MatrixOrder, Modifier, Path, TemplateArg, TypeExprId, TypeExprKind};

impl Checker<'_> {
    /// The orientation of matrices for which nothing states one.
    pub fn default_orientation(&self) -> Orientation {
        self.options.default_orientation
    }

    /// Applies those modifiers that are part of the type, and the pragma.
    pub(crate) fn apply_type_modifiers(&mut self, ty: Ty, written: &ast::TypeExpr) -> Ty {
        let mut ty = ty;
        let mut explicit: Option<(Orientation, Span)> = None;
        let mut norm: Option<Modifier> = None;
        for modifier in &written.modifiers {
            #[expect(
                clippy::wildcard_enum_match_arm,
                reason = "the other modifiers do not affect the layout of matrices"
            )]
            match modifier.node {
                Modifier::RowMajor | Modifier::ColumnMajor => {
                    let new = if modifier.node == Modifier::RowMajor {
                        Orientation::RowMajor
                    } else {
                        Orientation::ColumnMajor
                    };
                    if explicit.is_some_and(|(old, _)| old != new) {
                        self.report(errors::conflicting_modifiers(modifier.span, "row_major", "column_major"));
                    }
                    explicit = Some((new, modifier.span));
                }
                Modifier::UNorm | Modifier::SNorm => {
                    if norm.is_some_and(|old| old != modifier.node) {
                        self.report(errors::conflicting_modifiers(modifier.span, "snorm", "unorm"));
                    }
                    norm = Some(modifier.node);
                    ty = self.normalized(ty, modifier.node == Modifier::UNorm, modifier.span);
                }
                _ => {}
            }
        }
        let Some(orientation) = explicit.map(|(order, _)| order).or_else(|| self.pragma_orientation(written)) else {
            return ty;
        };
        // Of another name of an array nothing is said here: its matrices are spelled where that name is declared.
        if let TyData::Matrix { orientation: old, .. } = self.data(ty) {
            if let Some((new, span)) = explicit
                && new != old
                && matches!(&written.kind, TypeExprKind::Named(path) if self.is_oriented_alias(path))
            {
                self.report(errors::conflicting_modifiers(span, "row_major", "column_major"));
            }
            self.with_orientation(ty, orientation)
        } else {
            if let Some((_, span)) = explicit {
                let (base, shown) = (self.array_base(ty), self.show(ty));
                self.report_unless_error(&[base], errors::orientation_without_matrix(span, &shown));
            }
            ty
        }
    }

    /// A float as `snorm` or `unorm` has it.
    pub(crate) fn normalized(&mut self, ty: Ty, unsigned: bool, span: Span) -> Ty {
        let kind = match (self.types().element_kind(ty), unsigned) {
            (Some(ScalarKind::Float), true) => ScalarKind::UNormFloat,
            (Some(ScalarKind::Float), false) => ScalarKind::SNormFloat,
            (Some(ScalarKind::Half | ScalarKind::Float16), true) => ScalarKind::UNormHalf,
            (Some(ScalarKind::Half | ScalarKind::Float16), false) => ScalarKind::SNormHalf,
            (Some(kind), _) if kind.is_float() => return ty,
            _ => {
                let word = if unsigned { "unorm" } else { "snorm" };
                let shown = self.show(ty);
                self.report_unless_error(&[ty], errors::norm_needs_float(span, word, &shown));
                return ty;
            }
        };
        self.types_mut().with_kind(ty, kind)
    }

    /// The orientation that `#pragma pack_matrix` gives a type as written.
    fn pragma_orientation(&self, written: &ast::TypeExpr) -> Option<Orientation> {
        let order = written.pack_matrix?;
        match &written.kind {
            TypeExprKind::Named(path) if self.keeps_orientation(path) => None,
            // Its element has been asked.
            TypeExprKind::Array { .. } => None,
            TypeExprKind::Error
            | TypeExprKind::Named(_)
            | TypeExprKind::Words(_)
            | TypeExprKind::Of(_)
            | TypeExprKind::Definition(_) => Some(match order {
                MatrixOrder::RowMajor => Orientation::RowMajor,
                MatrixOrder::ColumnMajor => Orientation::ColumnMajor,
            }),
        }
    }

    /// Whether the pragma says nothing about the type that a path names: it was said before, or what it is depends on a template.
    fn keeps_orientation(&self, path: &Path) -> bool {
        self.is_oriented_alias(path) || self.is_dependent(path)
    }

    /// Whether it is said of a type as written how its matrix lies.
    pub(crate) fn is_oriented(&self, ty: TypeExprId) -> bool {
        let written = &self.ast.types[ty];
        let by_modifier =
            written.modifiers.iter().any(|m| matches!(m.node, Modifier::RowMajor | Modifier::ColumnMajor));
        by_modifier
            || match &written.kind {
                TypeExprKind::Array { element, .. } => self.is_oriented(*element),
                TypeExprKind::Named(path) => self.is_oriented_alias(path) || self.pragma_orientation(written).is_some(),
                TypeExprKind::Error | TypeExprKind::Words(_) | TypeExprKind::Of(_) | TypeExprKind::Definition(_) => {
                    written.pack_matrix.is_some()
                }
            }
    }

    fn is_oriented_alias(&self, path: &Path) -> bool {
        self.alias(path).is_some_and(|alias| alias.is_oriented)
    }

    /// Whether a path names another name of a type.
    pub(crate) fn is_alias(&self, path: &Path) -> bool {
        self.alias(path).is_some()
    }

    /// The words in the declaration of the alias that a path names, if it names one.
    fn alias(&self, path: &Path) -> Option<AliasWords> {
        self.aliases.get(&self.declared_by(path)?.span).copied()
    }

    /// The declaration of the type that a path names.
    pub(crate) fn declared_by(&self, path: &Path) -> Option<&Declared<TypeEntity>> {
        self.declared_type(self.scope_before(path)?, path.last()?.name.node)
    }

    /// The scope before the last name of a resolved path. Errors in it have been reported.
    fn scope_before(&self, path: &Path) -> Option<Qualifier> {
        let start = if path.global { Qualifier::In(self.global_scope) } else { Qualifier::None };
        let (_, before) = path.segments.split_last()?;
        before.iter().try_fold(start, |qualifier, segment| {
            match self.declared_type(qualifier, segment.name.node)?.entity {
                TypeEntity::Namespace(scope) => Some(Qualifier::In(scope)),
                TypeEntity::Type(ty) => self.scope_of_type(ty).map(Qualifier::In),
                TypeEntity::SameTypes(_) | TypeEntity::RecordTemplate(_) | TypeEntity::AliasTemplate(..) => None,
            }
        })
    }

    /// Whether a path names a parameter of a template around, or has one among its arguments.
    fn is_dependent(&self, path: &Path) -> bool {
        let Some(last) = path.last() else { return false };
        if last.args.is_none() && path.as_name().is_none() {
            return false;
        }
        let Some(args) = &last.args else {
            return self.is_template_parameter(last.name.node);
        };
        args.iter().any(|&arg| match arg {
            TemplateArg::Type(ty) => {
                matches!(&self.ast.types[ty].kind, TypeExprKind::Named(path) if self.is_dependent(path))
            }
            TemplateArg::Value(value) => {
                matches!(&self.ast.exprs[value].kind, ast::ExprKind::Name(path) if self.is_dependent(path))
            }
        })
    }

    /// Whether the innermost declaration of a name is a parameter of a template.
    pub(crate) fn is_template_parameter(&self, name: hlslc_base::Symbol) -> bool {
        self.scopes
            .outwards(self.scope)
            .find_map(|scope| {
                let found = self.scopes.type_in(scope, name).is_some() || self.scopes.value_in(scope, name).is_some();
                found.then(|| self.scopes.get(scope).kind == ScopeKind::Template)
            })
            .unwrap_or(false)
    }

    /// An argument of a template as its parameter has it: a number is an `int`, and nothing is said of how a matrix lies.
    pub(crate) fn canonical(&mut self, value: TemplateValue) -> TemplateValue {
        match value {
            TemplateValue::Number(_, bits) => TemplateValue::Number(Types::scalar(ScalarKind::Int), bits),
            TemplateValue::Type(ty) => {
                let orientation = self.default_orientation();
                TemplateValue::Type(self.with_orientation(ty, orientation))
            }
            TemplateValue::Template(_) => value,
        }
    }

    /// A matrix, or an array of matrices, with this orientation; any other type as it is.
    fn with_orientation(&mut self, ty: Ty, orientation: Orientation) -> Ty {
        let TyData::Matrix { scalar, rows, cols, orientation: old } = self.data(self.array_base(ty)) else { return ty };
        if old == orientation {
            return ty;
        }
        let mut extents = Vec::new();
        let mut inner = ty;
        while let TyData::Array(element, count) = *self.types().data(inner) {
            extents.push(count);
            inner = element;
        }
        let new = self.types_mut().matrix(scalar, rows, cols, orientation);
        extents.into_iter().rev().fold(new, |element, count| self.types_mut().array(element, count))
    }
}
