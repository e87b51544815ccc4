//! Loads scalars of constant and texture buffers: loads rows of 16 bytes, and extracts the scalars.
//!
//! A row of a constant buffer holds scalars of one type; minimum-precision scalars have rows of their own type, and
//! Booleans are words. A texture buffer is a typed buffer of four words for each element, from which other types are
//! assembled.

use super::emit::Emitter;
use super::place::Address;
use hlslc_ir::{Imm, Op, ResourceType, Scalar, Value};
use hlslc_semantics::layout::ROW;

/// The size of a word of a texture buffer, in bytes.
const WORD: u32 = 4;

impl Emitter<'_, '_> {
    /// Loads a scalar or vector from an address.
    pub(super) fn load_rows(&mut self, address: Address, scalar: Scalar, lanes: u16) -> Value {
        if let Some((index, count)) = address.lane {
            // Each requested scalar is a component of a vector, selected by the same index.
            let from = Address { lane: None, ..address };
            let vector = self.load_rows(from, scalar, count);
            let ty = self.b.ctx.scalar(scalar);
            if count == 1 {
                return vector;
            }
            return self.b.value(Op::ExtractDynamic, ty, Imm::None, &[vector, index]);
        }
        if matches!(self.b.ctx.resource_type(self.b.func.ty(self.access.handle)), Some(ResourceType::TBuffer { .. })) {
            return self.load_words(address, scalar, lanes);
        }
        let held = if scalar == Scalar::Bool { Scalar::I32 } else { scalar };
        let bytes = held.bytes();
        let part = self.b.ctx.scalar(held);
        let row_ty = self.b.ctx.tuple(vec![part; (ROW / bytes) as usize]);
        let mut row: Option<(u32, Value)> = None;
        let mut parts = Vec::with_capacity(usize::from(lanes));
        for lane in 0..u32::from(lanes) {
            let offset = address.offset.wrapping_add(lane * bytes);
            let number = offset / ROW;
            let loaded = match row {
                Some((known, loaded)) if known == number => loaded,
                _ => {
                    let index = self.row_index(address, number);
                    self.b.value(Op::LoadCBufferRow, row_ty, Imm::None, &[self.access.handle, index])
                }
            };
            row = Some((number, loaded));
            parts.push(self.b.extract(loaded, offset % ROW / bytes));
        }
        let ty = self.b.ctx.vector(held, lanes);
        let value = self.b.construct(ty, &parts);
        if scalar == Scalar::Bool { self.read_kind(value, scalar) } else { value }
    }

    /// The index of a row, with dynamic addends.
    fn row_index(&mut self, address: Address, number: u32) -> Value {
        let index = self.b.i32(number);
        match address.dynamic {
            Some(dynamic) if number == 0 => dynamic,
            Some(dynamic) => self.b.op(Op::Add, &[dynamic, index]),
            None => index,
        }
    }

    /// Loads a scalar or vector from a texture buffer.
    fn load_words(&mut self, address: Address, scalar: Scalar, lanes: u16) -> Value {
        let mut row: Option<(u32, Value)> = None;
        let mut parts = Vec::with_capacity(usize::from(lanes));
        for lane in 0..u32::from(lanes) {
            let offset = address.offset.wrapping_add(lane * scalar.bytes());
            let number = offset / ROW;
            let words = match row {
                Some((known, words)) if known == number => words,
                _ => self.row_of_words(address, number),
            };
            row = Some((number, words));
            parts.push(self.number_of_words(words, offset % ROW, scalar));
        }
        let ty = self.b.ctx.vector(scalar, lanes);
        self.b.construct(ty, &parts)
    }

    fn row_of_words(&mut self, address: Address, number: u32) -> Value {
        let index = self.row_index(address, number);
        let words = self.b.ctx.vector(Scalar::I32, 4);
        let ty = self.b.ctx.checked(words);
        let loaded = self.b.value(Op::LoadTyped, ty, Imm::None, &[self.access.handle, index]);
        self.b.extract(loaded, 0)
    }

    /// The scalar at an offset in a row of four words.
    fn number_of_words(&mut self, words: Value, offset: u32, scalar: Scalar) -> Value {
        let word = self.b.extract(words, offset / WORD);
        match scalar {
            Scalar::I32 => word,
            Scalar::F32 => self.b.cast(Op::Bitcast, word, scalar),
            Scalar::Bool | Scalar::MinI16 => self.read_kind(word, scalar),
            Scalar::MinF16 => {
                let number = self.b.cast(Op::Bitcast, word, Scalar::F32);
                self.read_kind(number, scalar)
            }
            Scalar::I64 | Scalar::F64 => {
                let high = self.b.extract(words, (offset / WORD + 1) % (ROW / WORD));
                self.join_words(scalar, word, high)
            }
            Scalar::I16 | Scalar::F16 => {
                let by = self.b.i32(16);
                let half = if offset.is_multiple_of(WORD) { word } else { self.b.op(Op::LShr, &[word, by]) };
                let bits = self.b.cast(Op::Trunc, half, Scalar::I16);
                if scalar == Scalar::F16 { self.b.cast(Op::Bitcast, bits, scalar) } else { bits }
            }
        }
    }
}
