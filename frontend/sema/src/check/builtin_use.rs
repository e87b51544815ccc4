//! Checks the rules for calls of built-in functions beyond their signatures: which textures can be sampled, offsets,
//! atomics. They apply to reachable code, so a violation is recorded with the function.

use crate::consteval;
use crate::cx::{Checker, Operand};
use crate::errors;
use crate::fold;
use crate::intrinsic_match::Resolved;
use hlslc_base::{Diagnostic, ShaderModel, Span};
use hlslc_hir::hir::{Arg, ExprId, ExprKind, GlobalKind, ParamMode, Place, PlaceBase, Projection};
use hlslc_hir::intrinsics::textures::Expansion as Texture;
use hlslc_hir::intrinsics::{
    Class, Element, Expansion, Lowering, Role, bits, buffers, geometry, lanes, nodes, raytracing, stages, sync,
};
use hlslc_hir::objects::ObjectShape;
use hlslc_hir::types::{ScalarClass, Ty, TyData, Types};
use hlslc_hir::value::ScalarValue;
use hlslc_ir::Op;

/// The bits of a barrier's arguments.
mod barrier {
    pub(super) const UAV_MEMORY: u32 = 1;
    pub(super) const GROUP_MEMORY: u32 = 2;
    pub(super) const NODE_MEMORY: u32 = 4 | 8;
    pub(super) const ALL_MEMORY: u32 = 15;
    /// Waits for the group, or orders within it.
    pub(super) const GROUP: u32 = 1 | GROUP_SCOPE;
    pub(super) const GROUP_SCOPE: u32 = 2;
    pub(super) const DEVICE_SCOPE: u32 = 4;
    pub(super) const REORDER: u32 = 8;
    pub(super) const MEANINGS: u32 = 15;
    pub(super) const SCOPES: u32 = GROUP_SCOPE | DEVICE_SCOPE;

    /// The scopes that a barrier for this memory may have: those of all threads that may share some of it.
    pub(super) fn scopes_of_memory(memory: u32) -> u32 {
        match memory {
            0 => 0,
            _ if memory & (UAV_MEMORY | NODE_MEMORY) != 0 => SCOPES,
            _ => GROUP_SCOPE,
        }
    }
}

impl Checker<'_> {
    /// Whether a place lies in group-shared memory.
    fn is_groupshared(&self, place: &Place) -> bool {
        match place.base {
            PlaceBase::Global(global) => matches!(self.program.globals[global].kind, GlobalKind::Groupshared),
            PlaceBase::Local(local) => {
                let mut params = self.body.func.params.iter();
                params.any(|param| param.local == local && param.mode == ParamMode::Shared)
            }
            PlaceBase::This
            | PlaceBase::Temporary(_)
            | PlaceBase::Element { .. }
            | PlaceBase::BufferContents(_)
            | PlaceBase::Pointee(_)
            | PlaceBase::HeapElement { .. } => false,
        }
    }

    /// Checks a call of a built-in function or method whose arguments are converted.
    pub fn check_builtin_use(&mut self, resolved: &Resolved, object: Option<&Operand>, args: &[Arg], span: Span) {
        if let Some(object) = object {
            self.check_sampled_kind(resolved, object, span);
            self.check_query_trace(resolved, object.ty, args);
        }
        if resolved.lowering() == Lowering::Expand(Expansion::Bits(bits::Expansion::AddUint64))
            && !matches!(self.scalar_count(resolved.ret), 2 | 4)
        {
            self.body.if_reached.push(errors::add_uint64_operands(span));
        }
        if resolved.lowering() == Lowering::Expand(Expansion::Geometry(geometry::Expansion::DispatchMesh))
            && let Some(&Arg::In(payload)) = args.last()
        {
            let (ty, at) = (self.body.func.exprs[payload].ty, self.body.func.exprs[payload].span);
            let too_large = self.check_payload(ty, at);
            self.body.if_reached.extend(too_large);
            self.reject_long_vectors(ty, at, "user-defined struct parameter");
        }
        if resolved.lowering() == Lowering::Expand(Expansion::Buffers(buffers::Expansion::StoreRaw))
            && let Some(&Arg::In(value)) = args.last()
            && self.holds_object(self.body.func.exprs[value].ty)
        {
            let stored = &self.body.func.exprs[value];
            let (span, shown) = (stored.span, self.show(stored.ty));
            self.report(errors::stored_object(span, &shown));
        }
        if resolved.lowering() == Lowering::Expand(Expansion::Buffers(buffers::Expansion::LoadRaw))
            && (resolved.ret == Types::VOID || self.holds_object(resolved.ret))
        {
            let shown = self.show(resolved.ret);
            self.report(errors::stored_object(span, &shown));
        }
        let name = resolved.id.row().name();
        let params = resolved.id.row().signature.params();
        for (param, arg) in params.iter().zip(args) {
            if param.pattern.element == Element::Class(Class::SharedArray)
                && let Arg::Ref(place) = arg
                && !self.is_groupshared(place)
            {
                self.report(errors::not_groupshared(place.span, name));
            }
        }
        match resolved.lowering() {
            Lowering::NotYet => self.body.if_reached.push(errors::builtin_not_supported(span, name)),
            Lowering::Gone(today) => {
                let note = format!("Direct3D 9's `{name}` is `{}` today", today.text());
                self.body.if_reached.push(errors::of_direct3d9(span, name).note(note));
            }
            Lowering::Op(_) | Lowering::ByClass(..) | Lowering::Expand(_) => {}
        }
        if let Lowering::Expand(Expansion::Rays(expansion)) = resolved.lowering() {
            self.check_handed_on(expansion, resolved.id.row().name(), args);
        }
        if resolved.id.carries_payload()
            && let Some(Arg::Out { place, .. } | Arg::InOut { place, .. } | Arg::Ref(place)) = args.last()
            && let Some(name) = self.unmarked_payload(place.ty)
        {
            let error = if let PlaceBase::Local(local) = place.base {
                let declared = self.body.func.locals[local].span;
                errors::payload_not_marked(declared, &name).label(place.span, "a ray takes it along here")
            } else {
                errors::payload_not_marked(place.span, &name)
            };
            // One mistake, however many rays take it along.
            let is_reported = |reported: &Diagnostic| {
                (reported.info.code, reported.primary.span) == (error.info.code, error.primary.span)
            };
            if !self.body.if_reached.iter().any(is_reported) {
                self.body.if_reached.push(error);
            }
        }
        if resolved.lowering() == Lowering::Expand(Expansion::Nodes(nodes::Expansion::Plain(Op::NodeFinished)))
            && let Some(record) = object.and_then(|object| self.object_element(object.ty))
            && self.struct_of(record).is_some_and(|id| !self.types().structs[id].tracks_sharing)
        {
            let shown = self.show(record);
            self.report(errors::node_not_tracked(span, &shown));
        }
        if resolved.lowering() == Lowering::Expand(Expansion::Nodes(nodes::Expansion::Barrier)) {
            self.check_barrier(false, args, span);
        }
        if let Lowering::Expand(Expansion::Sync(
            kind @ (sync::Expansion::BarrierByMemory | sync::Expansion::BarrierByObject),
        )) = resolved.lowering()
        {
            self.check_barrier(kind == sync::Expansion::BarrierByMemory, args, span);
        }
        if resolved.lowering() == Lowering::Expand(Expansion::Lanes(lanes::Expansion::GetAttributeAtVertex))
            && let Some(&Arg::In(input)) = args.first()
        {
            self.check_attribute_at_vertex(input);
        }
        for (arg, param) in args.iter().zip(&resolved.params) {
            if let (Role::Dest, Arg::Ref(place)) = (param.role, arg) {
                self.check_atomic_destination(place, span);
            }
        }
    }

    /// Checks that the argument of `GetAttributeAtVertex` is a parameter, or a member of one, that is not interpolated.
    fn check_attribute_at_vertex(&mut self, input: ExprId) {
        let func = &self.body.func;
        let ExprKind::Load(place) = &func.exprs[input].kind else { return };
        let PlaceBase::Local(local) = place.base else { return };
        let Some(param) = func.params.iter().find(|param| param.local == local) else { return };
        let (mut declared, mut is_input) = (param.modifiers.nointerpolation, param.semantic.is_some());
        let (mut ty, mut name) = (func.locals[local].ty, func.locals[local].name);
        for projection in &place.projections {
            if let (Projection::Index(_), &TyData::Array(element, _)) = (projection, self.types().data(ty)) {
                ty = element;
                continue;
            }
            let (Projection::Field(index), TyData::Struct(id)) = (projection, self.types().data(ty)) else { break };
            let Some(field) = self.types().structs[*id].fields.get(*index as usize) else { break };
            declared |= field.modifiers.nointerpolation;
            is_input |= field.semantic.is_some();
            (ty, name) = (field.ty, field.name);
        }
        // What a function is given is judged where the input itself is read.
        if is_input && !declared {
            let (span, shown) = (func.exprs[input].span, self.text(name));
            self.body.if_reached.push(errors::attribute_interpolated(span, &shown));
        }
    }

    /// Checks that what is passed to another shader consists of numbers.
    fn check_handed_on(&mut self, expansion: raytracing::Expansion, name: &str, args: &[Arg]) {
        use raytracing::Expansion as Rays;
        let hands_on = matches!(
            expansion,
            Rays::TraceRay
                | Rays::CallShader
                | Rays::ReportHit
                | Rays::HitTraceRay
                | Rays::HitInvoke
                | Rays::HitOfQueryWith
                | Rays::HitAttributes
        );
        if !hands_on {
            return;
        }
        let (ty, span) = match args.last() {
            Some(Arg::Out { place, .. } | Arg::InOut { place, .. } | Arg::Ref(place)) => (place.ty, place.span),
            Some(&Arg::In(value)) => (self.body.func.exprs[value].ty, self.body.func.exprs[value].span),
            None => return,
        };
        let is_attributes = matches!(expansion, Rays::ReportHit | Rays::HitOfQueryWith | Rays::HitAttributes);
        let what = if is_attributes { "attributes" } else { "user-defined struct parameter" };
        self.reject_long_vectors(ty, span, what);
        if self.holds_object(ty) {
            let shown = self.show(ty);
            self.body.if_reached.push(errors::handed_on_object(span, name, &shown));
        }
    }

    /// Checks that the memory and scopes of a barrier exist in the stage.
    fn check_barrier(&mut self, names_memory: bool, args: &[Arg], span: Span) {
        let numbers: Vec<Option<u32>> = args
            .iter()
            .map(|arg| match arg {
                Arg::In(value) => match self.eval(*value).as_ref().and_then(consteval::scalar) {
                    Some(ScalarValue::Int(bits)) => Some(bits as u32),
                    _ => None,
                },
                Arg::Out { .. } | Arg::InOut { .. } | Arg::Ref(_) => None,
            })
            .collect();
        let number = |at: usize| numbers.get(at).copied().flatten();
        let named = if names_memory { number(0) } else { None };
        let memory = named.unwrap_or(0);
        let meaning = number(1).unwrap_or(0);
        if memory & !barrier::ALL_MEMORY != 0 {
            self.report(errors::barrier_memory(span, memory));
            return;
        }
        let reorders = self.options.target.model >= ShaderModel::new(6, 9);
        if meaning & !(if reorders { barrier::MEANINGS } else { barrier::MEANINGS & !barrier::REORDER }) != 0 {
            self.report(errors::barrier_meaning(span, meaning));
            return;
        }
        if memory != barrier::ALL_MEMORY && memory & barrier::GROUP_MEMORY != 0 {
            self.body.if_reached_from.push((stages::GROUPED, errors::barrier_group_memory(span)));
        }
        if memory != barrier::ALL_MEMORY && memory & barrier::NODE_MEMORY != 0 {
            self.body.if_reached_from.push((stages::NODE, errors::barrier_node_memory(span)));
        }
        if meaning & barrier::GROUP != 0 {
            self.body.if_reached_from.push((stages::GROUPED, errors::barrier_group(span)));
        }
        let scopes = named.map_or_else(|| self.scopes_of_object(args), barrier::scopes_of_memory);
        for (scope, name) in [(barrier::DEVICE_SCOPE, "DEVICE_SCOPE"), (barrier::GROUP_SCOPE, "GROUP_SCOPE")] {
            if meaning & scope & !scopes != 0 {
                self.body.if_reached.push(errors::barrier_scope(span, name));
            }
        }
        if meaning & barrier::REORDER != 0 {
            self.body.if_reached_from.push((stages::RAY_GENERATION, errors::barrier_reorder(span)));
        }
    }

    /// The scopes that a barrier for an object may have: those of all threads that may share it. All for other arguments.
    fn scopes_of_object(&self, args: &[Arg]) -> u32 {
        let Some(&Arg::In(object)) = args.first() else { return barrier::SCOPES };
        let TyData::Object(kind, _) = self.types().data(self.body.func.exprs[object].ty) else {
            return barrier::SCOPES;
        };
        match kind.node() {
            Some(records) if records.is_of_thread() => 0,
            Some(records) if records.is_of_group() => barrier::GROUP_SCOPE,
            Some(_) | None => barrier::SCOPES,
        }
    }

    /// Checks the kind of a texture that is sampled: filtering needs floats; since shader model 6.7 integers can be
    /// sampled too, but not compared. Texels as they are stored are one unsigned integer each.
    fn check_sampled_kind(&mut self, resolved: &Resolved, object: &Operand, span: Span) {
        let samples = match resolved.lowering() {
            Lowering::Expand(Expansion::Textures(Texture::Sample(_))) => !self.options.target.model.samples_integers(),
            Lowering::Expand(Expansion::Textures(Texture::SampleCompare(_))) => true,
            Lowering::Op(_) | Lowering::ByClass(..) | Lowering::Expand(_) | Lowering::NotYet | Lowering::Gone(_) => {
                false
            }
        };
        let Some(element) = self.object_element(object.ty) else { return };
        if resolved.lowering() == Lowering::Expand(Expansion::Textures(Texture::GatherRaw))
            && !self.is_one_unsigned(element)
        {
            let shown = self.show(element);
            self.report(errors::sampled_integers(span, resolved.id.row().name(), &shown));
            return;
        }
        let integers = self.types().element_kind(element).is_some_and(|kind| !kind.is_float());
        if samples && integers {
            let shown = self.show(element);
            self.body.if_reached.push(errors::sampled_integers(span, resolved.id.row().name(), &shown));
        }
    }

    fn is_one_unsigned(&self, element: Ty) -> bool {
        self.scalar_count(element) == 1
            && self.types().element_kind(element).is_some_and(|kind| kind.class() == ScalarClass::Unsigned)
    }

    /// The width of the bit-field that a place ends in.
    pub(super) fn bit_field_of(&self, place: &Place) -> Option<u32> {
        let mut ty = match &place.base {
            PlaceBase::Local(local) => self.body.func.locals[*local].ty,
            PlaceBase::Global(global) => self.program.globals[*global].ty,
            PlaceBase::Element { object, .. } => self.object_element(self.body.func.exprs[*object].ty)?,
            PlaceBase::This
            | PlaceBase::Temporary(_)
            | PlaceBase::BufferContents(_)
            | PlaceBase::Pointee(_)
            | PlaceBase::HeapElement { .. } => return None,
        };
        let mut bits = None;
        for projection in &place.projections {
            bits = None;
            ty = match (projection, self.types().data(ty)) {
                (Projection::Index(_), &TyData::Array(element, _)) => element,
                (Projection::Field(index), TyData::Struct(id)) => {
                    let field = self.types().structs[*id].fields.get(*index as usize)?;
                    bits = field.bits;
                    field.ty
                }
                _ => return None,
            };
        }
        bits
    }

    /// Warns of a constant that the bit-field it goes to does not hold.
    pub(super) fn warn_if_cut(&mut self, place: &Place, value: ExprId, span: Span) {
        let Some(bits) = self.bit_field_of(place).filter(|bits| (1..32).contains(bits)) else { return };
        let Some(kind) = self.types().element_kind(place.ty) else { return };
        let known = self.eval(value);
        let Some(before @ ScalarValue::Int(number)) = known.as_ref().and_then(consteval::scalar) else { return };
        let shift = 64 - bits;
        let kept = if matches!(kind.class(), ScalarClass::Signed) {
            (((number << shift) as i64) >> shift) as u64
        } else {
            (number << shift) >> shift
        };
        // One bit with a sign holds 0 and -1, and 1 is how people write the latter.
        if kept != number && (bits, number) != (1, 1) {
            let (before, after) = (fold::show(before, kind), fold::show(ScalarValue::Int(kept), kind));
            self.report(errors::bit_field_cut(span, bits, &before, &after));
        }
    }

    /// Atomics on typed resources need elements of one scalar.
    fn check_atomic_destination(&mut self, place: &Place, span: Span) {
        if self.bit_field_of(place).is_some() {
            self.body.if_reached.push(errors::atomic_on_bit_field(place.span));
            return;
        }
        let is_own = match place.base {
            // A parameter may stand for memory that lanes share.
            PlaceBase::Local(local) => self.body.func.params.iter().all(|param| param.local != local),
            PlaceBase::Temporary(_) => true,
            PlaceBase::Global(global) => {
                matches!(self.program.globals[global].kind, GlobalKind::Static | GlobalKind::Constant)
            }
            PlaceBase::This
            | PlaceBase::Element { .. }
            | PlaceBase::BufferContents(_)
            | PlaceBase::Pointee(_)
            | PlaceBase::HeapElement { .. } => false,
        };
        if is_own {
            self.body.if_reached.push(errors::atomic_destination(place.span));
            return;
        }
        let PlaceBase::Element { object, .. } = place.base else { return };
        let ty = self.body.func.exprs[object].ty;
        let TyData::Object(kind, _) = self.data(ty) else { return };
        let typed = matches!(kind.info().shape, ObjectShape::TypedBuffer | ObjectShape::Texture(_));
        let Some(element) = self.object_element(ty) else { return };
        if typed && self.scalar_count(element) > 1 {
            let shown = self.show(ty);
            self.body.if_reached.push(errors::atomic_on_vector(span, &shown));
        }
    }
}
