//! Lowers places to the pointers of loads, stores and atomic operations.
//!
//! Input: a place of the HIR. Output: a [`Target`], and the instructions that load from it or store to it. Operands are evaluated
//! once, in the order of the source.
//!
//! A place ends in a pointer and, where the source names components, a [`Part`] of the vector or matrix it points
//! to. Components of local vectors are written by load, insert, store, so that the variable can become a value;
//! in every other memory, and after an index that is not constant, only the named components are touched.

use crate::bitfield::BitRange;
use crate::function::FuncLowerer;
use crate::precise::Marks;
use hlslc_base::Span;
use hlslc_hir::hir::{GlobalId, GlobalKind, MatrixElement, Place, PlaceBase, Projection};
use hlslc_ir::function::SelectionHint;
use hlslc_ir::{AddressSpace, ConstData, Imm, Op, Region, ResourceType, Scalar, Type, TypeData, Value};
use smallvec::SmallVec;

/// The selected part of the pointee.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// All of it.
    Whole,
    /// These components of a vector (or of a scalar, all 0).
    Lanes(SmallVec<[u16; 4]>),
    /// The component of a vector at this index, as a vector of this many copies.
    Component(Value, u16),
    /// These elements of a matrix.
    Elements(SmallVec<[MatrixElement; 4]>),
    /// Some bits of a scalar, a bit-field, as a vector of this many copies.
    Bits(BitRange, u16),
    /// One of these elements of a matrix, selected by this index, as a vector of this many copies.
    ElementAt(SmallVec<[MatrixElement; 4]>, Value, u16),
}

/// A place, ready to be loaded from or stored to.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// Points to the scalar, vector, matrix or aggregate.
    pub(crate) pointer: Value,
    /// The selected part.
    pub(crate) part: Part,
    /// The marks of a value stored there.
    pub(crate) marks: Marks,
}

impl<'p> FuncLowerer<'_, 'p> {
    /// Evaluates a place: base, indices, coordinates.
    pub(crate) fn place(&mut self, place: &'p Place) -> Target {
        let base = self.place_base(place);
        let mut target = Target { pointer: base, part: Part::Whole, marks: self.marks_at(place) };
        // Steps into memory are gathered and become one pointer computation.
        let mut steps: SmallVec<[Value; 4]> = SmallVec::new();
        let mut at = self.b.ctx.pointee(self.b.func.ty(base)).map_or_else(|| self.b.func.ty(base), |p| p.0);
        for projection in &place.projections {
            match projection {
                Projection::Field(field) => {
                    let slot = self.field_slot(at, *field);
                    steps.push(self.b.i32(slot.index));
                    at = self.part_of(at, slot.index);
                    if let Some(bits) = slot.bits {
                        target.part = Part::Bits(bits, 1);
                    }
                }
                Projection::Index(index) => {
                    let index = self.index_value(*index);
                    if let (TypeData::Array(element, _), Part::Whole) = (self.b.ctx.type_data(at), &target.part) {
                        steps.push(index);
                        at = *element;
                    } else {
                        target.part = self.component(target.part, index, at);
                    }
                }
                Projection::Swizzle(lanes) => target.part = swizzle_part(target.part, lanes),
                Projection::MatrixSwizzle(elements) => target.part = Part::Elements(elements.clone()),
            }
        }
        self.at(place.span);
        target.pointer = self.b.gep(base, &steps);
        target
    }

    /// Selects the component `index` of those that `part` of a vector (or scalar) of type `at` names.
    fn component(&mut self, part: Part, index: Value, at: Type) -> Part {
        let constant = self.b.func.const_bits(self.b.ctx, index);
        match (part, constant) {
            (Part::Whole, _) if self.b.ctx.lanes(at) == Some(1) => Part::Whole,
            // A constant beyond the vector names its last component: HLSL 2016 lets it pass.
            (Part::Whole, Some(lane)) => {
                let last = u64::from(self.lanes_of(at)) - 1;
                Part::Lanes(SmallVec::from_slice(&[lane.min(last) as u16]))
            }
            (Part::Whole, None) => Part::Component(index, 1),
            (Part::Lanes(lanes), Some(lane)) => {
                Part::Lanes(lanes.get(lane as usize).map(|&l| SmallVec::from_slice(&[l])).unwrap_or(lanes))
            }
            (Part::Lanes(lanes), None) => {
                // `v.zyx[i]`: the component number comes from a small table.
                let ids: Vec<_> = lanes.iter().map(|&l| self.b.ctx.const_i32(u32::from(l))).collect();
                let table_ty = self.b.ctx.vector(Scalar::I32, ids.len() as u16);
                let i32_ty = self.b.ctx.i32();
                let table = self.b.const_of(table_ty, ConstData::Composite(ids));
                Part::Component(self.b.value(Op::ExtractDynamic, i32_ty, Imm::None, &[table, index]), 1)
            }
            (Part::Elements(elements), Some(lane)) => {
                Part::Elements(elements.get(lane as usize).map(|&e| SmallVec::from_slice(&[e])).unwrap_or(elements))
            }
            (Part::Elements(elements), None) => Part::ElementAt(elements, index, 1),
            // One number, however many copies of it there were.
            (Part::Component(component, _), _) => Part::Component(component, 1),
            (Part::ElementAt(elements, index, _), _) => Part::ElementAt(elements, index, 1),
            (Part::Bits(bits, _), _) => Part::Bits(bits, 1),
        }
    }

    /// An index as `i32`.
    pub(crate) fn index_value(&mut self, index: hlslc_hir::hir::ExprId) -> Value {
        let value = self.value(index);
        self.as_index(value)
    }

    /// Converts a scalar to `i32`.
    pub(crate) fn as_index(&mut self, value: Value) -> Value {
        let scalar = self.scalar_of(value);
        match scalar {
            Scalar::I32 => value,
            Scalar::I64 => self.b.cast(Op::Trunc, value, Scalar::I32),
            Scalar::Bool | Scalar::I16 | Scalar::MinI16 => self.b.cast(Op::ZExt, value, Scalar::I32),
            Scalar::F16 | Scalar::F32 | Scalar::F64 | Scalar::MinF16 => {
                self.internal("a float as an index");
                value
            }
        }
    }

    /// Computes a pointer to the start of a place.
    fn place_base(&mut self, place: &'p Place) -> Value {
        match &place.base {
            PlaceBase::Local(local) => self.local(*local),
            PlaceBase::Global(global) => self.global_pointer(*global, place.span),
            PlaceBase::This => match self.this {
                Some(pointer) => pointer,
                None => self.broken_place(place, "`this` outside a method"),
            },
            PlaceBase::Temporary(value) => {
                let value = self.value(*value);
                let pointer = self.variable_of(self.b.func.ty(value));
                self.b.store(pointer, value);
                pointer
            }
            PlaceBase::Element { object, index, mip, sample } => {
                let is_patch = self.cx.is_patch(self.f.exprs[*object].ty);
                let handle = if is_patch { self.patch_memory(*object) } else { self.opened(*object) };
                let index = self.value(*index);
                let level = mip.expand().or(sample.expand()).map(|level| self.value(level));
                self.at(place.span);
                self.element(handle, index, level, place.span)
            }
            PlaceBase::BufferContents(object) => {
                let handle = self.opened(*object);
                self.at(place.span);
                let zero = self.b.i32(0);
                self.element_pointer(&[handle, zero], place.span)
            }
            PlaceBase::Pointee(address) => {
                let value = self.value(*address);
                self.at(place.span);
                self.pointee(place, value, self.f.exprs[*address].ty)
            }
            PlaceBase::HeapElement { .. } => {
                let handle = self.resource(place);
                let pointer = self.variable_of(self.b.func.ty(handle));
                self.b.store(pointer, handle);
                pointer
            }
        }
    }

    /// Stands for a place that cannot be lowered: a variable of its type, after reporting why.
    fn broken_place(&mut self, place: &'p Place, what: &str) -> Value {
        self.cx.unsupported(place.span, what);
        let ty = self.ty(place.ty, place.span);
        self.variable_of(ty)
    }

    /// Computes a pointer to a global variable, or to a member of a constant buffer.
    fn global_pointer(&mut self, id: GlobalId, span: Span) -> Value {
        let data = &self.cx.program.globals[id];
        let fallback = |this: &mut Self| {
            let ty = this.ty(data.ty, span);
            this.variable_of(ty)
        };
        match data.kind {
            GlobalKind::Static | GlobalKind::Constant | GlobalKind::Specialization(_) | GlobalKind::Groupshared => {
                let Some(global) = self.cx.global(self.b.ctx, id) else { return fallback(self) };
                let variable = &self.cx.globals[global];
                let ty = self.b.ctx.pointer(variable.ty, variable.space);
                self.b.value(Op::GlobalAddr, ty, Imm::Global(global), &[])
            }
            GlobalKind::BufferMember { buffer, field } => {
                self.at(span);
                let Some(contents) = self.buffer_pointer(buffer, span) else { return fallback(self) };
                let layout = self.b.ctx.pointee(self.b.func.ty(contents)).map(|p| p.0);
                if layout.is_some_and(|layout| self.has_bit_fields(layout)) {
                    self.cx.unsupported(span, "a bit-field outside a struct");
                }
                let field = self.b.i32(field);
                self.b.gep(contents, &[field])
            }
            GlobalKind::Buffer { .. } => {
                self.at(span);
                self.buffer_pointer(id, span).unwrap_or_else(|| fallback(self))
            }
            GlobalKind::Resource => {
                self.cx.unsupported(span, "a value beside the resources of a struct");
                fallback(self)
            }
        }
    }

    fn buffer_pointer(&mut self, buffer: GlobalId, span: Span) -> Option<Value> {
        let handle = self.buffer_handle(buffer, span)?;
        let zero = self.b.i32(0);
        Some(self.element_pointer(&[handle, zero], span))
    }

    /// Computes a pointer to an element of a buffer, texture or patch. Texels of a read-only texture have no memory to point to: they
    /// are loaded into a variable.
    fn element(&mut self, handle: Value, index: Value, level: Option<Value>, span: Span) -> Value {
        if self.b.ctx.pointee(self.b.func.ty(handle)).is_some() {
            return self.b.gep(handle, &[index]);
        }
        if let Some(node) = self.b.ctx.node_type(self.b.func.ty(handle)) {
            let record = node.record.unwrap_or_else(|| self.b.ctx.i32());
            let ty = self.b.ctx.pointer(record, AddressSpace::NodeRecord);
            return self.b.value(Op::NodeRecordAt, ty, Imm::None, &[handle, index]);
        }
        let ty = self.b.ctx.resource_type(self.b.func.ty(handle));
        let read_only = !ty.is_some_and(ResourceType::is_writable);
        let read_only = matches!(ty, Some(ResourceType::Texture { .. })) && read_only;
        match read_only.then(|| self.load_texel(handle, index, level, span)).flatten() {
            Some(texel) => {
                let pointer = self.variable_of(self.b.func.ty(texel));
                self.b.store(pointer, texel);
                pointer
            }
            None => {
                let place: SmallVec<[Value; 3]> = [handle, index].into_iter().chain(level).collect();
                self.element_pointer(&place, span)
            }
        }
    }

    /// Pointer to an element of a resource: handle and index.
    pub(crate) fn element_pointer(&mut self, args: &[Value], span: Span) -> Value {
        let handle_ty = args.first().map_or_else(|| self.b.ctx.void(), |&h| self.b.func.ty(h));
        let element = match self.b.ctx.resource_type(handle_ty) {
            Some(
                ResourceType::TypedBuffer { element, .. }
                | ResourceType::RawBuffer { element: Some(element), .. }
                | ResourceType::Texture { element, .. }
                | ResourceType::CBuffer { layout: element }
                | ResourceType::TBuffer { layout: element },
            ) => *element,
            _ => {
                self.cx.unsupported(span, "an element of this resource");
                self.b.ctx.i32()
            }
        };
        self.typed_pointer(args, element)
    }

    /// Pointer to an element of a resource, seen as `element`.
    pub(crate) fn typed_pointer(&mut self, args: &[Value], element: Type) -> Value {
        let ty = self.b.ctx.pointer(element, AddressSpace::Resource);
        self.b.value(Op::GetPointer, ty, Imm::None, args)
    }

    /// Loads the value at a place.
    pub(crate) fn load_place(&mut self, target: &Target) -> Value {
        let pointer = target.pointer;
        match &target.part {
            Part::Whole => self.b.load(pointer),
            Part::Lanes(lanes) => match lanes.as_slice() {
                [lane]
                    if self.pointee_lanes(pointer) > 1 && !self.is_local(pointer) && !self.is_in_resource(pointer) =>
                {
                    let lane = self.b.i32(u32::from(*lane));
                    let pointer = self.b.gep(pointer, &[lane]);
                    self.b.load(pointer)
                }
                lanes => {
                    let vector = self.b.load(pointer);
                    self.b.swizzle(vector, lanes)
                }
            },
            Part::Component(index, copies) => {
                let component = if self.is_local(pointer) {
                    let vector = self.b.load(pointer);
                    self.extract_dynamic(vector, *index)
                } else {
                    let pointer = self.b.gep(pointer, &[*index]);
                    self.b.load(pointer)
                };
                self.b.splat(component, *copies)
            }
            Part::Bits(bits, copies) => {
                let unit = self.b.load(pointer);
                let number = self.extract_bits(unit, *bits);
                self.b.splat(number, *copies)
            }
            Part::Elements(elements) => self.load_elements(pointer, elements),
            Part::ElementAt(elements, index, copies) => {
                let vector = self.load_elements(pointer, elements);
                let number = self.extract_dynamic(vector, *index);
                self.b.splat(number, *copies)
            }
        }
    }

    fn load_elements(&mut self, pointer: Value, elements: &[MatrixElement]) -> Value {
        let parts: SmallVec<[Value; 4]> = elements
            .iter()
            .map(|&(row, col)| {
                let target = self.matrix_element(pointer, row, col);
                self.load_place(&target)
            })
            .collect();
        self.vector_of(&parts)
    }

    /// Stores a value at a place.
    pub(crate) fn store_place(&mut self, target: &Target, value: Value) {
        let pointer = target.pointer;
        let value = self.marked_part(value, target.marks, &target.part);
        match &target.part {
            Part::Whole => self.b.store(pointer, value),
            Part::Lanes(lanes) => self.store_lanes(pointer, lanes, value),
            Part::Component(index, _) if self.is_local(pointer) => {
                let vector = self.b.load(pointer);
                let ty = self.b.func.ty(vector);
                let changed = self.b.value(Op::InsertDynamic, ty, Imm::None, &[vector, value, *index]);
                self.b.store(pointer, changed);
            }
            Part::Component(index, _) if self.is_output(pointer) => self.store_to_output(pointer, *index, value),
            Part::Component(index, _) => {
                let pointer = self.b.gep(pointer, &[*index]);
                self.b.store(pointer, value);
            }
            Part::Bits(bits, _) => {
                let unit = self.b.load(pointer);
                let unit = self.insert_bits(unit, value, *bits);
                self.b.store(pointer, unit);
            }
            Part::ElementAt(elements, index, _) => {
                let vector = self.load_elements(pointer, elements);
                let ty = self.b.func.ty(vector);
                let changed = self.b.value(Op::InsertDynamic, ty, Imm::None, &[vector, value, *index]);
                let part = Part::Elements(elements.clone());
                self.store_place(&Target { pointer, part, marks: Marks::None }, changed);
            }
            Part::Elements(elements) => {
                let components = self.components(value);
                for (&(row, col), component) in elements.iter().zip(components) {
                    let target = self.matrix_element(pointer, row, col);
                    self.store_place(&target, component);
                }
            }
        }
    }

    /// Stores to the component of an output that a dynamic index selects. Outputs are written by components that are known, and cannot
    /// be read to be written whole.
    fn store_to_output(&mut self, pointer: Value, index: Value, value: Value) {
        for lane in 0..self.pointee_lanes(pointer) {
            let (then, merge) = (self.b.new_block(), self.b.new_block());
            let lane = self.b.i32(u32::from(lane));
            let is_this = self.b.op(Op::IEq, &[index, lane]);
            self.b.branch(is_this, then, merge, Region::Selection { merge, hint: SelectionHint::None });
            self.b.place(then);
            let component = self.b.gep(pointer, &[lane]);
            self.b.store(component, value);
            self.b.jump(merge);
            self.b.place(merge);
        }
    }

    fn is_output(&self, pointer: Value) -> bool {
        self.b.ctx.pointee(self.b.func.ty(pointer)).is_some_and(|(_, space)| space == AddressSpace::Output)
    }

    fn store_lanes(&mut self, pointer: Value, lanes: &[u16], value: Value) {
        let count = self.pointee_lanes(pointer);
        if count == 1 {
            let value = if lanes.len() == 1 { value } else { self.b.extract(value, 0) };
            return self.b.store(pointer, value);
        }
        if lanes.len() == usize::from(count) {
            // All components, in another order: the inverse permutation puts each where it belongs.
            let mut order: SmallVec<[u16; 4]> = SmallVec::from_elem(0, lanes.len());
            for (from, &to) in lanes.iter().enumerate() {
                if let Some(slot) = order.get_mut(usize::from(to)) {
                    *slot = from as u16;
                }
            }
            let in_order = order.iter().zip(0..).all(|(&from, to)| from == to);
            let value = if in_order { value } else { self.b.swizzle(value, &order) };
            return self.b.store(pointer, value);
        }
        let component = |this: &mut Self, at: usize| {
            if lanes.len() == 1 { value } else { this.b.extract(value, at as u32) }
        };
        if self.is_local(pointer) {
            let mut vector = self.b.load(pointer);
            for (at, &lane) in lanes.iter().enumerate() {
                let part = component(self, at);
                vector = self.b.insert(vector, part, u32::from(lane));
            }
            return self.b.store(pointer, vector);
        }
        for (at, &lane) in lanes.iter().enumerate() {
            let part = component(self, at);
            let lane = self.b.i32(u32::from(lane));
            let pointer = self.b.gep(pointer, &[lane]);
            self.b.store(pointer, part);
        }
    }

    /// Computes a pointer to exactly what the place names, for atomics: one scalar, or an entire value.
    pub(crate) fn exact_pointer(&mut self, target: &Target) -> Option<Value> {
        match &target.part {
            Part::Whole => Some(target.pointer),
            Part::Lanes(lanes) => match lanes.as_slice() {
                [_] if self.pointee_lanes(target.pointer) == 1 => Some(target.pointer),
                [lane] => {
                    let lane = self.b.i32(u32::from(*lane));
                    Some(self.b.gep(target.pointer, &[lane]))
                }
                _ => None,
            },
            Part::Component(index, _) => Some(self.b.gep(target.pointer, &[*index])),
            Part::Elements(elements) => match elements.as_slice() {
                [(row, col)] => {
                    let target = self.matrix_element(target.pointer, *row, *col);
                    self.exact_pointer(&target)
                }
                _ => None,
            },
            Part::ElementAt(..) | Part::Bits(..) => None,
        }
    }

    fn matrix_element(&mut self, pointer: Value, row: u8, col: u8) -> Target {
        let row = self.b.i32(u32::from(row));
        let pointer = self.b.gep(pointer, &[row]);
        Target { pointer, part: Part::Lanes(SmallVec::from_slice(&[u16::from(col)])), marks: Marks::None }
    }

    fn pointee_lanes(&self, pointer: Value) -> u16 {
        let pointee = self.b.ctx.pointee(self.b.func.ty(pointer)).map(|p| p.0);
        pointee.map_or_else(|| self.lanes(pointer), |ty| self.lanes_of(ty))
    }

    /// Extracts a component of a vector by an index that is dynamic or constant.
    pub(crate) fn extract_dynamic(&mut self, vector: Value, index: Value) -> Value {
        if self.lanes(vector) == 1 {
            return vector;
        }
        if let Some(lane) = self.b.func.const_bits(self.b.ctx, index) {
            return self.b.extract(vector, lane.min(u64::from(self.lanes(vector)) - 1) as u32);
        }
        let ty = self.b.ctx.scalar(self.scalar_of(vector));
        self.b.value(Op::ExtractDynamic, ty, Imm::None, &[vector, index])
    }

    /// A vector of scalars; the scalar itself if it is one.
    pub(crate) fn vector_of(&mut self, parts: &[Value]) -> Value {
        match parts {
            [only] => *only,
            _ => {
                let scalar = parts.first().map_or(Scalar::I32, |&p| self.scalar_of(p));
                let ty = self.b.ctx.vector(scalar, parts.len() as u16);
                self.b.construct(ty, parts)
            }
        }
    }

    /// Whether a pointer leads into a resource. There the whole vector is read, as in DXC: its other components are no further
    /// access then.
    fn is_in_resource(&self, pointer: Value) -> bool {
        matches!(self.b.ctx.pointee(self.b.func.ty(pointer)), Some((_, AddressSpace::Resource)))
    }

    /// Whether a pointer leads to a variable of this thread by constant steps, so that a pass can make it a value.
    fn is_local(&self, mut pointer: Value) -> bool {
        match self.b.ctx.pointee(self.b.func.ty(pointer)) {
            Some((_, AddressSpace::Function | AddressSpace::Private)) => {}
            _ => return false,
        }
        loop {
            let Some(inst) = self.b.func.as_inst(pointer) else { return true };
            if self.b.func.insts[inst].op != Op::Gep {
                return true;
            }
            let Some((&base, steps)) = self.b.func.args(inst).split_first() else { return true };
            if steps.iter().any(|&s| self.b.func.as_const(s).is_none()) {
                return false;
            }
            pointer = base;
        }
    }
}

/// Components of what a part of a vector already names.
fn swizzle_part(part: Part, lanes: &SmallVec<[u16; 4]>) -> Part {
    match part {
        Part::Whole => Part::Lanes(lanes.clone()),
        Part::Lanes(outer) => {
            Part::Lanes(lanes.iter().map(|&l| outer.get(usize::from(l)).copied().unwrap_or(0)).collect())
        }
        Part::Elements(outer) => {
            Part::Elements(lanes.iter().map(|&l| outer.get(usize::from(l)).copied().unwrap_or((0, 0))).collect())
        }
        // One number, read as a vector of copies; only `x` of it can be written.
        Part::ElementAt(elements, index, _) => Part::ElementAt(elements, index, lanes.len() as u16),
        Part::Bits(bits, _) => Part::Bits(bits, lanes.len() as u16),
        Part::Component(index, _) => Part::Component(index, lanes.len() as u16),
    }
}
