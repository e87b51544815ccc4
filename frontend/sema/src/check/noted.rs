//! Records what names mean, in [`Uses`](crate::uses::Uses), where a caller asks for it.

use crate::convert::Explicitness;
use crate::cx::{Checker, FnId, Operand};
use crate::intrinsic_match::{self, Resolved};
use crate::intrinsic_words::{declaration, prototype};
use crate::resolve_type::Qualifier;
use crate::scope::{ScopeId, ScopeKind, TypeEntity, ValueEntity};
use crate::uses::{AtCursor, Call, Callee, CalleeParam, Place, Sort, Use, Visible};
use hlslc_base::{Span, Symbol};
use hlslc_hir::hir::{GlobalKind, ParamMode};
use hlslc_hir::intrinsics::{IntrinsicId, rows_named};
use hlslc_hir::objects::ObjectKind;
use hlslc_hir::types::{StructId, Ty, TyData, Types};
use hlslc_hir::value::ConstValue;
use hlslc_syntax::ast::{DeclKind, Name, Path};
use rustc_hash::FxHashSet;

impl Checker<'_> {
    /// Records a name.
    pub(crate) fn note(&mut self, at: Span, sort: Sort, declared: Span, ty: Ty, value: Option<ConstValue>) {
        if let Some(uses) = &mut self.uses {
            uses.list.push(Use { at, sort, declared, ty, value });
        }
    }

    /// Records that two places declare one thing.
    pub(crate) fn note_same(&mut self, one: Span, other: Span) {
        if let Some(uses) = &mut self.uses
            && one != other
        {
            uses.same.push((one, other));
        }
    }

    /// Records a name that means a value, which is declared in `scope`.
    pub(crate) fn note_value(&mut self, at: Span, scope: ScopeId, entity: &ValueEntity, declared: Span) {
        if self.uses.is_some() {
            let (sort, ty, value) = self.sort_of_value(scope, entity, declared);
            self.note(at, sort, declared, ty, value);
        }
    }

    /// Records a name that means a type or a namespace.
    pub(crate) fn note_type(&mut self, at: Span, entity: TypeEntity, declared: Span) {
        if self.uses.is_some() {
            let (sort, ty) = self.sort_of_type(entity, declared);
            self.note(at, sort, declared, ty, None);
        }
    }

    /// Records a name that means a type, or a template with arguments that is this type.
    pub(crate) fn note_named(&mut self, at: Span, entity: TypeEntity, declared: Span, ty: Ty) {
        if self.uses.is_some() {
            let (sort, _) = self.sort_of_type(entity, declared);
            self.note(at, sort, declared, ty, None);
        }
    }

    /// Records a call of one of several functions, and which one its name means.
    pub(crate) fn note_choice(&mut self, at: Span, candidates: &[FnId], chosen: Option<FnId>, args: &[Operand]) {
        if self.uses.is_none() {
            return;
        }
        if let Some(id) = chosen.or(candidates.first().copied()) {
            self.note_function(at, id);
        }
        self.note_call(at, candidates, chosen, args);
    }

    /// Whether the member that is asked for is the word at the cursor.
    pub(crate) fn meets_member_cursor(&mut self, base: Ty, member: &Path) -> bool {
        let Some(last) = member.last() else { return false };
        let contents = match self.object_kind(base) {
            Some(ObjectKind::ConstantBuffer | ObjectKind::TextureBuffer) => self.object_element(base).unwrap_or(base),
            _ => base,
        };
        self.meets_cursor(last.name, Place::Member(contents), Qualifier::None)
    }

    /// Records a name that means a function of the program.
    pub(crate) fn note_function(&mut self, at: Span, id: FnId) {
        if self.uses.is_some() {
            let function = &self.fns[id];
            let (declared, ty) = (function.span, function.sig.ret);
            let sort = match function.record {
                Some(_) => Sort::Method(function.func),
                None => Sort::Function(function.func),
            };
            self.note(at, sort, declared, ty, None);
        }
    }

    /// Records a name that means a built-in function.
    pub(crate) fn note_builtin(&mut self, at: Span, resolved: &Resolved) {
        if self.uses.is_some() {
            self.note(at, Sort::Builtin(resolved.id), Span::NONE, resolved.ret, None);
        }
    }

    fn sort_of_value(&self, scope: ScopeId, entity: &ValueEntity, declared: Span) -> (Sort, Ty, Option<ConstValue>) {
        let member = |owner: StructId, path: &[u32]| {
            let mut at = (owner, Types::ERROR, 0);
            for &field in path {
                // Of a struct that is being declared the members are not there yet.
                (at.1, at.2) = (Types::ERROR, field);
                let Some(data) = self.types().structs[at.0].fields.get(field as usize) else { break };
                if let TyData::Struct(inner) = *self.types().data(data.ty)
                    && data.span != declared
                {
                    at.0 = inner;
                }
                at.1 = data.ty;
            }
            (Sort::Member(at.0, at.2), at.1, None)
        };
        let owner = if let ScopeKind::Record(id) = self.scopes.get(scope).kind { Some(id) } else { None };
        match entity {
            ValueEntity::Local(local) => {
                let is_param = self.body.func.params.iter().any(|param| param.local == *local);
                let ty = self.body.func.locals.get(*local).map_or(Types::ERROR, |local| local.ty);
                let value = self.body.const_values.get(local).cloned();
                (if is_param { Sort::Parameter } else { Sort::Local }, ty, value)
            }
            ValueEntity::Global(global) => {
                let data = &self.program.globals[*global];
                let value = matches!(data.kind, GlobalKind::Constant).then(|| data.init.clone()).flatten();
                (Sort::Global(*global), data.ty, value)
            }
            ValueEntity::Field(field) => owner.map_or((Sort::Unknown, Types::ERROR, None), |id| member(id, &[*field])),
            ValueEntity::Path(path) => owner.map_or((Sort::Unknown, Types::ERROR, None), |id| member(id, path)),
            ValueEntity::Functions(set) => {
                let first = self.sets[*set].first().map(|&id| &self.fns[id]);
                let ty = first.map_or(Types::ERROR, |first| first.sig.ret);
                let func = first.and_then(|first| first.func);
                (if owner.is_some() { Sort::Method(func) } else { Sort::Function(func) }, ty, None)
            }
            ValueEntity::Variables(_) => (Sort::Template, Types::ERROR, None),
            ValueEntity::Constant(ty, value) => {
                let is_parameter = self.scopes.get(scope).kind == ScopeKind::Template;
                let is_enumerator = matches!(self.types().data(*ty), TyData::Enum(_));
                let sort = match (is_parameter, is_enumerator) {
                    (true, _) => Sort::TemplateParameter,
                    (false, true) => Sort::Enumerator,
                    (false, false) => Sort::Constant,
                };
                (sort, *ty, Some(value.clone()))
            }
            ValueEntity::Error => (Sort::Unknown, Types::ERROR, None),
        }
    }

    fn sort_of_type(&self, entity: TypeEntity, declared: Span) -> (Sort, Ty) {
        match entity {
            TypeEntity::Type(ty) => {
                let is_alias = self.aliases.contains_key(&declared);
                let sort = match *self.types().data(ty) {
                    TyData::Struct(id) if !is_alias || self.types().structs[id].span == declared => Sort::Struct(id),
                    TyData::Enum(id) if !is_alias => Sort::Enum(id),
                    TyData::Struct(_)
                    | TyData::Enum(_)
                    | TyData::Error
                    | TyData::Void
                    | TyData::Scalar(_)
                    | TyData::Vector(..)
                    | TyData::Matrix { .. }
                    | TyData::Array(..)
                    | TyData::Object(..)
                    | TyData::String => {
                        if is_alias {
                            Sort::Alias
                        } else {
                            Sort::TemplateParameter
                        }
                    }
                };
                (sort, ty)
            }
            TypeEntity::Namespace(_) | TypeEntity::SameTypes(_) => (Sort::Namespace, Types::ERROR),
            TypeEntity::RecordTemplate(_) | TypeEntity::AliasTemplate(..) => (Sort::Template, Types::ERROR),
        }
    }

    // ------------------------------------------------------------------------------------------ calls

    /// Records a call of one of several functions of the program.
    pub(crate) fn note_call(&mut self, name: Span, candidates: &[FnId], chosen: Option<FnId>, args: &[Operand]) {
        if self.uses.is_none() {
            return;
        }
        let mut list: Vec<Callee> = candidates.iter().map(|&id| self.callee(id, args)).collect();
        let origin = |id: FnId| self.fns[id].origin.as_ref().map_or(id, |origin| origin.0);
        let position = chosen.and_then(|id| candidates.iter().position(|&other| other == origin(id) || other == id));
        if let (Some(chosen), Some(position)) = (chosen, position)
            && candidates[position] != chosen
        {
            list[position] = self.callee(chosen, args);
        }
        self.push_call(name, list, position, args);
    }

    fn push_call(&mut self, name: Span, candidates: Vec<Callee>, chosen: Option<usize>, args: &[Operand]) {
        let args = args.iter().map(|arg| arg.span).collect();
        if let Some(uses) = &mut self.uses {
            uses.calls.push(Call { name, args, candidates, chosen });
        }
    }

    /// A function, and what it costs to call it with the arguments that are there.
    fn callee(&mut self, id: FnId, args: &[Operand]) -> Callee {
        let function = self.fns[id].clone();
        let ast = self.ast;
        let written =
            if let DeclKind::Function(written) = &ast.decls[function.decl].kind { Some(written) } else { None };
        if function.template.is_some() {
            let names = written.map(|written| &written.params[..]).unwrap_or_default();
            let params: Vec<CalleeParam> = names
                .iter()
                .map(|param| {
                    let name = param.name.map_or_else(String::new, |name| self.text(name.node));
                    let ty = self.written(param.ty);
                    CalleeParam { text: format!("{ty} {name}"), name, optional: param.default.is_some() }
                })
                .collect();
            let ret = written.map_or_else(String::new, |written| self.written(written.result));
            let list: Vec<&str> = params.iter().map(|param| param.text.as_str()).collect();
            let text = format!("{ret} {}({})", self.names.text(function.name), list.join(", "));
            return Callee { text, params, declared: function.span, builtin: None, cost: Some(0) };
        }
        let params: Vec<CalleeParam> = function
            .sig
            .params
            .iter()
            .map(|param| {
                let mode = match param.mode {
                    ParamMode::In => "",
                    ParamMode::Out => "out ",
                    ParamMode::InOut => "inout ",
                    ParamMode::Shared => "groupshared ",
                };
                let name = self.text(param.name);
                let text = format!("{mode}{} {name}", self.show(param.ty)).trim_end().to_owned();
                CalleeParam { name, text, optional: param.default.is_some() }
            })
            .collect();
        let list: Vec<&str> = params.iter().map(|param| param.text.as_str()).collect();
        let text = format!("{} {}({})", self.show(function.sig.ret), self.names.text(function.name), list.join(", "));
        let mut cost = (args.len() <= params.len()).then_some(0u64);
        for (arg, param) in args.iter().zip(&function.sig.params) {
            let fits = self.plan_conversion(arg.ty, param.ty, Explicitness::Implicit).is_some();
            let score = self.conversion_score(param.ty, arg.ty);
            cost = cost.filter(|_| fits).map(|cost| cost.saturating_add(score));
        }
        Callee { text, params, declared: function.span, builtin: None, cost }
    }

    /// A type as it is written, in one line.
    fn written(&self, ty: hlslc_syntax::ast::TypeExprId) -> String {
        use hlslc_syntax::ast::TypeExprKind;
        match &self.ast.types[ty].kind {
            TypeExprKind::Named(path) => {
                let names: Vec<&str> = path.segments.iter().map(|segment| self.names.text(segment.name.node)).collect();
                names.join("::")
            }
            TypeExprKind::Words(words) => {
                let names: Vec<&str> = words.iter().map(|word| self.names.text(word.node)).collect();
                names.join(" ")
            }
            TypeExprKind::Error | TypeExprKind::Of(_) | TypeExprKind::Definition(_) | TypeExprKind::Array { .. } => {
                "auto".to_owned()
            }
        }
    }

    /// Records a call of a built-in function, or of a method of an object.
    pub(crate) fn note_builtin_call(&mut self, name: &str, at: Span, object: Option<Ty>, args: &[Operand]) {
        if self.uses.is_none() {
            return;
        }
        let kind = object.and_then(|ty| self.object_kind(ty));
        let tys: Vec<Ty> = args.iter().map(|arg| arg.ty).collect();
        let known = !tys.iter().any(|&ty| self.types().is_error(ty));
        let fits = known.then(|| intrinsic_match::resolve(self.types_mut(), object, name, &tys, &[]).ok()).flatten();
        let rows: Vec<IntrinsicId> = rows_named(kind, name).collect();
        let chosen = fits.and_then(|fits| rows.iter().position(|&id| id == fits.id));
        let list = rows.iter().map(|&id| builtin_callee(id, kind, args.len())).collect();
        self.push_call(at, list, chosen, args);
    }

    // ------------------------------------------------------------------------------------------ the cursor

    /// Whether a name is the word at the cursor; if so, notes what can be named there.
    pub(crate) fn meets_cursor(&mut self, name: Name, place: Place, qualifier: Qualifier) -> bool {
        let Some(uses) = &self.uses else { return false };
        if uses.cursor != Some(name.node) {
            return false;
        }
        if uses.at_cursor.is_some() {
            return true;
        }
        let visible = match (&place, qualifier) {
            (Place::Member(ty), _) => {
                let scope = self.struct_of(*ty).and_then(|id| self.records[id].scope);
                scope.map_or_else(Vec::new, |scope| self.visible_in(scope))
            }
            (_, Qualifier::In(scope)) => self.visible_in(scope),
            (_, Qualifier::None) => self.visible_here(),
            (_, Qualifier::Vk | Qualifier::Error) => Vec::new(),
        };
        let place = match qualifier {
            Qualifier::Vk => Place::Qualified { is_vk: true },
            Qualifier::In(_) if !matches!(place, Place::Member(_)) => Place::Qualified { is_vk: false },
            Qualifier::In(_) | Qualifier::None | Qualifier::Error => place,
        };
        if let Some(uses) = &mut self.uses {
            let wanted = uses.wanted.last().copied();
            uses.at_cursor = Some(AtCursor { place, visible, wanted });
        }
        true
    }

    fn visible_in(&self, scope: ScopeId) -> Vec<Visible> {
        let mut list = Vec::new();
        let mut seen = FxHashSet::default();
        for scope in self.scopes.seen_in(scope) {
            self.add_visible(scope, 0, &mut seen, &mut list);
        }
        list
    }

    fn visible_here(&self) -> Vec<Visible> {
        let mut list = Vec::new();
        let mut seen = FxHashSet::default();
        for (distance, around) in self.scopes.outwards(self.scope).enumerate() {
            for scope in self.scopes.seen_in(around) {
                self.add_visible(scope, distance as u32, &mut seen, &mut list);
            }
        }
        list
    }

    fn add_visible(
        &self,
        scope: ScopeId,
        distance: u32,
        seen: &mut FxHashSet<(Symbol, bool)>,
        list: &mut Vec<Visible>,
    ) {
        let data = self.scopes.get(scope);
        for (&name, declared) in &data.values {
            if seen.insert((name, false)) {
                let (sort, ty, _) = self.sort_of_value(scope, &declared.entity, declared.span);
                list.push(Visible { name, sort, ty, declared: declared.span, distance });
            }
        }
        for (&name, declared) in &data.types {
            if seen.insert((name, true)) {
                let (sort, ty) = self.sort_of_type(declared.entity, declared.span);
                list.push(Visible { name, sort, ty, declared: declared.span, distance });
            }
        }
    }
}

/// A row of the table as something that can be called with this many arguments.
fn builtin_callee(id: IntrinsicId, object: Option<ObjectKind>, given: usize) -> Callee {
    let signature = &id.row().signature;
    let text = prototype(id, object);
    let inside = declaration(id, object);
    let inside = inside.split_once('(').map_or("", |(_, rest)| rest.trim_end_matches(')'));
    let texts: Vec<String> = inside.split(',').map(|part| part.trim_matches([' ', '[', ']', ')']).to_owned()).collect();
    let params: Vec<CalleeParam> = signature
        .params_on(object)
        .zip(texts)
        .map(|((_, param), text)| CalleeParam {
            name: id.row().name_of(param).to_owned(),
            text,
            optional: param.optional,
        })
        .collect();
    let cost = (given <= params.len()).then_some(0);
    Callee { text, params, declared: Span::NONE, builtin: Some(id), cost }
}
