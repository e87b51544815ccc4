//! Checks templates without an instance: names that do not depend on a parameter must be declared (two-phase lookup).
//!
//! Input: the templates of a program without errors. Output: errors. A body is checked like that of a function, with the error type
//! for its parameters. Expressions of this type are accepted silently, so the remaining errors do not depend on the parameters. Only
//! errors that every instance would have are reported ([`WHATEVER_THE_PARAMETERS`]). Nothing is added to the program. A function template with an instance has been checked with it; methods of struct templates are checked here
//! unless a base may declare names for them.

use crate::cx::{Body, Checker, FnId};
use crate::scope::{Declared, ScopeId, ScopeKind, TypeEntity, ValueEntity};
use crate::template::{header_params, param_name};
use hlslc_base::Diagnostic;
use hlslc_hir::types::{Coherence, Types};
use hlslc_syntax::ast::{self, DeclId, DeclKind, FunctionName, Name, StmtKind, TemplateParam};

/// Codes of errors that are reported a body: undeclared names and types, names declared twice, members and swizzles of known
/// types, writes to constants, jumps out of nothing.
const WHATEVER_THE_PARAMETERS: [&str; 9] =
    ["E0201", "E0202", "E0205", "E0314", "E0319", "E0320", "E0323", "E0401", "E0402"];

impl<'a> Checker<'a> {
    /// Checks the templates that nothing has been made of.
    pub fn check_templates_alone(&mut self) {
        let ast = self.ast;
        let functions: Vec<FnId> = self.fns.keys().collect();
        for id in functions {
            let decl = &self.fns[id];
            let Some(template) = &decl.template else { continue };
            if !self.fn_instances[id].is_empty() {
                continue;
            }
            let (scope, header, defined) = (decl.scope, template.header, template.definition.unwrap_or(decl.decl));
            let DeclKind::Function(function) = &ast.decls[defined].kind else { continue };
            let Some(scope) = self.open_parameters(scope, header_params(&ast.decls[defined].templates, header)) else {
                continue;
            };
            self.check_alone(scope, function);
        }
        let records: Vec<_> = self.record_templates.keys().collect();
        for id in records {
            let template = self.record_templates[id].clone();
            let declarations = std::iter::once(template.decl).chain(template.specializations.iter().copied());
            for decl in declarations.collect::<Vec<DeclId>>() {
                self.check_methods_alone(decl, template.scope, template.header);
            }
        }
    }

    /// Checks the bodies of the methods of a struct template.
    fn check_methods_alone(&mut self, decl: DeclId, scope: ScopeId, header: usize) {
        let ast = self.ast;
        let DeclKind::Record(record) = &ast.decls[decl].kind else { return };
        let Some(members) = record.members.as_ref().filter(|_| record.bases.is_empty()) else { return };
        let params = header_params(&ast.decls[decl].templates, header).filter(|params| !params.is_empty());
        let Some(scope) = params.and_then(|params| self.open_parameters(scope, Some(params))) else { return };
        if let Some(name) = record.name.as_ref().and_then(ast::Path::last) {
            self.enter_open_type(scope, name.name);
        }
        for &member in members {
            self.enter_member(scope, member);
        }
        for &member in members {
            let DeclKind::Function(function) = &ast.decls[member].kind else { continue };
            let own = ast.decls[member].templates.last().map(|header| header.params.as_deref());
            let inner = match own {
                Some(own) => self.open_parameters(scope, own),
                None => Some(scope),
            };
            if let Some(inner) = inner {
                self.check_alone(inner, function);
            }
        }
    }

    /// Enters what a member declares, as something of which nothing is known.
    fn enter_member(&mut self, scope: ScopeId, member: DeclId) {
        let ast = self.ast;
        match &ast.decls[member].kind {
            DeclKind::Variable(variable) => {
                if let Some(segment) = variable.name.as_ref().and_then(ast::Path::last) {
                    self.enter_open_value(scope, segment.name);
                }
            }
            DeclKind::Function(function) => {
                if let FunctionName::Name(name) = function.name {
                    self.enter_open_value(scope, name);
                }
            }
            DeclKind::Alias(alias) => self.enter_open_type(scope, alias.name),
            DeclKind::Record(record) => {
                if let Some(segment) = record.name.as_ref().and_then(ast::Path::last) {
                    self.enter_open_type(scope, segment.name);
                } else {
                    // The members of an unnamed struct belong to the one around it.
                    for &inner in record.members.as_deref().unwrap_or(&[]) {
                        self.enter_member(scope, inner);
                    }
                }
            }
            DeclKind::Enum(enumeration) => {
                if let Some(name) = enumeration.name {
                    self.enter_open_type(scope, name);
                }
                for enumerator in enumeration.enumerators.as_deref().unwrap_or(&[]) {
                    self.enter_open_value(scope, enumerator.name);
                }
            }
            DeclKind::Error
            | DeclKind::Namespace { .. }
            | DeclKind::Buffer(_)
            | DeclKind::Using { .. }
            | DeclKind::StaticAssert { .. }
            | DeclKind::EffectBlock => {}
        }
    }

    /// A scope with the parameters of a template, of which nothing is known. None if one of them stands for a template.
    fn open_parameters(&mut self, outer: ScopeId, params: Option<&[TemplateParam]>) -> Option<ScopeId> {
        let params = params?;
        let scope = self.scopes.open(ScopeKind::Template, Some(outer), "");
        for param in params {
            let name = param_name(param);
            match (param, name) {
                (TemplateParam::Template { .. }, _) => return None,
                (TemplateParam::Type { .. }, Some(name)) => self.enter_open_type(scope, name),
                (TemplateParam::Value { .. }, Some(name)) => self.enter_open_value(scope, name),
                (TemplateParam::Type { .. } | TemplateParam::Value { .. }, None) => {}
            }
        }
        Some(scope)
    }

    fn enter_open_type(&mut self, scope: ScopeId, name: Name) {
        let declared = Declared { entity: TypeEntity::Type(Types::ERROR), span: name.span };
        self.scopes.get_mut(scope).types.insert(name.node, declared);
    }

    fn enter_open_value(&mut self, scope: ScopeId, name: Name) {
        let declared = Declared { entity: ValueEntity::Error, span: name.span };
        self.scopes.get_mut(scope).values.insert(name.node, declared);
    }

    /// Checks the signature and the body of a function, and keeps nothing of them but errors.
    fn check_alone(&mut self, scope: ScopeId, function: &'a ast::Function) {
        let ast = self.ast;
        let Some(body) = function.body else { return };
        let StmtKind::Block(stmts) = &ast.stmts[body].kind else { return };
        let before = std::mem::take(self.diags);
        let sig = self.in_scope(scope, |this| this.signature(function));
        let outer = std::mem::replace(&mut self.body, Body::scratch());
        self.body.func.ret = sig.ret;
        let inner = self.scopes.open(ScopeKind::Block, Some(scope), "");
        self.in_scope(inner, |this| {
            for (param, written) in sig.params.iter().zip(&function.params) {
                let Some(name) = written.name else { continue };
                let (precise, coherence) = (false, Coherence::default());
                let local =
                    hlslc_hir::hir::Local { name: param.name, ty: param.ty, span: param.span, precise, coherence };
                let local = this.body.func.locals.push(local);
                let is_known = !this.types().is_error(param.ty);
                this.declare_value(name, if is_known { ValueEntity::Local(local) } else { ValueEntity::Error });
            }
            this.check_stmts(stmts, &mut Vec::new());
        });
        self.body = outer;
        let found = std::mem::replace(self.diags, before);
        let counts = |found: &Diagnostic| WHATEVER_THE_PARAMETERS.contains(&found.info.code);
        self.diags.extend(found.into_vec().into_iter().filter(counts));
    }
}
