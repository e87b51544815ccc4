//! Accesses byte address buffers: values are assembled from words and split into them, in Direct3D's layout; but
//! matrices lie by columns there, or all of them by rows if an option says so, whatever their declarations say.

use crate::layout::shape_of;
use crate::resource::{ByteAddress, Handle, ResourceVariable, WORD};
use crate::types::{Number, number};
use crate::writer::Writer;
use hlslc_ir::layout::{LayoutRules, Layouts};
use hlslc_ir::types::{MatrixOrder, Scalar, TypeData};
use hlslc_ir::{Op, Value, ValueDef};
use rspirv::dr::Operand;
use rspirv::spirv::{Op as Core, Scope, Word};
use smallvec::SmallVec;

/// An operation on addresses.
#[derive(Clone, Copy)]
enum AddressOp {
    Add,
    Multiply,
    ShiftRight,
    ShiftLeft,
    And,
}

impl AddressOp {
    fn instruction(self) -> Core {
        match self {
            Self::Add => Core::IAdd,
            Self::Multiply => Core::IMul,
            Self::ShiftRight => Core::ShiftRightLogical,
            Self::ShiftLeft => Core::ShiftLeftLogical,
            Self::And => Core::BitwiseAnd,
        }
    }

    /// The result on constants.
    fn of(self, address: u32, operand: u32) -> u32 {
        match self {
            Self::Add => address.wrapping_add(operand),
            Self::Multiply => address.wrapping_mul(operand),
            Self::ShiftRight => address.wrapping_shr(operand),
            Self::ShiftLeft => address.wrapping_shl(operand),
            Self::And => address & operand,
        }
    }
}

/// How many operations an address may be made of for its place in a word to be known.
const PHASE_DEPTH: u32 = 8;

impl Writer<'_> {
    /// The address that the sum of some numbers is.
    pub(crate) fn byte_address(&mut self, id: Word, terms: &[Value]) -> ByteAddress {
        let phases = terms.iter().map(|&term| self.phase_of(term, PHASE_DEPTH));
        ByteAddress { id, phase: phases.sum::<Option<u32>>().map(|sum| sum % WORD) }
    }

    /// A number modulo the bytes of a word, if it is the same at every run.
    ///
    /// The analysis of known bits in `hlslc-passes` knows more about more operations, but no back end depends on passes, and what it says is
    /// which bits may be set: of `4 * i + 6` it cannot say that bit 1 is set, which is known here.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing is known of what other operations give")]
    fn phase_of(&self, value: Value, depth: u32) -> Option<u32> {
        if let Some(bits) = self.func.const_bits(&self.module.ctx, value) {
            return Some(bits as u32 % WORD);
        }
        let ValueDef::Inst(inst) = self.func.values[value].def else { return None };
        let (&[left, right], depth) = (self.func.args(inst), depth.checked_sub(1)?) else { return None };
        let known = |side| self.phase_of(side, depth);
        match self.func.insts[inst].op {
            Op::Add => Some((known(left)? + known(right)?) % WORD),
            Op::Mul | Op::And if known(left) == Some(0) || known(right) == Some(0) => Some(0),
            Op::Mul => Some(known(left)? * known(right)? % WORD),
            Op::Shl => {
                let by = self.func.const_bits(&self.module.ctx, right)?;
                if (2..32).contains(&by) { Some(0) } else { None }
            }
            _ => None,
        }
    }

    /// Byte address, type and matrix order of what a path into a byte address buffer ends at.
    pub(crate) fn byte_place(
        &mut self,
        address: ByteAddress,
        data: &TypeData,
        path: &[Value],
    ) -> (ByteAddress, TypeData, Option<MatrixOrder>) {
        let mut layouts = Layouts::new(LayoutRules::STRUCTURED);
        let (mut address, mut data, mut matrix) = (address, data.clone(), None);
        for &step in path {
            let ctx = &self.module.ctx;
            let constant = self.func.const_bits(ctx, step).map(|bits| bits as u32);
            match &data {
                TypeData::Struct(id) => {
                    let member = constant.and_then(|at| {
                        let offset = *layouts.offsets(ctx, *id).get(at as usize)?;
                        Some((offset, ctx.struct_data(*id).fields.get(at as usize)?))
                    });
                    let Some((offset, field)) = member else {
                        self.internal("a path to a member that is not there");
                        break;
                    };
                    matrix = field.matrix;
                    data = ctx.type_data(field.ty).clone();
                    let phase = address.phase.map(|phase| phase.wrapping_add(offset) % WORD);
                    address = ByteAddress { id: self.offset_by(address.id, offset), phase };
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
                TypeData::Void
                | TypeData::Scalar(_)
                | TypeData::Tuple(_)
                | TypeData::Pointer(..)
                | TypeData::Resource(_)
                | TypeData::Node(_)
                | TypeData::Opaque(_)
                | TypeData::Foreign(_) => {
                    self.internal("a path into what has no parts");
                    break;
                }
            }
        }
        (address, data, matrix)
    }

    /// An operation on addresses; on constants its result.
    fn address_op(&mut self, op: AddressOp, address: Word, operand: u32) -> Word {
        let uint = self.uint_type();
        if let Some(bits) = self.asm.constant_bits(address, uint) {
            return self.uint(op.of(bits, operand));
        }
        let operand = self.uint(operand);
        self.asm.op(op.instruction(), uint, &[address, operand])
    }

    fn offset_by(&mut self, address: Word, offset: u32) -> Word {
        if offset == 0 { address } else { self.address_op(AddressOp::Add, address, offset) }
    }

    fn step_by(&mut self, address: ByteAddress, index: Value, stride: u32) -> ByteAddress {
        let steps = self.phase_of(index, PHASE_DEPTH).or_else(|| stride.is_multiple_of(WORD).then_some(0));
        let phase = address.phase.zip(steps).map(|(phase, steps)| (phase + steps * (stride % WORD)) % WORD);
        ByteAddress { id: self.address_behind(address.id, index, stride), phase }
    }

    fn address_behind(&mut self, address: Word, index: Value, stride: u32) -> Word {
        let (uint, index) = (self.uint_type(), self.id(index));
        let offset = self.address_op(AddressOp::Multiply, index, stride);
        match self.asm.constant_bits(offset, uint) {
            Some(offset) => self.offset_by(address, offset),
            None if self.asm.constant_bits(address, uint) == Some(0) => offset,
            None => self.asm.op(Core::IAdd, uint, &[address, offset]),
        }
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
        if let Some((scalar, rows, cols, offsets)) =
            matrix.and_then(|_| self.matrix_offsets(data, self.settings.raw_matrices))
        {
            let scalars: Vec<Word> =
                offsets.iter().map(|&at| self.load_scalar(handle, address, offset + at, scalar)).collect();
            let row_ty = self.vector_type(scalar, cols as u16);
            let rows: Vec<Word> = scalars
                .chunks(cols.max(1) as usize)
                .take(rows as usize)
                .map(|row| if cols == 1 { row[0] } else { self.asm.op(Core::CompositeConstruct, row_ty, row) })
                .collect();
            return self.asm.op(Core::CompositeConstruct, ty, &rows);
        }
        if let TypeData::Scalar(scalar) = data {
            return self.load_scalar(handle, address, offset, *scalar);
        }
        let parts: Vec<Word> = self
            .byte_parts(data, matrix)
            .into_iter()
            .map(|(at, part, matrix)| self.load_bytes(handle, address, offset + at, &part, matrix))
            .collect();
        self.asm.op(Core::CompositeConstruct, ty, &parts)
    }

    /// Stores a value to `address + offset` of a byte address buffer.
    pub(crate) fn store_bytes(
        &mut self,
        handle: &Handle,
        address: ByteAddress,
        offset: u32,
        data: &TypeData,
        matrix: Option<MatrixOrder>,
        value: Word,
    ) {
        if let Some((scalar, rows, cols, offsets)) =
            matrix.and_then(|_| self.matrix_offsets(data, self.settings.raw_matrices))
        {
            let (element, row_ty) = (self.scalar_type(scalar), self.vector_type(scalar, cols as u16));
            for (row, offsets) in (0..rows).zip(offsets.chunks(cols.max(1) as usize)) {
                let vector = self.extract(row_ty, value, row);
                for (col, at) in (0..).zip(offsets) {
                    let part = if cols == 1 { vector } else { self.extract(element, vector, col) };
                    self.store_scalar(handle, address.id, offset + at, scalar, part);
                }
            }
            return;
        }
        match data {
            TypeData::Scalar(scalar) => self.store_scalar(handle, address.id, offset, *scalar, value),
            TypeData::Vector(scalar, lanes) if scalar.bytes() == 2 && lanes % 2 == 0 && address.begins_word(offset) => {
                // Two halves share a word, and only words can be written.
                let (pair_ty, uint) = (self.vector_type(*scalar, 2), self.uint_type());
                for pair in 0..u32::from(lanes / 2) {
                    let operands = [value, value].map(Operand::IdRef).into_iter();
                    let lanes = [pair * 2, pair * 2 + 1].map(Operand::LiteralBit32);
                    let both = self.asm.inst(Core::VectorShuffle, pair_ty, operands.chain(lanes).collect());
                    let word = self.asm.op(Core::Bitcast, uint, &[both]);
                    let pointer = self.word_pointer(handle, address.id, offset + pair * 4);
                    self.asm.effect_on(Core::Store, &[pointer, word]);
                }
            }
            TypeData::Vector(..)
            | TypeData::Array(..)
            | TypeData::Struct(_)
            | TypeData::Void
            | TypeData::Tuple(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => {
                for (index, (at, part, matrix)) in (0..).zip(self.byte_parts(data, matrix)) {
                    let ty = self.register_type_of(&part);
                    let part_value = self.extract(ty, value, index);
                    self.store_bytes(handle, address, offset + at, &part, matrix, part_value);
                }
            }
        }
    }

    /// Byte offset, type and matrix order of the parts of a value in a byte address buffer.
    fn byte_parts(
        &mut self,
        data: &TypeData,
        matrix: Option<MatrixOrder>,
    ) -> Vec<(u32, TypeData, Option<MatrixOrder>)> {
        let ctx = &self.module.ctx;
        let mut layouts = Layouts::new(LayoutRules::STRUCTURED);
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
            TypeData::Void
            | TypeData::Scalar(_)
            | TypeData::Tuple(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => {
                self.internal("a type without parts in a byte address buffer");
                Vec::new()
            }
        }
    }

    /// Pointer to the word at `address + offset` of a byte address buffer.
    pub(crate) fn word_pointer(&mut self, handle: &Handle, address: Word, offset: u32) -> Word {
        let address = self.offset_by(address, offset);
        let word = self.address_op(AddressOp::ShiftRight, address, 2);
        let (uint, variable) = (self.uint_type(), self.variable_of(handle));
        self.element_pointer(handle, variable, uint, word)
    }

    /// Pointer to the 64 bits at an address of a byte address buffer, for what cannot be done to two words.
    pub(crate) fn long_pointer(&mut self, handle: &Handle, address: Word) -> Word {
        let long = self.address_op(AddressOp::ShiftRight, address, 3);
        let (ulong, variable) = (self.scalar_type(Scalar::I64), self.long_variable(handle));
        self.element_pointer(handle, variable, ulong, long)
    }

    fn element_pointer(&mut self, handle: &Handle, variable: ResourceVariable, element: Word, at: Word) -> Word {
        let zero = self.uint(0);
        let mut args: SmallVec<[Word; 4]> = SmallVec::from_slice(&[variable.id]);
        args.extend(handle.index);
        args.extend([zero, at]);
        let ty = self.asm.pointer_type(element, variable.class);
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
            number @ (Number::Uint(_) | Number::Float(_)) => {
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

    /// The distance of the 16 bits at an address from the low end of their word.
    fn half_word_shift(&mut self, address: Word, offset: u32) -> Word {
        let at = self.offset_by(address, offset);
        let half = self.address_op(AddressOp::And, at, 2);
        self.address_op(AddressOp::ShiftLeft, half, 3)
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
}
