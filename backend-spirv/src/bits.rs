//! Counts, finds and reverses the bits of 16-bit and 64-bit integers, as Vulkan supports 32 bits only.
//!
//! Input: one of those operations on a number or vector. Output: the same operation on 32-bit words: a 16-bit operand is
//! extended to one, a 64-bit operand is split into two. A bit scan returns all ones if no bit is found.

use crate::types::{Number, number};
use crate::writer::{Repr, Site, Writer};
use hlslc_ir::{Op, Scalar};
use rspirv::spirv::{Capability, GlslStd450Op as Glsl, Op as Core, Word};

/// Types and constants of the numbers of one operation, each with as many components as its operand.
struct Lanes {
    count: u16,
    /// Type of words.
    words: Word,
    /// Type of the operand.
    own: Word,
}

impl Writer<'_> {
    /// Emits a bit operation for any width.
    pub(crate) fn bit_operation(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[value] = site.args else { return None };
        let (scalar, count) = (self.scalar(value), self.lanes(value));
        let value = self.id(value);
        let words = self.vector_type(Scalar::I32, count);
        let own = self.vector_type(scalar, count);
        let lanes = Lanes { count, words, own };
        Some(Repr::Id(match number(scalar) {
            Number::Uint(16) => self.narrow_bits(site.op, &lanes, value),
            Number::Uint(64) => self.wide_bits(site.op, &lanes, value),
            Number::Bool | Number::Uint(_) | Number::Float(_) => self.word_bits(site.op, &lanes, value),
        }))
    }

    /// Emits the operation on 32-bit operands, for which SPIR-V has an instruction.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other operation is an internal error, which is reported")]
    fn word_bits(&mut self, op: Op, lanes: &Lanes, word: Word) -> Word {
        match op {
            Op::BitReverse => self.asm.op(Core::BitReverse, lanes.words, &[word]),
            Op::CountBits => self.asm.op(Core::BitCount, lanes.words, &[word]),
            Op::FirstBitLow => self.asm.glsl(Glsl::FindILsb, lanes.words, &[word]),
            Op::FirstBitHighUnsigned => self.asm.glsl(Glsl::FindUMsb, lanes.words, &[word]),
            Op::FirstBitHighSigned => self.asm.glsl(Glsl::FindSMsb, lanes.words, &[word]),
            _ => self.no_bit_operation(op, lanes.words),
        }
    }

    /// Reports an operation that this module has no form for.
    fn no_bit_operation(&mut self, op: Op, ty: Word) -> Word {
        self.internal(&format!("`{}` as an operation on bits", op.name()));
        self.undef(ty)
    }

    fn words_of(&mut self, lanes: &Lanes, value: u32) -> Word {
        let (element, constant) = (self.uint_type(), self.uint(value));
        self.splat_const(element, constant, lanes.count)
    }

    fn narrow_bits(&mut self, op: Op, lanes: &Lanes, value: Word) -> Word {
        let extension = if op == Op::FirstBitHighSigned { Core::SConvert } else { Core::UConvert };
        let word = self.asm.op(extension, lanes.words, &[value]);
        let result = self.word_bits(op, lanes, word);
        if op != Op::BitReverse {
            return result;
        }
        let by = self.words_of(lanes, 16);
        let upper = self.asm.op(Core::ShiftRightLogical, lanes.words, &[result, by]);
        self.asm.op(Core::UConvert, lanes.own, &[upper])
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other operation is an internal error, which is reported")]
    fn wide_bits(&mut self, op: Op, lanes: &Lanes, value: Word) -> Word {
        self.asm.capability(Capability::Int64);
        let value = if op == Op::FirstBitHighSigned { self.against_sign(lanes, value) } else { value };
        let by = self.wide(lanes, 32);
        let upper = self.asm.op(Core::ShiftRightLogical, lanes.own, &[value, by]);
        let low = self.asm.op(Core::UConvert, lanes.words, &[value]);
        let high = self.asm.op(Core::UConvert, lanes.words, &[upper]);
        match op {
            Op::BitReverse => {
                let (low, high) = (
                    self.asm.op(Core::BitReverse, lanes.words, &[high]),
                    self.asm.op(Core::BitReverse, lanes.words, &[low]),
                );
                let low = self.asm.op(Core::UConvert, lanes.own, &[low]);
                let high = self.asm.op(Core::UConvert, lanes.own, &[high]);
                let high = self.asm.op(Core::ShiftLeftLogical, lanes.own, &[high, by]);
                self.asm.op(Core::BitwiseOr, lanes.own, &[high, low])
            }
            Op::CountBits => {
                let low = self.asm.op(Core::BitCount, lanes.words, &[low]);
                let high = self.asm.op(Core::BitCount, lanes.words, &[high]);
                self.asm.op(Core::IAdd, lanes.words, &[low, high])
            }
            Op::FirstBitLow => {
                let low = self.asm.glsl(Glsl::FindILsb, lanes.words, &[low]);
                let high = self.asm.glsl(Glsl::FindILsb, lanes.words, &[high]);
                let high = self.in_upper_half(lanes, high);
                self.found_or(lanes, low, high)
            }
            Op::FirstBitHighUnsigned | Op::FirstBitHighSigned => {
                let low = self.asm.glsl(Glsl::FindUMsb, lanes.words, &[low]);
                let high = self.asm.glsl(Glsl::FindUMsb, lanes.words, &[high]);
                let high = self.in_upper_half(lanes, high);
                self.found_or(lanes, high, low)
            }
            _ => self.no_bit_operation(op, lanes.words),
        }
    }

    /// A 64-bit constant in every component.
    fn wide(&mut self, lanes: &Lanes, value: u64) -> Word {
        let (element, constant) = (self.scalar_type(Scalar::I64), self.scalar_const(Scalar::I64, value));
        self.splat_const(element, constant, lanes.count)
    }

    /// Inverts negative values, so that the highest set bit is the highest one that differs from the sign.
    fn against_sign(&mut self, lanes: &Lanes, value: Word) -> Word {
        let by = self.wide(lanes, 63);
        let sign = self.asm.op(Core::ShiftRightArithmetic, lanes.own, &[value, by]);
        self.asm.op(Core::BitwiseXor, lanes.own, &[value, sign])
    }

    /// The position of a bit of the upper half in the whole.
    fn in_upper_half(&mut self, lanes: &Lanes, position: Word) -> Word {
        let half = self.words_of(lanes, 32);
        let moved = self.asm.op(Core::IAdd, lanes.words, &[position, half]);
        self.found_or_else(lanes, position, moved, position)
    }

    /// `first`, or `second` where there is none.
    fn found_or(&mut self, lanes: &Lanes, first: Word, second: Word) -> Word {
        self.found_or_else(lanes, first, first, second)
    }

    /// `then` where a bit was found, else `otherwise`.
    fn found_or_else(&mut self, lanes: &Lanes, found: Word, then: Word, otherwise: Word) -> Word {
        let none = self.words_of(lanes, u32::MAX);
        let boolean = self.bool_type();
        let truths = self.vector_of(boolean, lanes.count);
        let is_found = self.asm.op(Core::INotEqual, truths, &[found, none]);
        self.asm.op(Core::Select, lanes.words, &[is_found, then, otherwise])
    }
}
