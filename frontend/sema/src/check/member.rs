//! Checks `base.member` and `base[index]`: members, swizzles, elements of arrays, resources, patches and heaps.

use crate::consteval;
use crate::cx::{Access, Checker, Operand, OperandKind, Parts};
use crate::errors;
use crate::facts::Asked;
use crate::intrinsic_match::unnamed_kind;
use crate::scope::{ScopeKind, ValueEntity};
use hlslc_base::suggest::nearest;
use hlslc_base::{Diagnostic, Span};
use hlslc_hir::hir::{GlobalKind, MatrixElement, PlaceBase, Projection};
use hlslc_hir::objects::{ObjectClass, ObjectKind, ObjectShape};
use hlslc_hir::types::{ObjectArg, ScalarClass, ScalarKind, StructId, Ty, TyData, Types};
use hlslc_hir::value::{ConstValue, ScalarValue};
use hlslc_ir::node::NodeKind;
use hlslc_syntax::ast::{OperatorName, Path};
use smallvec::SmallVec;

/// More members than this are not listed where one is misspelt.
const MOST_MEMBERS: usize = 8;

/// The error about a member that numbers do not have, with the function of that name.
pub(super) fn with_function(error: Diagnostic, name: &str) -> Diagnostic {
    if crate::intrinsic_match::names(None).any(|function| function == name) {
        return error.note(format!("`{name}` is a function, not a member: `{name}(…)`"));
    }
    error
}

/// The name of an array in messages.
const ARRAY: &str = "array";

impl Checker<'_> {
    /// `base.member`, where the member is no call.
    pub fn member(&mut self, base: &Operand, member: &Path, span: Span) -> Operand {
        let Some(last) = member.last() else { return self.error_operand(span) };
        let name_span = last.name.span;
        if self.uses.is_some() && self.meets_member_cursor(base.ty, member) {
            return self.error_operand(span);
        }
        match self.data(base.ty) {
            TyData::Error => self.error_operand(span),
            TyData::Scalar(kind) => {
                let text = self.text(last.name.node);
                self.swizzle(base, kind, 1, &text, span, name_span)
            }
            TyData::Vector(kind, n) => {
                let text = self.text(last.name.node);
                self.swizzle(base, kind, n, &text, span, name_span)
            }
            TyData::Matrix { scalar, rows, cols, .. } => {
                let text = self.text(last.name.node);
                self.matrix_swizzle(base, scalar, (rows, cols), &text, span, name_span)
            }
            TyData::Struct(id) => self.struct_member(base, id, member, span),
            TyData::Object(kind, _) => self.object_member(base, kind, member, span),
            TyData::Array(_, Some(count)) if self.is_word(last.name.node, "Length") => {
                self.report(errors::length_deprecated(name_span));
                self.length(count, span)
            }
            TyData::Void | TyData::Array(..) | TyData::Enum(_) | TyData::String => {
                let (text, shown) = (self.text(last.name.node), self.show(base.ty));
                let error = errors::member_of_non_struct(name_span, &text, &shown);
                let is_number = self.types().element_kind(base.ty).is_some();
                self.report(if is_number { with_function(error, &text) } else { error });
                self.error_operand(span)
            }
        }
    }

    /// `.Length` of an array or patch.
    fn length(&mut self, count: u32, span: Span) -> Operand {
        self.constant(Types::scalar(ScalarKind::Uint), ConstValue::int(u64::from(count)), span)
    }

    fn struct_member(&mut self, base: &Operand, id: StructId, member: &Path, span: Span) -> Operand {
        let Some(last) = member.last() else { return self.error_operand(span) };
        let name = last.name.node;
        // `object.Base::member` starts the search in the base class.
        let start = match self.resolve_qualifier(member) {
            crate::resolve_type::Qualifier::In(scope) => Some(scope),
            crate::resolve_type::Qualifier::Error => return self.error_operand(span),
            crate::resolve_type::Qualifier::None | crate::resolve_type::Qualifier::Vk => self.records[id].scope,
        };
        let found = start.and_then(|scope| self.scopes.value_in(scope, name));
        let found = found.map(|(scope, declared)| (scope, declared.entity.clone(), declared.span));
        if let Some((scope, entity, declared)) = &found {
            self.note_value(last.name.span, *scope, entity, *declared);
        }
        let Some((scope, entity, _)) = found else {
            let text = self.text(name);
            let shown = self.show(base.ty);
            let mut error = errors::no_member(last.name.span, &text, &shown);
            let names: Vec<String> = start.map_or_else(Vec::new, |scope| {
                self.scopes.names_of(scope).into_iter().map(|name| self.text(name)).collect()
            });
            if let Some(word) = nearest(&text, names.iter().map(String::as_str)) {
                error = error.suggest(last.name.span, word, format!("did you mean `{word}`?"));
            } else if (1..=MOST_MEMBERS).contains(&names.len()) {
                let list: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                error = error.note(format!("`{shown}` has {}", list.join(", ")));
            }
            self.report(error);
            return self.error_operand(span);
        };
        let ScopeKind::Record(owner) = self.scopes.get(scope).kind else { return self.error_operand(span) };
        let levels = self.base_distance(id, owner).unwrap_or(0);
        match entity {
            ValueEntity::Field(index) => self.member_at(base, levels, &[index], span),
            ValueEntity::Path(path) => self.member_at(base, levels, &path, span),
            ValueEntity::Global(global) => self.global_operand(global, span),
            ValueEntity::Variables(template) => self.variable_operand(template, last, span),
            ValueEntity::Constant(ty, value) => self.constant(ty, value, span),
            ValueEntity::Functions(_) => {
                let text = self.text(name);
                self.report(errors::method_without_call(last.name.span, &text));
                self.error_operand(span)
            }
            ValueEntity::Local(_) | ValueEntity::Error => self.error_operand(span),
        }
    }

    fn object_member(&mut self, base: &Operand, kind: ObjectKind, member: &Path, span: Span) -> Operand {
        let Some(last) = member.last() else { return self.error_operand(span) };
        let text = self.text(last.name.node);
        if matches!(kind, ObjectKind::ConstantBuffer | ObjectKind::TextureBuffer) {
            let contents = self.contents_of_buffer(base);
            return self.member(&contents, member, span);
        }
        if kind.info().class == ObjectClass::Patch
            && text == "Length"
            && let TyData::Object(_, args) = self.types().data(base.ty)
            && let Some(&ObjectArg::Number(count)) = args.get(1)
        {
            return self.length(count, span);
        }
        if let Some(texture) = kind.texture() {
            let samples = text == "sample" && texture.has_samples();
            if samples || (text == "mips" && texture.has_levels()) {
                let object = self.value(base);
                let access = element_access(kind);
                let slices = OperandKind::Slices { object, samples, index: None, access };
                return Operand { ty: base.ty, span, kind: slices };
            }
        }
        let shown = self.show(base.ty);
        if crate::intrinsic_match::names(Some(kind)).any(|name| name == text) {
            self.report(errors::method_without_call(last.name.span, &text));
        } else {
            let mut error = errors::no_member(last.name.span, &text, &shown);
            if let Some(word) = nearest(&text, crate::intrinsic_match::names(Some(kind))) {
                error = error.suggest(last.name.span, word, format!("did you mean `{word}`?"));
            }
            self.report(error);
        }
        self.error_operand(span)
    }

    // ------------------------------------------------------------------------------------------ swizzles

    fn swizzle(
        &mut self,
        base: &Operand,
        kind: ScalarKind,
        count: u16,
        text: &str,
        span: Span,
        name_span: Span,
    ) -> Operand {
        let mut parts: Parts = SmallVec::new();
        let mut sets = [false; 2];
        for c in text.chars() {
            let found = "xyzw".find(c).map(|p| (0, p)).or_else(|| "rgba".find(c).map(|p| (1, p)));
            let Some((set, part)) = found else {
                let shown = self.show(base.ty);
                let error = errors::bad_swizzle(name_span, text, &shown);
                if crate::intrinsic_match::names(None).any(|name| name == text) {
                    self.report(with_function(error, text));
                    return self.error_operand(span);
                }
                self.report(error.note("the components are called `x`, `y`, `z`, `w` or `r`, `g`, `b`, `a`"));
                return self.error_operand(span);
            };
            sets[set] = true;
            parts.push(part as u16);
        }
        if sets == [true, true] {
            self.report(errors::mixed_swizzle(name_span));
            return self.error_operand(span);
        }
        if parts.len() > 4 {
            self.report(errors::long_swizzle(name_span, text));
            return self.error_operand(span);
        }
        if parts.is_empty() {
            return self.error_operand(span);
        }
        if count > 4 {
            let shown = self.show(base.ty);
            self.report(errors::swizzle_of_long_vector(name_span, text, &shown));
            return self.error_operand(span);
        }
        if parts.iter().any(|&p| p >= count) {
            let shown = self.show(base.ty);
            self.report(errors::swizzle_out_of_bounds(name_span, text, &shown));
            return self.error_operand(span);
        }
        let ty = self.swizzle_type(kind, parts.len(), matches!(self.types().data(base.ty), TyData::Scalar(_)));
        self.note(name_span, crate::uses::Sort::Swizzle, Span::NONE, ty, None);
        // A swizzle of a swizzle is one swizzle.
        if let OperandKind::Place(place, access) = &base.kind
            && let Some(Projection::Swizzle(inner)) = place.projections.last()
        {
            let joined: Parts = parts.iter().filter_map(|&p| inner.get(usize::from(p)).copied()).collect();
            let joined = Projection::Swizzle(joined);
            let access = access.through(&joined);
            let mut place = place.clone();
            place.projections.pop();
            place.projections.push(joined);
            place.ty = ty;
            place.span = span;
            return Operand { ty, span, kind: OperandKind::Place(place, access) };
        }
        self.project(base, Projection::Swizzle(parts), ty, span)
    }

    /// The type of elements taken together. A scalar that is taken as a vector has the kind of several.
    fn swizzle_type(&mut self, kind: ScalarKind, count: usize, of_scalar: bool) -> Ty {
        let kind = if count > 1 || of_scalar { unnamed_kind(kind) } else { kind };
        self.vector_or_scalar(kind, count)
    }

    /// A type as an expression has it of which no declaration names the type.
    pub(super) fn unnamed(&mut self, ty: Ty) -> Ty {
        if let TyData::Vector(kind, _) | TyData::Matrix { scalar: kind, .. } = *self.types().data(ty) {
            self.types_mut().with_kind(ty, unnamed_kind(kind))
        } else {
            ty
        }
    }

    fn matrix_swizzle(
        &mut self,
        base: &Operand,
        kind: ScalarKind,
        size: (u8, u8),
        text: &str,
        span: Span,
        name_span: Span,
    ) -> Operand {
        match matrix_parts(text, size) {
            Ok(parts) => {
                let ty = self.swizzle_type(kind, parts.len(), false);
                self.note(name_span, crate::uses::Sort::Swizzle, Span::NONE, ty, None);
                self.project(base, Projection::MatrixSwizzle(parts), ty, span)
            }
            Err(problem) => {
                let shown = self.show(base.ty);
                self.report(match problem {
                    SubscriptProblem::Format => errors::bad_matrix_subscript(name_span, text, &shown),
                    SubscriptProblem::Mixed => errors::mixed_matrix_subscript(name_span, text),
                    SubscriptProblem::TooLong => errors::long_swizzle(name_span, text),
                    SubscriptProblem::Bounds => errors::swizzle_out_of_bounds(name_span, text, &shown),
                });
                self.error_operand(span)
            }
        }
    }

    // ------------------------------------------------------------------------------------------ indices

    /// `base[index]`.
    pub fn index(&mut self, base: &Operand, index: &Operand, span: Span) -> Operand {
        if self.types().is_error(base.ty) || self.types().is_error(index.ty) {
            return self.error_operand(span);
        }
        if let OperandKind::Slices { object, samples, index: first, access } = base.kind {
            return self.slice_index(base.ty, (object, samples, first, access), index, span);
        }
        if let Some(result) = self.overloaded_operator(OperatorName::Index, base, &[index], span, index.span) {
            return result;
        }
        let text = self.text_as_array(base);
        let base = text.as_ref().unwrap_or(base);
        let base_data = self.data(base.ty);
        let has_elements = matches!(base_data, TyData::Array(..) | TyData::Vector(..) | TyData::Matrix { .. });
        // An array takes a number alone; vectors and matrices take a vector of one as well.
        let is_vector_of_array =
            matches!(base_data, TyData::Array(..)) && matches!(self.types().data(index.ty), TyData::Vector(..));
        let is_number = self.types().element_kind(index.ty).is_some();
        if has_elements && is_number && (is_vector_of_array || !self.coordinates_fit(index, 1)) {
            self.report_index(index, 1);
            return self.error_operand(span);
        }
        match base_data {
            TyData::Array(element, count) => {
                if self.is_resource_range(base, element) {
                    self.check_range_bound(index, count);
                } else if count == Some(1) && self.is_last_of_struct(base) {
                    self.check_tail_bound(index);
                } else {
                    self.check_array_bound(index, count);
                }
                let at = self.index_value(index);
                self.project(base, Projection::Index(at), element, span)
            }
            TyData::Vector(kind, n) => {
                self.check_bound(index, Some(u32::from(n)), "vector");
                let at = self.index_value(index);
                self.project(base, Projection::Index(at), Types::scalar(kind), span)
            }
            TyData::Matrix { scalar, rows, cols, .. } => {
                self.check_bound(index, Some(u32::from(rows)), "matrix row");
                let at = self.index_value(index);
                let row = self.types_mut().vector(scalar, u16::from(cols));
                self.project(base, Projection::Index(at), row, span)
            }
            TyData::Object(kind, args) => self.object_index(base, kind, &args, index, span),
            TyData::Error | TyData::Void | TyData::Scalar(_) | TyData::Struct(_) | TyData::Enum(_) | TyData::String => {
                let shown = self.show(base.ty);
                self.report(errors::not_indexable(base.span, &shown));
                self.error_operand(span)
            }
        }
    }

    /// The index of an array, vector or matrix. Signed ones keep their sign: what is below zero is out of bounds,
    /// not far above.
    fn index_value(&mut self, index: &Operand) -> hlslc_hir::hir::ExprId {
        let negative_literal = matches!(self.scalar_constant(index), Some(ScalarValue::Int(bits)) if (bits as i64) < 0);
        let kind = match self.types().element_kind(index.ty) {
            Some(ScalarKind::LitInt) if !negative_literal => ScalarKind::Uint,
            Some(kind) if kind.is_int() && kind.bits() <= 32 && kind.class() == ScalarClass::Signed => ScalarKind::Int,
            Some(ScalarKind::LitInt) => ScalarKind::Int,
            _ => ScalarKind::Uint,
        };
        self.convert_implicitly(index, Types::scalar(kind))
    }

    /// The index of an element of a resource: `uint`s, one for each coordinate.
    fn coordinates(&mut self, index: &Operand, coords: u8) -> hlslc_hir::hir::ExprId {
        let ty = self.vector_or_scalar(ScalarKind::Uint, usize::from(coords));
        self.convert_implicitly(index, ty)
    }

    /// Reports a constant index outside of an array, vector or matrix. Where a part of what is there is asked for at once, DXC says
    /// nothing, so that it is no error.
    fn check_bound(&mut self, index: &Operand, count: Option<u32>, what: &'static str) {
        let Some((shown, count)) = self.out_of_bounds(index, count) else { return };
        let is_taken = match self.asked {
            Asked::Whole => false,
            Asked::Member => true,
            Asked::Element => what == ARRAY,
        };
        let diagnostic = if is_taken { errors::index_outside } else { errors::index_out_of_bounds };
        self.report(diagnostic(index.span, &shown, what, count));
    }

    /// Does the same for an array, where old versions of the language only warn.
    fn check_array_bound(&mut self, index: &Operand, count: Option<u32>) {
        // Of an array of nothing no index is asked for, as in DXC.
        let count = count.filter(|&count| count > 0);
        if self.options.strict_bounds() {
            self.check_bound(index, count, ARRAY);
        } else if let Some((shown, count)) = self.outside(index, count) {
            self.report(errors::index_outside(index.span, &shown, ARRAY, count));
        }
    }

    /// Does the same for an array of one element at the end of a struct, which stands for more in C: what is after it
    /// is a warning.
    fn check_tail_bound(&mut self, index: &Operand) {
        match self.outside(index, Some(1)) {
            Some((shown, _)) if shown.starts_with('-') => self.check_array_bound(index, Some(1)),
            Some((shown, count)) => self.report(errors::index_outside(index.span, &shown, ARRAY, count)),
            None => {}
        }
    }

    /// Whether a place is the last member of a struct.
    fn is_last_of_struct(&self, base: &Operand) -> bool {
        let OperandKind::Place(place, _) = &base.kind else { return false };
        let Some((Projection::Field(field), steps)) = place.projections.split_last() else { return false };
        let mut holder = match place.base {
            PlaceBase::Local(local) => self.body.func.locals[local].ty,
            PlaceBase::Global(global) => self.program.globals[global].ty,
            PlaceBase::This
            | PlaceBase::Temporary(_)
            | PlaceBase::Element { .. }
            | PlaceBase::BufferContents(_)
            | PlaceBase::Pointee(_)
            | PlaceBase::HeapElement { .. } => return false,
        };
        for step in steps {
            holder = match (step, self.data(holder)) {
                (Projection::Field(field), TyData::Struct(id)) => self.types().structs[id].fields[*field as usize].ty,
                (Projection::Index(_), TyData::Array(element, _)) => element,
                _ => return false,
            };
        }
        self.struct_of(holder).is_some_and(|id| self.types().structs[id].fields.len() == *field as usize + 1)
    }

    /// Warns of a constant index outside of an array of resources, which dxc takes: it wraps around.
    fn check_range_bound(&mut self, index: &Operand, count: Option<u32>) {
        if let Some((shown, count)) = self.out_of_bounds(index, count) {
            self.report(errors::resource_out_of_bounds(index.span, &shown, count));
        }
    }

    /// A constant index that is none of `count` elements, and the count.
    fn out_of_bounds(&mut self, index: &Operand, count: Option<u32>) -> Option<(String, u32)> {
        let count = count.filter(|_| self.options.strict_bounds());
        self.outside(index, count)
    }

    /// The same in every version of the language.
    fn outside(&mut self, index: &Operand, count: Option<u32>) -> Option<(String, u32)> {
        let count = count?;
        if !self.types().element_kind(index.ty).is_some_and(ScalarKind::is_int) {
            return None;
        }
        let value = self.value(index);
        let Some(ScalarValue::Int(bits)) = self.eval(value).as_ref().and_then(consteval::scalar) else { return None };
        let is_outside = (bits as i64) < 0 || bits >= u64::from(count);
        is_outside.then(|| ((bits as i64).to_string(), count))
    }

    /// Whether what is indexed is a range of registers: an array of resources outside of functions.
    fn is_resource_range(&self, base: &Operand, element: Ty) -> bool {
        let OperandKind::Place(place, _) = &base.kind else { return false };
        let PlaceBase::Global(global) = place.base else { return false };
        let is_bound = matches!(
            self.program.globals[global].kind,
            GlobalKind::Resource | GlobalKind::BufferMember { .. } | GlobalKind::Buffer(_)
        );
        is_bound && self.object_kind(self.array_base(element)).is_some()
    }

    fn object_index(
        &mut self,
        base: &Operand,
        kind: ObjectKind,
        args: &[ObjectArg],
        index: &Operand,
        span: Span,
    ) -> Operand {
        if let Some(output) = self.node_of_array(base, index, span) {
            return output;
        }
        if kind.node().is_some_and(NodeKind::is_record) && kind.info().shape == ObjectShape::Elements {
            return self.node_record(base, Some(index), span);
        }
        let element = args.iter().find_map(|arg| match *arg {
            ObjectArg::Type(ty) => Some(ty),
            ObjectArg::Number(_) => None,
        });
        let coords = match kind.info().shape {
            ObjectShape::TypedBuffer | ObjectShape::StructuredBuffer => 1,
            ObjectShape::Elements if kind.info().class == ObjectClass::Heap => {
                let index = self.coordinates(index, 1);
                let sampler = kind == ObjectKind::SamplerDescriptorHeap;
                return Operand { ty: base.ty, span, kind: OperandKind::Heap { sampler, index } };
            }
            ObjectShape::Elements => 1,
            ObjectShape::Texture(texture) => texture.shape.texel_coordinates() as u8,
            ObjectShape::ConstantBuffer => {
                let contents = self.contents_of_buffer(base);
                return self.index(&contents, index, span);
            }
            ObjectShape::None | ObjectShape::RawBuffer => 0,
        };
        let appends = matches!(kind, ObjectKind::AppendStructuredBuffer | ObjectKind::ConsumeStructuredBuffer);
        if self.reject_bare_elements(base.ty, span) {
            return self.error_operand(span);
        }
        let (Some(element), false) = (element, coords == 0 || appends) else {
            let shown = self.show(base.ty);
            self.report(errors::not_indexable(base.span, &shown));
            return self.error_operand(span);
        };
        if let Some(&ObjectArg::Number(count)) = args.get(1)
            && kind.info().class == ObjectClass::Patch
        {
            // That a patch is empty is reported where it is declared.
            self.check_bound(index, Some(count).filter(|&count| count > 0), "patch");
        }
        if !self.coordinates_fit(index, coords) {
            self.report_index(index, coords);
            return self.error_operand(span);
        }
        let index = self.coordinates(index, coords);
        let object = self.value(base);
        let base = PlaceBase::Element { object, index, mip: None.into(), sample: None.into() };
        let ty = self.value_type(element);
        self.place_operand(base, Vec::new(), ty, element_access(kind), span)
    }

    /// Whether an index has one number for each coordinate, no more and no less.
    fn coordinates_fit(&self, index: &Operand, coords: u8) -> bool {
        match self.types().data(index.ty) {
            TyData::Scalar(_) => coords == 1,
            TyData::Vector(_, n) => *n == u16::from(coords),
            TyData::Enum(_) => coords == 1,
            TyData::Error
            | TyData::Void
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Struct(_)
            | TyData::Object(..)
            | TyData::String => false,
        }
    }

    /// Says of an index that it has not one number for each coordinate.
    fn report_index(&mut self, index: &Operand, coords: u8) {
        let shown = self.show(index.ty);
        let wanted = if coords == 1 { "one number".to_owned() } else { format!("{coords} numbers") };
        let mut error = errors::index_type(index.span, &shown, &wanted);
        if let TyData::Vector(_, have) = *self.types().data(index.ty)
            && u16::from(coords) < have
            && let Some(first) = "xyzw".get(..usize::from(coords))
        {
            error = error.note(format!("`.{first}` takes the first of them"));
        }
        self.report(error);
    }

    /// The type of values in memory of type `ty`.
    fn value_type(&mut self, ty: Ty) -> Ty {
        let kind = match self.types().element_kind(ty) {
            Some(ScalarKind::SNormFloat | ScalarKind::UNormFloat) => ScalarKind::Float,
            Some(ScalarKind::SNormHalf | ScalarKind::UNormHalf) if self.options.native_16bit => ScalarKind::Float16,
            Some(ScalarKind::SNormHalf | ScalarKind::UNormHalf) => ScalarKind::Half,
            _ => return ty,
        };
        self.types_mut().with_kind(ty, kind)
    }

    fn slice_index(
        &mut self,
        ty: Ty,
        (object, samples, first, access): (hlslc_hir::hir::ExprId, bool, Option<hlslc_hir::hir::ExprId>, Access),
        index: &Operand,
        span: Span,
    ) -> Operand {
        let TyData::Object(kind, args) = self.data(ty) else { return self.error_operand(span) };
        let Some(first) = first else {
            if !self.coordinates_fit(index, 1) {
                self.report_index(index, 1);
                return self.error_operand(span);
            }
            let index = Some(self.coordinates(index, 1));
            return Operand { ty, span, kind: OperandKind::Slices { object, samples, index, access } };
        };
        let Some(texture) = kind.texture() else { return self.error_operand(span) };
        let coords = texture.shape.texel_coordinates() as u8;
        let Some(&ObjectArg::Type(element)) = args.first() else { return self.error_operand(span) };
        if !self.coordinates_fit(index, coords) {
            self.report_index(index, coords);
            return self.error_operand(span);
        }
        let index = self.coordinates(index, coords);
        let (mip, sample) = if samples { (None, Some(first)) } else { (Some(first), None) };
        let element = self.value_type(element);
        let base = PlaceBase::Element { object, index, mip: mip.into(), sample: sample.into() };
        self.place_operand(base, Vec::new(), element, access, span)
    }
}

/// Whether elements of an object can be written.
fn element_access(kind: ObjectKind) -> Access {
    if matches!(kind.info().class, ObjectClass::Uav) { Access::Mutable } else { Access::ReadOnly }
}

/// The error in the name of matrix elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SubscriptProblem {
    Format,
    Mixed,
    TooLong,
    Bounds,
}

/// The elements that `_m00_m11` or `_11_22` names.
fn matrix_parts(text: &str, (rows, cols): (u8, u8)) -> Result<SmallVec<[MatrixElement; 4]>, SubscriptProblem> {
    let mut parts = SmallVec::new();
    let mut zero_based = None;
    let mut rest = text;
    while !rest.is_empty() {
        rest = rest.strip_prefix('_').ok_or(SubscriptProblem::Format)?;
        let (zero, digits) = match rest.strip_prefix('m') {
            Some(digits) => (true, digits),
            None => (false, rest),
        };
        let mut chars = digits.chars();
        let (Some(row), Some(col)) =
            (chars.next().and_then(|c| c.to_digit(10)), chars.next().and_then(|c| c.to_digit(10)))
        else {
            return Err(SubscriptProblem::Format);
        };
        if *zero_based.get_or_insert(zero) != zero {
            return Err(SubscriptProblem::Mixed);
        }
        let base = u32::from(!zero);
        let (Some(row), Some(col)) = (row.checked_sub(base), col.checked_sub(base)) else {
            return Err(SubscriptProblem::Bounds);
        };
        if row >= u32::from(rows) || col >= u32::from(cols) {
            return Err(SubscriptProblem::Bounds);
        }
        if parts.len() == 4 {
            return Err(SubscriptProblem::TooLong);
        }
        parts.push((row as u8, col as u8));
        rest = chars.as_str();
    }
    if parts.is_empty() { Err(SubscriptProblem::Format) } else { Ok(parts) }
}
