//! Lowers operations on values that are more than one instruction: selection, extraction, construction, conversion of
//! widths.

use crate::types::{Number, number};
use crate::writer::{Repr, Site, Writer};
use hlslc_ir::types::{Scalar, TypeData};
use hlslc_ir::{Imm, Value};
use rspirv::dr::Operand;
use rspirv::spirv::{GlslStd450Op as Glsl, Op as Core, Word};
use smallvec::SmallVec;

impl Writer<'_> {
    /// One where a Boolean holds, else zero.
    pub(crate) fn bool_to_number(&mut self, value: Value, ty: Word, element: Word, one: Word) -> Word {
        let lanes = self.lanes(value);
        let cond = self.id(value);
        let one = self.splat_const(element, one, lanes);
        let zero = self.null(ty);
        self.asm.op(Core::Select, ty, &[cond, one, zero])
    }

    /// A conversion to another width.
    pub(crate) fn resize(&mut self, site: &Site<'_>, core: Core) -> Option<Word> {
        let (&[value], ty) = (site.args, site.ty) else { return None };
        let (from, to) = (self.scalar(value), self.module.ctx.scalar_of(site.result)?);
        let element = self.scalar_type(to);
        Some(match (number(from), number(to)) {
            (Number::Bool, Number::Bool) => self.id(value),
            (Number::Bool, _) => {
                let bits = if core == Core::SConvert { u64::MAX } else { 1 };
                let one = self.scalar_const(to, bits);
                self.bool_to_number(value, ty, element, one)
            }
            (_, Number::Bool) => {
                let from = self.register_type(self.func.ty(value));
                let value = self.id(value);
                let zero = self.null(from);
                self.asm.op(Core::INotEqual, ty, &[value, zero])
            }
            // Minimum precision is wider here than what it is the same bits as.
            (Number::Float(a), Number::Float(b)) if a != b => {
                let value = self.id(value);
                self.asm.op(Core::FConvert, ty, &[value])
            }
            (Number::Uint(a), Number::Uint(b)) if a != b => {
                let value = self.id(value);
                let core = if core == Core::SConvert { core } else { Core::UConvert };
                self.asm.op(core, ty, &[value])
            }
            (Number::Float(_), Number::Uint(_)) | (Number::Uint(_), Number::Float(_)) => {
                let value = self.id(value);
                self.asm.op(core, ty, &[value])
            }
            // Of equal widths; those are the same numbers.
            (Number::Float(_), Number::Float(_)) | (Number::Uint(_), Number::Uint(_)) => self.id(value),
        })
    }

    /// `cond ? a : b` of any type; `by_lane` if the condition has a component for each of theirs.
    pub(crate) fn select(&mut self, cond: Word, a: Word, b: Word, data: &TypeData, by_lane: bool) -> Word {
        let ty = self.register_type_of(data);
        match data {
            TypeData::Vector(_, lanes) if !by_lane => {
                let bools = self.vector_type(Scalar::Bool, *lanes);
                let cond = self.asm.op(Core::CompositeConstruct, bools, &vec![cond; usize::from(*lanes)]);
                self.asm.op(Core::Select, ty, &[cond, a, b])
            }
            TypeData::Array(..) | TypeData::Struct(_) | TypeData::Tuple(_) => {
                // Types nest as deep as the checker allows, which is little.
                let mut parts = Vec::new();
                for (at, part) in (0..).zip(self.parts_of(data)) {
                    let part_ty = self.register_type_of(&part);
                    let (a, b) = (self.extract(part_ty, a, at), self.extract(part_ty, b, at));
                    parts.push(self.select(cond, a, b, &part, false));
                }
                self.asm.op(Core::CompositeConstruct, ty, &parts)
            }
            TypeData::Scalar(_) | TypeData::Vector(..) => self.plain(Core::Select, ty, &[cond, a, b]),
            TypeData::Foreign(_) => self.asm.op(Core::Select, ty, &[cond, a, b]),
            TypeData::Void
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_) => {
                self.internal("a choice of resources or pointers");
                self.undef(ty)
            }
        }
    }

    pub(crate) fn choose(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[cond, a, b] = site.args else { return None };
        let by_lane = self.lanes(cond) > 1;
        let data = self.data(a);
        let (cond, a, b) = (self.id(cond), self.id(a), self.id(b));
        Some(Repr::Id(self.select(cond, a, b, &data, by_lane)))
    }

    #[expect(clippy::unnecessary_wraps, reason = "a form among forms that may fail")]
    pub(crate) fn construct(&mut self, site: &Site<'_>) -> Option<Repr> {
        if self.func.result(site.inst).is_some_and(|result| self.is_factor(result)) {
            let parts = site.args.iter().map(|&part| self.id(part)).collect();
            return Some(Repr::Parts(parts));
        }
        let parts: Vec<Word> = site.args.iter().map(|&part| self.id(part)).collect();
        if let TypeData::Tuple(_) = self.module.ctx.type_data(site.result) {
            return Some(Repr::Parts(parts.into()));
        }
        Some(Repr::Id(self.asm.op(Core::CompositeConstruct, site.ty, &parts)))
    }

    pub(crate) fn extract_part(&mut self, site: &Site<'_>) -> Option<Repr> {
        let (&[composite], Imm::Index(at)) = (site.args, site.imm) else { return None };
        if let Repr::Parts(parts) = self.repr(composite) {
            return parts.get(at as usize).map(|&part| Repr::Id(part));
        }
        if let Some(part) = self.part_of_payload(composite, at) {
            return Some(part);
        }
        let composite = self.id(composite);
        Some(Repr::Id(self.extract(site.ty, composite, at)))
    }

    pub(crate) fn insert_part(&mut self, site: &Site<'_>) -> Option<Repr> {
        let (&[composite, part], Imm::Index(at)) = (site.args, site.imm) else { return None };
        let (composite, part) = (self.id(composite), self.id(part));
        let operands = vec![Operand::IdRef(part), Operand::IdRef(composite), Operand::LiteralBit32(at)];
        Some(Repr::Id(self.asm.inst(Core::CompositeInsert, site.ty, operands)))
    }

    pub(crate) fn shuffle(&mut self, site: &Site<'_>) -> Option<Repr> {
        let (&[vector], Imm::Mask { lanes, len }) = (site.args, site.imm) else { return None };
        Some(Repr::Id(self.swizzle(vector, lanes.get(..usize::from(len))?, site.ty)))
    }

    pub(crate) fn split_double(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[value] = site.args else { return None };
        let value = self.id(value);
        let (uint, pair_ty) = (self.uint_type(), self.vector_type(Scalar::I32, 2));
        let pair = self.asm.op(Core::Bitcast, pair_ty, &[value]);
        let parts = [self.extract(uint, pair, 0), self.extract(uint, pair, 1)];
        Some(Repr::Parts(SmallVec::from_slice(&parts)))
    }

    pub(crate) fn make_double(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[low, high] = site.args else { return None };
        let (low, high) = (self.id(low), self.id(high));
        let pair_ty = self.vector_type(Scalar::I32, 2);
        let pair = self.asm.op(Core::CompositeConstruct, pair_ty, &[low, high]);
        Some(Repr::Id(self.asm.op(Core::Bitcast, site.ty, &[pair])))
    }

    pub(crate) fn bit_field_insert(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[width, offset, value, base] = site.args else { return None };
        let args = [self.id(base), self.id(value), self.id(offset), self.id(width)];
        Some(Repr::Id(self.asm.op(Core::BitFieldInsert, site.ty, &args)))
    }

    /// The remainder of a division towards zero. `OpSRem` is not it: Vulkan leaves it undefined if an operand is
    /// negative, and GPUs return other values there.
    pub(crate) fn signed_remainder(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[value, divisor] = site.args else { return None };
        let (value, divisor) = (self.id(value), self.id(divisor));
        let quotient = self.asm.op(Core::SDiv, site.ty, &[value, divisor]);
        let composite = self.asm.op(Core::IMul, site.ty, &[quotient, divisor]);
        Some(Repr::Id(self.asm.op(Core::ISub, site.ty, &[value, composite])))
    }

    pub(crate) fn saturate(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[value] = site.args else { return None };
        let one = match number(self.scalar(value)) {
            Number::Float(16) => 0x3c00,
            Number::Float(64) => 1f64.to_bits(),
            Number::Float(_) | Number::Uint(_) | Number::Bool => u64::from(1f32.to_bits()),
        };
        let (scalar, lanes) = (self.scalar(value), self.lanes(value));
        let element = self.scalar_type(scalar);
        let one = self.scalar_const(scalar, one);
        let one = self.splat_const(element, one, lanes);
        let (value, zero) = (self.id(value), self.null(site.ty));
        // What a fast operation gives for NaN is of no matter, and drivers combine this one with others.
        let is_fast = self.func.insts[site.inst].flags.is_fast();
        let glsl = if is_fast { Glsl::FClamp } else { Glsl::NClamp };
        Some(Repr::Id(self.asm.glsl(glsl, site.ty, &[value, zero, one])))
    }

    pub(crate) fn is_finite(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[value] = site.args else { return None };
        let (value, ty) = (self.id(value), site.ty);
        let (nan, inf) = (self.asm.op(Core::IsNan, ty, &[value]), self.asm.op(Core::IsInf, ty, &[value]));
        let neither = self.asm.op(Core::LogicalOr, ty, &[nan, inf]);
        Some(Repr::Id(self.asm.op(Core::LogicalNot, ty, &[neither])))
    }

    /// Components of a vector, or copies of a scalar.
    pub(crate) fn swizzle(&mut self, vector: Value, lanes: &[u8], ty: Word) -> Word {
        let is_scalar = self.lanes(vector) == 1;
        let vector = self.id(vector);
        match lanes {
            [_] if is_scalar => vector,
            _ if is_scalar => self.asm.op(Core::CompositeConstruct, ty, &vec![vector; lanes.len()]),
            [lane] => self.extract(ty, vector, u32::from(*lane)),
            _ => {
                let mut operands = vec![Operand::IdRef(vector), Operand::IdRef(vector)];
                operands.extend(lanes.iter().map(|&lane| Operand::LiteralBit32(u32::from(lane))));
                self.asm.inst(Core::VectorShuffle, ty, operands)
            }
        }
    }

    pub(crate) fn add_with_carry(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[a, b] = site.args else { return None };
        let (a, b) = (self.id(a), self.id(b));
        let (uint, boolean) = (self.uint_type(), self.bool_type());
        let both_ty = self.asm.global(Core::TypeStruct, None, vec![Operand::IdRef(uint), Operand::IdRef(uint)]);
        let both = self.asm.op(Core::IAddCarry, both_ty, &[a, b]);
        let (sum, carry) = (self.extract(uint, both, 0), self.extract(uint, both, 1));
        let zero = self.uint(0);
        let carry = self.asm.op(Core::INotEqual, boolean, &[carry, zero]);
        Some(Repr::Parts(SmallVec::from_slice(&[sum, carry])))
    }

    /// Low halves of integers as floats.
    pub(crate) fn half_to_float(&mut self, site: &Site<'_>) -> Option<Repr> {
        let (float, pair_ty) = (self.float_type(), self.vector_type(Scalar::F32, 2));
        self.by_lane(site, |this, part| {
            let pair = this.asm.glsl(Glsl::UnpackHalf2x16, pair_ty, &[part]);
            this.extract(float, pair, 0)
        })
    }

    /// Floats as the bits of halves in integers.
    pub(crate) fn float_to_half(&mut self, site: &Site<'_>) -> Option<Repr> {
        let (uint, pair_ty) = (self.uint_type(), self.vector_type(Scalar::F32, 2));
        self.by_lane(site, |this, part| {
            let zero = this.float(0.0);
            let pair = this.asm.op(Core::CompositeConstruct, pair_ty, &[part, zero]);
            this.asm.glsl(Glsl::PackHalf2x16, uint, &[pair])
        })
    }

    /// Does something to each component of the operand.
    fn by_lane(&mut self, site: &Site<'_>, mut one: impl FnMut(&mut Self, Word) -> Word) -> Option<Repr> {
        let &[value] = site.args else { return None };
        let (lanes, scalar) = (self.lanes(value), self.scalar(value));
        let source = self.id(value);
        if lanes == 1 {
            return Some(Repr::Id(one(self, source)));
        }
        let element = self.scalar_type(scalar);
        let mut parts = Vec::new();
        for lane in 0..lanes {
            let part = self.extract(element, source, u32::from(lane));
            parts.push(one(self, part));
        }
        Some(Repr::Id(self.asm.op(Core::CompositeConstruct, site.ty, &parts)))
    }

    /// Types of the direct parts of a type.
    pub(crate) fn parts_of(&self, data: &TypeData) -> Vec<TypeData> {
        let ctx = &self.module.ctx;
        match data {
            TypeData::Vector(scalar, lanes) => vec![TypeData::Scalar(*scalar); usize::from(*lanes)],
            TypeData::Array(element, count) => vec![ctx.type_data(*element).clone(); *count as usize],
            TypeData::Struct(id) => {
                ctx.struct_data(*id).fields.iter().map(|field| ctx.type_data(field.ty).clone()).collect()
            }
            TypeData::Tuple(parts) => parts.iter().map(|&part| ctx.type_data(part).clone()).collect(),
            TypeData::Void
            | TypeData::Scalar(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => Vec::new(),
        }
    }

    pub(crate) fn extract(&mut self, ty: Word, from: Word, at: u32) -> Word {
        self.asm.inst(Core::CompositeExtract, ty, vec![Operand::IdRef(from), Operand::LiteralBit32(at)])
    }
}
