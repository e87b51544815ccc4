//! Checks definitions that are separate from their declarations: bodies of function templates that were declared
//! before, methods and static members of struct templates outside of them.
//!
//! An instance may be called before the definition of its template is met. Its function is there from then on, without a
//! body, and waits; every definition lets those that wait look again.

use crate::cx::{Access, Checker, FnId, RecordTemplateId, TemplateValue};
use crate::deduction::Deduction;
use crate::errors;
use crate::resolve_type::Qualifier;
use crate::scope::{ScopeId, ScopeKind, TypeEntity, ValueEntity};
use crate::template::{header_params, last_params};
use hlslc_base::Symbol;
use hlslc_hir::types::StructId;
use hlslc_syntax::ast::{self, DeclId, DeclKind, Name, TemplateParam};

impl Checker<'_> {
    /// Adds a specialisation to the template of structs that it names, which may stand in a namespace.
    pub fn declare_specialization(&mut self, id: DeclId, path: &ast::Path, name: Name) {
        let qualifier = self.resolve_qualifier(path);
        if qualifier == Qualifier::Error {
            return;
        }
        match self.declared_type(qualifier, name.node).map(|declared| declared.entity) {
            Some(TypeEntity::RecordTemplate(template)) => self.record_templates[template].specializations.push(id),
            _ => {
                let text = self.text(name.node);
                self.report(errors::no_template_to_specialize(name.span, &text));
            }
        }
    }

    /// A static member of a template that is defined outside: `template<typename T> const T S<T>::x = …;`. Instances that there
    /// are have its value from now on, others when they are made. Whether it is one.
    pub fn define_template_member(&mut self, id: DeclId, path: &ast::Path) -> bool {
        let headers = &self.ast.decls[id].templates;
        let has_params = headers.iter().any(|header| header.params.as_ref().is_some_and(|params| !params.is_empty()));
        let Some((member, [.., owner])) = path.segments.split_last().filter(|_| has_params) else { return false };
        let around = ast::Path { segments: path.segments[..path.segments.len() - 1].into(), ..*path };
        let found = match self.resolve_qualifier(&around) {
            Qualifier::None => self.scopes.lookup_type(self.scope, owner.name.node).map(|d| d.entity),
            Qualifier::In(scope) => self.scopes.type_in(scope, owner.name.node).map(|d| d.entity),
            Qualifier::Vk | Qualifier::Error => return true,
        };
        let Some(TypeEntity::RecordTemplate(template)) = found else { return false };
        self.record_templates[template].members.push(id);
        let is_instance = |record: &StructId| self.records[*record].origin.as_ref().is_some_and(|o| o.0 == template);
        let instances: Vec<StructId> = self.types().structs.keys().filter(is_instance).collect();
        for instance in instances {
            self.init_from_outside(instance, member.name.node);
        }
        true
    }

    /// Gives a static member of a template's instance the value that it has outside of the template, if that is known.
    pub fn init_from_outside(&mut self, record: StructId, name: Symbol) {
        let ast = self.ast;
        let Some((template, values)) = self.records[record].origin.clone() else { return };
        let Some(record_scope) = self.records[record].scope else { return };
        let found = self.scopes.value_in(record_scope, name).map(|value| value.1.entity.clone());
        let Some(ValueEntity::Global(global)) = found else { return };
        let definitions = self.record_templates[template].members.clone().into_iter().filter_map(|member| {
            let DeclKind::Variable(variable) = &ast.decls[member].kind else { return None };
            let (last, around) = variable.name.as_ref()?.segments.split_last()?;
            (last.name.node == name).then_some((member, variable, around.last()?))
        });
        let found = definitions.into_iter().find_map(|(member, variable, owner)| {
            let bound = self.bound_around(member, owner, template, &values)?;
            Some((member, variable, bound))
        });
        let Some((member, variable, bound)) = found else { return };
        let Some(ast::Initializer::Value(init)) = variable.init else { return };
        let scope = self.bind(record_scope, first_params(ast, member), &bound);
        let mut modifiers = self.variable_modifiers(variable.ty);
        modifiers.is_const |= self.global_access[global] == Some(Access::Const);
        self.in_scope(scope, |this| this.global_init(global, init, &modifiers));
    }

    /// Finds the definition of an instance that was declared without one: of a function template, or of a method of a
    /// struct template outside of it.
    pub fn attach_definition(&mut self, id: FnId) {
        match self.fns[id].origin.clone() {
            Some((template, values)) => {
                let definition = self.fns[template].template.as_ref().and_then(|template| template.definition);
                match definition {
                    Some(definition) => {
                        let around = self.fns[template].scope;
                        let scope = self.bind(around, last_params(self.ast, definition), &values);
                        let suffix = format!("<{}>", self.show_values(&values));
                        self.take_definition(id, definition, scope, &suffix);
                    }
                    None => self.attach_member(id, &values),
                }
            }
            None => self.attach_member(id, &[]),
        }
    }

    /// Finds the definition outside of its struct of a method of a template's instance; a method that is a template itself has
    /// `own` values for its parameters.
    fn attach_member(&mut self, method: FnId, own: &[TemplateValue]) {
        let ast = self.ast;
        let decl = self.fns[method].clone();
        let Some(record) = decl.record else { return };
        // What is declared for this instance alone is defined for it alone.
        if self.is_outside(method) {
            return;
        }
        let Some((instance, depth)) = self.instance_of(record) else { return };
        let Some((template, values)) = self.records[instance].origin.clone() else { return };
        let members = self.record_templates[template].members.clone();
        let (Some(outer), Some(record_scope)) = (self.records[instance].scope, self.records[record].scope) else {
            return;
        };
        for member in members {
            let DeclKind::Function(function) = &ast.decls[member].kind else { continue };
            let has_other_name = self.function_name(function).is_none_or(|name| name.node != decl.name);
            if has_other_name || function.body.is_none() || function.params.len() != decl.sig.params.len() {
                continue;
            }
            let headers = &ast.decls[member].templates;
            let own_params = if headers.len() > 1 { last_params(ast, member) } else { &[] };
            if own_params.len() != own.len() {
                continue;
            }
            let Some(path) = &function.scope else { continue };
            let around = path.segments.len().saturating_sub(depth);
            let Some((owner, inside)) = around.checked_sub(1).map(|at| (&path.segments[at], &path.segments[around..]))
            else {
                continue;
            };
            if !self.names_inside(outer, inside, record_scope) {
                continue;
            }
            let Some(bound) = self.bound_around(member, owner, template, &values) else { continue };
            let around = self.bind(record_scope, first_params(ast, member), &bound);
            let scope = self.bind(around, own_params, own);
            let sig = self.in_scope(scope, |this| this.signature(function));
            if self.same_parameters(&sig, &decl.sig) {
                let suffix = if own.is_empty() { String::new() } else { format!("<{}>", self.show_values(own)) };
                self.take_definition(method, member, scope, &suffix);
                return;
            }
        }
    }

    /// The values of the parameters that a definition outside of a template names around it, for an instance of the template;
    /// `None` if the definition belongs to another declaration of the template than the instance: to a partial specialisation
    /// whose parameters have other values, or to the template itself.
    fn bound_around(
        &mut self,
        member: DeclId,
        owner: &ast::PathSegment,
        template: RecordTemplateId,
        values: &[TemplateValue],
    ) -> Option<Vec<TemplateValue>> {
        let ast = self.ast;
        let params = first_params(ast, member);
        let (_, _, expected) = self.select_specialization(template, values, owner.name.span);
        let Some(args) = &owner.args else { return Some(expected) };
        if args.len() != values.len() {
            return None;
        }
        let mut deduction = Deduction::new(params);
        let scope = self.record_templates[template].scope;
        let fits = self.in_scope(scope, |this| {
            args.iter().zip(values).all(|(&arg, value)| this.unify_arg(arg, value, &mut deduction))
        });
        let bound = deduction.values.into_iter().collect::<Option<Vec<_>>>().filter(|_| fits)?;
        let is_alike = bound.len() == expected.len()
            && bound.into_iter().zip(&expected).all(|(bound, value)| self.same_value(bound, value));
        is_alike.then_some(expected)
    }

    /// Whether a method that is declared outside of a template belongs to one instance: `template<> int S<int>::f()`, or
    /// `int S<int>::f()` of a full specialisation.
    pub fn is_of_one_instance(&self, id: DeclId, template: RecordTemplateId) -> bool {
        let headers = &self.ast.decls[id].templates;
        let is_instantiation = headers.iter().any(|header| header.params.is_none());
        let around = header_params(headers, self.record_templates[template].header);
        !is_instantiation && around.is_none_or(<[_]>::is_empty)
    }

    /// Whether a method that is declared outside of a struct is one of a struct in an instance: `template<> int S<int>::In::f()`.
    pub fn is_inside_instance(&self, id: DeclId, function: &ast::Function, record: StructId) -> bool {
        let headers = &self.ast.decls[id].templates;
        let is_full = |header: &ast::TemplateHeader| header.params.as_ref().is_some_and(Vec::is_empty);
        !headers.is_empty()
            && headers.iter().all(is_full)
            && function.args.is_none()
            && self.instance_of(record).is_some()
    }

    /// The template around the struct whose method is defined outside, where this struct is not the template itself:
    /// `template<typename T> int S<T>::In::f()`.
    pub fn template_around(&mut self, id: DeclId, path: &ast::Path) -> Option<RecordTemplateId> {
        if first_params(self.ast, id).is_empty() {
            return None;
        }
        for end in 1..path.segments.len() {
            let before = ast::Path { segments: path.segments[..end].into(), ..*path };
            let qualifier = self.resolve_qualifier(&before);
            if let TypeEntity::RecordTemplate(template) =
                self.declared_type(qualifier, before.last()?.name.node)?.entity
            {
                return Some(template);
            }
        }
        None
    }

    /// The instance of a template that a struct is or stands in, and how many structs deep it stands there.
    fn instance_of(&self, record: StructId) -> Option<(StructId, usize)> {
        let around = self.scopes.outwards(self.records[record].scope?);
        let records = around
            .filter_map(|scope| if let ScopeKind::Record(id) = self.scopes.get(scope).kind { Some(id) } else { None });
        records.enumerate().find(|(_, id)| self.records[*id].origin.is_some()).map(|(depth, id)| (id, depth))
    }

    /// Whether names lead from the scope of a struct to that of another inside of it.
    fn names_inside(&self, outer: ScopeId, names: &[ast::PathSegment], inner: ScopeId) -> bool {
        let step = |scope, segment: &ast::PathSegment| match self.scopes.type_in(scope, segment.name.node)?.entity {
            TypeEntity::Type(ty) => self.scope_of_type(ty),
            TypeEntity::RecordTemplate(_)
            | TypeEntity::Namespace(_)
            | TypeEntity::AliasTemplate(..)
            | TypeEntity::SameTypes(_) => None,
        };
        names.iter().try_fold(outer, step) == Some(inner)
    }

    /// Defines or declares a method of one instance of a template of structs, or of a struct inside of it, outside of it.
    pub fn define_instance_method(&mut self, id: DeclId, function: &ast::Function, record: StructId, scope: ScopeId) {
        let Some(name) = self.function_name(function) else { return };
        let shown = self.types().structs[record].name.clone();
        let text = self.text(name.node);
        let Some(method) = self.method_alike(function, name, scope) else {
            self.report(errors::no_such_method(name.span, &text, &shown));
            return;
        };
        let old = &self.fns[method];
        let has_own_body = old.has_body && (self.is_outside(method) || self.ast.decls[id].templates.is_empty());
        if has_own_body && function.body.is_some() {
            self.report(errors::redefinition(name.span, &text).label(old.span, "first defined here"));
        } else if !old.lazy {
            self.report(errors::late_specialization(name.span, &format!("{shown}::{text}")));
        } else if function.body.is_some() {
            self.take_definition(method, id, scope, "");
            self.require_awaited();
        } else {
            let target = &mut self.fns[method];
            (target.decl, target.has_body) = (id, false);
        }
    }

    /// The method in the scope of a struct that a declaration outside of it is of.
    fn method_alike(&mut self, function: &ast::Function, name: Name, scope: ScopeId) -> Option<FnId> {
        let sig = self.in_scope(scope, |this| this.signature(function));
        let ValueEntity::Functions(set) = self.scopes.get(scope).values.get(&name.node)?.entity else { return None };
        self.sets[set].iter().copied().find(|&method| {
            let decl = &self.fns[method];
            decl.template.is_none() && self.same_parameters(&sig, &decl.sig) && self.same_type(sig.ret, decl.sig.ret)
        })
    }

    /// Whether the declaration of a function that counts is outside of its struct.
    fn is_outside(&self, id: FnId) -> bool {
        matches!(&self.ast.decls[self.fns[id].decl].kind, DeclKind::Function(function) if function.scope.is_some())
    }

    /// Gives an instance the definition of its template, whose parameters `scope` binds and may name otherwise.
    fn take_definition(&mut self, id: FnId, definition: DeclId, scope: ScopeId, suffix: &str) {
        let ast = self.ast;
        let DeclKind::Function(function) = &ast.decls[definition].kind else { return };
        let target = &mut self.fns[id];
        target.decl = definition;
        target.scope = scope;
        target.has_body = true;
        for (param, written) in target.sig.params.iter_mut().zip(&function.params) {
            param.name = written.name.map_or(Symbol::EMPTY, |name| name.node);
        }
        self.make_function(id, function, suffix);
    }

    /// Lets the instances that wait for a definition look for it again.
    pub fn require_awaited(&mut self) {
        for id in std::mem::take(&mut self.awaited) {
            self.require_body(id, self.fns[id].span);
        }
    }
}

/// The parameters of the header of the template around a member that is defined outside.
fn first_params(ast: &ast::Ast, id: DeclId) -> &[TemplateParam] {
    ast.decls[id].templates.first().and_then(|header| header.params.as_deref()).unwrap_or(&[])
}
