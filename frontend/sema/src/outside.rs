//! Checks definitions that are separate from their declarations: bodies of function templates that were declared
//! before, methods and static members of struct templates outside of them.
//!
//! An instance may be called before the definition of its template is met. Its function is there from then on, without a
//! body, and waits; every definition lets those that wait look again.

use crate::cx::{Access, Checker, FnId, TemplateValue};
use crate::resolve_type::Qualifier;
use crate::scope::{ScopeId, TypeEntity, ValueEntity};
use crate::template::last_params;
use hlslc_base::Symbol;
use hlslc_hir::types::StructId;
use hlslc_syntax::ast::{self, DeclId, DeclKind};

impl Checker<'_> {
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
        let definition = self.record_templates[template].members.iter().find_map(|&member| {
            if let DeclKind::Variable(variable) = &ast.decls[member].kind {
                let last = variable.name.as_ref().and_then(ast::Path::last)?;
                (last.name.node == name).then_some((member, variable))
            } else {
                None
            }
        });
        let Some((member, variable)) = definition else { return };
        let Some(ast::Initializer::Value(init)) = variable.init else { return };
        let params = ast.decls[member].templates.first().and_then(|header| header.params.as_deref()).unwrap_or(&[]);
        let scope = self.bind(record_scope, params, &values);
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
        let Some((template, values)) = self.records[record].origin.clone() else { return };
        let members = self.record_templates[template].members.clone();
        let Some(record_scope) = self.records[record].scope else { return };
        for member in members {
            let DeclKind::Function(function) = &ast.decls[member].kind else { continue };
            let same_name = matches!(function.name, ast::FunctionName::Name(n) if n.node == decl.name);
            if !same_name || function.body.is_none() || function.params.len() != decl.sig.params.len() {
                continue;
            }
            let headers = &ast.decls[member].templates;
            let own_params = if headers.len() > 1 { last_params(ast, member) } else { &[] };
            if own_params.len() != own.len() {
                continue;
            }
            let params = headers.first().and_then(|h| h.params.as_deref()).unwrap_or(&[]);
            let around = self.bind(record_scope, params, &values);
            let scope = self.bind(around, own_params, own);
            let sig = self.in_scope(scope, |this| this.signature(function));
            if self.same_parameters(&sig, &decl.sig) {
                let suffix = if own.is_empty() { String::new() } else { format!("<{}>", self.show_values(own)) };
                self.take_definition(method, member, scope, &suffix);
                return;
            }
        }
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
