//! Resolves types as they are written: names through scopes, built-in names, template arguments, array extents.
//!
//! Input: the syntax of a type, and the scope that it is written in. Output: the interned type, or the type of errors once one was
//! reported.

use crate::builtin_types::{BuiltinType, builtin_type};
use crate::check::expr::SUGGESTIONS;
use crate::check::unknown::{COMMON_TYPES, DECLARATIONS, STATEMENTS};
use crate::cx::{Checker, Summary, TemplateId, TemplateValue};
use crate::errors;
use crate::scope::{Declared, ScopeId, TypeEntity};
use hlslc_base::suggest::nearest;
use hlslc_base::{Span, Symbol};
use hlslc_hir::objects::{ObjectClass, ObjectKind, ObjectParams, ObjectShape};
use hlslc_hir::types::{ObjectArg, ScalarKind, Ty, TyData, Types};
use hlslc_semantics::limits;
use hlslc_syntax::ast::{self, DeclId, Elaborated, Extent, Path, PathSegment, TemplateArg, TypeExprId, TypeExprKind};
use hlslc_syntax::words::AUTO;
use smallvec::SmallVec;

/// The most bits of an element of a typed buffer or texture.
const ELEMENT_BITS: u32 = 8 * limits::TYPED_ELEMENT_BYTES;

/// The scope of a qualified name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Qualifier {
    /// Nothing before the name: search outwards.
    None,
    /// Only this scope.
    In(ScopeId),
    /// The `vk` namespace of built-in functions.
    Vk,
    /// In error, which was reported.
    Error,
}

impl Checker<'_> {
    /// The type that a type as written names.
    pub fn resolve_type(&mut self, id: TypeExprId) -> Ty {
        if !self.enter(self.ast.types[id].span) {
            return Types::ERROR;
        }
        let ty = self.resolve_written(id);
        self.nested -= 1;
        ty
    }

    fn resolve_written(&mut self, id: TypeExprId) -> Ty {
        let ast = self.ast;
        let written = &ast.types[id];
        let ty = match &written.kind {
            TypeExprKind::Error => Types::ERROR,
            TypeExprKind::Named(path) => match self.unknown_record(written.elaborated, path) {
                Some(ty) => ty,
                None => {
                    let ty = self.named_type(path);
                    self.check_elaborated(written.elaborated, path, ty);
                    ty
                }
            },
            TypeExprKind::Words(words) => self.words_type(words, written.span),
            TypeExprKind::Of(expr) => self.type_of(*expr, written.span),
            TypeExprKind::Definition(decl) => self.defined_type(*decl),
            TypeExprKind::Array { element, extents } => {
                let element = self.resolve_type(*element);
                self.array_type(element, extents)
            }
        };
        self.apply_type_modifiers(ty, written)
    }

    /// `unsigned int` and the like: the words after `unsigned`, which may be none.
    fn words_type(&mut self, words: &[ast::Name], span: Span) -> Ty {
        let mut ty = Types::scalar(ScalarKind::Int);
        for word in words {
            let text = self.text(word.node);
            match builtin_type(&text) {
                _ if text == "unsigned" => {}
                Some(BuiltinType::Scalar(kind)) => ty = Types::scalar(kind),
                Some(BuiltinType::Vector(kind, n)) => ty = self.types_mut().vector(kind, n),
                Some(BuiltinType::Matrix(kind, rows, cols)) => {
                    let orientation = self.default_orientation();
                    ty = self.types_mut().matrix(kind, rows, cols, orientation);
                }
                // A reserved word, about which the parser has spoken.
                _ => return Types::ERROR,
            }
        }
        let Some(kind) = self.types().element_kind(ty) else { return ty };
        match kind.unsigned() {
            Some(kind) => self.types_mut().with_kind(ty, kind),
            None => {
                self.report(errors::cannot_be_unsigned(span, kind.name()));
                ty
            }
        }
    }

    // ------------------------------------------------------------------------------------------ names

    /// The type that a path names. Reports what is wrong with it.
    pub fn named_type(&mut self, path: &Path) -> Ty {
        let Some(last) = path.last() else { return Types::ERROR };
        let qualifier = self.resolve_qualifier(path);
        if self.uses.is_some()
            && qualifier != Qualifier::Error
            && self.meets_cursor(last.name, crate::uses::Place::Type, qualifier)
        {
            return Types::ERROR;
        }
        if let Some(ty) = self.type_entity(qualifier, last) {
            return ty;
        }
        if self.or_vk(qualifier) == Qualifier::Vk
            && let Some(kind) = self.vk_object(last)
        {
            return self.object_type(kind, last.args.as_deref(), last.name.span);
        }
        match qualifier {
            Qualifier::Error => Types::ERROR,
            Qualifier::None => {
                if let Some(ty) = self.builtin_named(last) {
                    return ty;
                }
                let text = self.text(last.name.node);
                if text == AUTO {
                    self.report(errors::auto_not_here(last.name.span));
                    return Types::ERROR;
                }
                // It may be declared in what is no HLSL, which was reported; so was what is wrong with the type of a variable, which
                // may have been meant to be a word such as `struct`.
                let variable = self.scopes.lookup_value(self.scope, last.name.node);
                if self.is_lost(last.name.node)
                    || variable.is_some_and(|(_, declared)| self.is_in_error(&declared.entity))
                {
                    return Types::ERROR;
                }
                let mut error = errors::unknown_type(last.name.span, &text);
                if let Some(today) = crate::check::legacy::type_of_today(&text) {
                    self.report(error.note(format!("Direct3D 9's `{text}` is {today} today")));
                    return Types::ERROR;
                }
                if let Some(error) = crate::check::glsl::explained(&error, last.name.span, &text) {
                    self.report(error);
                    return Types::ERROR;
                }
                if let Some(error) = self.declared_below(&error, self.scope, &text) {
                    self.report(error);
                    return Types::ERROR;
                }
                if self.diags.error_count() >= SUGGESTIONS {
                    self.report(error);
                    return Types::ERROR;
                }
                let names: Vec<String> =
                    self.scopes.visible_names(self.scope).into_iter().map(|n| self.text(n)).collect();
                let words = if self.in_function() { STATEMENTS } else { DECLARATIONS };
                let builtins = COMMON_TYPES.iter().chain(words).copied();
                if let Some(word) = nearest(&text, builtins.chain(names.iter().map(String::as_str))) {
                    error = error.suggest(last.name.span, word, format!("did you mean `{word}`?"));
                }
                self.report(error);
                Types::ERROR
            }
            Qualifier::In(_) | Qualifier::Vk => {
                let text = self.text(last.name.node);
                let mut error = errors::unknown_type(last.name.span, &text);
                if let Qualifier::In(scope) = qualifier {
                    error = self.with_member_of(error, scope, last.name.span, &text);
                }
                self.report(error);
                Types::ERROR
            }
        }
    }

    /// `struct S` where no type is called so: one of the surrounding namespace, declared by this and defined later.
    fn unknown_record(&mut self, elaborated: Option<Elaborated>, path: &Path) -> Option<Ty> {
        let Some(Elaborated::Record(kind)) = elaborated else { return None };
        let [PathSegment { name, args: None }] = path.segments.as_slice() else { return None };
        if path.global || self.entity_of(Qualifier::None, name.node).is_some() {
            return None;
        }
        let outside = self.surrounding_namespace();
        Some(self.in_scope(outside, |this| this.declare_unknown_record(kind, *name)))
    }

    /// The type that a path names, if it is one; silent.
    pub fn try_type(&mut self, path: &Path) -> Option<Ty> {
        let last = path.last()?;
        let qualifier = self.resolve_qualifier(path);
        if let Some(ty) = self.type_entity(qualifier, last) {
            return Some(ty);
        }
        match self.or_vk(qualifier) {
            Qualifier::None if self.builtin_type(last.name.node).is_some() => self.builtin_named(last),
            Qualifier::Vk => {
                let kind = self.vk_object(last)?;
                Some(self.object_type(kind, last.args.as_deref(), last.name.span))
            }
            Qualifier::None | Qualifier::In(_) | Qualifier::Error => None,
        }
    }

    /// The scope in which the search continues for a name that a program's own namespace `vk` does not have.
    pub fn or_vk(&self, qualifier: Qualifier) -> Qualifier {
        let Qualifier::In(scope) = qualifier else { return qualifier };
        let own =
            self.names.get("vk").and_then(|vk| self.scopes.type_in(self.global_scope, vk)).map(|found| found.entity);
        match own {
            Some(TypeEntity::Namespace(vk)) if scope == vk => Qualifier::Vk,
            _ => qualifier,
        }
    }

    /// The built-in type of a name, if it is one. The result is cached, as names recur, those of functions too.
    pub(crate) fn builtin_type(&mut self, name: Symbol) -> Option<BuiltinType> {
        let text = self.names.text(name);
        *self.builtin_types.entry(name).or_insert_with(|| builtin_type(text))
    }

    /// The built-in object of the namespace `vk` with this name.
    fn vk_object(&self, segment: &PathSegment) -> Option<ObjectKind> {
        ObjectKind::from_name(&format!("vk::{}", self.names.text(segment.name.node)))
    }

    /// The meaning of a name of a type.
    fn entity_of(&self, qualifier: Qualifier, name: Symbol) -> Option<TypeEntity> {
        self.declared_type(qualifier, name).map(|found| found.entity)
    }

    /// The declaration that a name of a type means.
    pub(crate) fn declared_type(&self, qualifier: Qualifier, name: Symbol) -> Option<&Declared<TypeEntity>> {
        match qualifier {
            Qualifier::None => self.scopes.lookup_type(self.scope, name),
            Qualifier::In(scope) => self.scopes.type_in(scope, name),
            Qualifier::Vk | Qualifier::Error => None,
        }
    }

    /// The template of aliases that a path names, and where it stands.
    pub(crate) fn alias_template(&mut self, path: &Path) -> Option<(DeclId, ScopeId)> {
        let qualifier = self.resolve_qualifier(path);
        match self.entity_of(qualifier, path.last()?.name.node)? {
            TypeEntity::AliasTemplate(alias, scope) => Some((alias, scope)),
            TypeEntity::Type(_)
            | TypeEntity::Namespace(_)
            | TypeEntity::SameTypes(_)
            | TypeEntity::RecordTemplate(_) => None,
        }
    }

    /// The template that is named here without arguments, by itself or in a namespace.
    pub(crate) fn named_template(&self, written: TypeExprId) -> Option<TemplateId> {
        let TypeExprKind::Named(path) = &self.ast.types[written].kind else { return None };
        let (last, around) = path.segments.split_last()?;
        if path.segments.iter().any(|segment| segment.args.is_some()) {
            return None;
        }
        let mut within = path.global.then_some(self.global_scope);
        let find = |within: Option<ScopeId>, name: Symbol| match within {
            Some(scope) => self.scopes.type_in(scope, name).map(|found| found.entity),
            None => self.scopes.lookup_type(self.scope, name).map(|found| found.entity),
        };
        for segment in around {
            let Some(TypeEntity::Namespace(scope)) = find(within, segment.name.node) else { return None };
            within = Some(scope);
        }
        match find(within, last.name.node)? {
            // Its use is noted by who takes it.
            TypeEntity::RecordTemplate(template) => Some(TemplateId::Record(template)),
            TypeEntity::AliasTemplate(alias, scope) => Some(TemplateId::Alias(alias, scope)),
            TypeEntity::Type(_) | TypeEntity::Namespace(_) | TypeEntity::SameTypes(_) => None,
        }
    }

    /// The template that is named here, if its name alone is no type: it is not the template around, and has arguments that must
    /// be given.
    fn template_alone(&mut self, written: TypeExprId) -> Option<TemplateId> {
        let template = self.named_template(written)?;
        let is_type = match template {
            TemplateId::Record(id) => self.instance_around(id).is_some(),
            TemplateId::Alias(..) => false,
        };
        let has_defaults = self.template_params(template).iter().all(|param| match param {
            ast::TemplateParam::Type { default, .. } | ast::TemplateParam::Template { default, .. } => {
                default.is_some()
            }
            ast::TemplateParam::Value { default, .. } => default.is_some(),
        });
        (!is_type && !has_defaults).then_some(template)
    }

    /// A user's type, or an instance of a user's template.
    fn type_entity(&mut self, qualifier: Qualifier, segment: &PathSegment) -> Option<Ty> {
        let name = segment.name.node;
        let &Declared { entity, span: declared } = self.declared_type(qualifier, name)?;
        if let Some(rival) = self.rival(qualifier, name, false) {
            let text = self.text(name);
            self.report(
                errors::ambiguous_name(segment.name.span, &text)
                    .label(declared, "this one")
                    .label(rival, "or this one"),
            );
            return Some(Types::ERROR);
        }
        let ty = self.named_entity(entity, segment)?;
        self.note_named(segment.name.span, entity, declared, ty);
        Some(ty)
    }

    fn named_entity(&mut self, entity: TypeEntity, segment: &PathSegment) -> Option<Ty> {
        Some(match entity {
            TypeEntity::Type(ty) => {
                if let Some(args) = &segment.args
                    && !self.names_instance(ty, args)
                {
                    let shown = self.show(ty);
                    self.report_unless_error(&[ty], errors::not_a_template(segment.name.span, &shown));
                    return Some(Types::ERROR);
                }
                ty
            }
            TypeEntity::RecordTemplate(id) => match &segment.args {
                Some(args) => self.instantiate_record(id, args, segment.name.span),
                // Inside the template its own name means the current instance.
                None => match self.instance_around(id) {
                    Some(ty) => ty,
                    None => self.instantiate_record(id, &[], segment.name.span),
                },
            },
            TypeEntity::AliasTemplate(decl, scope) => {
                self.instantiate_alias(decl, scope, segment.args.as_deref().unwrap_or(&[]), segment.name.span)
            }
            TypeEntity::Namespace(_) | TypeEntity::SameTypes(_) => return None,
        })
    }

    /// Whether `ty` is an instance, so that its name with arguments (the injected one) may be meant.
    fn names_instance(&self, ty: Ty, args: &[TemplateArg]) -> bool {
        matches!(
            self.types().data(ty),
            TyData::Struct(id) if self.records[*id].origin.as_ref().is_some_and(|o| o.1.len() == args.len())
        )
    }

    /// The scope before the last name of a path.
    pub fn resolve_qualifier(&mut self, path: &Path) -> Qualifier {
        let mut qualifier = if path.global { Qualifier::In(self.global_scope) } else { Qualifier::None };
        let Some((_, before)) = path.segments.split_last() else { return Qualifier::Error };
        for segment in before {
            let name = segment.name.node;
            let found = self.declared_type(qualifier, name).cloned();
            if let Some(found) = &found
                && !matches!(found.entity, TypeEntity::Type(_) | TypeEntity::RecordTemplate(_))
            {
                self.note_type(segment.name.span, found.entity, found.span);
            }
            let next = match found.map(|found| found.entity) {
                // All that is built in is in `hlsl`, and visible without it too.
                Some(TypeEntity::Namespace(scope))
                    if qualifier == Qualifier::None && self.names_built_in(name, Some(scope), path) =>
                {
                    continue;
                }
                Some(TypeEntity::Namespace(scope)) => Some(scope),
                Some(TypeEntity::SameTypes(sides)) => {
                    qualifier = self.same_types(sides, segment);
                    continue;
                }
                Some(_) => {
                    let ty = self.type_entity(qualifier, segment).unwrap_or(Types::ERROR);
                    if self.types().is_error(ty) {
                        return Qualifier::Error;
                    }
                    self.scope_of_type(ty)
                }
                None if qualifier == Qualifier::None && self.names_built_in(name, None, path) => continue,
                None if qualifier == Qualifier::None && self.names.text(name) == "vk" => {
                    qualifier = Qualifier::Vk;
                    continue;
                }
                None => None,
            };
            let Some(scope) = next else {
                let text = self.text(name);
                if !self.is_lost(name) {
                    let error = errors::unknown_qualifier(segment.name.span, &text);
                    let error = self.with_place(error, segment.name.span, &text, qualifier);
                    self.report(error);
                }
                return Qualifier::Error;
            };
            qualifier = Qualifier::In(scope);
        }
        qualifier
    }

    // ------------------------------------------------------------------------------------------ built-in types

    pub(crate) fn builtin_named(&mut self, segment: &PathSegment) -> Option<Ty> {
        if let Some(ty) = self.builtin_record(segment.name.node) {
            self.note(segment.name.span, crate::uses::Sort::BuiltinType, Span::NONE, ty, None);
            return Some(ty);
        }
        let ty = self.builtin_word(segment)?;
        self.note(segment.name.span, crate::uses::Sort::BuiltinType, Span::NONE, ty, None);
        Some(ty)
    }

    fn builtin_word(&mut self, segment: &PathSegment) -> Option<Ty> {
        let builtin = self.builtin_type(segment.name.node)?;
        let span = segment.name.span;
        let args = segment.args.as_deref();
        let ty = match builtin {
            BuiltinType::Void => Types::VOID,
            BuiltinType::Scalar(kind) => Types::scalar(self.concrete_kind(kind, span)),
            BuiltinType::Vector(kind, n) => {
                let kind = self.concrete_kind(kind, span);
                self.types_mut().vector(kind, n)
            }
            BuiltinType::Matrix(kind, rows, cols) => {
                let kind = self.concrete_kind(kind, span);
                let orientation = self.default_orientation();
                self.types_mut().matrix(kind, rows, cols, orientation)
            }
            BuiltinType::VectorTemplate => return Some(self.vector_template(args.unwrap_or(&[]), span)),
            BuiltinType::MatrixTemplate => return Some(self.matrix_template(args.unwrap_or(&[]), span)),
            BuiltinType::Object(kind) => return Some(self.object_type(kind, args, span)),
            BuiltinType::String => self.types_mut().intern(TyData::String),
            BuiltinType::Effect => {
                let name = self.text(segment.name.node);
                let error = errors::incomplete_type(span, &name);
                self.report(error.note("objects of effect files have no value and no members in a shader"));
                return Some(Types::ERROR);
            }
        };
        if args.is_some() {
            let name = self.text(segment.name.node);
            self.report(errors::not_a_template(span, &name));
        }
        Some(ty)
    }

    /// The meaning of a scalar word under the options: `half` and 16-bit types depend on them.
    fn concrete_kind(&mut self, kind: ScalarKind, span: Span) -> ScalarKind {
        let native = self.options.native_16bit;
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other kinds do not depend on native 16-bit types")]
        match kind {
            ScalarKind::Half if native => ScalarKind::Float16,
            ScalarKind::Float16 | ScalarKind::Int16 | ScalarKind::Uint16 if !native => {
                self.report(errors::needs_native_16bit(span, kind.name()));
                #[expect(clippy::wildcard_enum_match_arm, reason = "only the three kinds of the arm around are left")]
                match kind {
                    ScalarKind::Float16 => ScalarKind::Half,
                    ScalarKind::Int16 => ScalarKind::Min16Int,
                    _ => ScalarKind::Min16Uint,
                }
            }
            _ => kind,
        }
    }

    /// Warns about a variable, member or parameter of a kind that is a wider one in fact.
    pub fn warn_about_promotion(&mut self, ty: Ty, written: TypeExprId) {
        let Some(kind) = self.types().element_kind(self.array_base(ty)) else { return };
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other kinds are what they are called")]
        let becomes = match kind {
            ScalarKind::Min16Float | ScalarKind::Min10Float if self.options.native_16bit => "half",
            ScalarKind::Min16Int | ScalarKind::Min12Int if self.options.native_16bit => "int16_t",
            ScalarKind::Min16Uint if self.options.native_16bit => "uint16_t",
            ScalarKind::Min10Float => "min16float",
            ScalarKind::Min12Int => "min16int",
            _ => return,
        };
        self.report(errors::promoted_type(self.ast.types[written].span, kind.name(), becomes));
    }

    fn vector_template(&mut self, args: &[TemplateArg], span: Span) -> Ty {
        if args.len() > 2 {
            self.report(errors::too_many_template_args(span, "vector"));
        }
        let kind = self.element_arg(args.first(), span);
        let count = args.get(1).map_or(Some(4), |&arg| self.number_arg(arg));
        match (kind, count) {
            (Some(kind), Some(n)) if (1..=i64::from(self.options.most_lanes())).contains(&n) => {
                self.types_mut().vector(kind, n as u16)
            }
            (Some(_), Some(n)) => {
                self.report(errors::vector_size(span, &n.to_string(), self.options.most_lanes()));
                Types::ERROR
            }
            _ => Types::ERROR,
        }
    }

    fn matrix_template(&mut self, args: &[TemplateArg], span: Span) -> Ty {
        if args.len() > 3 {
            self.report(errors::too_many_template_args(span, "matrix"));
        }
        let kind = self.element_arg(args.first(), span);
        let rows = args.get(1).map_or(Some(4), |&arg| self.number_arg(arg));
        let cols = args.get(2).map_or(Some(4), |&arg| self.number_arg(arg));
        match (kind, rows, cols) {
            (Some(kind), Some(rows @ 1..=4), Some(cols @ 1..=4)) => {
                let orientation = self.default_orientation();
                self.types_mut().matrix(kind, rows as u8, cols as u8, orientation)
            }
            (Some(_), Some(rows), Some(cols)) => {
                let wrong = if (1..=4).contains(&rows) { cols } else { rows };
                self.report(errors::vector_size(span, &wrong.to_string(), 4));
                Types::ERROR
            }
            _ => Types::ERROR,
        }
    }

    /// The scalar that a vector or matrix is made of; `float` if left out.
    fn element_arg(&mut self, arg: Option<&TemplateArg>, span: Span) -> Option<ScalarKind> {
        let Some(&arg) = arg else { return Some(ScalarKind::Float) };
        let ty = self.type_arg(arg)?;
        if let TyData::Scalar(kind) = *self.types().data(ty) {
            Some(kind)
        } else {
            let shown = self.show(ty);
            self.report_unless_error(&[ty], errors::scalar_element_needed(span, &shown));
            None
        }
    }

    /// A template argument that must be a type. Reports if it is none.
    pub fn type_arg(&mut self, arg: TemplateArg) -> Option<Ty> {
        match arg {
            TemplateArg::Type(id) => {
                let ty = self.resolve_type(id);
                (!self.types().is_error(ty)).then_some(ty)
            }
            TemplateArg::Value(id) => {
                let ast = self.ast;
                if let ast::ExprKind::Name(path) = &ast.exprs[id].kind
                    && let Some(ty) = self.try_type(path)
                {
                    return Some(ty);
                }
                self.report(errors::template_arg_must_be_type(self.ast.exprs[id].span));
                None
            }
        }
    }

    /// A template argument that must be a number. Reports if it is none.
    pub fn number_arg(&mut self, arg: TemplateArg) -> Option<i64> {
        match arg {
            TemplateArg::Value(id) => self.const_integer(id).map(|value| value.0),
            TemplateArg::Type(id) => {
                self.report(errors::template_arg_must_be_value(self.ast.types[id].span));
                None
            }
        }
    }

    /// An object type with its arguments.
    pub(crate) fn object_type(&mut self, kind: ObjectKind, args: Option<&[TemplateArg]>, span: Span) -> Ty {
        let given = args.unwrap_or(&[]);
        let params = kind.info().params;
        let (least, most) = match params {
            ObjectParams::None => (0, 0),
            ObjectParams::OptionalElement => (0, 1),
            ObjectParams::Element | ObjectParams::Number => (1, 1),
            ObjectParams::ElementSamples => (1, 2),
            ObjectParams::OptionalElementSamples => (0, 2),
            ObjectParams::ElementCount => (2, 2),
            ObjectParams::Flags | ObjectParams::Address => (1, 2),
            ObjectParams::Opcode => (1, usize::MAX),
            ObjectParams::OpcodeInMemory => (3, usize::MAX),
            ObjectParams::Type => (1, 1),
            ObjectParams::TypeNumber => (2, 2),
            ObjectParams::FiveNumbers => (5, 5),
        };
        if most == 0 && args.is_some() {
            self.report(errors::not_a_template(span, kind.name()));
            return Types::ERROR;
        }
        if given.len() < least {
            self.report(errors::too_few_template_args(span, kind.name()));
            return Types::ERROR;
        }
        if given.len() > most {
            self.report(errors::too_many_template_args(span, kind.name()));
            return Types::ERROR;
        }
        if matches!(kind.info().class, ObjectClass::Foreign | ObjectClass::Argument) {
            return self.foreign_type(kind, given, span);
        }
        let mut list: SmallVec<[ObjectArg; 2]> = SmallVec::new();
        if params == ObjectParams::FiveNumbers {
            return self.matrix_handle(kind, given, span);
        }
        let takes_number = matches!(params, ObjectParams::Number | ObjectParams::Flags);
        for (position, &arg) in given.iter().enumerate() {
            if takes_number || position > 0 {
                let Some(number) = self.number_arg(arg) else { return Types::ERROR };
                list.push(ObjectArg::Number(number as u32));
            } else {
                let Some(ty) = self.type_arg(arg) else { return Types::ERROR };
                let arg_span = match arg {
                    TemplateArg::Type(id) => self.ast.types[id].span,
                    TemplateArg::Value(id) => self.ast.exprs[id].span,
                };
                if !self.is_bare_template(kind, arg) && !self.check_object_element(kind, ty, arg_span) {
                    return Types::ERROR;
                }
                list.push(ObjectArg::Type(ty));
            }
        }
        if list.is_empty() && matches!(params, ObjectParams::OptionalElement | ObjectParams::OptionalElementSamples) {
            let float4 = self.types_mut().vector(ScalarKind::Float, 4);
            list.push(ObjectArg::Type(float4));
        }
        if params == ObjectParams::Flags {
            self.check_query_type(kind, &list, span);
        }
        self.types_mut().intern(TyData::Object(kind, list))
    }

    /// Whether an object can hold elements of type `ty`.
    fn check_object_element(&mut self, kind: ObjectKind, ty: Ty, span: Span) -> bool {
        if self.reject_long_elements(kind, ty, span) {
            return false;
        }
        if kind.info().class == ObjectClass::Node {
            return self.check_node_record(kind, ty, span);
        }
        let shown = self.show(ty);
        let is_struct = matches!(self.types().data(ty), TyData::Struct(_));
        let needs_struct = matches!(
            kind,
            ObjectKind::ConstantBuffer
                | ObjectKind::TextureBuffer
                | ObjectKind::PointStream
                | ObjectKind::LineStream
                | ObjectKind::TriangleStream
        );
        let buffer_of_struct = matches!(kind, ObjectKind::ConstantBuffer | ObjectKind::TextureBuffer);
        if buffer_of_struct && !is_struct {
            self.report(errors::struct_element_needed(span, &shown));
            return false;
        }
        let is_value = matches!(self.types().data(ty), TyData::Object(element, _) if element.is_foreign());
        let holds_values = kind.info().shape == ObjectShape::StructuredBuffer;
        if is_value && holds_values {
            return true;
        }
        if !needs_struct && matches!(self.types().data(ty), TyData::Object(..) | TyData::Void | TyData::String) {
            self.report(errors::element_type_not_allowed(span, &shown, kind.name()));
            return false;
        }
        let is_typed = matches!(kind.info().shape, ObjectShape::TypedBuffer | ObjectShape::Texture(_));
        if is_typed && self.reject_aggregate_texel(kind, ty, span) {
            return false;
        }
        if let (true, &TyData::Vector(scalar, n)) = (is_typed, self.types().data(ty))
            && scalar.bits() * u32::from(n) > ELEMENT_BITS
        {
            self.report(errors::element_too_wide(span, &shown, ELEMENT_BITS));
            return false;
        }
        if let TyData::Struct(id) = *self.types().data(ty) {
            if !self.types().structs[id].is_complete && kind.info().class != ObjectClass::Stream {
                self.report(errors::incomplete_type(span, &shown));
                return false;
            }
            if kind.is_resource() && !needs_struct && self.holds_object(ty) {
                self.report(errors::element_holds_object(span, &shown, kind.name()));
                return false;
            }
        }
        true
    }

    // ------------------------------------------------------------------------------------------ arrays

    /// `element` with array extents after it, outermost first.
    pub fn array_type(&mut self, element: Ty, extents: &[Extent]) -> Ty {
        if let Some(extent) = extents.get(self.budgets.nesting as usize) {
            self.report(errors::array_too_deep(extent.span, self.budgets.nesting));
            return Types::ERROR;
        }
        if element == Types::ERROR {
            return Types::ERROR;
        }
        let mut ty = element;
        for (position, extent) in extents.iter().enumerate().rev() {
            let Some(length) = extent.length else {
                if position > 0 {
                    self.report(errors::inner_extent_missing(extent.span));
                    return Types::ERROR;
                }
                ty = self.types_mut().array(ty, None);
                continue;
            };
            let Some((count, count_ty)) = self.array_length(length) else { return Types::ERROR };
            let shown = count.to_string();
            if count < 0 && self.types().element_kind(count_ty).is_none_or(|k| k != ScalarKind::Uint64) {
                self.report(errors::array_size_negative(extent.span, &shown));
                return Types::ERROR;
            }
            if u64::from(u32::MAX) < count as u64 {
                self.report(errors::array_too_large(extent.span, &shown, self.budgets.type_scalars));
                return Types::ERROR;
            }
            ty = self.types_mut().array(ty, Some(count as u32));
            if self.scalar_count(ty) > u64::from(self.budgets.type_scalars) {
                let total = self.scalar_count(ty).to_string();
                self.report(errors::array_too_large(extent.span, &total, self.budgets.type_scalars));
                return Types::ERROR;
            }
            let empties = self.summary(ty).empties;
            if empties > u64::from(self.budgets.type_empties) {
                self.report(errors::too_many_empties(extent.span, &empties.to_string(), self.budgets.type_empties));
                return Types::ERROR;
            }
        }
        ty
    }

    /// A value that must be known: reports with the wording of array sizes.
    fn array_length(&mut self, expr: ast::ExprId) -> Option<(i64, Ty)> {
        self.const_integer_or(expr, errors::array_size_not_constant)
    }

    /// The summary of a value of this type. Structs have theirs cached, so this does not descend into them.
    pub fn summary(&self, ty: Ty) -> Summary {
        let mut times = 1u64;
        let mut ty = ty;
        while let TyData::Array(element, count) = *self.types().data(ty) {
            times = times.saturating_mul(u64::from(count.unwrap_or(1)));
            ty = element;
        }
        let numbers = |scalars| Summary { scalars, numbers: true, ..Summary::default() };
        let mut summary = match self.types().data(ty) {
            TyData::Scalar(_) | TyData::Enum(_) => numbers(1),
            TyData::Vector(_, n) => Summary { long_vectors: *n > 4, ..numbers(u64::from(*n)) },
            TyData::Matrix { rows, cols, .. } => numbers(u64::from(*rows) * u64::from(*cols)),
            TyData::Object(kind, _) if kind.is_foreign() => numbers(1),
            // Outside of an entry point's parameters its points are numbers in memory.
            TyData::Object(kind, _) if kind.info().class == ObjectClass::Patch => {
                Summary { objects: true, ..numbers(1) }
            }
            TyData::Object(..) => Summary { scalars: 1, objects: true, ..Summary::default() },
            TyData::String => Summary { scalars: 1, ..Summary::default() },
            TyData::Struct(id) => self.records[*id].summary,
            TyData::Error | TyData::Void | TyData::Array(..) => Summary { empties: 1, ..Summary::default() },
        };
        summary.scalars = summary.scalars.saturating_mul(times);
        summary.empties = summary.empties.saturating_mul(times);
        summary
    }

    /// Scalars in a value of this type, saturating. Objects count as one.
    pub fn scalar_count(&self, ty: Ty) -> u64 {
        self.summary(ty).scalars
    }

    /// Whether a value of this type holds an object somewhere.
    pub fn holds_object(&self, ty: Ty) -> bool {
        self.summary(ty).objects
    }

    /// Whether a value of this type holds a number somewhere.
    pub fn holds_number(&self, ty: Ty) -> bool {
        self.summary(ty).numbers
    }

    /// The template argument that `arg` gives, type or number.
    pub fn template_value(&mut self, arg: TemplateArg) -> Option<TemplateValue> {
        match arg {
            TemplateArg::Type(id) => match self.template_alone(id) {
                Some(template) => Some(TemplateValue::Template(template)),
                None => self.type_arg(arg).map(TemplateValue::Type),
            },
            TemplateArg::Value(id) => {
                let ast = self.ast;
                if let ast::ExprKind::Name(path) = &ast.exprs[id].kind
                    && let Some(ty) = self.try_type(path)
                {
                    return Some(TemplateValue::Type(ty));
                }
                self.const_integer(id).map(|(bits, ty)| TemplateValue::Number(ty, bits as u64))
            }
        }
    }

    /// The name of a symbol, to compare with words.
    pub fn is_word(&self, name: Symbol, word: &str) -> bool {
        self.names.text(name) == word
    }
}
