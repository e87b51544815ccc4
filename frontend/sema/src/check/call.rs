//! Checks calls of functions, methods, operators, built-in functions and constructors.

use crate::cx::{Access, Checker, FnId, Operand, OperandKind, TemplateValue};
use crate::errors;
use crate::facts::Asked;
use crate::intrinsic_match::{self, NoMatch, Problem, Resolved};
use crate::resolve_type::Qualifier;
use crate::scope::{ScopeId, ScopeKind, ValueEntity};
use hlslc_base::Span;
use hlslc_base::suggest::nearest;
use hlslc_hir::hir::{Arg, ExprKind, ParamMode, Place, PlaceBase};
use hlslc_hir::intrinsics::{Class, Element, Expansion, Lowering, Mode, nodes};
use hlslc_hir::objects::ObjectKind;
use hlslc_hir::types::{Coherence, ScalarKind, StructId, Ty, TyData, Types};
use hlslc_hir::value::ScalarValue;
use hlslc_syntax::ast::{self, ExprKind as Syntax, OperatorName, Path, PathSegment};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::rc::Rc;

/// The arguments of a call. Few calls have more.
type Operands = SmallVec<[Operand; 4]>;

/// Whether 32 bits hold a number, with a sign or without.
fn in_32_bits(number: i64) -> bool {
    i32::try_from(number).is_ok() || u32::try_from(number).is_ok()
}

impl Checker<'_> {
    /// `callee(args)`.
    pub fn call(&mut self, callee: ast::ExprId, args: &[ast::ExprId], span: Span) -> Operand {
        let ast = self.ast;
        let mut callee = callee;
        while let Syntax::Paren(inner) = ast.exprs[callee].kind {
            callee = inner;
        }
        #[expect(clippy::wildcard_enum_match_arm, reason = "every other callee is an expression whose type decides")]
        match &ast.exprs[callee].kind {
            Syntax::Name(path) => self.call_named(path, args, span),
            Syntax::Member { base, member } => {
                let base = self.check_part(*base, Asked::Member);
                self.call_method(&base, member, args, span)
            }
            Syntax::MemberOperator { base, operator } => {
                let base = self.check_expr(*base);
                let args = self.check_args(args);
                let refs: Vec<&Operand> = args.iter().collect();
                match self.overloaded_operator(operator.node, &base, &refs, span, operator.span) {
                    Some(result) => result,
                    None => {
                        let (name, shown) = (operator_name(operator.node), self.show(base.ty));
                        self.report_unless_error(&[base.ty], errors::no_member(operator.span, &name, &shown));
                        self.error_operand(span)
                    }
                }
            }
            _ => {
                let callee = self.check_expr(callee);
                let args = self.check_args(args);
                self.call_operand(&callee, &args, span)
            }
        }
    }

    fn check_args(&mut self, args: &[ast::ExprId]) -> Operands {
        args.iter().map(|&arg| self.check_expr(arg)).collect()
    }

    /// A call of something that is no name: only objects with `operator()` take it.
    fn call_operand(&mut self, callee: &Operand, args: &[Operand], span: Span) -> Operand {
        let refs: Vec<&Operand> = args.iter().collect();
        if let Some(result) = self.overloaded_operator(OperatorName::Call, callee, &refs, span, callee.span) {
            return result;
        }
        let shown = self.show(callee.ty);
        self.report_unless_error(&[callee.ty], errors::not_callable(callee.span, &shown));
        self.error_operand(span)
    }

    fn call_named(&mut self, path: &Path, args: &[ast::ExprId], span: Span) -> Operand {
        let Some(last) = path.last() else { return self.error_operand(span) };
        let name = last.name.node;
        let qualifier = self.resolve_qualifier(path);
        if self.uses.is_some()
            && qualifier != Qualifier::Error
            && self.meets_cursor(last.name, crate::uses::Place::Name, qualifier)
        {
            self.check_args(args);
            return self.error_operand(span);
        }
        let found = match qualifier {
            Qualifier::None => self.scopes.lookup_value(self.scope, name),
            Qualifier::In(scope) => self.scopes.value_in(scope, name),
            Qualifier::Vk => None,
            Qualifier::Error => {
                self.check_args(args);
                return self.error_operand(span);
            }
        };
        let found = found.map(|(scope, declared)| (scope, declared.entity.clone()));
        match found {
            Some((scope, ValueEntity::Functions(_))) => {
                let args = self.check_args(args);
                let mut candidates = self.candidates(scope, name, qualifier);
                let is_method = matches!(self.scopes.get(scope).kind, ScopeKind::Record(_));
                if qualifier == Qualifier::None && !is_method {
                    candidates.extend(self.candidates_by_arguments(name, &args));
                    let all: IndexSet<FnId, FxBuildHasher> = candidates.into_iter().collect();
                    candidates = all.into_iter().collect();
                }
                self.declared_before(&mut candidates);
                if candidates.is_empty() {
                    return self.call_builtin(last, qualifier, &args, &[], span);
                }
                self.call_set(&candidates, scope, last, &args, qualifier, span)
            }
            Some((_, ValueEntity::Error)) => {
                self.check_args(args);
                self.error_operand(span)
            }
            Some(_) => {
                let callee = self.name(path, path.span);
                let args = self.check_args(args);
                self.call_operand(&callee, &args, span)
            }
            None => {
                if let Some(ty) = self.try_type(path) {
                    return self.construct(ty, args, span);
                }
                let args = self.check_args(args);
                if qualifier == Qualifier::None {
                    let mut candidates = self.candidates_by_arguments(name, &args);
                    self.declared_before(&mut candidates);
                    if let Some(&first) = candidates.first() {
                        let scope = self.fns[first].scope;
                        return self.call_set(&candidates, scope, last, &args, qualifier, span);
                    }
                }
                let casts = matches!(self.names.text(name), "static_pointer_cast" | "reinterpret_pointer_cast");
                let template_args = if casts { Vec::new() } else { self.intrinsic_template_args(last) };
                self.call_builtin(last, qualifier, &args, &template_args, span)
            }
        }
    }

    /// The functions of a name: those of the scope where it was found, and those that `using` makes visible beside.
    pub(super) fn candidates(&self, scope: ScopeId, name: hlslc_base::Symbol, qualifier: Qualifier) -> Vec<FnId> {
        let set_in = |s: ScopeId| match self.scopes.get(s).values.get(&name).map(|d| &d.entity) {
            Some(ValueEntity::Functions(set)) => self.sets[*set].as_slice(),
            _ => &[],
        };
        let own = set_in(scope);
        if matches!(self.scopes.get(scope).kind, ScopeKind::Record(_)) {
            return own.to_vec();
        }
        // A namespace and what `using namespace` opened there are one; a name in `N::` is one of `N` itself if it has it.
        let from = if let Qualifier::In(s) = qualifier {
            if s == scope {
                return own.to_vec();
            }
            s
        } else {
            self.scopes.scope_with_value(self.scope, name).unwrap_or(scope)
        };
        let also = std::iter::once(from).chain(self.scopes.get(from).also.iter().copied());
        let mut others = also.filter(|&other| other != scope).flat_map(set_in).copied().peekable();
        if others.peek().is_none() {
            return own.to_vec();
        }
        let all: IndexSet<FnId, FxBuildHasher> = own.iter().copied().chain(others).collect();
        all.into_iter().collect()
    }

    fn call_set(
        &mut self,
        candidates: &[FnId],
        scope: ScopeId,
        segment: &PathSegment,
        args: &[Operand],
        qualifier: Qualifier,
        span: Span,
    ) -> Operand {
        let text = self.text(segment.name.node);
        let Ok(explicit) = self.explicit_args(segment) else { return self.error_operand(span) };
        // A built-in function that takes the arguments is the one that is meant, however well one of the program fits them and
        // whatever template arguments are written: so it is in DXC.
        if matches!(self.scopes.get(scope).kind, ScopeKind::Global | ScopeKind::Namespace)
            && qualifier == Qualifier::None
            && !args.iter().any(|arg| self.types().is_error(arg.ty))
            && let Some(resolved) = self.resolve_builtin(&self.builtin_name(&text, qualifier), args)
        {
            self.note_builtin(segment.name.span, &resolved);
            if self.uses.is_some() {
                let full = self.builtin_name(&text, qualifier);
                self.note_builtin_call(&full, segment.name.span, None, args);
            }
            return self.call_resolved(&resolved, None, args, span);
        }
        let chosen = self.choose(&text, candidates, explicit.as_deref(), args, segment.name.span);
        self.note_choice(segment.name.span, candidates, chosen, args);
        let Some(id) = chosen else {
            return self.error_operand(span);
        };
        let this = match self.fns[id].record {
            Some(owner) if !self.fns[id].is_static => match self.implicit_object(owner, segment.name.span, &text) {
                Some(place) => Some(place),
                None => return self.error_operand(span),
            },
            _ => None,
        };
        self.emit_call(id, this, args, span)
    }

    /// The object of a method that is called without one, in another method.
    fn implicit_object(&mut self, owner: StructId, span: Span, name: &str) -> Option<Place> {
        let levels = self.body.record.and_then(|record| self.base_distance(record, owner));
        let (Some(levels), true, Some(record)) = (levels, self.body.has_this, self.body.record) else {
            self.report(errors::member_without_object(span, name));
            return None;
        };
        let ty = self.types_mut().intern(TyData::Struct(record));
        let object = self.place_operand(PlaceBase::This, Vec::new(), ty, self.access_of_this(), span);
        let object = self.member_at(&object, levels, &[], span);
        if let OperandKind::Place(place, _) = object.kind { Some(place) } else { None }
    }

    /// Template arguments written after a name. `Err` if one is in error.
    fn explicit_args(&mut self, segment: &PathSegment) -> Result<Option<Vec<TemplateValue>>, ()> {
        let Some(args) = &segment.args else { return Ok(None) };
        let mut values = Vec::with_capacity(args.len());
        for &arg in args {
            values.push(self.template_value(arg).ok_or(())?);
        }
        Ok(Some(values))
    }

    fn intrinsic_template_args(&mut self, segment: &PathSegment) -> Vec<Ty> {
        let args = segment.args.clone().unwrap_or_default();
        args.into_iter().map(|arg| self.type_arg(arg).unwrap_or(Types::ERROR)).collect()
    }

    // ------------------------------------------------------------------------------------------ methods

    fn call_method(&mut self, base: &Operand, member: &Path, args: &[ast::ExprId], span: Span) -> Operand {
        let args = self.check_args(args);
        let Some(last) = member.last() else { return self.error_operand(span) };
        if self.uses.is_some() && self.meets_member_cursor(base.ty, member) {
            return self.error_operand(span);
        }
        match self.data(base.ty) {
            TyData::Error => self.error_operand(span),
            TyData::Struct(id) => self.call_struct_method(base, id, member, &args, span),
            TyData::Object(ObjectKind::ConstantBuffer | ObjectKind::TextureBuffer, _) => {
                let contents = self.contents_of_buffer(base);
                match self.struct_of(contents.ty) {
                    Some(id) => self.call_struct_method(&contents, id, member, &args, span),
                    None => self.error_operand(span),
                }
            }
            TyData::Object(kind, _) => {
                if kind.is_foreign()
                    && let Some(place) = self.address_method(base, &self.text(last.name.node), &args, span)
                {
                    return place;
                }
                if self.reject_bare_elements(base.ty, span) {
                    return self.error_operand(span);
                }
                let template_args = self.intrinsic_template_args(last);
                self.call_object_method(base, kind, last, &args, &template_args, span)
            }
            TyData::Void
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Enum(_)
            | TyData::String => {
                let (text, shown) = (self.text(last.name.node), self.show(base.ty));
                let error = errors::member_of_non_struct(last.name.span, &text, &shown);
                let is_number = self.types().element_kind(base.ty).is_some();
                self.report(if is_number { super::member::with_function(error, &text) } else { error });
                self.error_operand(span)
            }
        }
    }

    fn call_struct_method(
        &mut self,
        base: &Operand,
        id: StructId,
        member: &Path,
        args: &[Operand],
        span: Span,
    ) -> Operand {
        let Some(last) = member.last() else { return self.error_operand(span) };
        let name = last.name.node;
        let start = match self.resolve_qualifier(member) {
            Qualifier::In(scope) => Some(scope),
            Qualifier::Error => return self.error_operand(span),
            Qualifier::None | Qualifier::Vk => self.records[id].scope,
        };
        let found = start.and_then(|s| self.scopes.value_in(s, name)).map(|(s, d)| (s, d.entity.clone()));
        let text = self.text(name);
        let Some((_, entity)) = found else {
            let shown = self.show(base.ty);
            let mut error = errors::no_member(last.name.span, &text, &shown);
            let names: Vec<String> = start.map_or_else(Vec::new, |scope| {
                self.scopes.names_of(scope).into_iter().map(|name| self.text(name)).collect()
            });
            if let Some(word) = nearest(&text, names.iter().map(String::as_str)) {
                error = error.suggest(last.name.span, word, format!("did you mean `{word}`?"));
            }
            self.report(error);
            return self.error_operand(span);
        };
        let ValueEntity::Functions(set) = entity else {
            let callee = self.member(base, member, span);
            return self.call_operand(&callee, args, span);
        };
        let Ok(explicit) = self.explicit_args(last) else { return self.error_operand(span) };
        let candidates = self.sets[set].clone();
        let chosen = self.choose(&text, &candidates, explicit.as_deref(), args, last.name.span);
        self.note_choice(last.name.span, &candidates, chosen, args);
        let Some(chosen) = chosen else {
            return self.error_operand(span);
        };
        let this = self.method_object(chosen, base, id, span);
        self.emit_call(chosen, this, args, span)
    }

    /// The object that a method is called on: a place of the struct that declares the method.
    pub fn method_object(&mut self, id: FnId, base: &Operand, record: StructId, span: Span) -> Option<Place> {
        let owner = self.fns[id].record?;
        if self.fns[id].is_static {
            return None;
        }
        let levels = self.base_distance(record, owner).unwrap_or(0);
        let object = self.member_at(base, levels, &[], base.span);
        let (place, access) = self.place(&object);
        if access == Access::Mutable {
            return Some(place);
        }
        if access == Access::Temporary {
            return Some(place);
        }
        // What cannot be written is copied, so that nothing is written back.
        let value = self.load(place, span);
        let base = PlaceBase::Temporary(value);
        Some(Place { base, projections: Vec::new(), ty: object.ty, span })
    }

    /// A call of an overloaded operator of a struct, if the left operand is one that has it.
    pub fn overloaded_operator(
        &mut self,
        operator: OperatorName,
        left: &Operand,
        rest: &[&Operand],
        span: Span,
        op_span: Span,
    ) -> Option<Operand> {
        self.operator_of_struct(operator, left, rest, span, op_span)
            .or_else(|| self.operator_outside(operator, left, rest, span, op_span))
    }

    /// The same of an operator that the struct of the left operand has.
    fn operator_of_struct(
        &mut self,
        operator: OperatorName,
        left: &Operand,
        rest: &[&Operand],
        span: Span,
        op_span: Span,
    ) -> Option<Operand> {
        let record = self.struct_of(left.ty)?;
        let scope = self.records[record].scope?;
        let text = operator_name(operator);
        let symbol = self.names.get(&text)?;
        let (_, declared) = self.scopes.value_in(scope, symbol)?;
        let ValueEntity::Functions(set) = declared.entity else { return None };
        let args: Vec<Operand> = rest.iter().map(|&operand| operand.clone()).collect();
        if args.iter().any(|arg| self.types().is_error(arg.ty)) {
            return Some(self.error_operand(span));
        }
        let candidates = self.sets[set].clone();
        // Plain assignment works without an operator of its own.
        let assigns = operator == OperatorName::Assign(None);
        if assigns && !self.has_choice(&candidates, &args) {
            return None;
        }
        let Some(chosen) = self.choose(&text, &candidates, None, &args, op_span) else {
            return Some(self.error_operand(span));
        };
        self.note_function(op_span, chosen);
        let this = self.method_object(chosen, left, record, span);
        Some(self.emit_call(chosen, this, &args, span))
    }

    // ------------------------------------------------------------------------------------------ the call itself

    /// A call of a chosen function.
    pub fn emit_call(&mut self, id: FnId, this: Option<Place>, args: &[Operand], span: Span) -> Operand {
        self.require_body(id, span);
        let mark = self.body.before.len();
        let function = self.fns[id].clone();
        let Some(func) = function.func else { return self.error_operand(span) };
        let mut passed = Vec::with_capacity(function.sig.params.len());
        for (position, param) in function.sig.params.iter().enumerate() {
            let arg = match args.get(position) {
                Some(arg) => arg.clone(),
                None => match self.default_argument_of(id, position, span) {
                    Some(default) => default,
                    None => return self.error_operand(span),
                },
            };
            let coherence = self.program.funcs[func]
                .params
                .get(position)
                .map_or_else(Coherence::default, |p| p.modifiers.coherence);
            if let Some(own) = self.foreign_argument(func, position, &arg, param.ty) {
                passed.push(own);
                continue;
            }
            passed.push(self.into(coherence, |this| this.pass(&arg, param.ty, param.mode)));
        }
        let call =
            self.value_operand(function.sig.ret, ExprKind::Call { func, this: this.map(Box::new), args: passed }, span);
        self.after_changes(mark, call)
    }

    /// An argument as the parameter's mode asks.
    fn pass(&mut self, arg: &Operand, ty: Ty, mode: ParamMode) -> Arg {
        // Objects are not copied: lowering follows them to where they come from.
        let is_object = matches!(self.types().data(ty), TyData::Object(kind, _) if !kind.is_foreign());
        if mode == ParamMode::In {
            return Arg::In(self.convert_implicitly(arg, ty));
        }
        if let OperandKind::Place(place, Access::Uniform) = &arg.kind
            && is_object
        {
            return Arg::Ref(Box::new(place.clone()));
        }
        let Some(place) = self.writable(arg, arg.span) else {
            let error = self.emit(Types::ERROR, ExprKind::Error, arg.span);
            return Arg::In(error);
        };
        if mode == ParamMode::Shared {
            return Arg::Ref(Box::new(place));
        }
        if !self.fits_back(arg, ty) {
            let (from, to) = (self.show(arg.ty), self.show(ty));
            self.report(errors::argument_not_received(arg.span, &from, &to));
            let error = self.emit(Types::ERROR, ExprKind::Error, arg.span);
            return Arg::In(error);
        }
        if self.is_first_component(arg, ty) {
            let (from, to) = (self.show(ty), self.show(arg.ty));
            self.report(errors::implicit_truncation(arg.span, &from, &to));
        }
        let place = Box::new(place);
        if mode == ParamMode::Out { Arg::Out { place, param_ty: ty } } else { Arg::InOut { place, param_ty: ty } }
    }

    // ------------------------------------------------------------------------------------------ built-in functions

    /// The types of the arguments of a built-in function. An integer literal that 32 bits cannot hold has 64.
    fn builtin_arg_types(&mut self, args: &[Operand]) -> SmallVec<[Ty; 8]> {
        let mut types = SmallVec::with_capacity(args.len());
        for arg in args {
            let is_literal = self.types().element_kind(arg.ty) == Some(ScalarKind::LitInt);
            let number = if is_literal { self.scalar_constant(arg) } else { None };
            types.push(match number {
                Some(ScalarValue::Int(bits)) if !in_32_bits(bits as i64) => Types::scalar(ScalarKind::Int64),
                _ => arg.ty,
            });
        }
        types
    }

    /// Whether a name is looked for among those of the namespace `dx`.
    fn is_in_dx(&self, qualifier: Qualifier) -> bool {
        let dx = self.dx;
        match qualifier {
            Qualifier::In(scope) => scope == dx.namespace || scope == dx.hit_object,
            Qualifier::None => self
                .scopes
                .outwards(self.scope)
                .any(|scope| scope == dx.namespace || self.scopes.get(scope).also.contains(&dx.namespace)),
            Qualifier::Vk | Qualifier::Error => false,
        }
    }

    /// The name of a built-in function in the table, with its namespace.
    fn builtin_name<'t>(&self, text: &'t str, qualifier: Qualifier) -> Cow<'t, str> {
        let dx = self.dx;
        if qualifier == Qualifier::Vk {
            return Cow::Owned(format!("vk::{text}"));
        }
        if !self.is_in_dx(qualifier) {
            return Cow::Borrowed(text);
        }
        let scope = if qualifier == Qualifier::In(dx.hit_object) { dx.hit_object } else { dx.namespace };
        let full = format!("{}{text}", self.scopes.get(scope).prefix);
        if intrinsic_match::names(None).any(|name| name == full) { Cow::Owned(full) } else { Cow::Borrowed(text) }
    }

    /// A method of a hit object: a built-in function that takes it first.
    fn call_hit_method(&mut self, hit: &Operand, name: &str, at: Span, args: &[Operand], span: Span) -> Operand {
        let full = format!("{}.{name}", ObjectKind::HitObject.name());
        let args: Vec<Operand> = std::iter::once(hit).chain(args).cloned().collect();
        let tys: Vec<Ty> = args.iter().map(|arg| arg.ty).collect();
        if tys.iter().any(|&ty| self.types().is_error(ty)) {
            return self.error_operand(span);
        }
        match intrinsic_match::resolve(self.types_mut(), None, &full, &tys, &[]) {
            Ok(resolved) => self.call_resolved(&resolved, None, &args, span),
            Err(NoMatch::UnknownName) => {
                self.report(errors::no_member(at, name, ObjectKind::HitObject.name()));
                self.error_operand(span)
            }
            Err(problem) => {
                self.report_no_builtin(&full, at, problem, &tys, Qualifier::None);
                self.error_operand(span)
            }
        }
    }

    fn resolve_builtin(&mut self, name: &str, args: &[Operand]) -> Option<Resolved> {
        let tys = self.builtin_arg_types(args);
        intrinsic_match::resolve(self.types_mut(), None, name, &tys, &[]).ok()
    }

    fn call_builtin(
        &mut self,
        segment: &PathSegment,
        qualifier: Qualifier,
        args: &[Operand],
        template_args: &[Ty],
        span: Span,
    ) -> Operand {
        if let Some(cast) = self.pointer_cast(segment, qualifier, args, span) {
            return cast;
        }
        // The same functions are called with the same types again and again.
        let is_plain = qualifier == Qualifier::None && template_args.is_empty() && !self.is_in_dx(qualifier);
        if is_plain {
            let known = (segment.name.node, self.builtin_arg_types(args));
            if let Some(resolved) = self.resolved.get(&known).cloned() {
                if self.uses.is_some() {
                    self.note_builtin(segment.name.span, &resolved);
                    let text = self.text(segment.name.node);
                    self.note_builtin_call(&text, segment.name.span, None, args);
                }
                return self.call_resolved(&resolved, None, args, span);
            }
        }
        let text = self.text(segment.name.node);
        let qualifier = self.or_vk(qualifier);
        let full = self.builtin_name(&text, qualifier);
        if matches!(qualifier, Qualifier::In(scope) if scope != self.global_scope) && full == text {
            self.report_unknown_name(segment.name.span, &text, qualifier);
            return self.error_operand(span);
        }
        let tys = self.builtin_arg_types(args);
        self.note_builtin_call(&full, segment.name.span, None, args);
        if tys.iter().any(|&ty| self.types().is_error(ty)) {
            return self.error_operand(span);
        }
        let found = intrinsic_match::resolve(self.types_mut(), None, &full, &tys, template_args);
        if let Ok(resolved) = &found {
            self.note_builtin(segment.name.span, resolved);
        }
        match found {
            Ok(resolved) => match self.literal_in_lanes(&resolved, &full, &tys) {
                Some((wide, ty)) => {
                    let call = self.call_resolved(&wide, None, args, span);
                    self.convert_explicitly(&call, ty, span)
                }
                None => {
                    let resolved = Rc::new(resolved);
                    if is_plain {
                        self.resolved.insert((segment.name.node, tys), resolved.clone());
                    }
                    self.call_resolved(&resolved, None, args, span)
                }
            },
            Err(problem) => {
                self.report_no_builtin(&full, segment.name.span, problem, &tys, qualifier);
                self.error_operand(span)
            }
        }
    }

    /// A literal that other lanes are asked for: DXIL has its 64 bits there, and what comes back is the number that it settles to.
    fn literal_in_lanes(&mut self, resolved: &Resolved, name: &str, tys: &[Ty]) -> Option<(Resolved, Ty)> {
        if !self.options.dialect.wide_lane_literals || !resolved.id.gives_values_of_lanes() {
            return None;
        }
        let (&literal, others) = tys.split_first()?;
        let (wide, settled) = match self.types().data(literal) {
            TyData::Scalar(ScalarKind::LitInt) => (ScalarKind::Int64, ScalarKind::Int),
            TyData::Scalar(ScalarKind::LitFloat) => (ScalarKind::Double, ScalarKind::Float),
            TyData::Error
            | TyData::Void
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Struct(_)
            | TyData::Enum(_)
            | TyData::Object(..)
            | TyData::String => return None,
        };
        let tys: Vec<Ty> = std::iter::once(Types::scalar(wide)).chain(others.iter().copied()).collect();
        let found = intrinsic_match::resolve(self.types_mut(), None, name, &tys, &[]).ok()?;
        Some((found, Types::scalar(settled)))
    }

    fn report_no_builtin(&mut self, name: &str, span: Span, problem: NoMatch, tys: &[Ty], qualifier: Qualifier) {
        let given = tys.len();
        match problem {
            NoMatch::UnknownName => self.report_unknown_name(span, name, qualifier),
            // One of the user's may be meant, in what was reported.
            NoMatch::Candidates(_) if self.is_lost_function(name) => {}
            NoMatch::Candidates(tried) => {
                let mut error = errors::no_matching_function(span, name);
                for candidate in tried {
                    let why = match candidate.problem {
                        Problem::Count(1, Some(1)) => format!("it takes 1 argument, not {given}"),
                        Problem::Count(least, Some(most)) if least == most => {
                            format!("it takes {least} arguments, not {given}")
                        }
                        Problem::Count(least, Some(most)) => {
                            format!("it takes {least} to {most} arguments, not {given}")
                        }
                        Problem::Count(least, None) => format!("it takes at least {least} arguments, not {given}"),
                        Problem::TemplateArguments => "it does not take these template arguments".to_owned(),
                        Problem::Argument(position, wanted) => {
                            let is =
                                tys.get(position).map_or_else(String::new, |&ty| format!(", not `{}`", self.show(ty)));
                            format!("argument {} must be {wanted}{is}", position + 1)
                        }
                    };
                    error = error.note(format!("candidate not viable: `{}`: {why}", candidate.text));
                }
                self.report(error);
            }
        }
    }

    fn call_object_method(
        &mut self,
        base: &Operand,
        kind: ObjectKind,
        segment: &PathSegment,
        args: &[Operand],
        template_args: &[Ty],
        span: Span,
    ) -> Operand {
        let name = self.text(segment.name.node);
        if kind == ObjectKind::HitObject {
            return self.call_hit_method(base, &name, segment.name.span, args, span);
        }
        let tys: Vec<Ty> = args.iter().map(|arg| arg.ty).collect();
        self.note_builtin_call(&name, segment.name.span, Some(base.ty), args);
        if tys.iter().any(|&ty| self.types().is_error(ty)) {
            return self.error_operand(span);
        }
        let found = intrinsic_match::resolve(self.types_mut(), Some(base.ty), &name, &tys, template_args);
        if let Ok(resolved) = &found {
            self.note_builtin(segment.name.span, resolved);
        }
        match found {
            Ok(resolved) if resolved.lowering() == Lowering::Expand(Expansion::Nodes(nodes::Expansion::Record)) => {
                self.node_record(base, args.first(), span)
            }
            Ok(resolved) => self.call_resolved(&resolved, Some(base), args, span),
            Err(NoMatch::UnknownName) => {
                let shown = self.show(base.ty);
                let mut error = errors::no_member(segment.name.span, &name, &shown);
                if let Some(word) = nearest(&name, intrinsic_match::names(Some(kind))) {
                    error = error.suggest(segment.name.span, word, format!("did you mean `{word}`?"));
                }
                self.report(error);
                self.error_operand(span)
            }
            Err(problem) => {
                self.report_no_builtin(&name, segment.name.span, problem, &tys, Qualifier::None);
                self.error_operand(span)
            }
        }
    }

    /// A call of a built-in function or method that was found.
    fn call_resolved(
        &mut self,
        resolved: &Resolved,
        object: Option<&Operand>,
        args: &[Operand],
        span: Span,
    ) -> Operand {
        let mark = self.body.before.len();
        let object_operand = object;
        let object = object.map(|operand| self.value(operand));
        let mut passed = Vec::with_capacity(args.len());
        for (arg, param) in args.iter().zip(&resolved.params) {
            if matches!(param.mode, Mode::Out | Mode::InOut) && self.loses_bits(arg.ty, param.ty) {
                let (from, to) = (self.show(arg.ty), self.show(param.ty));
                self.report(errors::lossy_conversion(arg.span, &from, &to));
            }
            passed.push(match param.mode {
                // A function of the language takes a resource of any coherence.
                Mode::In if arg.ty == param.ty && matches!(self.types().data(arg.ty), TyData::Object(..)) => {
                    Arg::In(self.value(arg))
                }
                Mode::In => Arg::In(self.convert_implicitly(arg, param.ty)),
                Mode::Out | Mode::InOut | Mode::Ref => match self.writable(arg, arg.span) {
                    None => {
                        let error = self.emit(Types::ERROR, ExprKind::Error, arg.span);
                        Arg::In(error)
                    }
                    Some(place) => match param.mode {
                        Mode::Out => Arg::Out { place: Box::new(place), param_ty: param.ty },
                        Mode::InOut => Arg::InOut { place: Box::new(place), param_ty: param.ty },
                        Mode::In | Mode::Ref => Arg::Ref(Box::new(place)),
                    },
                },
            });
        }
        self.check_builtin_use(resolved, object_operand, &passed, span);
        let kind = ExprKind::Intrinsic { id: resolved.id, object, args: passed };
        let ret = if resolved.id.row().signature.ret.element == Element::Class(Class::TrianglePositions) {
            let name = self.names.intern(Class::TrianglePositions.name());
            self.builtin_record(name).unwrap_or(Types::ERROR)
        } else {
            resolved.ret
        };
        let call = self.value_operand(ret, kind, span);
        self.after_changes(mark, call)
    }

    // ------------------------------------------------------------------------------------------ constructors

    /// `type(args)`.
    pub fn construct(&mut self, ty: Ty, args: &[ast::ExprId], span: Span) -> Operand {
        let operands: Vec<Operand> = args.iter().map(|&arg| self.check_expr(arg)).collect();
        if self.types().is_error(ty) || operands.iter().any(|o| self.types().is_error(o.ty)) {
            return self.error_operand(span);
        }
        if let ([operand], TyData::Object(kind, _)) = (operands.as_slice(), self.types().data(ty))
            && kind.is_foreign()
        {
            return self.convert_explicitly(operand, ty, span);
        }
        if operands.is_empty()
            && matches!(self.types().data(ty), TyData::Object(ObjectKind::HitObject, _))
            && let Some(nothing) = self.resolve_builtin("dx::HitObject::MakeNop", &[])
        {
            return self.call_resolved(&nothing, None, &[], span);
        }
        if operands.is_empty() && matches!(self.types().data(ty), TyData::Object(ObjectKind::RayQuery, _)) {
            let maker = self.query_maker("RayQuery", ty, span);
            return self.value_operand(ty, ExprKind::Call { func: maker, this: None, args: Vec::new() }, span);
        }
        // A struct is made of one value that has all its numbers, as by a list of one part.
        let is_whole = operands.len() == 1 && self.struct_of(ty).is_some();
        if self.types().element_kind(ty).is_none() && !is_whole {
            let shown = self.show(ty);
            self.report(errors::constructor_type(span, &shown));
            return self.error_operand(span);
        }
        self.initialize(ty, &operands, span)
    }
}

/// The name under which an operator is declared.
pub fn operator_name(operator: OperatorName) -> String {
    match operator {
        OperatorName::Unary(op) => format!("operator{}", op.text()),
        OperatorName::Binary(op) => format!("operator{}", op.text()),
        OperatorName::Assign(None) => "operator=".to_owned(),
        OperatorName::Assign(Some(op)) => format!("operator{}=", op.text()),
        OperatorName::Call => "operator()".to_owned(),
        OperatorName::Index => "operator[]".to_owned(),
        OperatorName::Comma => "operator,".to_owned(),
    }
}
