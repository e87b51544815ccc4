//! Lowers loads, stores and atomics: places, and the conversion between memory and registers.
//!
//! A pointer of the IR is a [`Place`]: a base and a list of indices. Nothing is written for it before its first load or
//! store; then the indices become one access chain. Values are converted: Booleans are `uint` in buffers, matrices are
//! SPIR-V matrices in memory and arrays of rows in registers.

use crate::layout::{BufferClass, proper_matrix, shape_of, spreads};
use crate::payload::Part;
use crate::resource::{ByteAddress, Handle};
use crate::types::Memory;
use crate::writer::{Repr, Site, Writer};
use hlslc_ir::ops::AtomicOp;
use hlslc_ir::types::{AddressSpace, ResourceType, Scalar, TypeData};
use hlslc_ir::{Global, Imm, Value};
use rspirv::dr::Operand;
use rspirv::spirv::{Capability, Op as Core, Scope, StorageClass, Word};
use smallvec::SmallVec;
use std::rc::Rc;

/// The base of a place.
#[derive(Clone)]
pub(crate) enum Base {
    /// A variable in the form of registers.
    Variable {
        /// Its pointer.
        id: Word,
        class: StorageClass,
        data: TypeData,
    },
    /// A variable in the form of buffers.
    Shaped { id: Word, class: StorageClass, memory: Memory },
    /// Memory of the device.
    Device {
        /// Pointer to it.
        id: Word,
        /// At a multiple of this many bytes.
        align: u32,
        memory: Memory,
    },
    /// A payload that is in several variables.
    Payload(Rc<Part>),
    /// Element of a structured, constant or texture buffer.
    Buffer {
        handle: Handle,
        /// Index of the element; none in constant buffers.
        element: Option<Word>,
        memory: Memory,
    },
    /// Element of a typed buffer or writable texture, which is loaded and stored as a whole.
    Texel { handle: Handle, coord: Word },
    /// A constant that has no place in memory.
    Constant(Word),
    /// A value at a byte address.
    Bytes { handle: Handle, address: ByteAddress, data: TypeData },
}

/// A pointer of the IR.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) base: Base,
    pub(crate) path: SmallVec<[Value; 4]>,
}

impl Place {
    /// Whether it is a payload that comes in as several variables, which nothing changes.
    fn is_payload_in_parts(&self) -> bool {
        matches!(&self.base, Base::Payload(part) if matches!(**part, Part::Members(..))) && self.path.is_empty()
    }
}

/// The pointee of a pointer into memory.
enum Pointee {
    /// A value in the form of registers.
    Register(TypeData),
    /// A value in the form of buffers.
    Memory(Memory),
}

/// The step a path takes into a matrix in memory.
enum MatrixStep {
    /// Into a row.
    Row,
    /// Into the scalar of a row of one.
    Scalar,
    /// Nowhere: the only row is the whole.
    Whole,
}

impl Writer<'_> {
    pub(crate) fn alloca(&mut self, site: &Site<'_>) -> Option<Repr> {
        let (pointee, _) = self.module.ctx.pointee(site.result)?;
        let pointee = self.module.ctx.type_data(pointee).clone();
        let ty = self.register_type_of(&pointee);
        let id = self.asm.local(ty);
        self.mark_address(id, &pointee);
        let base = Base::Variable { id, class: StorageClass::Function, data: pointee };
        Some(Repr::Place(Place { base, path: SmallVec::new() }))
    }

    pub(crate) fn global_address(&mut self, site: &Site<'_>) -> Option<Repr> {
        let Imm::Global(global) = site.imm else { return None };
        let base = self.global_base(global);
        Some(Repr::Place(Place { base, path: SmallVec::new() }))
    }

    pub(crate) fn resource_pointer(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[handle, index, ref sample @ ..] = site.args else { return None };
        if !sample.is_empty() {
            self.unsupported("a sample of a writable texture");
            return Some(Repr::Missing);
        }
        let (pointee, _) = self.module.ctx.pointee(site.result)?;
        let pointee = self.module.ctx.type_data(pointee).clone();
        // What has no place is reported already, or where it is used.
        let Some(base) = self.resource_base(handle, index, pointee) else { return Some(Repr::Missing) };
        Some(Repr::Place(Place { base, path: SmallVec::new() }))
    }

    pub(crate) fn pointer_to_part(&mut self, site: &Site<'_>) -> Option<Repr> {
        let (&base, path) = site.args.split_first()?;
        let Repr::Place(mut place) = self.repr(base) else { return Some(Repr::Missing) };
        place.path.extend_from_slice(path);
        Some(Repr::Place(place))
    }

    pub(crate) fn load_value(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[pointer] = site.args else { return None };
        let Repr::Place(place) = self.repr(pointer) else { return Some(Repr::Missing) };
        if place.is_payload_in_parts() {
            // Only the members that are used come in.
            return Some(Repr::Place(place));
        }
        Some(self.load_in_parts(&place))
    }

    pub(crate) fn store_value(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[pointer, value] = site.args else { return None };
        let Repr::Place(place) = self.repr(pointer) else {
            self.unsupported("a store to a pointer that depends on control flow");
            return Some(Repr::Nothing);
        };
        let value = self.id(value);
        self.store(&place, value);
        Some(Repr::Nothing)
    }

    fn global_base(&mut self, global: Global) -> Base {
        let data = &self.module.globals[global];
        if data.space == AddressSpace::Payload && !self.settings.mesh_extension {
            return Base::Payload(self.payload_in(global));
        }
        if data.specialization.is_some() {
            return Base::Constant(self.specialization(global));
        }
        let content = self.module.ctx.type_data(data.ty).clone();
        if let Some(variable) = data.foreign {
            return self.foreign_variable(global, variable);
        }
        let class = match data.space {
            AddressSpace::Groupshared if self.payload_global == Some(global) => StorageClass::TaskPayloadWorkgroupEXT,
            AddressSpace::Groupshared => StorageClass::Workgroup,
            AddressSpace::Payload => StorageClass::TaskPayloadWorkgroupEXT,
            AddressSpace::Parameter => self.parameter_class(global),
            AddressSpace::Function
            | AddressSpace::Private
            | AddressSpace::Constant
            | AddressSpace::Resource
            | AddressSpace::Input
            | AddressSpace::Output
            | AddressSpace::NodeRecord
            | AddressSpace::Device
            | AddressSpace::Foreign => StorageClass::Private,
        };
        let id = match self.globals[global] {
            Some(id) => id,
            None => {
                let ty = self.register_type(data.ty);
                let init = match (data.init, class == StorageClass::Private) {
                    (_, false) => None,
                    (Some(init), true) => Some(self.constant(init)),
                    (None, true) => Some(self.null(ty)),
                };
                let id = self.asm.variable(ty, class, init);
                self.asm.name(id, &data.name);
                if class == StorageClass::TaskPayloadWorkgroupEXT {
                    self.asm.interface.push(id);
                }
                self.globals[global] = Some(id);
                id
            }
        };
        Base::Variable { id, class, data: content }
    }

    /// The place that `resource.getpointer` gives.
    fn resource_base(&mut self, handle: Value, index: Value, pointee: TypeData) -> Option<Base> {
        let Repr::Handle(handle) = self.repr(handle) else {
            self.unsupported("a resource that depends on control flow");
            return None;
        };
        let matrix = self.module.resources[handle.resource].matrix;
        Some(match self.resource_type(handle.resource) {
            ResourceType::RawBuffer { element: Some(_), .. } => {
                let declared = self.module.resources[handle.resource].element;
                let memory = Memory::new(pointee, matrix, self.rules(BufferClass::Storage)).declared(declared);
                Base::Buffer { handle, element: Some(self.id(index)), memory }
            }
            ResourceType::CBuffer { .. } | ResourceType::TBuffer { .. } => {
                let rules = self.constant_rules(handle.resource);
                Base::Buffer { handle, element: None, memory: Memory::new(pointee, matrix, rules) }
            }
            ResourceType::RawBuffer { element: None, .. } => {
                let id = self.id(index);
                Base::Bytes { handle, address: self.byte_address(id, &[index]), data: pointee }
            }
            ResourceType::TypedBuffer { .. } | ResourceType::Texture { .. } => {
                Base::Texel { handle, coord: self.id(index) }
            }
            ResourceType::FeedbackTexture { .. }
            | ResourceType::Sampler { .. }
            | ResourceType::AccelerationStructure => {
                self.unsupported("a pointer into this resource");
                return None;
            }
        })
    }

    /// The value at a place; a matrix as its rows, from which a user constructs it.
    fn load_in_parts(&mut self, place: &Place) -> Repr {
        if !matches!(
            place.base,
            Base::Variable { .. } | Base::Shaped { .. } | Base::Buffer { .. } | Base::Device { .. }
        ) {
            return Repr::Id(self.load(place));
        }
        let (pointer, pointee) = self.access(place);
        let rows = match &pointee {
            Pointee::Memory(memory) if !self.same_in_memory(memory) => self.matrix_step(memory),
            Pointee::Memory(_) | Pointee::Register(_) => None,
        };
        let (Pointee::Memory(memory), Some(MatrixStep::Row)) = (&pointee, rows) else {
            return Repr::Id(self.load_from(place, pointer, pointee));
        };
        let ty = self.pointee_type(place, memory);
        let value = self.load_at(place, ty, pointer, Some(memory));
        let mut parts: SmallVec<[Word; 4]> = SmallVec::new();
        for (at, part) in (0..).zip(self.memory_parts(memory)) {
            let part_ty = self.memory_type(&part);
            let raw = self.extract(part_ty, value, at);
            parts.push(self.register_form(raw, &part));
        }
        Repr::Parts(parts)
    }

    fn load_at(&mut self, place: &Place, ty: Word, pointer: Word, memory: Option<&Memory>) -> Word {
        let mut operands = vec![Operand::IdRef(pointer)];
        operands.extend(self.memory_operands(place, memory));
        self.asm.inst(Core::Load, ty, operands)
    }

    /// The pointer to a place itself.
    pub(crate) fn pointer(&mut self, place: &Place) -> Word {
        self.access(place).0
    }

    fn load_from(&mut self, place: &Place, pointer: Word, pointee: Pointee) -> Word {
        match pointee {
            Pointee::Register(data) => {
                let ty = self.register_type_of(&data);
                self.asm.op(Core::Load, ty, &[pointer])
            }
            Pointee::Memory(memory) => {
                let ty = self.pointee_type(place, &memory);
                let value = self.load_at(place, ty, pointer, Some(&memory));
                self.register_form(value, &memory)
            }
        }
    }

    /// The value at a place.
    pub(crate) fn load(&mut self, place: &Place) -> Word {
        match &place.base {
            Base::Payload(payload) => self.load_payload(payload, &place.path),
            Base::Constant(id) => *id,
            Base::Variable { .. } | Base::Shaped { .. } | Base::Buffer { .. } | Base::Device { .. } => {
                let (pointer, pointee) = self.access(place);
                self.load_from(place, pointer, pointee)
            }
            Base::Texel { handle, coord } => {
                self.require_no_path(place);
                self.load_texel(handle, *coord)
            }
            Base::Bytes { handle, address, data } => {
                let (address, data, matrix) = self.byte_place(*address, data, &place.path);
                self.load_bytes(handle, address.id, 0, &data, matrix)
            }
        }
    }

    pub(crate) fn store(&mut self, place: &Place, value: Word) {
        match &place.base {
            Base::Payload(_) => self.unsupported("a store to the payload that comes in"),
            Base::Constant(_) => self.internal("a store to a constant"),
            Base::Variable { .. } | Base::Shaped { .. } | Base::Buffer { .. } | Base::Device { .. } => {
                let (pointer, pointee) = self.access(place);
                let (value, at) = match pointee {
                    Pointee::Register(_) => (value, Vec::new()),
                    Pointee::Memory(memory) => {
                        (self.memory_form(value, &memory), self.memory_operands(place, Some(&memory)))
                    }
                };
                let mut operands = vec![Operand::IdRef(pointer), Operand::IdRef(value)];
                operands.extend(at);
                self.asm.effect(Core::Store, operands);
            }
            Base::Texel { handle, coord } => {
                self.require_no_path(place);
                self.store_texel(handle, *coord, value);
            }
            Base::Bytes { handle, address, data } => {
                let (address, data, matrix) = self.byte_place(*address, data, &place.path);
                self.store_bytes(handle, address, 0, &data, matrix, value);
            }
        }
    }

    /// Reports an access to a component of a texel, of which the pass `whole-elements` leaves none.
    fn require_no_path(&mut self, place: &Place) {
        if !place.path.is_empty() {
            self.internal("an access to a component of a texel");
        }
    }

    /// The type that a place in a buffer points to. All of a constant buffer is its block, which differs from the
    /// struct of its members wherever else that lies.
    fn pointee_type(&mut self, place: &Place, memory: &Memory) -> Word {
        if let Base::Buffer { handle, element: None, .. } = &place.base
            && place.path.is_empty()
        {
            return self.variable_of(handle).ty;
        }
        self.memory_type(memory)
    }

    /// Emits the access chain to the end of a path; returns the pointer and its pointee.
    fn access(&mut self, place: &Place) -> (Word, Pointee) {
        let (mut indices, class, start, mut pointee, handle): (SmallVec<[Word; 8]>, _, _, _, _) = match &place.base {
            Base::Variable { id, class, data } => (SmallVec::new(), *class, *id, Pointee::Register(data.clone()), None),
            Base::Shaped { id, class, memory } => (SmallVec::new(), *class, *id, Pointee::Memory(memory.clone()), None),
            Base::Device { id, memory, .. } => {
                let class = StorageClass::PhysicalStorageBuffer;
                (SmallVec::new(), class, *id, Pointee::Memory(memory.clone()), None)
            }
            Base::Buffer { handle, element, memory } => {
                let variable = self.variable_of(handle);
                let mut indices: SmallVec<[Word; 8]> = handle.index.into_iter().collect();
                if let Some(element) = element {
                    indices.push(self.uint(0));
                    indices.push(*element);
                }
                (indices, variable.class, variable.id, Pointee::Memory(memory.clone()), Some(handle))
            }
            // None of them has a pointer.
            Base::Payload(_) | Base::Texel { .. } | Base::Bytes { .. } | Base::Constant(_) => {
                self.internal("a pointer to a texel, to bytes or to all of a payload");
                let ty = self.uint_type();
                return (self.undef(ty), Pointee::Register(TypeData::Scalar(Scalar::I32)));
            }
        };
        for &step in &place.path {
            let (next, pushes) = self.step(pointee, step);
            pointee = next;
            if pushes {
                indices.push(self.id(step));
            }
        }
        if indices.is_empty() {
            return (start, pointee);
        }
        let to = match &pointee {
            Pointee::Register(data) => self.register_type_of(data),
            Pointee::Memory(memory) => self.pointee_type(place, memory),
        };
        let ty = self.asm.pointer_type(to, class);
        let mut args: SmallVec<[Word; 8]> = SmallVec::from_slice(&[start]);
        args.extend(indices);
        let pointer = self.asm.op(Core::AccessChain, ty, &args);
        if handle.is_some_and(|handle| handle.non_uniform) {
            self.mark_non_uniform(pointer);
        }
        (pointer, pointee)
    }

    /// One step of a path: its pointee, and whether the access chain has an index for it.
    fn step(&mut self, pointee: Pointee, index: Value) -> (Pointee, bool) {
        let constant = self.func.const_bits(&self.module.ctx, index).map(|at| at as usize);
        match pointee {
            Pointee::Register(data) => {
                let parts = self.parts_of_shape(&data);
                let at = if matches!(data, TypeData::Struct(_) | TypeData::Tuple(_)) { constant } else { Some(0) };
                let part = at.and_then(|at| parts.get(at).cloned());
                if part.is_none() {
                    self.internal("a path to a part that is not there");
                }
                (Pointee::Register(part.unwrap_or(data)), true)
            }
            Pointee::Memory(memory) => {
                let (part, pushes) = self.memory_step(&memory, constant);
                (Pointee::Memory(part), pushes)
            }
        }
    }

    /// Types of the parts of a type; of arrays and vectors, the first stands for all.
    pub(crate) fn parts_of_shape(&self, data: &TypeData) -> Vec<TypeData> {
        match data {
            TypeData::Array(element, _) => vec![self.module.ctx.type_data(*element).clone()],
            TypeData::Vector(scalar, _) => vec![TypeData::Scalar(*scalar)],
            TypeData::Struct(_)
            | TypeData::Tuple(_)
            | TypeData::Void
            | TypeData::Scalar(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => self.parts_of(data),
        }
    }

    /// A part of what lies in memory, by its number if it is a member, and whether SPIR-V takes the step too.
    fn memory_step(&mut self, memory: &Memory, constant: Option<usize>) -> (Memory, bool) {
        let ctx = &self.module.ctx;
        match &memory.data {
            TypeData::Struct(id) => match constant.and_then(|at| ctx.struct_data(*id).fields.get(at)) {
                Some(field) => (memory.member(ctx, field), true),
                None => {
                    self.internal("a path to a member that is not there");
                    (memory.clone(), false)
                }
            },
            TypeData::Array(element, _) => {
                let element = ctx.type_data(*element).clone();
                match self.matrix_step(memory) {
                    Some(MatrixStep::Row | MatrixStep::Scalar) => (memory.part(element, None), true),
                    Some(MatrixStep::Whole) => {
                        let shape = memory.matrix.and_then(|order| shape_of(ctx, &memory.data, order));
                        let spread = shape.is_some_and(|shape| spreads(shape, memory.rules));
                        (Memory { spread, ..memory.part(element, None) }, false)
                    }
                    None => (memory.part(element, memory.matrix), !self.has_no_room(memory)),
                }
            }
            TypeData::Vector(scalar, _) => (memory.part(TypeData::Scalar(*scalar), None), true),
            TypeData::Void
            | TypeData::Scalar(_)
            | TypeData::Tuple(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => {
                self.internal("a path into what has no parts");
                (memory.clone(), false)
            }
        }
    }

    /// The step into a matrix in memory; `None` if this is no matrix.
    fn matrix_step(&self, memory: &Memory) -> Option<MatrixStep> {
        let ctx = &self.module.ctx;
        let order = memory.matrix?;
        shape_of(ctx, &memory.data, order)?;
        if proper_matrix(ctx, &memory.data, order).is_some() {
            return Some(MatrixStep::Row);
        }
        let TypeData::Array(element, count) = memory.data else { return None };
        let is_column = matches!(ctx.type_data(element), TypeData::Scalar(_));
        Some(if is_column && count > 1 { MatrixStep::Scalar } else { MatrixStep::Whole })
    }

    /// A value from memory in the form of registers.
    fn register_form(&mut self, value: Word, memory: &Memory) -> Word {
        match &memory.data {
            TypeData::Vector(scalar, lanes) if memory.spread => {
                let part = memory.part(TypeData::Scalar(*scalar), None);
                let part_ty = self.memory_type(&part);
                let ty = self.register_type_of(&memory.data);
                let mut parts: SmallVec<[Word; 4]> = SmallVec::new();
                for at in 0..u32::from(*lanes) {
                    let raw = self.extract(part_ty, value, at);
                    parts.push(self.register_form(raw, &part));
                }
                self.asm.op(Core::CompositeConstruct, ty, &parts)
            }
            TypeData::Scalar(Scalar::Bool) | TypeData::Vector(Scalar::Bool, _) => {
                let (ty, from) = (self.register_type_of(&memory.data), self.memory_type(memory));
                let zero = self.null(from);
                self.asm.op(Core::INotEqual, ty, &[value, zero])
            }
            TypeData::Scalar(_) | TypeData::Vector(..) if memory.is_signed() => {
                let ty = self.register_type_of(&memory.data);
                self.asm.op(Core::Bitcast, ty, &[value])
            }
            TypeData::Array(..) | TypeData::Struct(_) if self.same_in_memory(memory) => value,
            TypeData::Array(..) if self.has_no_room(memory) => {
                let ty = self.register_type_of(&memory.data);
                self.null(ty)
            }
            TypeData::Array(..) | TypeData::Struct(_) => {
                let ty = self.register_type_of(&memory.data);
                let mut parts = Vec::new();
                for (at, part) in (0..).zip(self.memory_parts(memory)) {
                    let part_ty = self.memory_type(&part);
                    let is_last_step = matches!(self.matrix_step(memory), Some(MatrixStep::Whole));
                    let raw = if is_last_step { value } else { self.extract(part_ty, value, at) };
                    parts.push(self.register_form(raw, &part));
                }
                self.asm.op(Core::CompositeConstruct, ty, &parts)
            }
            TypeData::Scalar(_) | TypeData::Vector(..) | TypeData::Foreign(_) => value,
            TypeData::Void
            | TypeData::Tuple(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_) => {
                self.internal("a value that does not lie in memory");
                value
            }
        }
    }

    /// A value in the form of memory.
    fn memory_form(&mut self, value: Word, memory: &Memory) -> Word {
        match &memory.data {
            TypeData::Scalar(Scalar::Bool) | TypeData::Vector(Scalar::Bool, _) => {
                let ty = self.memory_type(memory);
                let lanes = if let TypeData::Vector(_, lanes) = memory.data { lanes } else { 1 };
                let (uint, one) = (self.uint_type(), self.uint(1));
                let one = self.splat_const(uint, one, lanes);
                let zero = self.null(ty);
                self.asm.op(Core::Select, ty, &[value, one, zero])
            }
            TypeData::Scalar(_) | TypeData::Vector(..) if memory.is_signed() => {
                let ty = self.memory_type(memory);
                self.asm.op(Core::Bitcast, ty, &[value])
            }
            TypeData::Array(..) | TypeData::Struct(_) if self.same_in_memory(memory) => value,
            TypeData::Array(..) if self.has_no_room(memory) => {
                let ty = self.memory_type(memory);
                self.null(ty)
            }
            TypeData::Array(..) | TypeData::Struct(_) => {
                let ty = self.memory_type(memory);
                let mut parts = Vec::new();
                for (at, part) in (0..).zip(self.memory_parts(memory)) {
                    let part_ty = self.register_type_of(&part.data);
                    let raw = self.extract(part_ty, value, at);
                    let raw = self.memory_form(raw, &part);
                    if matches!(self.matrix_step(memory), Some(MatrixStep::Whole)) {
                        return raw;
                    }
                    parts.push(raw);
                }
                self.asm.op(Core::CompositeConstruct, ty, &parts)
            }
            TypeData::Scalar(_) | TypeData::Vector(..) | TypeData::Foreign(_) => value,
            TypeData::Void
            | TypeData::Tuple(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_) => {
                self.internal("a value that does not lie in memory");
                value
            }
        }
    }

    fn same_in_memory(&mut self, memory: &Memory) -> bool {
        self.memory_type(memory) == self.register_type_of(&memory.data)
    }

    /// The parts of an aggregate in memory.
    fn memory_parts(&mut self, memory: &Memory) -> Vec<Memory> {
        let count = match &memory.data {
            TypeData::Array(_, count) => *count as usize,
            TypeData::Struct(id) => self.module.ctx.struct_data(*id).fields.len(),
            TypeData::Void
            | TypeData::Scalar(_)
            | TypeData::Vector(..)
            | TypeData::Tuple(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => 0,
        };
        (0..count).map(|at| self.memory_step(memory, Some(at)).0).collect()
    }

    /// An atomic on what a pointer points to.
    pub(crate) fn atomic(&mut self, site: &Site<'_>) -> Option<Repr> {
        let (&pointer, values) = site.args.split_first()?;
        let target = self.pointer_target(pointer);
        Some(Repr::Id(self.atomic_on(site, target, values)))
    }

    /// Emits an atomic on an element of a resource.
    pub(crate) fn resource_atomic(&mut self, site: &Site<'_>) -> Option<Repr> {
        let (&[handle, address, _], values) = site.args.split_first_chunk()?;
        let target = self.element_target(site, handle, address);
        Some(Repr::Id(self.atomic_on(site, target, values)))
    }

    fn atomic_on(&mut self, site: &Site<'_>, target: Option<(Word, Scope, bool)>, values: &[Value]) -> Word {
        let ty = site.ty;
        let Some((pointer, scope, signed)) = target else {
            self.unsupported("an atomic on this destination");
            return self.undef(ty);
        };
        let (scalar, _) = self.numbers(site.result);
        if scalar == Scalar::I64 {
            self.asm.capability(Capability::Int64Atomics);
        }
        let scope = self.uint(scope as u32);
        let relaxed = self.uint(0);
        let result = match (signed, scalar) {
            (false, _) => ty,
            (true, Scalar::I64) => {
                let operands = vec![Operand::LiteralBit32(64), Operand::LiteralBit32(1)];
                self.asm.global(Core::TypeInt, None, operands)
            }
            (true, _) => self.int_type(),
        };
        let mut words: SmallVec<[Word; 2]> = SmallVec::new();
        for &value in values {
            let value = self.id(value);
            words.push(if signed { self.asm.op(Core::Bitcast, result, &[value]) } else { value });
        }
        let before = match (site.imm, words.as_slice()) {
            (Imm::Atomic(op), &[value]) => {
                self.asm.op(atomic_instruction(op), result, &[pointer, scope, relaxed, value])
            }
            (_, &[compare, value]) => {
                let args = [pointer, scope, relaxed, relaxed, value, compare];
                if scalar.is_float() {
                    // SPIR-V compares integers only.
                    self.unsupported("a compare-exchange of floats");
                }
                self.asm.op(Core::AtomicCompareExchange, result, &args)
            }
            _ => {
                self.internal("an atomic with other operands than its kind has");
                self.undef(result)
            }
        };
        if signed { self.asm.op(Core::Bitcast, ty, &[before]) } else { before }
    }

    /// Pointer, scope, and whether the pointer is to a signed integer: of an element of a resource.
    fn element_target(&mut self, site: &Site<'_>, handle: Value, address: Value) -> Option<(Word, Scope, bool)> {
        let Repr::Handle(handle) = self.repr(handle) else { return None };
        let address = self.id(address);
        match self.resource_type(handle.resource) {
            ResourceType::RawBuffer { element: None, .. } => {
                let pointer = self.atomic_pointer(&handle, address, self.module.ctx.scalar_of(site.result))?;
                Some((pointer, Scope::Device, false))
            }
            ResourceType::TypedBuffer { .. } | ResourceType::Texture { .. } => {
                let (pointer, signed) = self.texel_pointer(&handle, address)?;
                Some((pointer, Scope::Device, signed))
            }
            ResourceType::RawBuffer { element: Some(_), .. }
            | ResourceType::CBuffer { .. }
            | ResourceType::TBuffer { .. }
            | ResourceType::FeedbackTexture { .. }
            | ResourceType::Sampler { .. }
            | ResourceType::AccelerationStructure => None,
        }
    }

    /// The same of a place.
    fn pointer_target(&mut self, pointer: Value) -> Option<(Word, Scope, bool)> {
        let Repr::Place(place) = self.repr(pointer) else { return None };
        match &place.base {
            Base::Variable { class, .. } => {
                let of_group = matches!(class, StorageClass::Workgroup | StorageClass::TaskPayloadWorkgroupEXT);
                let scope = if of_group { Scope::Workgroup } else { Scope::Device };
                Some((self.access(&place).0, scope, false))
            }
            Base::Buffer { .. } | Base::Device { .. } => {
                let (pointer, pointee) = self.access(&place);
                let signed = matches!(pointee, Pointee::Memory(memory) if memory.is_signed());
                Some((pointer, Scope::Device, signed))
            }
            Base::Payload(_) | Base::Shaped { .. } | Base::Constant(_) => None,
            Base::Texel { handle, coord } => {
                let (pointer, signed) = self.texel_pointer(handle, *coord)?;
                Some((pointer, Scope::Device, signed))
            }
            Base::Bytes { handle, address, data } => {
                let (address, data, _) = self.byte_place(*address, data, &place.path);
                let TypeData::Scalar(scalar) = data else { return None };
                Some((self.atomic_pointer(handle, address.id, Some(scalar))?, Scope::Device, false))
            }
        }
    }

    /// Pointer to an integer in a byte address buffer; none for what is no integer that atomics take.
    fn atomic_pointer(&mut self, handle: &Handle, address: Word, scalar: Option<Scalar>) -> Option<Word> {
        if scalar == Some(Scalar::I64) {
            return Some(self.long_pointer(handle, address));
        }
        (scalar == Some(Scalar::I32)).then(|| self.word_pointer(handle, address, 0))
    }
}

fn atomic_instruction(op: AtomicOp) -> Core {
    match op {
        AtomicOp::Add => Core::AtomicIAdd,
        AtomicOp::And => Core::AtomicAnd,
        AtomicOp::Or => Core::AtomicOr,
        AtomicOp::Xor => Core::AtomicXor,
        AtomicOp::IMin => Core::AtomicSMin,
        AtomicOp::IMax => Core::AtomicSMax,
        AtomicOp::UMin => Core::AtomicUMin,
        AtomicOp::UMax => Core::AtomicUMax,
        AtomicOp::Exchange => Core::AtomicExchange,
    }
}
