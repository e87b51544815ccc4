//! Checks structs, classes and interfaces.

use super::modifiers::Site;
use super::vulkan::On;
use crate::cx::{Checker, RecordInfo, Summary};
use crate::errors;
use crate::scope::{Declared, ScopeId, ScopeKind, TypeEntity, ValueEntity};
use hlslc_base::{Span, Spanned, Symbol};
use hlslc_hir::types::{FieldData, StructData, StructId, Ty, TyData, Types};
use hlslc_syntax::ast::{self, DeclId, DeclKind, Elaborated, Name, Path, RecordKind};

impl Checker<'_> {
    /// Checks a struct, class or interface, or a template of one.
    pub fn check_record_decl(&mut self, id: DeclId, record: &ast::Record) {
        if !self.ast.decls[id].templates.is_empty() {
            self.declare_record_template(id, record);
            return;
        }
        let name = record.name.as_ref().and_then(Path::last).map(|segment| segment.name);
        let ty = self.declare_record(id, record, name);
        self.defined_types.insert(id, ty);
        if record.members.is_some()
            && let Some(struct_id) = self.struct_of(ty)
        {
            let errors_before = self.diags.error_count();
            self.define_record(struct_id, id, record);
            let mut members = record.members.iter().flatten();
            let is_unread = members.any(|&member| matches!(self.ast.decls[member].kind, DeclKind::Error));
            if is_unread || self.diags.error_count() != errors_before {
                self.forget_record(id, name);
            }
        }
    }

    /// Makes a struct one in error: as its members are not all known, nothing can be said of what is done with it.
    fn forget_record(&mut self, id: DeclId, name: Option<Name>) {
        self.defined_types.insert(id, Types::ERROR);
        if let Some(name) = name
            && let Some(declared) = self.scopes.get_mut(self.scope).types.get_mut(&name.node)
        {
            declared.entity = TypeEntity::Type(Types::ERROR);
        }
    }

    /// The type of a struct, made or found: a declaration without a body may come first.
    fn declare_record(&mut self, id: DeclId, record: &ast::Record, name: Option<Name>) -> Ty {
        let span = name.map_or(self.ast.decls[id].span, |n| n.span);
        if let Some(name) = name {
            let here = self.scopes.get(self.scope).types.get(&name.node).cloned();
            if let Some(Declared { entity: TypeEntity::Type(ty), span: old }) = here
                && let Some(existing) = self.struct_of(ty)
            {
                if record.members.is_none() || !self.is_defined(existing) {
                    self.note_same(old, name.span);
                    self.note_type(name.span, TypeEntity::Type(ty), old);
                    return ty;
                }
                let text = self.text(name.node);
                self.report(errors::redefinition(span, &text).label(old, "first declared here"));
                return Types::ERROR;
            }
        }
        match name {
            Some(name) => {
                let ty = self.declare_unknown_record(record.kind, name);
                if record.members.is_some() {
                    self.check_name_of_type(name, TypeEntity::Type(ty));
                }
                ty
            }
            None => {
                let struct_id = self.new_record(String::new(), "", record.kind, span, self.scope);
                self.types_mut().intern(TyData::Struct(struct_id))
            }
        }
    }

    /// A struct that nothing has been said of yet but its name.
    pub fn declare_unknown_record(&mut self, kind: RecordKind, name: Name) -> Ty {
        let (display, short) = (self.qualified(self.scope, name.node), self.text(name.node));
        let struct_id = self.new_record(display, &short, kind, name.span, self.scope);
        let ty = self.types_mut().intern(TyData::Struct(struct_id));
        self.declare_type(name, TypeEntity::Type(ty));
        ty
    }

    /// Checks that `struct` or `enum` stands before what is one, and not before another name of a type.
    pub(crate) fn check_elaborated(&mut self, elaborated: Option<Elaborated>, path: &Path, ty: Ty) {
        let (Some(elaborated), Some(last)) = (elaborated, path.last()) else { return };
        let word = match elaborated {
            Elaborated::Record(kind) => kind.text(),
            Elaborated::Enum => "enum",
        };
        let is_it = match self.types().data(ty) {
            TyData::Struct(_) => elaborated != Elaborated::Enum,
            TyData::Enum(_) => elaborated == Elaborated::Enum,
            TyData::Error
            | TyData::Void
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Object(..)
            | TyData::String => true,
        };
        let text = self.text(last.name.node);
        if self.is_alias(path) {
            self.report_unless_error(&[ty], errors::elaborated_alias(last.name.span, word, &text));
        } else if !is_it {
            self.report(errors::elaborated_other(last.name.span, word, &text));
        }
    }

    fn is_defined(&self, id: StructId) -> bool {
        self.types().structs[id].is_complete || self.records[id].defining
    }

    /// An empty, incomplete struct with a scope for its members.
    pub fn new_record(
        &mut self,
        display: String,
        short: &str,
        kind: RecordKind,
        span: Span,
        outer: ScopeId,
    ) -> StructId {
        let id = self.types_mut().structs.push(StructData {
            name: display,
            span,
            has_base: false,
            fields: Vec::new(),
            is_interface: kind == RecordKind::Interface,
            is_class: kind == RecordKind::Class,
            leaves_out_objects: false,
            tracks_sharing: false,
            arguments: Vec::new(),
            is_complete: false,
        });
        let scope = self.scopes.open(ScopeKind::Record(id), Some(outer), short);
        let word = kind.text();
        self.records[id] = RecordInfo { scope: Some(scope), word, ..RecordInfo::default() };
        id
    }

    /// Gives a struct its members. Bodies of methods wait until the surrounding declaration is complete.
    pub fn define_record(&mut self, id: StructId, decl: DeclId, record: &ast::Record) {
        self.records[id].defining = true;
        let Some(scope) = self.records[id].scope else { return };
        let mut fields = self.bases(id, &record.bases, scope);
        self.in_scope(scope, |this| {
            for &member in record.members.as_deref().unwrap_or(&[]) {
                this.record_member(id, member, &mut fields);
            }
        });
        let attributes = &self.ast.decls[decl].attributes;
        let tracks =
            attributes.iter().any(|a| self.names.text(a.name.node).eq_ignore_ascii_case("nodetrackrwinputsharing"));
        self.types_mut().structs[id].tracks_sharing = tracks;
        self.check_payload_struct(id, decl, &mut fields);
        self.note_open_methods(id);
        let summary = self.record_summary(&fields);
        let span = self.types().structs[id].span;
        let data = &mut self.types_mut().structs[id];
        data.fields = fields;
        data.is_complete = true;
        self.records[id].summary = summary;
        let beyond = if summary.scalars > u64::from(self.budgets.type_scalars) {
            errors::struct_too_large(span, &summary.scalars.to_string(), self.budgets.type_scalars)
        } else if summary.members > u64::from(self.budgets.type_members) {
            errors::too_many_members(span, &summary.members.to_string(), self.budgets.type_members)
        } else if summary.empties > u64::from(self.budgets.type_empties) {
            errors::too_many_empties(span, &summary.empties.to_string(), self.budgets.type_empties)
        } else if summary.depth > self.budgets.nesting {
            errors::struct_too_deep(span, self.budgets.nesting)
        } else {
            return;
        };
        self.report(beyond);
        // Nothing has to descend into it, and what holds it is not too large as well.
        self.types_mut().structs[id].fields.clear();
        self.records[id].summary = Summary::default();
    }

    fn record_summary(&self, fields: &[FieldData]) -> Summary {
        let mut summary = Summary { depth: 1, ..Summary::default() };
        for field in fields {
            summary.add_part(self.summary(field.ty));
        }
        summary.empties += u64::from(fields.is_empty());
        summary
    }

    /// Resolves what a struct extends. A base class becomes the first member.
    fn bases(&mut self, id: StructId, bases: &[ast::TypeExprId], scope: ScopeId) -> Vec<FieldData> {
        let mut fields = Vec::new();
        for &written in bases {
            let span = self.ast.types[written].span;
            let ty = self.resolve_type(written);
            let Some(base) = self.struct_of(ty) else {
                let shown = self.show(ty);
                self.report_unless_error(&[ty], errors::bad_base(span, &shown));
                continue;
            };
            if !self.types().structs[base].is_complete {
                let shown = self.show(ty);
                self.report(errors::incomplete_type(span, &shown));
                continue;
            }
            if let Some(base_scope) = self.records[base].scope {
                let is_dependent = self.names_any(written, &|name| self.is_template_parameter(name));
                let own = self.scopes.get_mut(scope);
                if is_dependent { own.dependent.push(base_scope) } else { own.also.push(base_scope) }
            }
            if self.types().structs[id].is_interface {
                let shown = self.show(ty);
                self.report(errors::interface_extends(span, &shown));
                continue;
            }
            if self.types().structs[base].is_interface {
                self.records[id].interfaces.push(base);
                continue;
            }
            if self.records[id].base.is_some() {
                self.report(errors::multiple_bases(span));
                continue;
            }
            self.records[id].base = Some(base);
            self.types_mut().structs[id].has_base = true;
            fields.push(FieldData::plain(Symbol::EMPTY, ty, span));
        }
        fields
    }

    fn record_member(&mut self, id: StructId, member: DeclId, fields: &mut Vec<FieldData>) {
        let ast = self.ast;
        let decl = &ast.decls[member];
        match &decl.kind {
            DeclKind::Variable(variable) => self.record_variable(id, member, variable, fields),
            DeclKind::Function(function) => {
                let scope = self.scope;
                self.declare_function(member, function, scope, Some(id));
            }
            DeclKind::Buffer(_) | DeclKind::Namespace { .. } => {
                self.report(errors::not_in_struct(decl.span));
            }
            DeclKind::Alias(alias) if alias.is_typedef => {
                let name = self.text(alias.name.node);
                self.report(errors::typedef_in_struct(decl.span, &name));
                self.check_item(member);
            }
            DeclKind::Error
            | DeclKind::Record(_)
            | DeclKind::Enum(_)
            | DeclKind::Alias(_)
            | DeclKind::Using { .. }
            | DeclKind::StaticAssert { .. }
            | DeclKind::EffectBlock => self.check_item(member),
        }
    }

    /// The name of a member, if it has one. Reports a name with `::`.
    pub(super) fn member_name(&mut self, variable: &ast::Variable) -> Option<Name> {
        let path = variable.name.as_ref()?;
        let name = path.as_name();
        if name.is_none() {
            self.report(errors::qualified_member(path.span).note("a semantic stands behind a single `:`"));
        }
        name
    }

    fn record_variable(&mut self, id: StructId, decl: DeclId, variable: &ast::Variable, fields: &mut Vec<FieldData>) {
        let span = self.ast.decls[decl].span;
        let mut modifiers = self.variable_modifiers(variable.ty);
        if modifiers.is_static {
            self.static_member(decl, variable, &modifiers);
            return;
        }
        let (vk, foreign) = self.vk_interface(&self.ast.decls[decl].attributes, On::Member);
        modifiers.field.vk = vk;
        let foreign = foreign.attributes;
        let base = self.resolve_type(variable.ty);
        self.warn_about_promotion(base, variable.ty);
        let ty = self.array_type(base, &variable.extents);
        if self.types().structs[id].is_interface {
            self.report(errors::interface_field(span));
            return;
        }
        self.check_modifiers(&modifiers, Site::Member);
        self.warn_of_coherence(&modifiers, "a member of a struct");
        let name = self.member_name(variable);
        let at = name.map_or(span, |n| n.span);
        let mut ty = if let Some(open) = variable.extents.iter().find(|extent| extent.length.is_none()) {
            self.report(errors::member_extent_open(open.span));
            Types::ERROR
        } else {
            self.member_type(ty, at)
        };
        if matches!(self.types().data(self.array_base(ty)), TyData::String) {
            self.report(errors::string_not_global(at));
            ty = Types::ERROR;
        }
        self.check_vk_offset(vk, ty, at);
        let bits = variable.bits.and_then(|bits| self.bit_field_width(bits, ty));
        if bits == Some(0) {
            // It is no member, and says where the next one begins.
            if let Some(name) = name {
                let shown = self.text(name.node);
                self.report(errors::bit_field_without_bits(name.span, &shown));
            }
            self.records[id].has_full_number = true;
            return;
        }
        if let (Some(_), Some(annotation)) = (variable.bits, variable.annotations.first()) {
            self.report(errors::bit_field_annotation(annotation.span));
        }
        let semantic = self.semantic_of(&variable.annotations);
        modifiers.field.precise |= self.is_precise_output(semantic.as_ref());
        for annotation in &variable.annotations {
            if let ast::AnnotationKind::PackOffset { .. } = annotation.kind {
                self.report(errors::packoffset_outside_buffer(annotation.span));
            }
        }
        if let Some(ast::Initializer::Value(init)) = variable.init {
            let span = self.ast.exprs[init].span;
            self.report(errors::member_initializer(span));
        }
        if variable.extents.is_empty() {
            self.note_type_name(at, variable.ty);
        }
        let index = fields.len() as u32;
        let symbol = name.map_or(Symbol::EMPTY, |n| n.node);
        let payload = self.payload_access(variable);
        fields.push(FieldData {
            semantic,
            modifiers: modifiers.field,
            bits,
            starts_number: std::mem::take(&mut self.records[id].has_full_number),
            payload,
            foreign,
            ..FieldData::plain(symbol, ty, at)
        });
        match name {
            Some(name) => self.declare_value(name, ValueEntity::Field(index)),
            // The members of an anonymous struct are members of this one too.
            None => self.lift_anonymous(ty, index),
        }
    }

    fn lift_anonymous(&mut self, ty: Ty, index: u32) {
        let Some(inner) = self.struct_of(ty) else { return };
        let Some(scope) = self.records[inner].scope else { return };
        let names: Vec<(Symbol, Span, ValueEntity)> =
            self.scopes.get(scope).values.iter().map(|(&n, d)| (n, d.span, d.entity.clone())).collect();
        for (name, span, entity) in names {
            let path = match entity {
                ValueEntity::Field(field) => vec![index, field],
                ValueEntity::Path(rest) => std::iter::once(index).chain(rest).collect(),
                ValueEntity::Local(_)
                | ValueEntity::Global(_)
                | ValueEntity::Functions(_)
                | ValueEntity::Variables(_)
                | ValueEntity::Constant(..)
                | ValueEntity::Error => continue,
            };
            self.declare_value(Spanned::new(name, span), ValueEntity::Path(path));
        }
    }

    /// The type of a member, which is in error if nothing knows how large that is: a struct that held itself would never end.
    fn member_type(&mut self, ty: Ty, span: Span) -> Ty {
        self.reject_subobject(ty, span);
        let ty = self.possible_type(ty, span);
        let base = self.array_base(ty);
        let incomplete = match self.types().data(base) {
            TyData::Void => true,
            TyData::Struct(inner) => !self.types().structs[*inner].is_complete,
            TyData::Error
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Enum(_)
            | TyData::Object(..)
            | TyData::String => false,
        };
        let unsized_array = matches!(self.types().data(ty), TyData::Array(_, None)) && !self.holds_object(ty);
        if incomplete || unsized_array {
            let shown = self.show(ty);
            self.report(errors::incomplete_type(span, &shown));
            return Types::ERROR;
        }
        ty
    }

    fn bit_field_width(&mut self, bits: ast::ExprId, ty: Ty) -> Option<u32> {
        let span = self.ast.exprs[bits].span;
        let (width, _) = self.const_integer(bits)?;
        let kind = match *self.types().data(ty) {
            TyData::Scalar(kind) if kind.is_int() || kind == hlslc_hir::types::ScalarKind::Bool => kind,
            TyData::Enum(id) => self.types().enums[id].underlying,
            TyData::Error
            | TyData::Void
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Struct(_)
            | TyData::Object(..)
            | TyData::String => {
                let shown = self.show(ty);
                self.report_unless_error(&[ty], errors::bit_field_type(span, &shown));
                return None;
            }
        };
        let most = i64::from(if kind == hlslc_hir::types::ScalarKind::Bool { 32 } else { kind.bits() });
        if !(0..=most).contains(&width) {
            self.report(errors::bit_field_width(span, &width.to_string(), kind.name(), most as u32));
            return None;
        }
        Some(width as u32)
    }
}
