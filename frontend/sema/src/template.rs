//! Instantiates templates: instances of structs, aliases and functions, deduction of arguments, specialisations.
//!
//! A template is checked by checking its declaration again for each list of arguments, in a scope that holds them.
//! So there are no dependent types, and what is never used is never checked. Instances are made once per list of
//! arguments; their number and how deep they need each other draw on budgets.

use crate::cx::{Checker, FnDecl, FnId, Operand, RecordTemplate, RecordTemplateId, TemplateId, TemplateValue};
use crate::deduction::{Conflict, Deduction};
use crate::errors;
use crate::instances::in_named;
use crate::scope::{Declared, ScopeId, ScopeKind, TypeEntity, ValueEntity};
use hlslc_base::{Diagnostics, Span};
use hlslc_hir::types::{ScalarKind, StructId, TemplateArgument, Ty, TyData, Types};
use hlslc_hir::value::ConstValue;
use hlslc_syntax::ast::{self, DeclId, DeclKind, Name, TemplateArg, TemplateParam, TypeExprId};

/// The suffix of an instance's name if its arguments are long.
fn numbered(number: usize) -> String {
    format!("<#{number}>")
}

/// Bytes of the arguments of an instance in its name.
const LONGEST_ARGUMENTS: usize = 1024;

pub(crate) fn param_name(param: &TemplateParam) -> Option<Name> {
    match param {
        TemplateParam::Type { name, .. } | TemplateParam::Value { name, .. } | TemplateParam::Template { name, .. } => {
            *name
        }
    }
}

impl<'a> Checker<'a> {
    // ------------------------------------------------------------------------------------------ structs

    /// Declares a template of structs, or a specialisation of one.
    pub fn declare_record_template(&mut self, id: DeclId, record: &ast::Record) {
        let ast = self.ast;
        let headers = &ast.decls[id].templates;
        let Some(header) = headers.last() else { return };
        let Some(segment) = record.name.as_ref().and_then(ast::Path::last) else { return };
        let name = segment.name;
        let existing = self.scopes.get(self.scope).types.get(&name.node).map(|d| d.entity);
        let Some(params) = &header.params else {
            // An explicit instantiation.
            if let Some(path) = &record.name {
                self.named_type(path);
            }
            return;
        };
        if segment.args.is_some() {
            if let Some(path) = &record.name {
                self.declare_specialization(id, path, name);
            }
            return;
        }
        if params.is_empty() {
            let text = self.text(name.node);
            self.report(errors::no_template_to_specialize(name.span, &text));
            return;
        }
        if let Some(TypeEntity::RecordTemplate(template)) = existing {
            let old = self.record_templates[template].decl;
            let defined = matches!(&ast.decls[old].kind, DeclKind::Record(r) if r.members.is_some());
            if record.members.is_some() {
                if defined {
                    let text = self.text(name.node);
                    self.report(
                        errors::redefinition(name.span, &text).label(ast.decls[old].span, "first declared here"),
                    );
                    return;
                }
                self.record_templates[template].decl = id;
            }
            return;
        }
        let template = self.record_templates.push(RecordTemplate {
            name: name.node,
            decl: id,
            scope: self.scope,
            header: headers.len() - 1,
            specializations: Vec::new(),
            members: Vec::new(),
        });
        self.declare_type(name, TypeEntity::RecordTemplate(template));
    }

    /// The instance of a template that surrounds the current scope, which its bare name means.
    pub fn instance_around(&mut self, template: RecordTemplateId) -> Option<Ty> {
        let found = self.scopes.outwards(self.scope).find_map(|scope| match self.scopes.get(scope).kind {
            ScopeKind::Record(id) if self.records[id].origin.as_ref().is_some_and(|o| o.0 == template) => Some(id),
            ScopeKind::Global
            | ScopeKind::Namespace
            | ScopeKind::Record(_)
            | ScopeKind::Enum(_)
            | ScopeKind::Template
            | ScopeKind::Block => None,
        })?;
        Some(self.types_mut().intern(TyData::Struct(found)))
    }

    /// An instance of a struct template.
    pub fn instantiate_record(&mut self, template: RecordTemplateId, args: &[TemplateArg], span: Span) -> Ty {
        let ast = self.ast;
        let primary = self.record_templates[template].decl;
        let Some(params) = header_params(&ast.decls[primary].templates, self.record_templates[template].header) else {
            return Types::ERROR;
        };
        let outer = self.record_templates[template].scope;
        let name = self.text(self.record_templates[template].name);
        let Some(values) = self.all_arguments(params, args, outer, &name, span) else { return Types::ERROR };
        self.record_instance(template, values, span)
    }

    fn record_instance(&mut self, template: RecordTemplateId, values: Vec<TemplateValue>, span: Span) -> Ty {
        // What is wrong with an argument has been said.
        if values.iter().any(|value| matches!(value, TemplateValue::Type(ty) if self.types().is_error(*ty))) {
            return Types::ERROR;
        }
        let known = self.record_instances[template].get(&values).copied();
        if let Some(id) = known
            && (self.types().structs[id].is_complete || self.records[id].defining)
        {
            return self.types_mut().intern(TyData::Struct(id));
        }
        if !self.spend_instantiation(span) {
            return Types::ERROR;
        }
        let ast = self.ast;
        let (decl, bound_params, bound_values) = self.select_specialization(template, &values, span);
        let DeclKind::Record(record) = &ast.decls[decl].kind else { return Types::ERROR };
        // An instance may be named before there is a definition: one that comes later may still be the first.
        if let (Some(id), None) = (known, &record.members) {
            return self.types_mut().intern(TyData::Struct(id));
        }
        let short = self.text(self.record_templates[template].name);
        let number = self.types().structs.len();
        let shown = self.instance_suffix(&values, number);
        let outer = self.record_templates[template].scope;
        let display = format!("{}{short}{shown}", self.scopes.get(outer).prefix);
        let scope = self.bind(outer, bound_params, &bound_values);
        let short = format!("{short}{shown}");
        let id = match known {
            Some(id) => {
                self.records[id].scope = Some(self.scopes.open(ScopeKind::Record(id), Some(scope), &short));
                id
            }
            None => self.new_record(display, &short, record.kind, ast.decls[decl].span, scope),
        };
        let arguments = values.iter().map(|value| self.argument(value)).collect();
        self.types_mut().structs[id].arguments = arguments;
        self.records[id].origin = Some((template, values.clone()));
        self.records[id].is_numbered = short.ends_with(&numbered(number));
        self.record_instances[template].insert(values, id);
        let ty = self.types_mut().intern(TyData::Struct(id));
        if record.members.is_none() {
            return ty;
        }
        let was_instance = std::mem::replace(&mut self.instantiating, true);
        self.depth += 1;
        // What is wrong in a definition is wrong whoever asks for it.
        let before = std::mem::take(self.diags);
        self.in_scope(scope, |this| this.define_record(id, decl, record));
        let found = std::mem::replace(self.diags, before);
        let sink = if self.tentative > 0 { &mut self.definite } else { &mut *self.diags };
        let name = &self.program.types.structs[id].name;
        sink.extend(found.into_vec().into_iter().map(|problem| in_named(problem, name, span)));
        self.depth -= 1;
        self.instantiating = was_instance;
        ty
    }

    /// Counts an instantiation; reports and gives false once there are too many, or too deep.
    pub(crate) fn spend_instantiation(&mut self, span: Span) -> bool {
        if self.exhausted.is_some() {
            return false;
        }
        self.instantiations += 1;
        let (deepest, most) = (self.budgets.instantiation_depth, self.budgets.instantiations);
        if self.depth >= deepest {
            self.exhaust(errors::instantiation_depth(span, deepest));
        } else if self.instantiations > most {
            self.exhaust(errors::too_many_instantiations(span, most));
        }
        self.exhausted.is_none()
    }

    /// The result of something that may fail without an error in the program, and its diagnostics. Errors in
    /// definitions that it needs are reported in any case.
    pub(crate) fn tentatively<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> (T, Diagnostics) {
        let before = std::mem::take(self.diags);
        self.tentative += 1;
        let value = part(self);
        self.tentative -= 1;
        let found = std::mem::replace(self.diags, before);
        if self.tentative == 0 {
            let definite = std::mem::take(&mut self.definite);
            self.diags.extend(definite.into_vec());
        }
        (value, found)
    }

    pub(crate) fn same_value(&mut self, written: TemplateValue, value: &TemplateValue) -> bool {
        match (self.canonical(written), value) {
            (TemplateValue::Type(written), TemplateValue::Type(ty)) => {
                !self.types().is_error(written) && self.same_type(written, *ty)
            }
            (TemplateValue::Number(_, written), TemplateValue::Number(_, number)) => written == *number,
            (TemplateValue::Template(written), TemplateValue::Template(template)) => written == *template,
            _ => false,
        }
    }

    /// Template arguments as messages write them.
    pub(crate) fn show_values(&self, values: &[TemplateValue]) -> String {
        let list: Vec<String> = values
            .iter()
            .map(|value| match value {
                TemplateValue::Type(ty) => self.show(*ty),
                TemplateValue::Number(_, bits) => (*bits as i64).to_string(),
                TemplateValue::Template(template) => self.template_name(*template),
            })
            .collect();
        list.join(", ")
    }

    /// The suffix of an instance's name after that of its template: its arguments, or its number if they would be long.
    /// Each of two arguments may be an instance with two arguments, and so on, so the length of names that spell out
    /// all of them doubles.
    fn instance_suffix(&self, values: &[TemplateValue], number: usize) -> String {
        let shown = format!("<{}>", self.show_values(values));
        if shown.len() <= LONGEST_ARGUMENTS { shown } else { numbered(number) }
    }

    /// The name of a template.
    pub(crate) fn template_name(&self, template: TemplateId) -> String {
        match template {
            TemplateId::Record(id) => self.text(self.record_templates[id].name),
            TemplateId::Alias(decl, _) => {
                if let DeclKind::Alias(alias) = &self.ast.decls[decl].kind {
                    self.text(alias.name.node)
                } else {
                    String::new()
                }
            }
        }
    }

    /// The parameters of a template.
    pub(crate) fn template_params(&self, template: TemplateId) -> &'a [TemplateParam] {
        let ast = self.ast;
        match template {
            TemplateId::Record(id) => {
                let template = &self.record_templates[id];
                header_params(&ast.decls[template.decl].templates, template.header).unwrap_or(&[])
            }
            TemplateId::Alias(decl, _) => last_params(ast, decl),
        }
    }

    /// An argument for the checked program.
    fn argument(&self, value: &TemplateValue) -> TemplateArgument {
        match *value {
            TemplateValue::Type(ty) => TemplateArgument::Type(ty),
            TemplateValue::Number(_, bits) => TemplateArgument::Number(bits as i64),
            TemplateValue::Template(template) => TemplateArgument::Template(self.template_name(template)),
        }
    }

    /// A scope inside `outer` with the parameters of a template bound to values.
    pub(crate) fn bind(&mut self, outer: ScopeId, params: &[TemplateParam], values: &[TemplateValue]) -> ScopeId {
        let scope = self.scopes.open(ScopeKind::Template, Some(outer), "");
        for (param, value) in params.iter().zip(values) {
            self.bind_one(scope, param, value);
        }
        scope
    }

    pub(crate) fn bind_one(&mut self, scope: ScopeId, param: &TemplateParam, value: &TemplateValue) {
        let Some(name) = param_name(param) else { return };
        let sort = crate::uses::Sort::TemplateParameter;
        match value {
            TemplateValue::Type(ty) => self.note(name.span, sort, name.span, *ty, None),
            TemplateValue::Template(_) => self.note(name.span, sort, name.span, Types::ERROR, None),
            TemplateValue::Number(..) => {}
        }
        match value {
            TemplateValue::Type(ty) => {
                let declared = Declared { entity: TypeEntity::Type(*ty), span: name.span };
                self.scopes.get_mut(scope).types.insert(name.node, declared);
            }
            TemplateValue::Number(ty, bits) => {
                let ty = match param {
                    TemplateParam::Value { ty, .. } => self.in_scope(scope, |this| this.resolve_type(*ty)),
                    TemplateParam::Type { .. } | TemplateParam::Template { .. } => *ty,
                };
                let value = match self.types().element_kind(ty) {
                    Some(ScalarKind::Bool) => ConstValue::bool(*bits != 0),
                    Some(kind) if kind.is_float() => ConstValue::float(*bits as i64 as f64),
                    Some(kind) => ConstValue::int(crate::fold::wrap(*bits, kind)),
                    None => ConstValue::int(*bits),
                };
                self.note(name.span, sort, name.span, ty, self.uses.is_some().then(|| value.clone()));
                let declared = Declared { entity: ValueEntity::Constant(ty, value), span: name.span };
                self.scopes.get_mut(scope).values.insert(name.node, declared);
            }
            TemplateValue::Template(template) => {
                let entity = match *template {
                    TemplateId::Record(id) => TypeEntity::RecordTemplate(id),
                    TemplateId::Alias(decl, scope) => TypeEntity::AliasTemplate(decl, scope),
                };
                self.scopes.get_mut(scope).types.insert(name.node, Declared { entity, span: name.span });
            }
        }
    }

    /// Arguments for all parameters: those given, then defaults. Reports what is wrong.
    pub(crate) fn all_arguments(
        &mut self,
        params: &[TemplateParam],
        args: &[TemplateArg],
        outer: ScopeId,
        name: &str,
        span: Span,
    ) -> Option<Vec<TemplateValue>> {
        if args.len() > params.len() {
            self.report(errors::too_many_template_args(span, name));
            return None;
        }
        let mut values = Vec::with_capacity(params.len());
        let scope = self.scopes.open(ScopeKind::Template, Some(outer), "");
        for (position, param) in params.iter().enumerate() {
            let value = match args.get(position) {
                Some(&arg) => {
                    let value = match (param, arg) {
                        (TemplateParam::Template { .. }, TemplateArg::Type(written)) => {
                            match self.named_template(written) {
                                Some(template) => TemplateValue::Template(template),
                                None => self.template_value(arg)?,
                            }
                        }
                        _ => self.template_value(arg)?,
                    };
                    self.check_argument_kind(param, &value, arg)?;
                    value
                }
                None => match self.in_scope(scope, |this| this.default_argument(param)) {
                    Some(value) => value,
                    None => {
                        self.report(errors::too_few_template_args(span, name));
                        return None;
                    }
                },
            };
            self.bind_one(scope, param, &value);
            values.push(self.canonical(value));
        }
        Some(values)
    }

    fn check_argument_kind(&mut self, param: &TemplateParam, value: &TemplateValue, arg: TemplateArg) -> Option<()> {
        let span = match arg {
            TemplateArg::Type(id) => self.ast.types[id].span,
            TemplateArg::Value(id) => self.ast.exprs[id].span,
        };
        match (param, value) {
            (TemplateParam::Type { .. }, TemplateValue::Type(_))
            | (TemplateParam::Value { .. }, TemplateValue::Number(..))
            | (TemplateParam::Template { .. }, TemplateValue::Template(_)) => Some(()),
            (TemplateParam::Type { .. }, _) => {
                self.report(errors::template_arg_must_be_type(span));
                None
            }
            (TemplateParam::Template { .. }, _) => {
                self.report(errors::template_arg_must_be_template(span));
                None
            }
            _ => {
                self.report(errors::template_arg_must_be_value(span));
                None
            }
        }
    }

    pub(crate) fn default_argument(&mut self, param: &TemplateParam) -> Option<TemplateValue> {
        match param {
            TemplateParam::Type { default, .. } => {
                let ty = self.resolve_type((*default)?);
                (!self.types().is_error(ty)).then_some(TemplateValue::Type(ty))
            }
            TemplateParam::Value { default, .. } => {
                let (bits, ty) = self.const_integer((*default)?)?;
                Some(TemplateValue::Number(ty, bits as u64))
            }
            TemplateParam::Template { default, .. } => self.named_template((*default)?).map(TemplateValue::Template),
        }
    }

    /// An alias template's type for these arguments.
    pub fn instantiate_alias(&mut self, decl: DeclId, scope: ScopeId, args: &[TemplateArg], span: Span) -> Ty {
        let ast = self.ast;
        let DeclKind::Alias(alias) = &ast.decls[decl].kind else { return Types::ERROR };
        let params = ast.decls[decl].templates.last().and_then(|h| h.params.as_deref()).unwrap_or(&[]);
        let name = self.text(alias.name.node);
        if !self.spend_instantiation(span) {
            return Types::ERROR;
        }
        let Some(values) = self.all_arguments(params, args, scope, &name, span) else { return Types::ERROR };
        let inner = self.bind(scope, params, &values);
        let said_before = self.diags.len();
        self.depth += 1;
        let ty = self.in_scope(inner, |this| this.alias_type(alias));
        self.depth -= 1;
        self.explain_named(said_before, &name, &values, span);
        ty
    }

    // ------------------------------------------------------------------------------------------ functions

    /// The instance of a function template that a call means, or why there is none.
    pub fn deduce_and_instantiate(
        &mut self,
        template: FnId,
        explicit: Option<&[TemplateValue]>,
        args: &[Operand],
    ) -> Result<FnId, String> {
        let ast = self.ast;
        let decl = self.fns[template].clone();
        let DeclKind::Function(function) = &ast.decls[decl.decl].kind else { return Err(String::new()) };
        let header = decl.template.as_ref().map_or(0, |t| t.header);
        let params = header_params(&ast.decls[decl.decl].templates, header).unwrap_or(&[]);
        let explicit = explicit.unwrap_or(&[]);
        if explicit.len() > params.len() {
            return Err(format!("it takes {} template arguments", params.len()));
        }
        let least = function.params.iter().position(|p| p.default.is_some()).unwrap_or(function.params.len());
        if args.len() < least || args.len() > function.params.len() {
            return Err(format!("requires {least} arguments, but {} were given", args.len()));
        }
        let mut deduction = Deduction::new(params);
        for (position, value) in explicit.iter().enumerate() {
            deduction.values[position] = Some(self.canonical(value.clone()));
        }
        let given = explicit.len();
        for (at, (param, arg)) in function.params.iter().zip(args).enumerate() {
            deduction.argument = at + 1;
            let arg_ty = self.array_of_text(arg).unwrap_or(arg.ty);
            let arg_ty = self.settled_type(arg_ty);
            let fixed: Vec<_> = deduction.values[..given].to_vec();
            let fits = self.in_scope(decl.scope, |this| this.unify_param(param, arg_ty, &mut deduction));
            // What was written counts, whatever the arguments say.
            deduction.values[..given].clone_from_slice(&fixed);
            if !fits && given == 0 {
                if let Some(Conflict { param, first, then }) = &deduction.conflict {
                    let name = param_name(&params[*param]).map_or_else(String::new, |name| self.text(name.node));
                    let shown = |value: &TemplateValue| self.show_values(std::slice::from_ref(value));
                    let ((first, one), (then, other)) = ((shown(&first.0), first.1), (shown(&then.0), then.1));
                    return Err(format!(
                        "`{name}` is `{first}` from argument {one} and `{then}` from argument {other}"
                    ));
                }
                let shown = self.show(arg_ty);
                return Err(format!("argument {} is `{shown}`, which the template's parameter does not match", at + 1));
            }
        }
        let scope = self.scopes.open(ScopeKind::Template, Some(decl.scope), "");
        let mut values = Vec::with_capacity(params.len());
        for (position, param) in params.iter().enumerate() {
            let value = match deduction.values[position].take() {
                Some(value) => self.canonical(value),
                None => {
                    match self.substituted(|this| this.in_scope(scope, |this| this.default_of(template, position)))? {
                        Some(value) => self.canonical(value),
                        None => {
                            let text = param_name(param).map_or_else(String::new, |n| self.text(n.node));
                            return Err(format!("couldn't infer template argument `{text}`"));
                        }
                    }
                }
            };
            // The type of a value may make no sense: `If<is_float<T>::value, bool>::type = true`.
            if let TemplateParam::Value { ty, .. } = param
                && self.mentions(*ty, params)
            {
                self.substituted(|this| this.in_scope(scope, |this| this.resolve_type(*ty)))?;
            }
            self.bind_one(scope, param, &value);
            values.push(value);
        }
        self.function_instance(template, values, scope)
    }

    /// The result of a part of a function template's declaration: an error in it removes the candidate and is not
    /// reported (SFINAE).
    fn substituted<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> Result<T, String> {
        let (value, found) = self.tentatively(part);
        if let Some(first) = found.iter().find(|d| d.severity == hlslc_base::Severity::Error) {
            return Err(format!("substitution failed: {}", first.message));
        }
        self.diags.extend(found.into_vec());
        Ok(value)
    }

    /// The default of a function template's parameter, which stands in one of the template's declarations.
    fn default_of(&mut self, template: FnId, position: usize) -> Option<TemplateValue> {
        let ast = self.ast;
        let of = self.fns[template].clone();
        let redeclared = of.template.map(|template| template.redeclared).unwrap_or_default();
        std::iter::once(of.decl)
            .chain(redeclared)
            .find_map(|decl| self.default_argument(last_params(ast, decl).get(position)?))
    }

    /// The type that an argument has for deduction: literals are `int` and `float`.
    pub fn settled_type(&mut self, ty: Ty) -> Ty {
        match self.types().element_kind(ty) {
            Some(ScalarKind::LitInt) => self.types_mut().with_kind(ty, ScalarKind::Int),
            Some(ScalarKind::LitFloat) => self.types_mut().with_kind(ty, ScalarKind::Float),
            _ => ty,
        }
    }

    /// The instance for a full list of arguments, which `scope` binds.
    fn function_instance(
        &mut self,
        template: FnId,
        values: Vec<TemplateValue>,
        scope: ScopeId,
    ) -> Result<FnId, String> {
        if let Some(&found) = self.fn_instances[template].get(&values) {
            return Ok(found);
        }
        let ast = self.ast;
        let decl = self.fns[template].clone();
        let DeclKind::Function(function) = &ast.decls[decl.decl].kind else { return Err(String::new()) };
        if !self.spend_instantiation(decl.span) {
            return Err("too many instantiations".to_owned());
        }
        let mut sig = self.substituted(|this| this.in_scope(scope, |this| this.signature(function)))?;
        if matches!(self.types().data(sig.ret), TyData::Array(..)) && self.names_parameter(scope, function.result) {
            return Err("a function cannot give an array".to_owned());
        }
        for default in sig.params.iter_mut().filter_map(|param| param.default.as_mut()) {
            default.before = template;
        }
        let shown = self.instance_suffix(&values, self.fns.len());
        let has_body = function.body.is_some();
        let origin = Some((template, values.clone()));
        let id = self.fns.push(FnDecl { scope, template: None, sig, func: None, lazy: true, has_body, origin, ..decl });
        self.fn_instances[template].insert(values, id);
        self.make_function(id, function, &shown);
        Ok(id)
    }

    /// Whether a type is written as nothing but a parameter that a scope binds.
    fn names_parameter(&self, scope: ScopeId, ty: TypeExprId) -> bool {
        let ast::TypeExprKind::Named(path) = &self.ast.types[ty].kind else { return false };
        path.as_name().is_some_and(|name| self.scopes.get(scope).types.contains_key(&name.node))
    }

    /// `template<> T f<A>(…)`: a full specialisation; or `template T f<A>(…)`, an explicit instantiation.
    pub fn specialize_function(
        &mut self,
        id: DeclId,
        function: &ast::Function,
        name: Name,
        scope: ScopeId,
        record: Option<StructId>,
    ) -> Option<FnId> {
        let ast = self.ast;
        let sig = self.in_scope(scope, |this| this.signature(function));
        let explicit: Vec<TemplateValue> = match &function.args {
            Some(args) => args.iter().map(|&arg| self.template_value(arg)).collect::<Option<_>>()?,
            None => Vec::new(),
        };
        let candidates: Vec<FnId> = match self.scopes.value_in(scope, name.node).map(|v| v.1.entity.clone()) {
            Some(ValueEntity::Functions(set)) => self.sets[set].clone(),
            _ => Vec::new(),
        };
        for template in candidates {
            let decl = self.fns[template].clone();
            let Some(data) = &decl.template else { continue };
            let DeclKind::Function(main) = &ast.decls[decl.decl].kind else { continue };
            let params = header_params(&ast.decls[decl.decl].templates, data.header).unwrap_or(&[]);
            if main.params.len() != sig.params.len() || explicit.len() > params.len() {
                continue;
            }
            let mut deduction = Deduction::new(params);
            for (position, value) in explicit.iter().enumerate() {
                deduction.values[position] = Some(self.canonical(value.clone()));
            }
            let fits = self.in_scope(decl.scope, |this| {
                main.params
                    .iter()
                    .zip(&sig.params)
                    .all(|(param, actual)| this.unify_param(param, actual.ty, &mut deduction))
            });
            let Some(values) = fits.then(|| deduction.values.into_iter().collect::<Option<Vec<_>>>()).flatten() else {
                continue;
            };
            let is_instantiation = ast.decls[id].templates.iter().any(|h| h.params.is_none());
            if is_instantiation {
                let inner = self.bind(decl.scope, params, &values);
                let instance = self.function_instance(template, values, inner).ok()?;
                self.require_body(instance, name.span);
                return Some(instance);
            }
            let suffix = self.instance_suffix(&values, self.fns.len());
            let has_body = function.body.is_some();
            if let Some(&existing) = self.fn_instances[template].get(&values) {
                let old = &self.fns[existing];
                let (is_specialization, had_body, first) = (old.origin.is_none(), old.has_body, old.span);
                let shown = format!("{}{suffix}", self.text(name.node));
                if !is_specialization && (!old.lazy || self.awaited.contains(&existing)) {
                    self.report(errors::late_specialization(name.span, &shown));
                    return None;
                }
                if is_specialization {
                    match (had_body, has_body) {
                        (true, true) => {
                            self.report(errors::redefinition(name.span, &shown).label(first, "first defined here"));
                        }
                        (false, true) => {
                            self.define(existing, (id, function), sig, name.span, &suffix);
                            self.require_body(existing, name.span);
                        }
                        (_, false) => {}
                    }
                    return Some(existing);
                }
            }
            let new = FnDecl {
                span: name.span,
                decl: id,
                record,
                has_body,
                template: None,
                sig,
                func: None,
                lazy: true,
                ..decl
            };
            let fn_id = self.fns.push(FnDecl { scope, ..new });
            self.fn_instances[template].insert(values, fn_id);
            self.make_function(fn_id, function, &suffix);
            self.require_body(fn_id, name.span);
            return Some(fn_id);
        }
        let text = self.text(name.node);
        self.report(errors::no_template_to_specialize(name.span, &text));
        None
    }
}

/// The parameters of a declaration's own template header, after those of the templates around it.
pub(crate) fn last_params(ast: &ast::Ast, id: DeclId) -> &[TemplateParam] {
    ast.decls[id].templates.last().and_then(|header| header.params.as_deref()).unwrap_or(&[])
}

/// The parameters of the header at a position, or of the last one.
pub(crate) fn header_params(headers: &[ast::TemplateHeader], position: usize) -> Option<&[TemplateParam]> {
    headers.get(position).or(headers.last())?.params.as_deref()
}
