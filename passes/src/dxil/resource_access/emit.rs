//! Emits the operations of DXIL that replace an access to a resource.
//!
//! Input: an access with its place. Output: loads, stores or an atomic operation, conversions between the types of
//! memory and registers, and the resulting value. Cost: linear in the scalars that are accessed.

use super::place::{Address, Memory, Place, Shape};
use super::{Access, wide};
use hlslc_ir::layout::{Layouts, MatrixShape};
use hlslc_ir::types::MatrixOrder;
use hlslc_ir::{Builder, Imm, Op, ResourceType, Scalar, Type, Value};

pub(super) struct Emitter<'a, 'b> {
    pub b: Builder<'a>,
    pub layouts: &'b mut Layouts,
    pub access: &'b Access,
    /// Whether raw buffers can be accessed by 64-bit scalars.
    pub wide_raw: bool,
}

/// The scalar type in memory for a scalar type of values.
fn stored(scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::Bool | Scalar::MinI16 => Scalar::I32,
        Scalar::MinF16 => Scalar::F32,
        Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::F16 | Scalar::F32 | Scalar::F64 => scalar,
    }
}

fn is_wide(scalar: Scalar) -> bool {
    scalar.bytes() == 8
}

/// The most scalars of one access.
const LONGEST: u32 = 4;

/// The number of scalars in a row.
fn row_lanes(matrix: MatrixShape, order: MatrixOrder) -> u32 {
    match order {
        MatrixOrder::RowMajor => matrix.lanes,
        MatrixOrder::ColumnMajor => matrix.vectors,
    }
}

/// The index in memory of the scalar at a row and column of a matrix.
fn number(matrix: MatrixShape, order: MatrixOrder, row: u32, column: u32) -> u32 {
    match order {
        MatrixOrder::RowMajor => row * matrix.lanes + column,
        MatrixOrder::ColumnMajor => column * matrix.lanes + row,
    }
}

impl Emitter<'_, '_> {
    // Values, which are split down to vectors.

    /// Loads the value at a place.
    pub(super) fn load(&mut self, place: &Place) -> Value {
        let address = place.address;
        match place.shape {
            Shape::Plain(ty, _) => match (self.b.ctx.scalar_of(ty), self.b.ctx.lanes(ty)) {
                (Some(scalar), Some(lanes)) => self.load_vector(address, scalar, lanes),
                _ => {
                    let count = self.b.ctx.parts(ty);
                    let parts: Vec<Value> = (0..count)
                        .map(|part| {
                            let part = self.part(place, part);
                            self.load(&part)
                        })
                        .collect();
                    self.b.construct(ty, &parts)
                }
            },
            Shape::Strided(ty, stride) => {
                let (scalar, lanes) = self.b.ctx.components(ty);
                let parts: Vec<Value> = (0..u32::from(lanes))
                    .map(|lane| self.load_vector(address.plus(lane * stride), scalar, 1))
                    .collect();
                self.b.construct(ty, &parts)
            }
            Shape::Matrix(ty, matrix, order) => self.load_matrix(address, ty, matrix, order),
        }
    }

    /// The place of a part.
    pub(super) fn part(&mut self, place: &Place, part: u32) -> Place {
        let index = self.b.i32(part);
        place.step(&mut self.b, self.layouts, self.access.memory, index)
    }

    /// Loads the consecutive vectors of a matrix, and constructs its rows.
    fn load_matrix(&mut self, address: Address, ty: Type, matrix: MatrixShape, order: MatrixOrder) -> Value {
        if self.is_dense(matrix) {
            return self.load_dense(address, ty, matrix, order);
        }
        let stride = self.layouts.vector_stride(matrix);
        let vectors: Vec<Value> = (0..matrix.vectors)
            .map(|vector| self.load_vector(address.plus(vector * stride), matrix.scalar, matrix.lanes as u16))
            .collect();
        if order == MatrixOrder::RowMajor {
            return self.b.construct(ty, &vectors);
        }
        let row_ty = self.b.ctx.part(ty, 0);
        let rows: Vec<Value> = (0..matrix.lanes)
            .map(|row| {
                let parts: Vec<Value> = vectors.iter().map(|&vector| self.b.extract(vector, row)).collect();
                self.b.construct(row_ty, &parts)
            })
            .collect();
        self.b.construct(ty, &rows)
    }

    /// Whether the scalars of a matrix are consecutive in memory, and its vectors shorter than one access.
    fn is_dense(&self, matrix: MatrixShape) -> bool {
        let row = matrix.lanes * stored(matrix.scalar).bytes();
        self.access.memory != Memory::Rows && matrix.lanes < LONGEST && self.layouts.vector_stride(matrix) == row
    }

    /// Loads the scalars of a matrix by accesses of the greatest size.
    fn load_dense(&mut self, address: Address, ty: Type, matrix: MatrixShape, order: MatrixOrder) -> Value {
        let (all, bytes) = (matrix.vectors * matrix.lanes, stored(matrix.scalar).bytes());
        let mut numbers = Vec::with_capacity(all as usize);
        for first in (0..all).step_by(LONGEST as usize) {
            let count = LONGEST.min(all - first);
            let loaded = self.load_vector(address.plus(first * bytes), matrix.scalar, count as u16);
            if count == 1 {
                numbers.push(loaded);
            } else {
                numbers.extend((0..count).map(|lane| self.b.extract(loaded, lane)));
            }
        }
        let rows = numbers.len() as u32 / row_lanes(matrix, order);
        let row_ty = self.b.ctx.part(ty, 0);
        let rows: Vec<Value> = (0..rows)
            .map(|row| {
                let columns = 0..row_lanes(matrix, order);
                let parts: Vec<Value> =
                    columns.map(|column| numbers[number(matrix, order, row, column) as usize]).collect();
                self.b.construct(row_ty, &parts)
            })
            .collect();
        self.b.construct(ty, &rows)
    }

    /// Stores the scalars of a matrix by accesses of the greatest size.
    fn store_dense(&mut self, address: Address, matrix: MatrixShape, order: MatrixOrder, rows: &[Value]) {
        let mut numbers = vec![None; (matrix.vectors * matrix.lanes) as usize];
        for (at, &row) in (0..).zip(rows) {
            for column in 0..row_lanes(matrix, order) {
                numbers[number(matrix, order, at, column) as usize] = Some(self.b.extract(row, column));
            }
        }
        let numbers: Vec<Value> = numbers.into_iter().flatten().collect();
        let bytes = stored(matrix.scalar).bytes();
        for (at, stored) in (0..).zip(numbers.chunks(LONGEST as usize)) {
            let ty = self.b.ctx.vector(matrix.scalar, stored.len() as u16);
            let value = self.b.construct(ty, stored);
            self.store_vector(address.plus(at * LONGEST * bytes), value);
        }
    }

    /// Stores a value to a place.
    pub(super) fn store(&mut self, place: &Place, value: Value) {
        let address = place.address;
        match place.shape {
            Shape::Plain(ty, _) if self.b.ctx.scalar_of(ty).is_some() => self.store_vector(address, value),
            Shape::Plain(ty, _) => {
                for part in 0..self.b.ctx.parts(ty) {
                    let at = self.part(place, part);
                    let part = self.b.extract(value, part);
                    self.store(&at, part);
                }
            }
            Shape::Strided(ty, stride) => {
                for lane in 0..u32::from(self.b.ctx.components(ty).1) {
                    let part = self.b.extract(value, lane);
                    self.store_vector(address.plus(lane * stride), part);
                }
            }
            Shape::Matrix(ty, matrix, order) => self.store_matrix(address, ty, matrix, order, value),
        }
    }

    fn store_matrix(&mut self, address: Address, ty: Type, matrix: MatrixShape, order: MatrixOrder, value: Value) {
        let stride = self.layouts.vector_stride(matrix);
        let rows = self.b.ctx.parts(ty);
        let rows: Vec<Value> = (0..rows).map(|row| self.b.extract(value, row)).collect();
        if self.is_dense(matrix) {
            return self.store_dense(address, matrix, order, &rows);
        }
        for vector in 0..matrix.vectors {
            let stored = match order {
                MatrixOrder::RowMajor => rows.get(vector as usize).copied(),
                MatrixOrder::ColumnMajor => {
                    let parts: Vec<Value> = rows.iter().map(|&row| self.b.extract(row, vector)).collect();
                    let ty = self.b.ctx.vector(matrix.scalar, parts.len() as u16);
                    Some(self.b.construct(ty, &parts))
                }
            };
            if let Some(stored) = stored {
                self.store_vector(address.plus(vector * stride), stored);
            }
        }
    }

    // Vectors of up to four consecutive scalars.

    fn load_vector(&mut self, address: Address, scalar: Scalar, lanes: u16) -> Value {
        match self.access.memory {
            Memory::Rows => self.load_rows(address, scalar, lanes),
            Memory::Structured | Memory::Bytes | Memory::Typed | Memory::Texels => {
                self.load_raw(address, scalar, lanes)
            }
        }
    }

    /// The element and the byte offset of an address.
    fn element_and_offset(&mut self, address: Address) -> (Value, Value) {
        let constant = self.b.i32(address.offset);
        let offset = match address.dynamic {
            None => constant,
            Some(dynamic) if address.offset == 0 => dynamic,
            Some(dynamic) => self.b.op(Op::Add, &[dynamic, constant]),
        };
        if self.access.memory != Memory::Bytes {
            return (self.access.index, offset);
        }
        let zero = self.b.i32(0);
        if offset == zero {
            return (self.access.index, zero);
        }
        (self.b.op(Op::Add, &[self.access.index, offset]), zero)
    }

    fn load_raw(&mut self, address: Address, scalar: Scalar, lanes: u16) -> Value {
        let held = stored(scalar);
        if is_wide(held) && !self.wide_raw {
            let mut parts = Vec::with_capacity(usize::from(lanes));
            for (first, count) in wide::pairs(u32::from(lanes)) {
                let words = self.raw_words(address.plus(first * 8), Scalar::I32, count as u16 * 2, held);
                for number in 0..count {
                    let (low, high) = (self.b.extract(words, 2 * number), self.b.extract(words, 2 * number + 1));
                    parts.push(self.join_words(held, low, high));
                }
            }
            let ty = self.b.ctx.vector(scalar, lanes);
            return self.b.construct(ty, &parts);
        }
        let value = self.raw_words(address, held, lanes, held);
        self.read_kind(value, scalar)
    }

    /// Loads scalars of one type in place of those of another type.
    fn raw_words(&mut self, address: Address, held: Scalar, lanes: u16, stands_for: Scalar) -> Value {
        let (element, offset) = self.element_and_offset(address);
        let ty = self.b.ctx.vector(held, lanes);
        let ty = self.b.ctx.checked(ty);
        let imm = wide::alignment(held, stands_for, self.access.memory == Memory::Bytes);
        let loaded = self.b.value(Op::LoadRaw, ty, imm, &[self.access.handle, element, offset]);
        self.b.extract(loaded, 0)
    }

    fn store_vector(&mut self, address: Address, value: Value) {
        let value = self.written_kind(value);
        let (scalar, lanes) = self.b.ctx.components(self.b.func.ty(value));
        if is_wide(scalar) && !self.wide_raw {
            for (first, count) in wide::pairs(u32::from(lanes)) {
                let words = wide::words(&mut self.b, value, first, count);
                self.store_words(address.plus(first * 8), words, scalar);
            }
            return;
        }
        self.store_words(address, value, scalar);
    }

    /// Stores scalars in place of those of another type.
    fn store_words(&mut self, address: Address, value: Value, stand_for: Scalar) {
        let (element, offset) = self.element_and_offset(address);
        let void = self.b.ctx.void();
        let (held, _) = self.b.ctx.components(self.b.func.ty(value));
        let imm = wide::alignment(held, stand_for, self.access.memory == Memory::Bytes);
        self.b.inst(Op::StoreRaw, void, imm, &[self.access.handle, element, offset, value]);
    }

    // Conversions between registers and memory.

    /// Converts scalars in memory to type `to`.
    pub(super) fn read_kind(&mut self, value: Value, to: Scalar) -> Value {
        match to {
            Scalar::Bool => {
                let zero = self.b.zero(self.b.func.ty(value));
                self.b.op(Op::INe, &[value, zero])
            }
            Scalar::MinI16 => self.b.cast(Op::Trunc, value, to),
            Scalar::MinF16 => self.b.cast(Op::FpTrunc, value, to),
            Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::F16 | Scalar::F32 | Scalar::F64 => value,
        }
    }

    /// Converts a scalar or vector to its type in memory.
    fn written_kind(&mut self, value: Value) -> Value {
        match self.b.ctx.scalar_of(self.b.func.ty(value)) {
            Some(Scalar::Bool) => self.b.cast(Op::ZExt, value, Scalar::I32),
            Some(Scalar::MinI16) => self.b.cast(Op::SExt, value, Scalar::I32),
            Some(Scalar::MinF16) => self.b.cast(Op::FpExt, value, Scalar::F32),
            _ => value,
        }
    }

    pub(super) fn join_words(&mut self, scalar: Scalar, low: Value, high: Value) -> Value {
        wide::join(&mut self.b, scalar, low, high)
    }

    fn split_words(&mut self, value: Value) -> (Value, Value) {
        wide::halves(&mut self.b, value)
    }

    // Typed buffers and textures, which are accessed by elements.

    /// Emits a load, store or atomic operation on an element of a typed buffer or texture.
    pub(super) fn typed(&mut self, op: Op, imm: Imm, ty: Type, args: &[Value]) -> Option<Value> {
        if op == Op::Load {
            return Some(self.load_element());
        }
        if op == Op::Store {
            self.store_element(*args.get(1)?);
            return None;
        }
        let zero = self.b.i32(0);
        self.atomic_at(op, imm, ty, self.access.index, zero, args)
    }

    /// The scalar type, number and vector type of the components in which a typed resource holds its element.
    fn element(&mut self) -> (Scalar, u16, Type) {
        let (scalar, lanes) = self.b.ctx.components(self.access.element);
        let (held, lanes) = match scalar {
            Scalar::Bool => (Scalar::I32, lanes),
            Scalar::I64 | Scalar::F64 => (Scalar::I32, (lanes * 2).min(4)),
            Scalar::I16 | Scalar::I32 | Scalar::F16 | Scalar::F32 | Scalar::MinI16 | Scalar::MinF16 => (scalar, lanes),
        };
        let ty = self.b.ctx.vector(held, lanes);
        (scalar, lanes, ty)
    }

    /// The sample of the access; the first sample of a multisampled texture by default.
    fn sample(&mut self) -> Value {
        if let Some(sample) = self.access.sample {
            return sample;
        }
        let ty = self.b.ctx.resource_type(self.b.func.ty(self.access.handle));
        let is_multisampled = matches!(ty, Some(ResourceType::Texture { shape, .. }) if shape.dim.is_multisampled());
        let i32 = self.b.ctx.i32();
        if is_multisampled { self.b.i32(0) } else { self.b.undef(i32) }
    }

    fn load_element(&mut self) -> Value {
        let (scalar, lanes, held) = self.element();
        let ty = self.b.ctx.checked(held);
        let (handle, index) = (self.access.handle, self.access.index);
        let loaded = if self.access.memory == Memory::Typed {
            self.b.value(Op::LoadTyped, ty, Imm::None, &[handle, index])
        } else {
            let level = self.sample();
            let axes = self.b.ctx.resource_type(self.b.func.ty(handle)).map_or(1, axes);
            let offset_ty = self.b.ctx.vector(Scalar::I32, axes);
            let offset = self.b.undef(offset_ty);
            self.b.value(Op::LoadTexture, ty, Imm::None, &[handle, index, level, offset])
        };
        let value = self.b.extract(loaded, 0);
        match scalar {
            Scalar::Bool => self.read_kind(value, scalar),
            Scalar::I64 | Scalar::F64 => {
                let numbers: Vec<Value> = (0..u32::from(lanes / 2))
                    .map(|i| {
                        let (low, high) = (self.b.extract(value, 2 * i), self.b.extract(value, 2 * i + 1));
                        self.join_words(scalar, low, high)
                    })
                    .collect();
                self.b.construct(self.access.element, &numbers)
            }
            Scalar::I16 | Scalar::I32 | Scalar::F16 | Scalar::F32 | Scalar::MinI16 | Scalar::MinF16 => value,
        }
    }

    /// Emits the store of an element.
    fn store_element(&mut self, value: Value) {
        let (scalar, lanes, held) = self.element();
        let value = match scalar {
            Scalar::Bool => self.written_kind(value),
            Scalar::I64 | Scalar::F64 => {
                let mut words = Vec::with_capacity(4);
                for lane in 0..u32::from(lanes / 2) {
                    let number = self.b.extract(value, lane);
                    let (low, high) = self.split_words(number);
                    words.extend([low, high]);
                }
                self.b.construct(held, &words)
            }
            Scalar::I16 | Scalar::I32 | Scalar::F16 | Scalar::F32 | Scalar::MinI16 | Scalar::MinF16 => value,
        };
        let void = self.b.ctx.void();
        let (handle, index) = (self.access.handle, self.access.index);
        if self.access.memory == Memory::Typed {
            self.b.inst(Op::StoreTyped, void, Imm::None, &[handle, index, value]);
        } else {
            let sample = self.sample();
            self.b.inst(Op::StoreTexture, void, Imm::None, &[handle, index, sample, value]);
        }
    }

    // Atomics.

    pub(super) fn atomic(&mut self, op: Op, imm: Imm, ty: Type, place: &Place, args: &[Value]) -> Option<Value> {
        let (element, offset) = self.element_and_offset(place.address);
        self.atomic_at(op, imm, ty, element, offset, args)
    }

    fn atomic_at(
        &mut self,
        op: Op,
        imm: Imm,
        ty: Type,
        element: Value,
        offset: Value,
        args: &[Value],
    ) -> Option<Value> {
        let op = if op == Op::AtomicRmw { Op::ResourceAtomicRmw } else { Op::ResourceCmpXchg };
        let mut operands = vec![self.access.handle, element, offset];
        // DXIL has atomic operations on integers; floats are exchanged and compared by their bits.
        let float = self.b.ctx.scalar_of(ty).filter(|scalar| scalar.is_float());
        for &value in args.get(1..)? {
            operands.push(if float.is_some() { self.b.cast(Op::Bitcast, value, Scalar::I32) } else { value });
        }
        let ty = if float.is_some() { self.b.ctx.i32() } else { ty };
        let before = self.b.inst(op, ty, imm, &operands)?;
        Some(float.map_or(before, |float| self.b.cast(Op::Bitcast, before, float)))
    }
}

/// The number of coordinates of a texture, without the index into an array.
fn axes(resource: &ResourceType) -> u16 {
    let ResourceType::Texture { shape, .. } = resource else { unreachable!("a texel of what is no texture") };
    shape.dim.axes()
}
