//! Checks variables outside of functions: resources, constant buffers and `$Globals`, `static`, `groupshared`, static
//! members.

use super::decl::Modifiers;
use super::modifiers::Site;
use crate::cx::{Access, Checker, Operand};
use crate::errors;
use crate::scope::{ScopeId, ScopeKind, ValueEntity};
use hlslc_base::{Span, Spanned, Symbol};
use hlslc_hir::foreign::ForeignAttributes;
use hlslc_hir::hir::{
    BufferKind, Expr, ExprId, ExprKind, Global, GlobalId, GlobalKind, Place, PlaceBase, Stmt, StmtKind,
};
use hlslc_hir::objects::ObjectShape;
use hlslc_hir::types::{Coherence, FieldData, ObjectArg, StructData, StructId, Ty, TyData, Types};
use hlslc_hir::value::ConstValue;
use hlslc_ir::vulkan::{VkPlace, VkResource};
use hlslc_syntax::ast::{self, AnnotationKind, DeclId, Initializer, Modifier, Name};

impl Checker<'_> {
    /// Checks a variable outside functions and structs.
    pub fn check_global(&mut self, id: DeclId, variable: &ast::Variable) {
        let Some(path) = &variable.name else { return };
        let Some(last) = path.last() else { return };
        let name = last.name;
        if path.segments.len() > 1 {
            if !self.define_template_member(id, path) {
                self.define_static_member(variable, path);
            }
            return;
        }
        if !self.declare_variable_template(id, variable) {
            self.check_variable(id, variable, name);
        }
    }

    /// Checks a variable outside functions and structs, or one that a template makes of its declaration, to be entered
    /// into the current scope under a name.
    pub(super) fn check_variable(&mut self, id: DeclId, variable: &ast::Variable, name: Name) {
        let text = self.names.text(name.node);
        if matches!(text, "ResourceDescriptorHeap" | "SamplerDescriptorHeap")
            && self.options.target.model.has_annotated_handles()
        {
            let text = text.to_owned();
            self.report(errors::redefinition(name.span, &text).note("since shader model 6.6 HLSL declares it"));
            return;
        }
        let mut modifiers = self.variable_modifiers(variable.ty);
        let given = self.given_value(variable, true);
        let ty = match &given {
            Some(operand) => self.deduced_type(variable, operand),
            None => match self.written_type(variable) {
                Some(ty) => ty,
                None => return,
            },
        };
        self.check_global_modifiers(&modifiers, ty, Site::Global);
        // No buffer gives its value.
        modifiers.is_static |= modifiers.is_constexpr;
        if variable.extents.is_empty() && given.is_none() {
            self.note_type_name(name.span, variable.ty);
        }
        if self.types().is_error(ty) {
            self.declare_value(name, ValueEntity::Error);
            return;
        }
        if matches!(self.types().data(ty), TyData::Void) {
            self.report(errors::void_variable(name.span));
            self.declare_value(name, ValueEntity::Error);
            return;
        }
        if modifiers.is_constexpr && variable.init.is_none() {
            self.report(errors::constexpr_without_value(name.span));
            self.declare_value(name, ValueEntity::Error);
            return;
        }
        if self.check_text(variable, name, ty) || self.reject_incomplete(name, ty) {
            return;
        }
        if let Some(kind) = self.subobject_kind(ty) {
            self.check_subobject(variable, name, ty, kind, &modifiers);
            return;
        }
        if !modifiers.groupshared && self.reject_given(ty, modifiers.is_static, name.span) {
            self.declare_value(name, ValueEntity::Error);
            return;
        }
        let vk = self.vk_global(&self.ast.decls[id].attributes, Some(ty));
        if let Some(number) = vk.constant {
            self.check_specialization(variable, name, ty, number, &modifiers);
            return;
        }
        let variable_of = self.foreign_class(&vk.foreign, &modifiers, name);
        let is_block = vk.resource.place != VkPlace::Descriptor && self.struct_of(ty).is_some();
        let kind = if modifiers.groupshared {
            GlobalKind::Groupshared
        } else if modifiers.is_static || variable_of.is_some() {
            GlobalKind::Static
        } else if is_block && !self.holds_object(ty) {
            GlobalKind::Buffer(BufferKind::Whole)
        } else if self.holds_object(ty) && !self.holds_number(ty) {
            GlobalKind::Resource
        } else {
            self.check_plain_global(variable, name, ty, &modifiers, vk.foreign.attributes);
            if vk.resource != VkResource::default() {
                self.report(errors::attribute_not_here(name.span, "vk::binding"));
            }
            return;
        };
        self.check_resource_type(ty, name.span);
        let global = self.new_global(name, ty, kind, self.scope);
        self.set_global_modifiers(global, &modifiers);
        self.program.globals[global].vk = vk.resource;
        self.program.globals[global].foreign = vk.foreign.attributes;
        self.program.globals[global].foreign_variable = variable_of;
        self.check_packoffset_use(&variable.annotations);
        self.bind_resources(global, &variable.annotations);
        // Its own initialiser sees the variable.
        self.declare_value(name, ValueEntity::Global(global));
        if let Some(Initializer::Value(init)) = variable.init {
            self.global_init(global, init, &modifiers);
        } else if variable.init.is_none() && modifiers.is_static {
            self.start_static_query(global);
        }
        self.check_sized(global, name.span);
    }

    /// A name for a text, which is no variable: nothing can hold one.
    fn check_text(&mut self, variable: &ast::Variable, name: Name, ty: Ty) -> bool {
        if matches!(self.types().data(self.array_base(ty)), TyData::String)
            && !matches!(self.types().data(ty), TyData::String)
        {
            self.report(errors::string_not_here(name.span, "an element of an array"));
            self.declare_value(name, ValueEntity::Error);
            return true;
        }
        if !matches!(self.types().data(ty), TyData::String) {
            return false;
        }
        if self.scope != self.global_scope {
            self.report(errors::string_not_global(name.span));
            self.declare_value(name, ValueEntity::Error);
            return true;
        }
        let Some(Initializer::Value(init)) = &variable.init else {
            self.declare_value(name, ValueEntity::Constant(ty, ConstValue::String(String::new())));
            return true;
        };
        let (value, _) = self.in_scratch(|this| {
            let operand = this.check_initial(*init, ty, true);
            let value = this.convert_initial(&operand, ty);
            this.eval(value)
        });
        let Some(value) = value else { return false };
        self.declare_value(name, ValueEntity::Constant(ty, value));
        true
    }

    /// Rules about what resources hold that no type says by itself.
    fn check_resource_type(&mut self, ty: Ty, span: Span) {
        let base = self.array_base(ty);
        let Some(kind) = self.object_kind(base) else { return };
        if kind.is_vulkan_only() && !self.options.dialect.has_vk {
            self.report(errors::vulkan_object(span, kind.name()));
        }
        let Some(element) = self.object_element(base) else { return };
        let shown = self.show(element);
        match kind.info().shape {
            ObjectShape::ConstantBuffer if base != ty && self.holds_object(element) => {
                self.report(errors::objects_in_buffer_array(span, &shown));
            }
            ObjectShape::None
            | ObjectShape::TypedBuffer
            | ObjectShape::Texture(_)
            | ObjectShape::StructuredBuffer
            | ObjectShape::RawBuffer
            | ObjectShape::ConstantBuffer
            | ObjectShape::Elements => {}
        }
    }

    /// A global with nothing set.
    pub(super) fn new_global(&mut self, name: Name, ty: Ty, kind: GlobalKind, scope: ScopeId) -> GlobalId {
        let name_text = self.qualified(scope, name.node);
        self.program.globals.push(Global {
            name: name_text,
            symbol: None,
            ty,
            span: name.span,
            kind,
            init: None,
            init_func: None,
            registers: Vec::new(),
            in_buffer: false,
            vk: VkResource::default(),
            coherence: Coherence::default(),
            precise: false,
            foreign: ForeignAttributes::default(),
            foreign_variable: None,
        })
    }

    pub(super) fn set_global_modifiers(&mut self, global: GlobalId, modifiers: &Modifiers) {
        let data = &mut self.program.globals[global];
        data.coherence = modifiers.field.coherence;
        data.precise = modifiers.precise;
        if modifiers.is_const {
            self.global_access[global] = Some(Access::Const);
        }
    }

    fn check_global_modifiers(&mut self, modifiers: &Modifiers, ty: Ty, site: Site) {
        self.check_modifiers(modifiers, site);
        self.check_coherence(modifiers, ty);
        if modifiers.groupshared {
            let span = modifiers.span_of(Modifier::GroupShared).unwrap_or(Span::NONE);
            if let Some(other) = modifiers.span_of(Modifier::Extern) {
                self.report(errors::conflicting_modifiers(other, "groupshared", "extern"));
            }
            if self.holds_object(ty) {
                let shown = self.show(ty);
                self.report(errors::groupshared_object(span, &shown));
            }
        }
        if modifiers.is_static
            && let Some(span) = modifiers.span_of(Modifier::Extern).or_else(|| modifiers.span_of(Modifier::Uniform))
        {
            let other = if modifiers.is_extern { "extern" } else { "uniform" };
            self.report(errors::conflicting_modifiers(span, "static", other));
        }
    }

    /// Checks a scalar whose value is given when a pipeline is made.
    fn check_specialization(
        &mut self,
        variable: &ast::Variable,
        name: Name,
        ty: Ty,
        (id, span): (u32, Span),
        modifiers: &Modifiers,
    ) {
        let global = self.new_global(name, ty, GlobalKind::Specialization(id), self.scope);
        self.set_global_modifiers(global, modifiers);
        self.global_access[global] = Some(Access::Const);
        self.declare_value(name, ValueEntity::Global(global));
        match self.specializations.get(&id).copied() {
            Some((other, at)) if other != ty => {
                let (one, other) = (self.show(ty), self.show(other));
                let error = errors::specialization_types(span, id, &one, &other);
                self.report(error.label(at, "declared here with the other type"));
            }
            Some(_) => {}
            None => drop(self.specializations.insert(id, (ty, span))),
        }
        let Some(Initializer::Value(init)) = variable.init else {
            self.report(errors::specialization_without_value(name.span));
            return;
        };
        let (made, _) = self.in_scratch(|this| {
            let operand = this.check_initial(init, ty, true);
            if this.types().is_error(operand.ty) {
                return None;
            }
            let value = this.convert_initial(&operand, ty);
            Some(this.eval(value))
        });
        match made {
            Some(Some(value)) => self.program.globals[global].init = Some(value),
            Some(None) => self.report(errors::specialization_value(self.ast.exprs[init].span)),
            None => {}
        }
    }

    /// Checks a number outside of any buffer: a member of `$Globals`.
    fn check_plain_global(
        &mut self,
        variable: &ast::Variable,
        name: Name,
        ty: Ty,
        modifiers: &Modifiers,
        foreign: ForeignAttributes,
    ) {
        // A value is ignored, but it says how many elements there are.
        let (mut ty, is_unsized) = (ty, matches!(self.types().data(ty), TyData::Array(_, None)));
        if let Some(Initializer::Value(init)) = variable.init {
            let span = self.ast.exprs[init].span;
            let (initial, _) = self.in_scratch(|this| {
                let operand = this.check_initial(init, ty, true);
                let sized = this.sized_by_value(ty, &operand).unwrap_or(Types::ERROR);
                this.convert_initial(&operand, sized);
                sized
            });
            if is_unsized {
                ty = initial;
            }
            if modifiers.is_extern {
                let shown = self.text(name.node);
                self.report(errors::extern_initializer(name.span, &shown));
            }
            // Texts are for other declarations, and have their value.
            if !matches!(self.types().data(ty), TyData::String) {
                self.report_ignored(errors::external_initializer(span), span);
            }
        }
        if self.types().is_error(ty) {
            self.declare_value(name, ValueEntity::Error);
            return;
        }
        if matches!(self.types().data(ty), TyData::Array(_, None)) {
            let shown = self.show(ty);
            self.report(errors::incomplete_type(name.span, &shown));
            self.declare_value(name, ValueEntity::Error);
            return;
        }
        let (offset, registers) = self.bind_loose(ty, &variable.annotations);
        let full = self.qualified(self.scope, name.node);
        let mut field = FieldData::plain(self.names.intern(&full), ty, name.span);
        field.modifiers = modifiers.field;
        field.packoffset = offset;
        field.foreign = foreign;
        self.check_packoffset_use(&variable.annotations);
        let kind = self.push_loose(field);
        let global = self.new_global(name, ty, kind, self.scope);
        self.set_global_modifiers(global, modifiers);
        self.global_access[global] = Some(Access::Uniform);
        self.program.globals[global].registers = registers;
        let declared = self.copy_if_writable(global, modifiers);
        self.declare_value(name, ValueEntity::Global(declared));
    }

    /// The variable that a member of a buffer is for the shader: where constants can be written, a copy of it.
    fn copy_if_writable(&mut self, member: GlobalId, modifiers: &Modifiers) -> GlobalId {
        let Global { name, span, ty, .. } = &self.program.globals[member];
        let (full, span, ty) = (name.clone(), *span, *ty);
        if !self.options.writable_constants || modifiers.is_const || self.holds_object(ty) {
            return member;
        }
        let copy = self.new_global(Spanned::new(Symbol::EMPTY, span), ty, GlobalKind::Static, self.scope);
        let place = Place { base: PlaceBase::Global(member), projections: Vec::new(), ty, span };
        let mut func = hlslc_hir::hir::Function::empty();
        func.name = format!("{full}.init");
        func.span = span;
        func.ret = ty;
        let value = func.exprs.push(Expr { ty, kind: ExprKind::Load(place), span });
        let ret = func.stmts.push(Stmt { kind: StmtKind::Return(Some(value)), span });
        func.body = Some(func.stmts.push(Stmt { kind: StmtKind::Block(vec![ret]), span }));
        self.program.globals[copy].name = full;
        self.program.globals[copy].init_func = Some(self.program.funcs.push(func));
        copy
    }

    /// Adds a member to `$Globals`.
    pub fn push_loose(&mut self, field: FieldData) -> GlobalKind {
        let (buffer, layout) = self.globals_buffer();
        let index = self.types().structs[layout].fields.len() as u32;
        self.push_buffer_field(layout, field);
        GlobalKind::BufferMember { buffer, field: index }
    }

    /// The `$Globals` buffer and its layout.
    fn globals_buffer(&mut self) -> (GlobalId, StructId) {
        if let Some(found) = self.globals_buffer {
            return found;
        }
        let name = self.names.intern("$Globals");
        let found = self.new_buffer(Spanned::new(name, Span::NONE), BufferKind::Globals, self.global_scope);
        self.globals_buffer = Some(found);
        found
    }

    pub(super) fn new_buffer(&mut self, name: Name, kind: BufferKind, scope: ScopeId) -> (GlobalId, StructId) {
        let text = self.qualified(scope, name.node);
        let layout = self.types_mut().structs.push(StructData {
            name: text,
            span: name.span,
            has_base: false,
            fields: Vec::new(),
            is_interface: false,
            is_class: false,
            leaves_out_objects: false,
            tracks_sharing: false,
            arguments: Vec::new(),
            is_complete: true,
        });
        self.records[layout].word = "cbuffer";
        let ty = self.types_mut().intern(TyData::Struct(layout));
        let global = self.new_global(name, ty, GlobalKind::Buffer(kind), scope);
        self.note(name.span, crate::uses::Sort::Buffer(global), name.span, ty, None);
        (global, layout)
    }

    fn push_buffer_field(&mut self, layout: StructId, field: FieldData) {
        self.reject_long_vectors(field.ty, field.span, "cbuffers or tbuffers");
        let inner = self.summary(field.ty);
        self.records[layout].summary.add_part(inner);
        self.types_mut().structs[layout].fields.push(field);
    }

    pub(super) fn buffer_member(&mut self, buffer: GlobalId, layout: StructId, id: DeclId, variable: &ast::Variable) {
        if let Some(width) = variable.bits {
            self.report(errors::bit_field_in_buffer(self.ast.exprs[width].span));
        }
        let Some(name) = self.member_name(variable) else { return };
        let modifiers = self.variable_modifiers(variable.ty);
        if modifiers.is_static || modifiers.groupshared {
            self.check_global(id, variable);
            return;
        }
        let Some(ty) = self.written_type(variable) else { return };
        self.check_global_modifiers(&modifiers, ty, Site::BufferMember);
        if self.types().is_error(ty) {
            self.declare_value(name, ValueEntity::Error);
            return;
        }
        if matches!(self.types().data(ty), TyData::Void) {
            self.report(errors::void_variable(name.span));
            self.declare_value(name, ValueEntity::Error);
            return;
        }
        if matches!(self.types().data(self.array_base(ty)), TyData::String) {
            self.report(errors::string_not_global(name.span));
            self.declare_value(name, ValueEntity::Error);
            return;
        }
        if self.reject_incomplete(name, ty) {
            return;
        }
        if self.reject_given(ty, false, name.span) {
            self.declare_value(name, ValueEntity::Error);
            return;
        }
        self.reject_subobject(ty, self.ast.decls[id].span);
        let vk = self.vk_global(&self.ast.decls[id].attributes, Some(ty));
        if self.holds_object(ty) && !self.holds_number(ty) {
            self.types_mut().structs[layout].leaves_out_objects = true;
            let global = self.new_global(name, ty, GlobalKind::Resource, self.scope);
            self.set_global_modifiers(global, &modifiers);
            self.program.globals[global].vk = vk.resource;
            // It takes no room in the buffer, wherever it is put.
            let offset = self.packoffset_of(&variable.annotations, ty);
            self.note_packed(layout, name.node, name.span, ty, offset);
            self.bind_buffer_resources(global, &variable.annotations);
            self.declare_value(name, ValueEntity::Global(global));
            return;
        }
        if matches!(self.types().data(ty), TyData::Array(_, None)) {
            let shown = self.show(ty);
            self.report(errors::incomplete_type(name.span, &shown));
        }
        if let Some(Initializer::Value(init)) = variable.init {
            let span = self.ast.exprs[init].span;
            let scratch = self.in_scratch(|this| {
                let operand = this.check_initial(init, ty, true);
                this.convert_initial(&operand, ty);
            });
            drop(scratch);
            self.report_ignored(errors::member_value_ignored(span), span);
        }
        let mut field = FieldData::plain(self.name_in_buffer(buffer, name), ty, name.span);
        field.modifiers = modifiers.field;
        field.packoffset = self.packoffset_of(&variable.annotations, ty);
        let offset = self.bind_member(ty, &variable.annotations);
        field.packoffset = field.packoffset.or(offset);
        self.note_packed(layout, name.node, name.span, ty, field.packoffset);
        let index = self.types().structs[layout].fields.len() as u32;
        self.push_buffer_field(layout, field);
        let global = self.new_global(name, ty, GlobalKind::BufferMember { buffer, field: index }, self.scope);
        self.set_global_modifiers(global, &modifiers);
        self.global_access[global] = Some(Access::Uniform);
        let declared = self.copy_if_writable(global, &modifiers);
        self.declare_value(name, ValueEntity::Global(declared));
    }

    /// The name of a member: with the namespaces in the buffer that it stands in, without those that the buffer stands in.
    fn name_in_buffer(&mut self, buffer: GlobalId, name: Name) -> Symbol {
        let full = self.qualified(self.scope, name.node);
        let of_buffer = &self.program.globals[buffer].name;
        let around = of_buffer.rfind("::").map_or(0, |end| end + 2);
        self.names.intern(&full[around.min(full.len())..])
    }

    /// The byte offset that `packoffset` asks for.
    fn packoffset_of(&mut self, annotations: &[ast::Annotation], ty: Ty) -> Option<u32> {
        let mut result = None;
        for annotation in annotations {
            let AnnotationKind::PackOffset { register, component } = &annotation.kind else { continue };
            let text = self.text(register.node);
            // `c` is the first one.
            let number: Option<u32> =
                text.strip_prefix(['c', 'C']).and_then(|n| if n.is_empty() { Some(0) } else { n.parse().ok() });
            let Some(number) = number else {
                self.report(errors::bad_packoffset(register.span, &text));
                continue;
            };
            let part = match component {
                None => 0,
                Some(name) => match self.names.text(name.node) {
                    "x" | "r" => 0,
                    "y" | "g" => 1,
                    "z" | "b" => 2,
                    "w" | "a" => 3,
                    other => {
                        let other = other.to_owned();
                        self.report(errors::bad_packoffset(name.span, &other));
                        continue;
                    }
                },
            };
            if part > 0 && !self.fits_component(ty, part) {
                let shown = self.show(ty);
                self.report(errors::packoffset_crosses(annotation.span, &shown));
            }
            result = self.constant_offset(number, part, register.span);
        }
        result
    }

    /// Reports `packoffset` where it means nothing.
    pub(super) fn check_packoffset_use(&mut self, annotations: &[ast::Annotation]) {
        for annotation in annotations {
            if matches!(annotation.kind, AnnotationKind::PackOffset { .. }) {
                self.report(errors::packoffset_outside_buffer(annotation.span));
            }
        }
    }

    // ------------------------------------------------------------------------------------------ initial values

    /// Converts the value of an initialiser; lists have their type already.
    pub fn convert_initial(&mut self, operand: &Operand, ty: Ty) -> ExprId {
        self.convert_implicitly(operand, ty)
    }

    /// Sets the initial value of a `static` or `groupshared` variable: a constant if it is one, else a function.
    pub fn global_init(&mut self, global: GlobalId, init: ast::ExprId, modifiers: &Modifiers) {
        self.warn_if_comma_list(init);
        let span = self.ast.exprs[init].span;
        let ty = self.program.globals[global].ty;
        match self.program.globals[global].kind {
            GlobalKind::Groupshared => {
                if !modifiers.is_static {
                    self.report(errors::groupshared_initializer(span));
                }
                return;
            }
            GlobalKind::Resource => {
                let scratch = self.in_scratch(|this| {
                    let operand = this.check_initial(init, ty, true);
                    this.convert_initial(&operand, ty);
                });
                drop(scratch);
                self.report(errors::external_initializer(span));
                return;
            }
            GlobalKind::Static
            | GlobalKind::Constant
            | GlobalKind::Specialization(_)
            | GlobalKind::BufferMember { .. }
            | GlobalKind::Buffer(_) => {}
        }
        let (made, body) = self.in_scratch(|this| {
            let operand = this.check_initial(init, ty, true);
            if this.types().is_error(operand.ty) {
                return None;
            }
            let ty = this.sized_by_value(ty, &operand)?;
            let value = this.into(modifiers.field.coherence, |this| this.convert_initial(&operand, ty));
            let constant = this.eval(value);
            Some((value, ty, constant))
        });
        let Some((value, value_ty, constant)) = made else {
            if matches!(self.types().data(ty), TyData::Array(_, None)) {
                self.program.globals[global].ty = Types::ERROR;
            }
            return;
        };
        self.program.globals[global].ty = value_ty;
        if let Some(constant) = constant {
            if modifiers.is_const {
                self.program.globals[global].kind = GlobalKind::Constant;
            }
            self.program.globals[global].init = Some(constant);
            self.diags.extend(body.if_reached);
            return;
        }
        if modifiers.is_constexpr {
            self.report(errors::constexpr_without_value(span));
            return;
        }
        // Worked out when the shader starts, by a function of its own.
        let mut func = body.func;
        func.name = format!("{}.init", self.program.globals[global].name);
        func.span = span;
        func.ret = value_ty;
        let ret = func.stmts.push(Stmt { kind: StmtKind::Return(Some(value)), span });
        let block = func.stmts.push(Stmt { kind: StmtKind::Block(vec![ret]), span });
        func.body = Some(block);
        let func = self.program.funcs.push(func);
        self.if_reached[func] = body.if_reached;
        self.program.globals[global].init_func = Some(func);
    }

    pub(super) fn check_sized(&mut self, global: GlobalId, span: Span) {
        let data = &self.program.globals[global];
        let open = matches!(self.types().data(data.ty), TyData::Array(_, None));
        if open && !matches!(data.kind, GlobalKind::Resource) {
            let shown = self.show(self.program.globals[global].ty);
            self.report(errors::incomplete_type(span, &shown));
            self.program.globals[global].ty = Types::ERROR;
        }
    }

    /// The type of a local variable, or an error if it has no size.
    pub fn complete_variable_type(&mut self, ty: Ty, has_init: bool, span: Span) -> Ty {
        let base = self.array_base(ty);
        let bad = match self.types().data(base) {
            TyData::Void => {
                self.report(errors::void_variable(span));
                return Types::ERROR;
            }
            TyData::Struct(id) => !self.types().structs[*id].is_complete,
            TyData::Error
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Enum(_)
            | TyData::Object(..)
            | TyData::String => false,
        };
        if bad || (matches!(self.types().data(ty), TyData::Array(_, None)) && !has_init) {
            let shown = self.show(ty);
            self.report_unless_error(&[base], errors::incomplete_type(span, &shown));
            return Types::ERROR;
        }
        ty
    }

    /// Whether a variable is of a struct that has no members yet, which is reported.
    fn reject_incomplete(&mut self, name: Name, ty: Ty) -> bool {
        let base = self.array_base(ty);
        let is_open = self.struct_of(base).is_some_and(|id| !self.types().structs[id].is_complete);
        if is_open {
            let shown = self.show(base);
            self.report(errors::incomplete_type(name.span, &shown));
            self.declare_value(name, ValueEntity::Error);
        }
        is_open
    }

    // ------------------------------------------------------------------------------------------ static

    /// Checks a `static` member of a struct.
    pub fn static_member(&mut self, id: DeclId, variable: &ast::Variable, modifiers: &Modifiers) {
        if self.declare_variable_template(id, variable) {
            return;
        }
        let Some(ty) = self.written_type(variable) else { return };
        let Some(name) = variable.name.as_ref().and_then(ast::Path::as_name) else { return };
        if self.types().is_error(ty) {
            self.declare_value(name, ValueEntity::Error);
            return;
        }
        let global = self.new_global(name, ty, GlobalKind::Static, self.scope);
        self.set_global_modifiers(global, modifiers);
        self.program.globals[global].vk = self.vk_global(&self.ast.decls[id].attributes, Some(ty)).resource;
        self.declare_value(name, ValueEntity::Global(global));
        if let Some(Initializer::Value(init)) = variable.init {
            if matches!(self.types().data(ty), TyData::Scalar(kind) if modifiers.is_const && kind.is_float()) {
                let shown = self.show(ty);
                self.report(errors::float_in_struct(name.span, &shown));
            }
            self.global_init(global, init, modifiers);
        } else {
            self.start_static_query(global);
            if let ScopeKind::Record(record) = self.scopes.get(self.scope).kind {
                self.init_from_outside(record, name.node);
            }
        }
    }

    /// Checks `T S::x = …;` outside the struct.
    fn define_static_member(&mut self, variable: &ast::Variable, path: &ast::Path) {
        use crate::resolve_type::Qualifier;
        let Some(last) = path.last() else { return };
        let qualifier = self.resolve_qualifier(path);
        let Qualifier::In(scope) = qualifier else { return };
        let found = self.scopes.value_in(scope, last.name.node).map(|v| (v.1.entity.clone(), v.1.span));
        if let Some((entity, declared)) = &found {
            self.note_same(*declared, last.name.span);
            self.note_value(last.name.span, scope, entity, *declared);
        }
        let Some((ValueEntity::Global(global), _)) = found else {
            let text = self.text(last.name.node);
            self.report_unknown_name(last.name.span, &text, qualifier);
            return;
        };
        let mut modifiers = self.variable_modifiers(variable.ty);
        modifiers.is_const |= self.global_access[global] == Some(Access::Const);
        if let Some(Initializer::Value(init)) = variable.init {
            self.in_scope(scope, |this| this.global_init(global, init, &modifiers));
        }
    }

    /// The element that an object holds.
    pub fn object_element(&self, ty: Ty) -> Option<Ty> {
        if let TyData::Object(_, args) = self.types().data(ty) {
            args.iter().find_map(|arg| match *arg {
                ObjectArg::Type(ty) => Some(ty),
                ObjectArg::Number(_) => None,
            })
        } else {
            None
        }
    }
}
