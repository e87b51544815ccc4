//! Checks declarations that are neither functions, structs nor variables, and what all declarations share: entering
//! names, reading modifiers and semantics.

use super::vulkan::On;
use crate::cx::{Checker, FnSetId};
use crate::errors;
use crate::facts::AliasWords;
use crate::scope::{Declared, ScopeId, ScopeKind, TypeEntity, ValueEntity};
use crate::uses::{Sort, Use};
use hlslc_base::{Span, Symbol};
use hlslc_hir::hir::{ParamRole, TypeName};
use hlslc_hir::types::{EnumData, FieldModifiers, ScalarKind, Semantic, Ty, TyData, Types};
use hlslc_hir::value::ConstValue;
use hlslc_syntax::ast::{self, Annotation, AnnotationKind, DeclId, DeclKind, Modifier, Name, TypeExprId};
use smallvec::SmallVec;

/// The modifiers of a declaration, gathered.
#[derive(Clone, Debug, Default)]
pub struct Modifiers {
    /// `static`.
    pub is_static: bool,
    /// `const`.
    pub is_const: bool,
    /// `constexpr`.
    pub is_constexpr: bool,
    /// `extern`.
    pub is_extern: bool,
    /// `uniform`.
    pub uniform: bool,
    /// `groupshared`.
    pub groupshared: bool,
    /// `precise`.
    pub precise: bool,
    /// `export`.
    pub export: bool,
    /// `in`.
    pub input: bool,
    /// `out`.
    pub output: bool,
    /// Role of a parameter in a geometry or mesh shader.
    pub role: Option<ParamRole>,
    /// Interpolation and so on.
    pub field: FieldModifiers,
    /// Each with its place.
    pub spans: SmallVec<[(Modifier, Span); 2]>,
}

impl Modifiers {
    /// The position of a modifier.
    pub fn span_of(&self, modifier: Modifier) -> Option<Span> {
        self.spans.iter().find(|(m, _)| *m == modifier).map(|(_, span)| *span)
    }
}

impl Checker<'_> {
    /// Checks a declaration outside functions (or a type in one).
    pub fn check_item(&mut self, id: DeclId) {
        let ast = self.ast;
        let decl = &ast.decls[id];
        match &decl.kind {
            DeclKind::Error | DeclKind::EffectBlock => {}
            DeclKind::Namespace { name, items } => {
                let scope = self.open_namespace(*name);
                self.in_scope(scope, |this| {
                    for &item in items {
                        this.check_item(item);
                        this.check_pending();
                    }
                });
            }
            DeclKind::Buffer(buffer) => self.check_buffer(id, buffer),
            DeclKind::Record(record) => self.check_record_decl(id, record),
            DeclKind::Enum(enumeration) => self.check_enum(id, enumeration),
            DeclKind::Alias(alias) => self.check_alias(id, alias),
            DeclKind::Using { path, namespace } => self.check_using(path, *namespace),
            DeclKind::Function(function) => self.check_function_decl(id, function),
            DeclKind::Variable(variable) => self.check_global(id, variable),
            DeclKind::StaticAssert { condition, message } => self.check_static_assert(*condition, *message, decl.span),
        }
    }

    /// Checks a `static_assert`.
    pub fn check_static_assert(&mut self, condition: ast::ExprId, message: Option<ast::ExprId>, span: Span) {
        let known = self.in_const_context(|this| {
            let operand = this.check_expr(condition);
            if this.types().is_error(operand.ty) {
                return None;
            }
            let value = this.truth_value(&operand);
            let value = this.eval_integral(value);
            if value.is_none() {
                this.report(errors::not_constant(operand.span));
            }
            value
        });
        let holds = known.is_none_or(crate::fold::truth);
        if !holds {
            let ast = self.ast;
            let text = match message.map(|m| &ast.exprs[m].kind) {
                Some(ast::ExprKind::Literal(ast::Literal::String(pieces))) => self.string_value(pieces),
                _ => String::new(),
            };
            let text = if text.is_empty() { text } else { format!(": {text}") };
            self.report(errors::static_assert_failed(span, &text));
        }
    }

    /// Runs `inside` in the current function if there is one, else in a scratch one.
    pub fn in_const_context<R>(&mut self, inside: impl FnOnce(&mut Self) -> R) -> R {
        if self.in_function() { inside(self) } else { self.in_scratch(inside).0 }
    }

    // ------------------------------------------------------------------------------------------ names

    /// A name qualified by the scope it is declared in.
    pub fn qualified(&self, scope: ScopeId, name: Symbol) -> String {
        [&self.scopes.get(scope).prefix, self.names.text(name)].concat()
    }

    /// Enters a variable or constant into the current scope; reports if the name is taken.
    pub fn declare_value(&mut self, name: Name, entity: ValueEntity) {
        self.declare_value_in(self.scope, name, entity);
    }

    /// Enters a variable or constant into a scope; reports if the name is taken.
    pub fn declare_value_in(&mut self, scope: ScopeId, name: Name, entity: ValueEntity) {
        let declared_in = |scope: ScopeId| self.scopes.get(scope).values.get(&name.node).map(|declared| declared.span);
        let in_head = self.scopes.get(scope).head.and_then(declared_in);
        if let Some(old) = declared_in(scope).or(in_head) {
            if self.is_in_error(&entity) {
                return;
            }
            let text = self.text(name.node);
            if !self.body.redeclares || in_head.is_some() {
                self.report(errors::redefinition(name.span, &text).label(old, "first declared here"));
                return;
            }
            self.report(errors::loop_redeclares(name.span, &text).label(old, "first declared here"));
        } else {
            self.check_name_of_value(scope, name);
        }
        if self.options.warns_of_shadows && matches!(entity, ValueEntity::Local(_)) {
            self.warn_of_shadow(scope, name);
        }
        self.note_value(name.span, scope, &entity, name.span);
        let declared = Declared { entity, span: name.span };
        self.scopes.get_mut(scope).values.insert(name.node, declared);
    }

    /// Whether something is said of a variable already: its type is in error.
    pub fn is_in_error(&self, entity: &ValueEntity) -> bool {
        match *entity {
            ValueEntity::Local(local) => self.types().is_error(self.body.func.locals[local].ty),
            ValueEntity::Global(global) => self.types().is_error(self.program.globals[global].ty),
            ValueEntity::Constant(ty, _) => self.types().is_error(ty),
            ValueEntity::Error => true,
            ValueEntity::Field(_) | ValueEntity::Path(_) | ValueEntity::Functions(_) | ValueEntity::Variables(_) => {
                false
            }
        }
    }

    /// Warns if a local variable hides what the scopes around it declare.
    fn warn_of_shadow(&mut self, scope: ScopeId, name: Name) {
        let around = std::iter::successors(self.scopes.get(scope).parent, |&outer| self.scopes.get(outer).parent);
        let hidden = around.filter_map(|outer| self.scopes.get(outer).values.get(&name.node)).find_map(|declared| {
            let what = match declared.entity {
                ValueEntity::Local(_) => "a local variable",
                ValueEntity::Global(_) | ValueEntity::Variables(_) => "a variable outside the function",
                ValueEntity::Field(_) | ValueEntity::Path(_) => "a member of the struct",
                ValueEntity::Functions(_) | ValueEntity::Constant(..) | ValueEntity::Error => return None,
            };
            Some((what, declared.span))
        });
        if let Some((what, span)) = hidden {
            let text = self.text(name.node);
            self.report(errors::shadows(name.span, &text, what).label(span, "declared here"));
        }
    }

    /// Enters a type into the current scope; reports if the name stands for another one.
    pub fn declare_type(&mut self, name: Name, entity: TypeEntity) {
        let scope = self.scope;
        if let Some(old) = self.scopes.get(scope).types.get(&name.node) {
            if old.entity != entity {
                let (text, old) = (self.text(name.node), old.span);
                self.report(errors::redefinition(name.span, &text).label(old, "first declared here"));
            } else {
                let first = old.span;
                self.note_same(first, name.span);
                self.note_type(name.span, entity, first);
            }
            return;
        }
        self.note_type(name.span, entity, name.span);
        if !self.is_record_declared_at(entity, name) {
            self.check_name_of_type(name, entity);
        }
        self.scopes.get_mut(scope).types.insert(name.node, Declared { entity, span: name.span });
    }

    /// Whether a type is a struct that the declaration of its name makes, and no other name of one.
    fn is_record_declared_at(&self, entity: TypeEntity, name: Name) -> bool {
        let TypeEntity::Type(ty) = entity else { return false };
        self.struct_of(ty).is_some_and(|id| self.types().structs[id].span == name.span)
    }

    /// The overload set of a name in a scope, made if there is none. Reports if the name is something else.
    pub fn function_set(&mut self, scope: ScopeId, name: Name) -> Option<FnSetId> {
        match self.scopes.get(scope).values.get(&name.node) {
            Some(Declared { entity: ValueEntity::Functions(set), .. }) => Some(*set),
            Some(old) => {
                let (text, old) = (self.text(name.node), old.span);
                self.report(errors::redefinition(name.span, &text).label(old, "first declared here"));
                None
            }
            None => {
                self.check_name_of_value(scope, name);
                let set = self.sets.push(Vec::new());
                let declared = Declared { entity: ValueEntity::Functions(set), span: name.span };
                self.scopes.get_mut(scope).values.insert(name.node, declared);
                Some(set)
            }
        }
    }

    pub fn open_namespace(&mut self, name: Option<Name>) -> ScopeId {
        let Some(name) = name else {
            // What stands in a namespace without a name is visible around it.
            let scope = self.scopes.open(ScopeKind::Namespace, Some(self.scope), "");
            self.scopes.get_mut(self.scope).also.push(scope);
            return scope;
        };
        if let Some(&Declared { entity: entity @ TypeEntity::Namespace(scope), span: first }) =
            self.scopes.get(self.scope).types.get(&name.node)
        {
            self.note_same(first, name.span);
            self.note_type(name.span, entity, first);
            return scope;
        }
        let text = self.text(name.node);
        let scope = self.scopes.open(ScopeKind::Namespace, Some(self.scope), &text);
        self.declare_type(name, TypeEntity::Namespace(scope));
        scope
    }

    fn check_using(&mut self, path: &ast::Path, namespace: bool) {
        use crate::resolve_type::Qualifier;
        let Some(last) = path.last() else { return };
        let name = last.name.node;
        let qualifier = self.resolve_qualifier(path);
        let (in_types, in_values) = match qualifier {
            Qualifier::None => (
                self.scopes.lookup_type(self.scope, name).cloned(),
                self.scopes.lookup_value(self.scope, name).map(|v| v.1.clone()),
            ),
            Qualifier::In(scope) => {
                (self.scopes.type_in(scope, name).cloned(), self.scopes.value_in(scope, name).map(|v| v.1.clone()))
            }
            Qualifier::Vk | Qualifier::Error => return,
        };
        if let Some(found) = &in_types {
            self.note_type(last.name.span, found.entity, found.span);
        } else if let Some(found) = &in_values {
            let scope = if let Qualifier::In(scope) = qualifier { scope } else { self.scope };
            self.note_value(last.name.span, scope, &found.entity, found.span);
        }
        if namespace {
            match in_types {
                Some(Declared { entity: TypeEntity::Namespace(scope), .. }) => {
                    self.scopes.get_mut(self.scope).also.push(scope);
                }
                _ => {
                    let text = self.text(name);
                    self.report(errors::unknown_qualifier(last.name.span, &text));
                }
            }
            return;
        }
        if in_types.is_none() && in_values.is_none() {
            let text = self.text(name);
            self.report_unknown_name(last.name.span, &text, qualifier);
        }
        if let Some(found) = in_types {
            self.scopes.get_mut(self.scope).types.entry(name).or_insert(found);
        }
        if let Some(found) = in_values {
            self.scopes.get_mut(self.scope).values.entry(name).or_insert(found);
        }
    }

    // ------------------------------------------------------------------------------------------ aliases and enums

    fn check_alias(&mut self, id: DeclId, alias: &ast::Alias) {
        if !self.ast.decls[id].templates.is_empty() {
            let scope = self.scope;
            let old = self.scopes.get(scope).types.get(&alias.name.node).map(|old| old.entity);
            if !matches!(old, Some(TypeEntity::AliasTemplate(old, _)) if self.same_alias(old, id, scope)) {
                self.declare_type(alias.name, TypeEntity::AliasTemplate(id, scope));
            }
            return;
        }
        if alias.extents.is_empty() && self.ignores_effect(alias.ty, Some(alias.name)) {
            return;
        }
        let ty = self.alias_type(alias);
        let needs = self.vk_foreign(&self.ast.decls[id].attributes, On::Alias).attributes.needs;
        if !needs.is_empty() {
            self.program.type_needs.push((ty, needs));
        }
        let words = AliasWords { is_oriented: self.is_oriented(alias.ty), coherence: self.written_coherence(alias.ty) };
        self.aliases.insert(alias.name.span, words);
        self.declare_type(alias.name, TypeEntity::Type(ty));
        if alias.is_typedef {
            let modifiers = self.variable_modifiers(alias.ty);
            self.warn_of_coherence(&modifiers, "a `typedef`");
        }
    }

    /// Notes that a variable, parameter or member is declared by another name of its type.
    pub fn note_type_name(&mut self, declared: Span, ty: TypeExprId) {
        if self.aliases.is_empty() {
            return;
        }
        let ast::TypeExprKind::Named(path) = &self.ast.types[ty].kind else { return };
        let found = path.as_name().and_then(|name| {
            let known = self.scopes.lookup_type(self.scope, name.node)?;
            self.aliases.contains_key(&known.span).then_some(TypeName { name: name.node, span: known.span })
        });
        if let Some(found) = found {
            self.program.type_names.insert(declared, found);
        }
    }

    /// The type that an alias stands for, in the current scope.
    pub fn alias_type(&mut self, alias: &ast::Alias) -> Ty {
        let base = self.resolve_type(alias.ty);
        self.in_const_context(|this| this.array_type(base, &alias.extents))
    }

    fn check_enum(&mut self, id: DeclId, enumeration: &ast::Enum) {
        let underlying = match enumeration.underlying {
            None => ScalarKind::Int,
            Some(written) => {
                let ty = self.resolve_type(written);
                match *self.types().data(ty) {
                    TyData::Scalar(kind) if kind.is_int() || kind == ScalarKind::Bool => kind,
                    TyData::Error
                    | TyData::Void
                    | TyData::Scalar(_)
                    | TyData::Vector(..)
                    | TyData::Matrix { .. }
                    | TyData::Array(..)
                    | TyData::Struct(_)
                    | TyData::Enum(_)
                    | TyData::Object(..)
                    | TyData::String => {
                        let shown = self.show(ty);
                        let span = self.ast.types[written].span;
                        self.report_unless_error(&[ty], errors::enum_underlying(span, &shown));
                        ScalarKind::Int
                    }
                }
            }
        };
        let name = enumeration.name;
        let span = name.map_or(self.ast.decls[id].span, |n| n.span);
        let display = name.map_or_else(|| "<anonymous enum>".to_owned(), |n| self.qualified(self.scope, n.node));
        // A declaration without values may come first.
        let declared = name.and_then(|n| self.scopes.get(self.scope).types.get(&n.node).map(|d| d.entity));
        let existing = match declared {
            Some(TypeEntity::Type(ty)) => match *self.types().data(ty) {
                TyData::Enum(existing) if self.enum_scopes[existing].is_none() => Some((existing, ty)),
                TyData::Error
                | TyData::Void
                | TyData::Scalar(_)
                | TyData::Vector(..)
                | TyData::Matrix { .. }
                | TyData::Array(..)
                | TyData::Struct(_)
                | TyData::Enum(_)
                | TyData::Object(..)
                | TyData::String => None,
            },
            _ => None,
        };
        let (enum_id, ty) = existing.unwrap_or_else(|| {
            let (is_fixed, is_class) = (enumeration.underlying.is_some(), enumeration.scoped);
            let data = EnumData { name: display, span, underlying, is_fixed, is_class, values: Vec::new() };
            let enum_id = self.types_mut().enums.push(data);
            (enum_id, self.types_mut().intern(TyData::Enum(enum_id)))
        });
        if let Some(name) = name {
            self.declare_type(name, TypeEntity::Type(ty));
        }
        self.defined_types.insert(id, ty);
        let Some(enumerators) = &enumeration.enumerators else { return };
        let text = name.map_or_else(String::new, |n| self.text(n.node));
        let scope = self.scopes.open(ScopeKind::Enum(enum_id), Some(self.scope), &text);
        self.enum_scopes[enum_id] = Some(scope);
        let outer = self.scope;
        let mut next: u64 = 0;
        for enumerator in enumerators {
            if let Some(value) = enumerator.value {
                let found = self.in_const_context(|this| {
                    // Earlier values are in reach of later ones.
                    this.in_scope(scope, |this| this.const_integer(value))
                });
                if let Some((value, _)) = found {
                    next = value as u64;
                }
            }
            let wrapped = crate::fold::wrap(next, underlying);
            // What does not fit an `int` makes an enum unsigned that does not say what it is.
            let known = if enumeration.underlying.is_some() { wrapped } else { next };
            self.types_mut().enums[enum_id].values.push((enumerator.name.node, known as i64));
            let value = ConstValue::int(wrapped);
            // Until the enum is complete they are numbers, also those of an `enum class`.
            let number = ValueEntity::Constant(Types::scalar(underlying), value.clone());
            self.declare_value_in(scope, enumerator.name, number);
            if !enumeration.scoped {
                self.declare_value_in(outer, enumerator.name, ValueEntity::Constant(ty, value));
            }
            next = next.wrapping_add(1);
        }
        for declared in self.scopes.get_mut(scope).values.values_mut() {
            if let ValueEntity::Constant(of, value) = &mut declared.entity {
                *of = ty;
                if let Some(uses) = &mut self.uses {
                    let (at, value) = (declared.span, Some(value.clone()));
                    uses.list.push(Use { at, sort: Sort::Enumerator, declared: at, ty, value });
                }
            }
        }
    }

    /// The type made by a definition that stands inside another declaration.
    pub fn defined_type(&mut self, id: DeclId) -> Ty {
        if let Some(&ty) = self.defined_types.get(&id) {
            return ty;
        }
        self.check_item(id);
        self.defined_types.get(&id).copied().unwrap_or(Types::ERROR)
    }

    // ------------------------------------------------------------------------------------------ modifiers

    /// The modifiers written around a type.
    pub fn variable_modifiers(&mut self, ty: TypeExprId) -> Modifiers {
        let ast = self.ast;
        let mut result = Modifiers::default();
        let mut element = ty;
        // `const float[4] x`: the words stand at the element.
        loop {
            for modifier in &ast.types[element].modifiers {
                self.add_modifier(&mut result, modifier.node, modifier.span);
            }
            let ast::TypeExprKind::Array { element: inner, .. } = ast.types[element].kind else { break };
            element = inner;
        }
        result.field.coherence = self.written_coherence(ty);
        result
    }

    fn add_modifier(&mut self, result: &mut Modifiers, modifier: Modifier, span: Span) {
        let is_role = |m: Modifier| role_of(m).is_some();
        if let Some(new) = role_of(modifier) {
            if let Some((old, _)) = result.spans.iter().find(|(m, _)| is_role(*m) && *m != modifier) {
                self.report(errors::conflicting_modifiers(span, old.text(), modifier.text()));
            }
            result.role = Some(new);
        }
        let said = result.spans.iter().any(|(old, _)| *old == modifier);
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "the other modifiers have rules of their own, or may be repeated"
        )]
        let problem = match modifier {
            Modifier::GloballyCoherent
            | Modifier::ReorderCoherent
            | Modifier::RowMajor
            | Modifier::ColumnMajor
            | Modifier::UNorm
            | Modifier::SNorm
            | Modifier::NoInterpolation
            | Modifier::Linear
            | Modifier::Centroid
            | Modifier::NoPerspective
            | Modifier::Sample
                if said =>
            {
                Some(errors::modifier_repeated(span, modifier.text()))
            }
            Modifier::Const | Modifier::Static | Modifier::Inline | Modifier::Extern | Modifier::Constexpr if said => {
                Some(errors::word_repeated(span, modifier.text()))
            }
            Modifier::In | Modifier::Out | Modifier::InOut if said => {
                Some(errors::usage_repeated(span, modifier.text()))
            }
            Modifier::Centroid if result.field.sample => Some(errors::centroid_overridden(span)),
            _ => None,
        };
        // The words before a declaration are read more than once.
        if let Some(problem) = problem
            && self.idle_modifiers.insert(span)
        {
            self.report(problem);
        }
        result.spans.push((modifier, span));
        match modifier {
            Modifier::Static => result.is_static = true,
            Modifier::Const => result.is_const = true,
            Modifier::Constexpr => {
                result.is_const = true;
                result.is_constexpr = true;
            }
            Modifier::Extern => result.is_extern = true,
            Modifier::Uniform => result.uniform = true,
            Modifier::GroupShared => result.groupshared = true,
            Modifier::Precise => {
                result.precise = true;
                result.field.precise = true;
            }
            Modifier::Export => result.export = true,
            Modifier::In => result.input = true,
            Modifier::Out => result.output = true,
            Modifier::InOut => {
                result.input = true;
                result.output = true;
            }
            Modifier::NoInterpolation => result.field.nointerpolation = true,
            Modifier::Linear => result.field.linear = true,
            Modifier::Centroid => result.field.centroid = true,
            Modifier::NoPerspective => result.field.noperspective = true,
            Modifier::Sample => result.field.sample = true,
            // What is said of coherence may be said with the name of the type too.
            Modifier::GloballyCoherent
            | Modifier::ReorderCoherent
            | Modifier::Shared
            | Modifier::RowMajor
            | Modifier::ColumnMajor
            | Modifier::UNorm
            | Modifier::SNorm
            | Modifier::Center
            | Modifier::Point
            | Modifier::Line
            | Modifier::Triangle
            | Modifier::LineAdj
            | Modifier::TriangleAdj
            | Modifier::Vertices
            | Modifier::Indices
            | Modifier::Primitives
            | Modifier::Payload
            | Modifier::Inline => {}
        }
        let f = result.field;
        let flat = f.nointerpolation && (f.linear || f.centroid || f.noperspective || f.sample);
        if flat
            && matches!(
                modifier,
                Modifier::NoInterpolation
                    | Modifier::Linear
                    | Modifier::Centroid
                    | Modifier::NoPerspective
                    | Modifier::Sample
            )
        {
            let other = if modifier == Modifier::NoInterpolation { "linear" } else { modifier.text() };
            self.report(errors::conflicting_modifiers(span, "nointerpolation", other));
        }
    }

    // ------------------------------------------------------------------------------------------ annotations

    /// Reports what is written after a local variable and concerns only others.
    pub fn check_local_annotations(&mut self, annotations: &[Annotation]) {
        for annotation in annotations {
            match annotation.kind {
                AnnotationKind::Semantic(_) => self.report(errors::local_semantic(annotation.span)),
                AnnotationKind::PackOffset { .. } => self.report(errors::packoffset_outside_buffer(annotation.span)),
                AnnotationKind::Register(_) | AnnotationKind::PayloadAccess { .. } => {}
            }
        }
    }

    /// The semantic among the annotations, if there is one. The last of several counts.
    pub fn semantic_of(&mut self, annotations: &[Annotation]) -> Option<Semantic> {
        let mut found: Option<Semantic> = None;
        for annotation in annotations {
            if let AnnotationKind::Semantic(name) = &annotation.kind {
                found = Some(self.split_semantic(*name));
            }
        }
        found
    }

    /// The semantic of a function's result. The first of several counts.
    pub fn semantic_of_result(&mut self, annotations: &[Annotation]) -> Option<Semantic> {
        let mut semantics = annotations.iter().filter_map(|annotation| {
            if let AnnotationKind::Semantic(name) = annotation.kind { Some(name) } else { None }
        });
        semantics.next().map(|name| self.split_semantic(name))
    }

    /// Whether `-precise-output` asks for what has this semantic.
    pub fn is_precise_output(&self, semantic: Option<&Semantic>) -> bool {
        let is_named = |name: &String| semantic.is_some_and(|found| found.written.eq_ignore_ascii_case(name));
        self.options.precise_outputs.iter().any(is_named)
    }

    /// `TEXCOORD1` into name and number.
    fn split_semantic(&mut self, name: Name) -> Semantic {
        let text = self.text(name.node);
        let digits = text.chars().rev().take_while(char::is_ascii_digit).count();
        let (stem, number) = text.split_at(text.len() - digits);
        let index = if number.is_empty() { 0 } else { number.parse().unwrap_or(u32::MAX) };
        if index == u32::MAX {
            self.report(errors::semantic_index(name.span, number));
        }
        Semantic { name: stem.to_owned(), index, span: name.span, written: text }
    }
}

/// The role that a modifier gives to a parameter.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other modifiers give a parameter no role")]
pub fn role_of(modifier: Modifier) -> Option<ParamRole> {
    Some(match modifier {
        Modifier::Point => ParamRole::Point,
        Modifier::Line => ParamRole::Line,
        Modifier::Triangle => ParamRole::Triangle,
        Modifier::LineAdj => ParamRole::LineAdj,
        Modifier::TriangleAdj => ParamRole::TriangleAdj,
        Modifier::Vertices => ParamRole::Vertices,
        Modifier::Indices => ParamRole::Indices,
        Modifier::Primitives => ParamRole::Primitives,
        Modifier::Payload => ParamRole::Payload,
        _ => return None,
    })
}
