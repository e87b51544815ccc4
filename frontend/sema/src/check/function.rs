//! Checks functions: declarations, signatures, bodies.

use super::decl::Modifiers;
use super::modifiers::Site;
use super::vulkan::On;
use crate::cx::{Body, Checker, FnDecl, FnId, FnSetId, FnTemplate, PendingBody, SigParam, Signature};
use crate::errors;
use crate::facts::DefaultArgument;
use crate::resolve_type::Qualifier;
use crate::scope::{ScopeId, ScopeKind, ValueEntity};
use hlslc_base::{Span, Spanned, Symbol};
use hlslc_hir::hir::{self, FuncId, Local, LocalId, Param, ParamMode, StmtKind};
use hlslc_hir::objects::ObjectClass;
use hlslc_hir::types::{StructId, Ty, TyData, Types};
use hlslc_syntax::LanguageVersion;
use hlslc_syntax::ast::{self, DeclId, FunctionName, Name, StmtKind as Syntax};
use smallvec::SmallVec;

impl Checker<'_> {
    /// Checks a function outside a struct: a free one, or a method defined outside.
    pub fn check_function_decl(&mut self, id: DeclId, function: &ast::Function) {
        let Some(path) = &function.scope else {
            let scope = self.scope;
            let record = if let ScopeKind::Record(record) = self.scopes.get(scope).kind { Some(record) } else { None };
            self.declare_function(id, function, scope, record);
            return;
        };
        let Some(last) = path.last() else { return };
        if let Some(template) = self.template_around(id, path) {
            self.record_templates[template].members.push(id);
            self.require_awaited();
            return;
        }
        // A member of a template: kept until the template is instantiated.
        let name = last.name.node;
        let qualifier = self.resolve_qualifier(path);
        let found = match qualifier {
            Qualifier::None => self.scopes.lookup_type(self.scope, name).map(|d| d.entity),
            Qualifier::In(scope) => self.scopes.type_in(scope, name).map(|d| d.entity),
            Qualifier::Vk | Qualifier::Error => return,
        };
        use crate::scope::TypeEntity;
        match found {
            Some(TypeEntity::RecordTemplate(template)) => match &last.args {
                Some(args) if self.is_of_one_instance(id, template) => {
                    let ty = self.instantiate_record(template, args, last.name.span);
                    if let (Some(record), Some(scope)) = (self.struct_of(ty), self.scope_of_type(ty)) {
                        self.define_instance_method(id, function, record, scope);
                    }
                }
                _ => {
                    self.record_templates[template].members.push(id);
                    self.require_awaited();
                }
            },
            Some(TypeEntity::Namespace(scope)) => {
                let Some(name) = self.function_name(function) else { return };
                let declared = self.scopes.get(scope).values.get(&name.node).map(|declared| &declared.entity);
                if !matches!(declared, Some(ValueEntity::Functions(_) | ValueEntity::Error)) {
                    let (text, around) = (self.text(name.node), self.text(last.name.node));
                    self.report(errors::no_such_function(name.span, &text, &around));
                    return;
                }
                self.declare_function(id, function, scope, None);
            }
            Some(TypeEntity::Type(ty)) => match (self.struct_of(ty), self.scope_of_type(ty)) {
                (Some(record), Some(scope)) if self.is_inside_instance(id, function, record) => {
                    self.define_instance_method(id, function, record, scope);
                }
                (Some(record), Some(scope)) => self.define_method(id, function, scope, record),
                _ => {
                    let shown = self.show(ty);
                    self.report_unless_error(&[ty], errors::not_a_struct(last.name.span, &shown));
                }
            },
            Some(TypeEntity::AliasTemplate(..) | TypeEntity::SameTypes(_)) | None => {
                let text = self.text(name);
                if !self.is_lost(name) {
                    self.report(errors::unknown_qualifier(last.name.span, &text));
                }
            }
        }
    }

    /// Checks a method defined outside its struct, which must declare it.
    fn define_method(&mut self, id: DeclId, function: &ast::Function, scope: ScopeId, record: StructId) {
        let Some(name) = self.function_name(function) else { return };
        let declared = self.scopes.get(scope).values.get(&name.node);
        let known = declared.is_some_and(|declared| matches!(declared.entity, ValueEntity::Functions(_)));
        if !known {
            let (text, shown) = (self.text(name.node), self.types().structs[record].name.clone());
            self.report(errors::no_such_method(name.span, &text, &shown));
            return;
        }
        self.declare_function(id, function, scope, Some(record));
    }

    /// The name a function follows: operators have one too.
    pub fn function_name(&mut self, function: &ast::Function) -> Option<Name> {
        match function.name {
            FunctionName::Name(name) => Some(name),
            FunctionName::Operator(operator) => {
                let text = super::call::operator_name(operator.node);
                Some(Spanned::new(self.names.intern(&text), operator.span))
            }
            FunctionName::Conversion(ty) => {
                let span = self.ast.types[ty].span;
                let is_member = matches!(self.scopes.get(self.scope).kind, ScopeKind::Record(_));
                if self.options.language < LanguageVersion::V202X || !is_member {
                    self.report(errors::conversion_operator(span));
                    return None;
                }
                let to = self.resolve_type(ty);
                let text = format!("operator {}", self.show(to));
                Some(Spanned::new(self.names.intern(&text), span))
            }
        }
    }

    /// Enters a function into `scope`. A declaration may come before the definition.
    pub fn declare_function(
        &mut self,
        id: DeclId,
        function: &ast::Function,
        scope: ScopeId,
        record: Option<StructId>,
    ) -> Option<FnId> {
        let ast = self.ast;
        let name = self.function_name(function)?;
        if matches!(function.name, FunctionName::Operator(_)) {
            self.check_operator_decl(function, record, name.span);
        }
        let headers = &ast.decls[id].templates;
        let is_template = headers.last().is_some_and(|h| h.params.as_ref().is_some_and(|p| !p.is_empty()));
        if !is_template && !headers.is_empty() {
            return self.specialize_function(id, function, name, scope, record);
        }
        if self.ignores_function(function, name) {
            return None;
        }
        self.check_packoffset_use(&function.annotations);
        for param in &function.params {
            self.check_packoffset_use(&param.annotations);
        }
        let set = self.function_set(scope, name)?;
        if is_template {
            if function.args.is_some() {
                self.report(errors::partial_function(name.span));
                return None;
            }
            return Some(self.declare_function_template(id, function, name, scope, record, set));
        }
        let mut sig = self.in_scope(scope, |this| this.signature(function));
        let modifiers = self.variable_modifiers(function.result);
        self.check_modifiers(&modifiers, if record.is_some() { Site::Method } else { Site::Function });
        if modifiers.is_static && modifiers.export && record.is_none() {
            self.report(errors::conflicting_modifiers(name.span, "static", "export"));
        }
        if record.is_none() && !self.instantiating {
            self.in_scope(scope, |this| this.declare_defaults(&mut sig.params));
        }
        let existing = self.declared_alike(set, record, &sig);
        if let Some(existing) = existing {
            return self.redeclare(existing, id, function, sig, name.span);
        }
        self.check_defaults(&sig);
        let is_static = modifiers.is_static && record.is_some();
        let fn_id = self.fns.push(FnDecl {
            name: name.node,
            span: name.span,
            scope,
            decl: id,
            record,
            is_static,
            has_body: function.body.is_some(),
            template: None,
            origin: None,
            sig,
            func: None,
            lazy: self.instantiating,
        });
        self.sets[set].push(fn_id);
        if let (FunctionName::Conversion(_), Some(record)) = (&function.name, record) {
            self.conversions.entry(record).or_default().push(fn_id);
        }
        self.make_function(fn_id, function, "");
        self.note_function(name.span, fn_id);
        if function.body.is_some() && !self.instantiating {
            self.pending.push_back(PendingBody { id: fn_id, depth: self.depth });
        }
        Some(fn_id)
    }

    /// The function of a set that takes the same parameters.
    fn declared_alike(&mut self, set: FnSetId, record: Option<StructId>, sig: &Signature) -> Option<FnId> {
        let all = std::mem::take(&mut self.sets[set]);
        // A struct that is not complete has not all its elements yet.
        let types = sig.params.iter().map(|param| param.ty);
        let likely = if record.is_none() { self.exact_candidates(&all, types) } else { None };
        let found = likely.as_deref().unwrap_or(&all).iter().copied().find(|&other| {
            let decl = &self.fns[other];
            decl.template.is_none() && decl.record == record && self.same_parameters(&decl.sig, sig)
        });
        self.sets[set] = all;
        found
    }

    fn check_operator_decl(&mut self, function: &ast::Function, record: Option<StructId>, span: Span) {
        if let FunctionName::Operator(operator) = function.name {
            use ast::{BinaryOp, OperatorName as N, UnaryOp};
            let forbidden = matches!(operator.node, N::Assign(_) | N::Binary(BinaryOp::Shl | BinaryOp::Shr))
                || matches!(
                    operator.node,
                    N::Unary(
                        UnaryOp::PreIncrement
                            | UnaryOp::PreDecrement
                            | UnaryOp::PostIncrement
                            | UnaryOp::PostDecrement
                            | UnaryOp::Dereference
                            | UnaryOp::AddressOf
                    )
                );
            if forbidden {
                let text = super::call::operator_name(operator.node);
                self.report(errors::operator_not_overloadable(span, &text));
            } else if record.is_none() && self.options.language < LanguageVersion::V202X {
                let text = super::call::operator_name(operator.node);
                self.report(errors::operator_outside_struct(span, &text));
            }
        }
    }

    /// A further declaration of a function.
    fn redeclare(
        &mut self,
        existing: FnId,
        id: DeclId,
        function: &ast::Function,
        sig: Signature,
        span: Span,
    ) -> Option<FnId> {
        let old = self.fns[existing].clone();
        let text = self.text(old.name);
        if !self.same_type(old.sig.ret, sig.ret) {
            self.report_unless_error(
                &[old.sig.ret, sig.ret],
                errors::differs_in_return(span, &text).label(old.span, "first declared here"),
            );
            return None;
        }
        let mut sig = sig;
        if function.body.is_some() && old.has_body {
            self.report(errors::redefinition(span, &text).label(old.span, "first defined here"));
            return None;
        }
        self.note_same(old.span, span);
        self.note_function(span, existing);
        self.merge_defaults(&old.sig, &mut sig);
        // With another default the function takes fewer arguments than an index of its set knows.
        if sig.params.iter().any(|param| param.default.is_some()) {
            self.overload_indices.clear();
        }
        if function.body.is_none() {
            for (known, new) in self.fns[existing].sig.params.iter_mut().zip(sig.params) {
                known.default = new.default;
            }
            if !old.has_body {
                self.forward_decls.entry(existing).or_default().push(id);
            }
            return Some(existing);
        }
        self.define(existing, (id, function), sig, span, "");
        self.pending.push_back(PendingBody { id: existing, depth: self.depth });
        Some(existing)
    }

    /// Gives a function that was only declared its definition.
    pub fn define(
        &mut self,
        existing: FnId,
        (id, function): (DeclId, &ast::Function),
        sig: Signature,
        span: Span,
        suffix: &str,
    ) {
        let decl = &mut self.fns[existing];
        self.forward_decls.entry(existing).or_default().insert(0, decl.decl);
        decl.decl = id;
        decl.has_body = true;
        decl.sig = sig;
        decl.span = span;
        self.make_function(existing, function, suffix);
    }

    /// A parameter that is memory of the group is used where it is: nothing is copied, and nothing else can call the function.
    fn check_shared_parameter(&mut self, function: &ast::Function, modifiers: &Modifiers) {
        let copies = [ast::Modifier::In, ast::Modifier::Out, ast::Modifier::InOut];
        for &(modifier, span) in &modifiers.spans {
            if copies.contains(&modifier) {
                self.report(errors::conflicting_modifiers(span, modifier.text(), "groupshared"));
            } else if modifier == ast::Modifier::GroupShared && self.options.language < LanguageVersion::V202X {
                self.report(errors::early_groupshared(span));
            }
        }
        let of_function = self.variable_modifiers(function.result);
        if let Some(&(_, span)) = of_function.spans.iter().find(|(modifier, _)| *modifier == ast::Modifier::Export) {
            self.report(errors::conflicting_modifiers(span, "export", "groupshared"));
        }
    }

    /// Whether two signatures take the same parameters.
    pub fn same_parameters(&self, a: &Signature, b: &Signature) -> bool {
        a.params.len() == b.params.len()
            && a.params
                .iter()
                .zip(&b.params)
                .all(|(x, y)| x.mode == y.mode && self.same_type(x.ty, y.ty) && !self.types().is_error(x.ty))
    }

    /// The signature of a function, in the current scope.
    pub fn signature(&mut self, function: &ast::Function) -> Signature {
        let ret = self.resolve_type(function.result);
        self.warn_about_promotion(ret, function.result);
        let ret = self.array_type(ret, &function.extents);
        let ret = self.possible_type(ret, self.ast.types[function.result].span);
        if matches!(self.types().data(ret), TyData::Array(_, None)) {
            let shown = self.show(ret);
            self.report(errors::incomplete_type(self.ast.types[function.result].span, &shown));
        }
        if matches!(self.types().data(ret), TyData::String) {
            self.report(errors::string_not_here(self.ast.types[function.result].span, "a result"));
        }
        let modifiers = self.variable_modifiers(function.result);
        self.check_coherence(&modifiers, ret);
        let before = self.fns.next_key();
        let mut params: Vec<SigParam> = Vec::with_capacity(function.params.len());
        for param in &function.params {
            let modifiers = self.variable_modifiers(param.ty);
            let base = self.resolve_type(param.ty);
            self.warn_about_promotion(base, param.ty);
            let ty = self.array_type(base, &param.extents);
            let span = param.name.map_or(param.span, |n| n.span);
            let ty = self.parameter_type(ty, span);
            self.check_coherence(&modifiers, ty);
            let mode = match (modifiers.input, modifiers.output) {
                _ if modifiers.groupshared => ParamMode::Shared,
                (_, false) => ParamMode::In,
                (false, true) => ParamMode::Out,
                (true, true) => ParamMode::InOut,
            };
            if modifiers.groupshared {
                self.check_shared_parameter(function, &modifiers);
            }
            if mode != ParamMode::InOut
                && self.object_kind(ty).is_some_and(|kind| kind.info().class == ObjectClass::Stream)
            {
                self.report(errors::stream_mode(span));
            }
            self.check_modifiers(&modifiers, Site::Parameter);
            if function.body.is_none() {
                self.note(span, crate::uses::Sort::Parameter, span, ty, None);
            }
            let name = param.name.map_or(Symbol::EMPTY, |n| n.node);
            let default = param.default.map(|expr| DefaultArgument { expr, before, is_wrong: false });
            params.push(SigParam { name, ty, mode, is_const: modifiers.is_const, default, span });
        }
        Signature { ret, params }
    }

    /// Reports parameters without a default after one that has one.
    fn check_defaults(&mut self, sig: &Signature) {
        for pair in sig.params.windows(2) {
            if pair[0].default.is_some() && pair[1].default.is_none() {
                let text = self.text(pair[1].name);
                self.report(errors::missing_default(pair[1].span, &text));
                return;
            }
        }
    }

    /// Gives a further declaration the defaults of those before it, none of which it can say again.
    fn merge_defaults(&mut self, old: &Signature, new: &mut Signature) {
        for (new, old) in new.params.iter_mut().zip(&old.params) {
            if new.default.is_some() && old.default.is_some() {
                self.report(errors::default_again(new.span).label(old.span, "it has one here"));
            }
            new.default = old.default.or(new.default);
        }
        self.check_defaults(new);
    }

    fn parameter_type(&mut self, ty: Ty, span: Span) -> Ty {
        self.reject_subobject(ty, span);
        let ty = self.possible_type(ty, span);
        match self.types().data(ty) {
            TyData::Void => {
                self.report(errors::void_variable(span));
                Types::ERROR
            }
            TyData::String => {
                self.report(errors::string_not_here(span, "a parameter"));
                Types::ERROR
            }
            TyData::Error
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Struct(_)
            | TyData::Enum(_)
            | TyData::Object(..) => ty,
        }
    }

    /// Adds the function of the program for a declaration; replaces the one that a forward declaration made.
    pub fn make_function(&mut self, id: FnId, function: &ast::Function, suffix: &str) {
        let decl = self.fns[id].clone();
        let mut made = hir::Function::empty();
        made.name = self.qualified(decl.scope, decl.name) + suffix;
        made.span = decl.span;
        made.order = decl.decl.as_u32();
        made.ret = decl.sig.ret;
        made.this = if decl.is_static { None } else { decl.record };
        made.ret_semantic = self.semantic_of_result(&function.annotations);
        made.ret_modifiers = self.variable_modifiers(function.result).field;
        made.ret_modifiers.precise |= self.is_precise_output(made.ret_semantic.as_ref());
        let (vk, foreign) = self.vk_interface(&self.ast.decls[decl.decl].attributes, On::Function);
        made.ret_modifiers.vk = vk;
        made.foreign = foreign.attributes;
        made.instruction = foreign.instruction;
        if let (true, Some(body)) = (made.instruction.is_some(), function.body) {
            self.report(errors::instruction_with_body(self.ast.stmts[body].span));
            made.instruction = None;
        }
        for (param, written) in decl.sig.params.iter().zip(&function.params) {
            let mut modifiers = self.variable_modifiers(written.ty);
            let (vk, foreign) = self.vk_interface(&written.attributes, On::Parameter);
            modifiers.field.vk = vk;
            let semantic = self.semantic_of(&written.annotations);
            modifiers.precise |= self.is_precise_output(semantic.as_ref());
            if written.extents.is_empty() {
                self.note_type_name(param.span, written.ty);
            }
            let local = made.locals.push(Local {
                name: param.name,
                ty: param.ty,
                span: param.span,
                precise: modifiers.precise,
                coherence: modifiers.field.coherence,
            });
            made.params.push(Param {
                local,
                mode: param.mode,
                semantic,
                modifiers: modifiers.field,
                role: modifiers.role,
                is_uniform: modifiers.uniform,
                node: self.node_port_attributes(&written.attributes),
                foreign: foreign.attributes,
                foreign_use: foreign.param,
            });
        }
        let func = match decl.func {
            Some(func) => {
                self.program.funcs[func] = made;
                func
            }
            None => self.program.funcs.push(made),
        };
        self.note_linkage(func, &decl, function, !suffix.is_empty());
        if self.variable_modifiers(function.result).is_constexpr {
            self.constexpr_functions.insert(func);
        }
        self.fns[id].func = Some(func);
        self.func_decls[func] = Some(decl.decl);
    }

    // ------------------------------------------------------------------------------------------ bodies

    /// Checks the bodies that wait. Called between declarations, so that it never nests.
    pub fn check_pending(&mut self) {
        if self.in_function() {
            return;
        }
        while let Some(next) = self.pending.pop_front() {
            if self.exhausted.is_some() {
                break;
            }
            self.depth = next.depth;
            self.check_body(next.id);
        }
        self.depth = 0;
    }

    /// Makes sure that the body of a function that is called at `span` gets checked.
    pub fn require_body(&mut self, id: FnId, span: Span) {
        if !self.fns[id].lazy || self.type_only {
            return;
        }
        self.note_request(id, span);
        if !self.fns[id].has_body {
            self.attach_definition(id);
        }
        if self.fns[id].has_body {
            self.fns[id].lazy = false;
            self.pending.push_back(PendingBody { id, depth: self.depth + 1 });
        } else if !self.awaited.contains(&id) {
            self.awaited.push(id);
        }
    }

    fn check_body(&mut self, id: FnId) {
        let ast = self.ast;
        let &FnDecl { func, decl, record, is_static, scope, .. } = &self.fns[id];
        let Some(func) = func else { return };
        let ast::DeclKind::Function(function) = &ast.decls[decl].kind else { return };
        let Some(body_stmt) = function.body else { return };
        let mut body = Body::scratch();
        body.func = std::mem::replace(&mut self.program.funcs[func], hir::Function::empty());
        make_room(&mut body.func, ast.stmts[body_stmt].span);
        body.record = record;
        body.has_this = record.is_some() && !is_static;
        body.is_const = function.is_const;
        let outer_body = std::mem::replace(&mut self.body, body);
        let said_before = self.diags.len();
        self.instances.current = Some(id);
        let scope = self.scopes.open(ScopeKind::Block, Some(scope), "");
        self.in_scope(scope, |this| {
            this.enter_params(function);
            this.function_attributes(id, func, decl);
            let mut list = Vec::new();
            let errors_before = this.diags.error_count();
            if let Syntax::Block(stmts) = &ast.stmts[body_stmt].kind {
                this.check_stmts(stmts, &mut list);
            }
            let is_wrong = this.diags.error_count() != errors_before;
            let block = this.emit_stmt(StmtKind::Block(list), ast.stmts[body_stmt].span);
            this.body.func.body = Some(block);
            let may_stay: Vec<bool> =
                function.params.iter().map(|param| this.may_be_unused(&param.attributes)).collect();
            this.check_assignments(&may_stay);
            let ret = this.body.func.ret;
            let may_return = is_wrong
                || ret == Types::VOID
                || this.types().is_error(ret)
                || ast.is_broken
                || this.options.may_end_early;
            if !may_return && this.reaches_end(block) {
                let end = ast.stmts[body_stmt].span;
                let text = this.body.func.name.clone();
                this.report(errors::missing_return(Span::new(end.hi.saturating_sub(1), end.hi), &text));
            }
        });
        self.instances.current = None;
        self.explain_instance(id, said_before);
        let mut done = std::mem::replace(&mut self.body, outer_body);
        done.func.exprs.shrink_to_fit();
        done.func.stmts.shrink_to_fit();
        self.program.funcs[func] = done.func;
        if let Some(uses) = &mut self.uses
            && !(done.if_reached.is_empty() && done.if_reached_from.is_empty())
        {
            uses.conditional.push(ast.stmts[body_stmt].span);
        }
        self.if_reached[func] = done.if_reached;
        self.if_reached_from[func] = done.if_reached_from;
    }

    /// Enters the parameters as variables.
    fn enter_params(&mut self, function: &ast::Function) {
        let locals: SmallVec<[LocalId; 8]> = self.body.func.params.iter().map(|param| param.local).collect();
        for (local, written) in locals.into_iter().zip(&function.params) {
            let modifiers = self.variable_modifiers(written.ty);
            if modifiers.is_const || modifiers.uniform {
                self.body.const_locals.insert(local);
            }
            let span = written.name.map_or(written.span, |name| name.span);
            let ty = self.body.func.locals[local].ty;
            let ty = self.complete_variable_type(ty, true, span);
            let value = if self.types().is_error(ty) { ValueEntity::Error } else { ValueEntity::Local(local) };
            if let Some(name) = written.name {
                self.declare_value(name, value);
            }
        }
    }

    /// The function of an overload set's only member, for names in attributes.
    pub fn function_named(&self, name: &str) -> Vec<FuncId> {
        let Some(symbol) = self.names.get(name) else { return Vec::new() };
        match self.scopes.get(self.global_scope).values.get(&symbol).map(|d| &d.entity) {
            Some(ValueEntity::Functions(set)) => self.sets[*set]
                .iter()
                .filter(|&&id| self.fns[id].has_body)
                .filter_map(|&id| self.fns[id].func)
                .collect(),
            _ => Vec::new(),
        }
    }

    /// A template's declaration: its signature is looked at when it is used.
    fn declare_function_template(
        &mut self,
        id: DeclId,
        function: &ast::Function,
        name: Name,
        scope: ScopeId,
        record: Option<StructId>,
        set: FnSetId,
    ) -> FnId {
        let ast = self.ast;
        let header = ast.decls[id].templates.len() - 1;
        let modifiers = self.variable_modifiers(function.result);
        let others = self.sets[set].clone();
        let existing = others.into_iter().find(|&other| {
            let decl = &self.fns[other];
            decl.template.is_some() && decl.record == record && self.same_template(decl.decl, id, scope)
        });
        if let Some(existing) = existing {
            self.redeclare_template(existing, id, function, name.span);
            return existing;
        }
        let fn_id = self.fns.push(FnDecl {
            name: name.node,
            span: name.span,
            scope,
            decl: id,
            record,
            is_static: modifiers.is_static && record.is_some(),
            has_body: function.body.is_some(),
            template: Some(FnTemplate { header, ..FnTemplate::default() }),
            origin: None,
            sig: Signature { ret: Types::ERROR, params: Vec::new() },
            func: None,
            lazy: false,
        });
        self.sets[set].push(fn_id);
        self.note_function(name.span, fn_id);
        fn_id
    }

    /// Checks a further declaration of a function template, which may be its definition.
    fn redeclare_template(&mut self, existing: FnId, id: DeclId, function: &ast::Function, span: Span) {
        let had_body = self.fns[existing].has_body;
        let first = self.fns[existing].span;
        self.note_same(first, span);
        self.note_function(span, existing);
        if let Some(template) = &mut self.fns[existing].template {
            template.redeclared.push(id);
        }
        if function.body.is_none() {
            return;
        }
        if had_body {
            let text = self.text(self.fns[existing].name);
            self.report(errors::redefinition(span, &text).label(first, "first defined here"));
            return;
        }
        if let Some(template) = &mut self.fns[existing].template {
            template.definition = Some(id);
        }
        self.fns[existing].has_body = true;
        self.fns[existing].span = span;
        self.require_awaited();
    }
}

/// Gives a function room for what a body of such a length rarely exceeds. What is not used goes back when the body is done.
fn make_room(func: &mut hir::Function, body: Span) {
    /// A longer body does without.
    const LONGEST: u32 = 1 << 16;
    let bytes = body.hi.saturating_sub(body.lo).min(LONGEST) as usize;
    func.exprs.reserve(bytes / 2);
    func.stmts.reserve(bytes / 16);
}
