//! Expands operations for which SPIR-V has no single instruction: bytes in words, sums of their products and
//! differences, tests of floats.

use crate::types::{Number, number};
use crate::writer::{Repr, Site, Writer};
use hlslc_ir::Imm;
use hlslc_ir::types::TypeData;
use rspirv::spirv::{GlslStd450Op as Glsl, Op as Core, Word};
use smallvec::SmallVec;

impl Writer<'_> {
    /// Byte `at` of a word.
    fn byte(&mut self, word: Word, at: u32, signed: bool) -> Word {
        let (uint, offset, width) = (self.uint_type(), self.uint(at * 8), self.uint(8));
        let core = if signed { Core::BitFieldSExtract } else { Core::BitFieldUExtract };
        self.asm.op(core, uint, &[word, offset, width])
    }

    /// Low bytes of four integers. `clamp` 1 takes them to 0..255 before, 2 to -128..127.
    pub(crate) fn pack(&mut self, site: &Site<'_>) -> Option<Repr> {
        let Imm::Index(clamp) = site.imm else { return None };
        let uint = self.uint_type();
        let mut word = self.uint(0);
        for (at, &part) in (0..).zip(site.args) {
            let is_short = number(self.scalar(part)) == Number::Uint(16);
            let mut byte = self.id(part);
            if is_short {
                byte = self.asm.op(Core::SConvert, uint, &[byte]);
            }
            if clamp != 0 {
                let (low, high) = if clamp == 1 { (0, 255) } else { (-128, 127) };
                let (low, high) = (self.uint(i32::cast_unsigned(low)), self.uint(i32::cast_unsigned(high)));
                byte = self.asm.glsl(Glsl::SClamp, uint, &[byte, low, high]);
            }
            let (offset, width) = (self.uint(at * 8), self.uint(8));
            word = self.asm.op(Core::BitFieldInsert, uint, &[word, byte, offset, width]);
        }
        Some(Repr::Id(word))
    }

    pub(crate) fn unpack(&mut self, site: &Site<'_>) -> Option<Repr> {
        let (&[word], Imm::Index(signed)) = (site.args, site.imm) else { return None };
        let signed = signed == 1;
        let TypeData::Tuple(parts) = self.module.ctx.type_data(site.result) else { return None };
        let scalar = self.module.ctx.scalar_of(*parts.first()?)?;
        let word = self.id(word);
        let mut bytes: SmallVec<[Word; 4]> = SmallVec::new();
        for at in 0..4 {
            let byte = self.byte(word, at, signed);
            bytes.push(if number(scalar) == Number::Uint(16) {
                let ty = self.scalar_type(scalar);
                self.asm.op(Core::UConvert, ty, &[byte])
            } else {
                byte
            });
        }
        Some(Repr::Parts(bytes))
    }

    pub(crate) fn dot_bytes(&mut self, site: &Site<'_>) -> Option<Repr> {
        let (&[sum, a, b], Imm::Index(signed)) = (site.args, site.imm) else { return None };
        let signed = signed == 1;
        let uint = self.uint_type();
        let (mut sum, a, b) = (self.id(sum), self.id(a), self.id(b));
        for at in 0..4 {
            let (a, b) = (self.byte(a, at, signed), self.byte(b, at, signed));
            let product = self.asm.op(Core::IMul, uint, &[a, b]);
            sum = self.asm.op(Core::IAdd, uint, &[sum, product]);
        }
        Some(Repr::Id(sum))
    }

    pub(crate) fn dot_halves(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[sum, a0, a1, b0, b1] = site.args else { return None };
        let float = self.float_type();
        let mut sum = self.id(sum);
        for (a, b) in [(a0, b0), (a1, b1)] {
            let args = [a, b].map(|value| {
                let is_half = number(self.scalar(value)) == Number::Float(16);
                let id = self.id(value);
                if is_half { self.asm.op(Core::FConvert, float, &[id]) } else { id }
            });
            let product = self.asm.op(Core::FMul, float, &args);
            sum = self.asm.op(Core::FAdd, float, &[sum, product]);
        }
        Some(Repr::Id(sum))
    }

    /// Adds the differences of the bytes where those of the reference are not zero.
    pub(crate) fn masked_differences(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[reference, source, sum] = site.args else { return None };
        let (uint, boolean, zero) = (self.uint_type(), self.bool_type(), self.uint(0));
        let (reference, source, mut sum) = (self.id(reference), self.id(source), self.id(sum));
        for at in 0..4 {
            let (a, b) = (self.byte(reference, at, false), self.byte(source, at, false));
            let difference = self.asm.op(Core::ISub, uint, &[a, b]);
            let difference = self.asm.glsl(Glsl::SAbs, uint, &[difference]);
            let counts = self.asm.op(Core::INotEqual, boolean, &[a, zero]);
            let difference = self.asm.op(Core::Select, uint, &[counts, difference, zero]);
            sum = self.asm.op(Core::IAdd, uint, &[sum, difference]);
        }
        Some(Repr::Id(sum))
    }

    /// Whether a float is finite and neither zero nor denormal.
    pub(crate) fn is_normal(&mut self, site: &Site<'_>) -> Option<Repr> {
        let (&[value], ty) = (site.args, site.ty) else { return None };
        let (scalar, lanes) = (self.scalar(value), self.lanes(value));
        let (least, infinity) = match number(scalar) {
            Number::Float(16) => (0x0400, 0x7c00),
            Number::Float(64) => (f64::MIN_POSITIVE.to_bits(), f64::INFINITY.to_bits()),
            Number::Float(_) | Number::Uint(_) | Number::Bool => {
                (u64::from(f32::MIN_POSITIVE.to_bits()), u64::from(f32::INFINITY.to_bits()))
            }
        };
        let (float, vector) = (self.scalar_type(scalar), self.vector_type(scalar, lanes));
        let [least, infinity] = [least, infinity].map(|bits| {
            let constant = self.scalar_const(scalar, bits);
            self.splat_const(float, constant, lanes)
        });
        let value = self.id(value);
        let size = self.asm.glsl(Glsl::FAbs, vector, &[value]);
        let at_least = self.asm.op(Core::FOrdGreaterThanEqual, ty, &[size, least]);
        let below = self.asm.op(Core::FOrdLessThan, ty, &[size, infinity]);
        Some(Repr::Id(self.asm.op(Core::LogicalAnd, ty, &[at_least, below])))
    }
}
