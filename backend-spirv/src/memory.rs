//! Loads, stores and atomics: places, and what happens between memory and registers.
//!
//! A pointer of the IR is a [`Place`]: where it starts and an index path. Nothing is written for it until it is loaded
//! from or stored to; then the path becomes one access chain. Values change their form on the way: truth values are
//! `uint` in buffers, matrices are SPIR-V matrices there and arrays of rows here.

use crate::layout::{Rules, proper_matrix, shape_of};
use crate::lower::{Repr, Writer};
use crate::resource::Handle;
use crate::types::{Memory, Number, number};
use hlslc_ir::layout::{LayoutRules, Layouts};
use hlslc_ir::ops::AtomicOp;
use hlslc_ir::types::{AddressSpace, MatrixOrder, ResourceType, Scalar, TypeData};
use hlslc_ir::{Global, Imm, Inst, Op, Value};
use rspirv::dr::Operand;
use rspirv::spirv::{Capability, Op as Core, Scope, StorageClass, Word};
use smallvec::SmallVec;

/// Where a place starts.
#[derive(Clone)]
pub(crate) enum Base {
    /// A variable in the form of registers.
    Variable {
        /// Its pointer.
        id: Word,
        class: StorageClass,
        data: TypeData,
    },
    /// Element of a structured, constant or texture buffer.
    Buffer {
        handle: Handle,
        /// Index of the element; none in constant buffers.
        element: Option<Word>,
        memory: Memory,
    },
    /// Element of a typed buffer or writable texture.
    Texel { handle: Handle, coord: Word },
    /// A value at a byte address.
    Bytes { handle: Handle, address: Word, data: TypeData },
}

/// A pointer of the IR.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) base: Base,
    pub(crate) path: SmallVec<[Value; 4]>,
}

/// What a pointer into memory points to.
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
    /// Pointer operations and loads.
    pub(crate) fn memory_op(&mut self, inst: Inst) -> Option<Repr> {
        let func = self.func;
        let data = &func.insts[inst];
        match (data.op, data.imm, func.args(inst)) {
            (Op::Alloca, _, _) => {
                let (pointee, _) = self.module.ctx.pointee(data.ty)?;
                let pointee = self.module.ctx.type_data(pointee).clone();
                let ty = self.register_type_of(&pointee);
                let id = self.asm.local(ty);
                let base = Base::Variable { id, class: StorageClass::Function, data: pointee };
                Some(Repr::Place(Place { base, path: SmallVec::new() }))
            }
            (Op::GlobalAddr, Imm::Global(global), _) => {
                let base = self.global_base(global);
                Some(Repr::Place(Place { base, path: SmallVec::new() }))
            }
            (Op::GetPointer, _, &[handle, index]) => {
                let (pointee, _) = self.module.ctx.pointee(data.ty)?;
                let pointee = self.module.ctx.type_data(pointee).clone();
                let base = self.resource_base(handle, index, pointee)?;
                Some(Repr::Place(Place { base, path: SmallVec::new() }))
            }
            (Op::Gep, _, [base, path @ ..]) => {
                let Repr::Place(mut place) = self.repr(*base) else { return None };
                place.path.extend_from_slice(path);
                Some(Repr::Place(place))
            }
            (Op::Load, _, &[pointer]) => {
                let Repr::Place(place) = self.repr(pointer) else { return None };
                Some(Repr::Id(self.load(&place)))
            }
            _ => None,
        }
    }

    pub(crate) fn store_op(&mut self, inst: Inst) {
        let (pointer, value) = (self.arg(inst, 0), self.arg(inst, 1));
        let Repr::Place(place) = self.repr(pointer) else {
            return self.unsupported("a store to a pointer that depends on control flow");
        };
        let value = self.id(value);
        self.store(&place, value);
    }

    fn global_base(&mut self, global: Global) -> Base {
        let data = &self.module.globals[global];
        let content = self.module.ctx.type_data(data.ty).clone();
        let class = match data.space {
            AddressSpace::Groupshared => StorageClass::Workgroup,
            AddressSpace::Function | AddressSpace::Private | AddressSpace::Constant | AddressSpace::Resource => {
                StorageClass::Private
            }
        };
        let id = match self.globals[global] {
            Some(id) => id,
            None => {
                let ty = self.register_type(data.ty);
                let init = match (data.init, class) {
                    (_, StorageClass::Workgroup) => None,
                    (Some(init), _) => Some(self.constant(init)),
                    (None, _) => Some(self.null(ty)),
                };
                let id = self.asm.variable(ty, class, init);
                self.asm.name(id, &data.name);
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
                let memory = Memory { data: pointee, matrix, rules: Rules::Storage };
                Base::Buffer { handle, element: Some(self.id(index)), memory }
            }
            ResourceType::CBuffer { .. } => {
                Base::Buffer { handle, element: None, memory: Memory { data: pointee, matrix, rules: Rules::Uniform } }
            }
            ResourceType::TBuffer { .. } => {
                Base::Buffer { handle, element: None, memory: Memory { data: pointee, matrix, rules: Rules::Storage } }
            }
            ResourceType::RawBuffer { element: None, .. } => {
                Base::Bytes { handle, address: self.id(index), data: pointee }
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

    /// The value at a place.
    pub(crate) fn load(&mut self, place: &Place) -> Word {
        match &place.base {
            Base::Variable { .. } | Base::Buffer { .. } => {
                let (pointer, pointee) = self.access(place);
                match pointee {
                    Pointee::Register(data) => {
                        let ty = self.register_type_of(&data);
                        self.asm.op(Core::Load, ty, &[pointer])
                    }
                    Pointee::Memory(memory) => {
                        let ty = self.pointee_type(place, &memory);
                        let value = self.asm.op(Core::Load, ty, &[pointer]);
                        self.to_register(value, &memory)
                    }
                }
            }
            Base::Texel { handle, coord } => {
                let (value, texel) = self.load_texel(handle, *coord);
                match place.path.as_slice() {
                    [] => value,
                    &[lane, ..] => {
                        let ty = self.scalar_type(texel.scalar);
                        let lane = self.id(lane);
                        self.asm.op(Core::VectorExtractDynamic, ty, &[value, lane])
                    }
                }
            }
            Base::Bytes { handle, address, data } => {
                let (address, data, matrix) = self.byte_place(*address, data, &place.path);
                self.load_bytes(handle, address, 0, &data, matrix)
            }
        }
    }

    fn store(&mut self, place: &Place, value: Word) {
        match &place.base {
            Base::Variable { .. } | Base::Buffer { .. } => {
                let (pointer, pointee) = self.access(place);
                let value = match pointee {
                    Pointee::Register(_) => value,
                    Pointee::Memory(memory) => self.to_memory(value, &memory),
                };
                self.asm.effect_on(Core::Store, &[pointer, value]);
            }
            Base::Texel { handle, coord } => {
                let value = match place.path.as_slice() {
                    [] => value,
                    // A typed element can only be written whole.
                    &[lane, ..] => {
                        let (before, texel) = self.load_texel(handle, *coord);
                        let ty = self.vector_type(texel.scalar, texel.lanes);
                        let lane = self.id(lane);
                        self.asm.op(Core::VectorInsertDynamic, ty, &[before, value, lane])
                    }
                };
                self.store_texel(handle, *coord, value);
            }
            Base::Bytes { handle, address, data } => {
                let (address, data, matrix) = self.byte_place(*address, data, &place.path);
                self.store_bytes(handle, address, 0, &data, matrix, value);
            }
        }
    }

    /// The type that a place in a buffer points to. All of a constant buffer is its block, which differs from the
    /// struct of its members wherever else that lies.
    fn pointee_type(&mut self, place: &Place, memory: &Memory) -> Word {
        match &place.base {
            Base::Buffer { handle, element: None, .. } if place.path.is_empty() => {
                self.resource_variable(handle.resource).ty
            }
            _ => self.memory_type(memory),
        }
    }

    /// Pointer to what a path into a variable or buffer ends at.
    fn access(&mut self, place: &Place) -> (Word, Pointee) {
        let (mut indices, class, start, mut pointee, handle): (SmallVec<[Word; 8]>, _, _, _, _) = match &place.base {
            Base::Variable { id, class, data } => (SmallVec::new(), *class, *id, Pointee::Register(data.clone()), None),
            Base::Buffer { handle, element, memory } => {
                let variable = self.resource_variable(handle.resource);
                let mut indices: SmallVec<[Word; 8]> = handle.index.into_iter().collect();
                if let Some(element) = element {
                    indices.push(self.uint(0));
                    indices.push(*element);
                }
                (indices, StorageClass::Uniform, variable.id, Pointee::Memory(memory.clone()), Some(handle))
            }
            // Neither has a pointer.
            Base::Texel { .. } | Base::Bytes { .. } => {
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

    /// One step of a path: what it leads to, and whether SPIR-V takes it too.
    fn step(&mut self, pointee: Pointee, index: Value) -> (Pointee, bool) {
        let constant = self.func.const_bits(&self.module.ctx, index).unwrap_or(0) as usize;
        match pointee {
            Pointee::Register(data) => {
                let parts = self.parts_of_shape(&data);
                let at = if matches!(data, TypeData::Struct(_) | TypeData::Tuple(_)) { constant } else { 0 };
                (Pointee::Register(parts.get(at).cloned().unwrap_or(data)), true)
            }
            Pointee::Memory(memory) => {
                let (part, pushes) = self.memory_step(&memory, constant);
                (Pointee::Memory(part), pushes)
            }
        }
    }

    /// Types of the parts of a type; of arrays and vectors, the first stands for all.
    fn parts_of_shape(&self, data: &TypeData) -> Vec<TypeData> {
        match data {
            TypeData::Array(element, _) => vec![self.module.ctx.type_data(*element).clone()],
            TypeData::Vector(scalar, _) => vec![TypeData::Scalar(*scalar)],
            _ => self.parts_of(data),
        }
    }

    fn memory_step(&mut self, memory: &Memory, constant: usize) -> (Memory, bool) {
        let ctx = &self.module.ctx;
        match &memory.data {
            TypeData::Struct(id) => match ctx.struct_data(*id).fields.get(constant) {
                Some(field) => (memory.part(ctx.type_data(field.ty).clone(), field.matrix), true),
                None => (memory.clone(), false),
            },
            TypeData::Array(element, _) => {
                let element = ctx.type_data(*element).clone();
                match self.matrix_step(memory) {
                    Some(MatrixStep::Row | MatrixStep::Scalar) => (memory.part(element, None), true),
                    Some(MatrixStep::Whole) => (memory.part(element, None), false),
                    None => (memory.part(element, memory.matrix), true),
                }
            }
            TypeData::Vector(scalar, _) => (memory.part(TypeData::Scalar(*scalar), None), true),
            _ => (memory.clone(), false),
        }
    }

    /// How a matrix in memory is entered; none if this is no matrix.
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
    fn to_register(&mut self, value: Word, memory: &Memory) -> Word {
        match &memory.data {
            TypeData::Scalar(Scalar::Bool) | TypeData::Vector(Scalar::Bool, _) => {
                let (ty, from) = (self.register_type_of(&memory.data), self.memory_type(memory));
                let zero = self.null(from);
                self.asm.op(Core::INotEqual, ty, &[value, zero])
            }
            TypeData::Array(..) | TypeData::Struct(_) if self.same_in_memory(memory) => value,
            TypeData::Array(..) | TypeData::Struct(_) => {
                let ty = self.register_type_of(&memory.data);
                let mut parts = Vec::new();
                for (at, part) in (0..).zip(self.memory_parts(memory)) {
                    let part_ty = self.memory_type(&part);
                    let whole = matches!(self.matrix_step(memory), Some(MatrixStep::Whole));
                    let raw = if whole { value } else { self.extract(part_ty, value, at) };
                    parts.push(self.to_register(raw, &part));
                }
                self.asm.op(Core::CompositeConstruct, ty, &parts)
            }
            _ => value,
        }
    }

    /// A value in the form of memory.
    fn to_memory(&mut self, value: Word, memory: &Memory) -> Word {
        match &memory.data {
            TypeData::Scalar(Scalar::Bool) | TypeData::Vector(Scalar::Bool, _) => {
                let ty = self.memory_type(memory);
                let lanes = if let TypeData::Vector(_, lanes) = memory.data { lanes } else { 1 };
                let (uint, one) = (self.uint_type(), self.uint(1));
                let one = self.splat_const(uint, one, lanes);
                let zero = self.null(ty);
                self.asm.op(Core::Select, ty, &[value, one, zero])
            }
            TypeData::Array(..) | TypeData::Struct(_) if self.same_in_memory(memory) => value,
            TypeData::Array(..) | TypeData::Struct(_) => {
                let ty = self.memory_type(memory);
                let mut parts = Vec::new();
                for (at, part) in (0..).zip(self.memory_parts(memory)) {
                    let part_ty = self.register_type_of(&part.data);
                    let raw = self.extract(part_ty, value, at);
                    let raw = self.to_memory(raw, &part);
                    if matches!(self.matrix_step(memory), Some(MatrixStep::Whole)) {
                        return raw;
                    }
                    parts.push(raw);
                }
                self.asm.op(Core::CompositeConstruct, ty, &parts)
            }
            _ => value,
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
            _ => 0,
        };
        (0..count).map(|at| self.memory_step(memory, at).0).collect()
    }

    /// Byte address, type and matrix order of what a path into a byte address buffer ends at.
    fn byte_place(&mut self, address: Word, data: &TypeData, path: &[Value]) -> (Word, TypeData, Option<MatrixOrder>) {
        let mut layouts = Layouts::new(LayoutRules::Structured);
        let (mut address, mut data, mut matrix) = (address, data.clone(), None);
        for &step in path {
            let ctx = &self.module.ctx;
            let constant = self.func.const_bits(ctx, step).map(|bits| bits as u32);
            match &data {
                TypeData::Struct(id) => {
                    let at = constant.unwrap_or(0) as usize;
                    let offset = layouts.offsets(ctx, *id).get(at).copied().unwrap_or(0);
                    if let Some(field) = ctx.struct_data(*id).fields.get(at) {
                        matrix = field.matrix;
                        data = ctx.type_data(field.ty).clone();
                    }
                    address = self.offset_by(address, offset);
                }
                TypeData::Array(element, _) => {
                    if matrix.is_some_and(|order| shape_of(ctx, &data, order).is_some()) {
                        self.unsupported("a part of a matrix in a byte address buffer");
                        break;
                    }
                    let stride = layouts.stride(ctx, *element, matrix);
                    data = ctx.type_data(*element).clone();
                    address = self.step_by(address, step, stride);
                }
                TypeData::Vector(scalar, _) => {
                    let scalar = *scalar;
                    data = TypeData::Scalar(scalar);
                    address = self.step_by(address, step, scalar.bytes());
                }
                _ => break,
            }
        }
        (address, data, matrix)
    }

    fn offset_by(&mut self, address: Word, offset: u32) -> Word {
        if offset == 0 {
            return address;
        }
        let (uint, offset) = (self.uint_type(), self.uint(offset));
        self.asm.op(Core::IAdd, uint, &[address, offset])
    }

    fn step_by(&mut self, address: Word, index: Value, stride: u32) -> Word {
        let (uint, stride, index) = (self.uint_type(), self.uint(stride), self.id(index));
        let offset = self.asm.op(Core::IMul, uint, &[index, stride]);
        self.asm.op(Core::IAdd, uint, &[address, offset])
    }

    /// Byte offsets of the scalars of a matrix, row by row.
    fn matrix_offsets(&self, data: &TypeData, order: MatrixOrder) -> Option<(Scalar, u32, u32, Vec<u32>)> {
        let shape = shape_of(&self.module.ctx, data, order)?;
        let (rows, cols) = match order {
            MatrixOrder::RowMajor => (shape.vectors, shape.lanes),
            MatrixOrder::ColumnMajor => (shape.lanes, shape.vectors),
        };
        let at = |row: u32, col: u32| match order {
            MatrixOrder::RowMajor => row * cols + col,
            MatrixOrder::ColumnMajor => col * rows + row,
        };
        let offsets = (0..rows).flat_map(|row| (0..cols).map(move |col| at(row, col) * shape.scalar.bytes())).collect();
        Some((shape.scalar, rows, cols, offsets))
    }

    /// Loads a value from `address + offset` of a byte address buffer.
    pub(crate) fn load_bytes(
        &mut self,
        handle: &Handle,
        address: Word,
        offset: u32,
        data: &TypeData,
        matrix: Option<MatrixOrder>,
    ) -> Word {
        let ty = self.register_type_of(data);
        if let Some((scalar, rows, cols, offsets)) = matrix.and_then(|order| self.matrix_offsets(data, order)) {
            let scalars: Vec<Word> =
                offsets.iter().map(|&at| self.load_scalar(handle, address, offset + at, scalar)).collect();
            let row_ty = self.vector_type(scalar, cols as u8);
            let rows: Vec<Word> = scalars
                .chunks(cols.max(1) as usize)
                .take(rows as usize)
                .map(|row| if cols == 1 { row[0] } else { self.asm.op(Core::CompositeConstruct, row_ty, row) })
                .collect();
            return self.asm.op(Core::CompositeConstruct, ty, &rows);
        }
        match data {
            TypeData::Scalar(scalar) => self.load_scalar(handle, address, offset, *scalar),
            _ => {
                let parts: Vec<Word> = self
                    .byte_parts(data, matrix)
                    .into_iter()
                    .map(|(at, part, matrix)| self.load_bytes(handle, address, offset + at, &part, matrix))
                    .collect();
                self.asm.op(Core::CompositeConstruct, ty, &parts)
            }
        }
    }

    /// Stores a value to `address + offset` of a byte address buffer.
    pub(crate) fn store_bytes(
        &mut self,
        handle: &Handle,
        address: Word,
        offset: u32,
        data: &TypeData,
        matrix: Option<MatrixOrder>,
        value: Word,
    ) {
        if let Some((scalar, rows, cols, offsets)) = matrix.and_then(|order| self.matrix_offsets(data, order)) {
            let (element, row_ty) = (self.scalar_type(scalar), self.vector_type(scalar, cols as u8));
            for row in 0..rows {
                let vector = self.extract(row_ty, value, row);
                for col in 0..cols {
                    let part = if cols == 1 { vector } else { self.extract(element, vector, col) };
                    let at = offsets.get((row * cols + col) as usize).copied().unwrap_or(0);
                    self.store_scalar(handle, address, offset + at, scalar, part);
                }
            }
            return;
        }
        match data {
            TypeData::Scalar(scalar) => self.store_scalar(handle, address, offset, *scalar, value),
            TypeData::Vector(scalar, lanes) if scalar.bytes() == 2 && lanes % 2 == 0 => {
                // Two halves share a word, and only words can be written.
                let (pair_ty, uint) = (self.vector_type(*scalar, 2), self.uint_type());
                for pair in 0..u32::from(lanes / 2) {
                    let operands = [value, value].map(Operand::IdRef).into_iter();
                    let lanes = [pair * 2, pair * 2 + 1].map(Operand::LiteralBit32);
                    let both = self.asm.inst(Core::VectorShuffle, pair_ty, operands.chain(lanes).collect());
                    let word = self.asm.op(Core::Bitcast, uint, &[both]);
                    let pointer = self.word_pointer(handle, address, offset + pair * 4);
                    self.asm.effect_on(Core::Store, &[pointer, word]);
                }
            }
            _ => {
                for (index, (at, part, matrix)) in (0..).zip(self.byte_parts(data, matrix)) {
                    let ty = self.register_type_of(&part);
                    let part_value = self.extract(ty, value, index);
                    self.store_bytes(handle, address, offset + at, &part, matrix, part_value);
                }
            }
        }
    }

    /// Byte offset, type and matrix order of the parts of a value in a byte address buffer.
    fn byte_parts(&self, data: &TypeData, matrix: Option<MatrixOrder>) -> Vec<(u32, TypeData, Option<MatrixOrder>)> {
        let ctx = &self.module.ctx;
        let mut layouts = Layouts::new(LayoutRules::Structured);
        match data {
            TypeData::Vector(scalar, lanes) => {
                (0..u32::from(*lanes)).map(|at| (at * scalar.bytes(), TypeData::Scalar(*scalar), None)).collect()
            }
            TypeData::Array(element, count) => {
                let stride = layouts.stride(ctx, *element, matrix);
                let data = ctx.type_data(*element);
                (0..*count).map(|at| (at.saturating_mul(stride), data.clone(), matrix)).collect()
            }
            TypeData::Struct(id) => {
                let offsets = layouts.offsets(ctx, *id);
                let fields = &ctx.struct_data(*id).fields;
                let part =
                    |(&at, field): (&u32, &hlslc_ir::types::Field)| (at, ctx.type_data(field.ty).clone(), field.matrix);
                offsets.iter().zip(fields).map(part).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Pointer to the word at `address + offset` of a byte address buffer.
    fn word_pointer(&mut self, handle: &Handle, address: Word, offset: u32) -> Word {
        let address = self.offset_by(address, offset);
        let (uint, two, zero) = (self.uint_type(), self.uint(2), self.uint(0));
        let word = self.asm.op(Core::ShiftRightLogical, uint, &[address, two]);
        let variable = self.resource_variable(handle.resource);
        let mut args: SmallVec<[Word; 4]> = SmallVec::from_slice(&[variable.id]);
        args.extend(handle.index);
        args.extend([zero, word]);
        let ty = self.asm.pointer_type(uint, StorageClass::Uniform);
        let pointer = self.asm.op(Core::AccessChain, ty, &args);
        if handle.non_uniform {
            self.mark_non_uniform(pointer);
        }
        pointer
    }

    fn load_word(&mut self, handle: &Handle, address: Word, offset: u32) -> Word {
        let pointer = self.word_pointer(handle, address, offset);
        let uint = self.uint_type();
        self.asm.op(Core::Load, uint, &[pointer])
    }

    fn load_scalar(&mut self, handle: &Handle, address: Word, offset: u32, scalar: Scalar) -> Word {
        let word = self.load_word(handle, address, offset);
        let ty = self.scalar_type(scalar);
        match number(scalar) {
            Number::Bool => {
                let zero = self.uint(0);
                self.asm.op(Core::INotEqual, ty, &[word, zero])
            }
            Number::Uint(32) => word,
            Number::Float(32) => self.asm.op(Core::Bitcast, ty, &[word]),
            Number::Uint(64) | Number::Float(64) => {
                let high = self.load_word(handle, address, offset + 4);
                let pair_ty = self.vector_type(Scalar::I32, 2);
                let pair = self.asm.op(Core::CompositeConstruct, pair_ty, &[word, high]);
                self.asm.op(Core::Bitcast, ty, &[pair])
            }
            number => {
                // The upper or lower half of the word, by bit 1 of the address.
                let (uint, shift) = (self.uint_type(), self.half_word_shift(address, offset));
                let shifted = self.asm.op(Core::ShiftRightLogical, uint, &[word, shift]);
                let ushort = self.scalar_type(Scalar::I16);
                let bits = self.asm.op(Core::UConvert, ushort, &[shifted]);
                if number == Number::Float(16) { self.asm.op(Core::Bitcast, ty, &[bits]) } else { bits }
            }
        }
    }

    fn store_scalar(&mut self, handle: &Handle, address: Word, offset: u32, scalar: Scalar, value: Word) {
        let uint = self.uint_type();
        let word = match number(scalar) {
            Number::Bool => {
                let (one, zero) = (self.uint(1), self.uint(0));
                self.asm.op(Core::Select, uint, &[value, one, zero])
            }
            Number::Uint(32) => value,
            Number::Float(32) => self.asm.op(Core::Bitcast, uint, &[value]),
            Number::Uint(64) | Number::Float(64) => {
                let pair_ty = self.vector_type(Scalar::I32, 2);
                let pair = self.asm.op(Core::Bitcast, pair_ty, &[value]);
                let (low, high) = (self.extract(uint, pair, 0), self.extract(uint, pair, 1));
                let pointer = self.word_pointer(handle, address, offset + 4);
                self.asm.effect_on(Core::Store, &[pointer, high]);
                low
            }
            Number::Uint(_) | Number::Float(_) => {
                return self.store_half_word(handle, address, offset, scalar, value);
            }
        };
        let pointer = self.word_pointer(handle, address, offset);
        self.asm.effect_on(Core::Store, &[pointer, word]);
    }

    /// How far the 16 bits at an address are from the low end of their word.
    fn half_word_shift(&mut self, address: Word, offset: u32) -> Word {
        let at = self.offset_by(address, offset);
        let (uint, two, three) = (self.uint_type(), self.uint(2), self.uint(3));
        let half = self.asm.op(Core::BitwiseAnd, uint, &[at, two]);
        self.asm.op(Core::ShiftLeftLogical, uint, &[half, three])
    }

    /// Stores 16 bits. Another lane may store the other half of the word at the same time, so each half is
    /// cleared and set by an atomic.
    fn store_half_word(&mut self, handle: &Handle, address: Word, offset: u32, scalar: Scalar, value: Word) {
        let (uint, ushort) = (self.uint_type(), self.scalar_type(Scalar::I16));
        let is_float = matches!(number(scalar), Number::Float(_));
        let bits = if is_float { self.asm.op(Core::Bitcast, ushort, &[value]) } else { value };
        let bits = self.asm.op(Core::UConvert, uint, &[bits]);
        let shift = self.half_word_shift(address, offset);
        let bits = self.asm.op(Core::ShiftLeftLogical, uint, &[bits, shift]);
        let mask = self.uint(0xffff);
        let mask = self.asm.op(Core::ShiftLeftLogical, uint, &[mask, shift]);
        let keep = self.asm.op(Core::Not, uint, &[mask]);
        let pointer = self.word_pointer(handle, address, offset);
        let (scope, relaxed) = (self.uint(Scope::Device as u32), self.uint(0));
        self.asm.op(Core::AtomicAnd, uint, &[pointer, scope, relaxed, keep]);
        self.asm.op(Core::AtomicOr, uint, &[pointer, scope, relaxed, bits]);
    }

    /// Atomics on places and buffers.
    pub(crate) fn atomic_op(&mut self, inst: Inst) -> Word {
        let func = self.func;
        let data = &func.insts[inst];
        let on_resource = matches!(data.op, Op::ResourceAtomicRmw | Op::ResourceCmpXchg);
        let values = func.args(inst).get(if on_resource { 3 } else { 1 }..).unwrap_or(&[]);
        let ty = self.register_type(data.ty);
        let Some((pointer, scope, signed)) = self.atomic_target(inst, on_resource) else {
            self.unsupported("an atomic on this destination");
            return self.undef(ty);
        };
        let scalar = self.module.ctx.scalar_of(data.ty).unwrap_or(Scalar::I32);
        if scalar == Scalar::I64 {
            self.asm.capability(Capability::Int64Atomics);
        }
        let scope = self.uint(scope as u32);
        let relaxed = self.uint(0);
        let result = if signed { self.int_type() } else { ty };
        let mut words: SmallVec<[Word; 2]> = SmallVec::new();
        for &value in values {
            let value = self.id(value);
            words.push(if signed { self.asm.op(Core::Bitcast, result, &[value]) } else { value });
        }
        let before = match (data.imm, words.as_slice()) {
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
            _ => self.undef(result),
        };
        if signed { self.asm.op(Core::Bitcast, ty, &[before]) } else { before }
    }

    /// Pointer, scope, and whether the pointer is to a signed integer.
    fn atomic_target(&mut self, inst: Inst, on_resource: bool) -> Option<(Word, Scope, bool)> {
        let first = self.arg(inst, 0);
        if on_resource {
            let Repr::Handle(handle) = self.repr(first) else { return None };
            let address = self.arg(inst, 1);
            let address = self.id(address);
            return match self.resource_type(handle.resource) {
                ResourceType::RawBuffer { element: None, .. } => {
                    if self.module.ctx.scalar_of(self.func.insts[inst].ty) != Some(Scalar::I32) {
                        return None;
                    }
                    Some((self.word_pointer(&handle, address, 0), Scope::Device, false))
                }
                ResourceType::TypedBuffer { .. } | ResourceType::Texture { .. } => {
                    let (pointer, signed) = self.texel_pointer(&handle, address)?;
                    Some((pointer, Scope::Device, signed))
                }
                _ => None,
            };
        }
        let Repr::Place(place) = self.repr(first) else { return None };
        match &place.base {
            Base::Variable { class, .. } => {
                let scope = if *class == StorageClass::Workgroup { Scope::Workgroup } else { Scope::Device };
                Some((self.access(&place).0, scope, false))
            }
            Base::Buffer { .. } => Some((self.access(&place).0, Scope::Device, false)),
            Base::Texel { handle, coord } => {
                let (pointer, signed) = self.texel_pointer(handle, *coord)?;
                Some((pointer, Scope::Device, signed))
            }
            Base::Bytes { handle, address, data } => {
                let (address, data, _) = self.byte_place(*address, data, &place.path);
                (data == TypeData::Scalar(Scalar::I32))
                    .then(|| (self.word_pointer(handle, address, 0), Scope::Device, false))
            }
        }
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
