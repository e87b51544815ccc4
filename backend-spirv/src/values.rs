//! Operations on values that are no row of the table: choosing, taking apart, putting together, other widths.

use crate::lower::{Repr, Writer};
use crate::types::{Number, number};
use hlslc_ir::types::{Scalar, TypeData};
use hlslc_ir::{Imm, Inst, Op, Value};
use rspirv::dr::Operand;
use rspirv::spirv::{GlslStd450Op as Glsl, Op as Core, Word};
use smallvec::SmallVec;

impl Writer<'_> {
    /// One where a truth value holds, else zero.
    pub(crate) fn bool_to_number(&mut self, value: Value, ty: Word, element: Word, one: Word) -> Word {
        let lanes = self.lanes(value);
        let cond = self.id(value);
        let one = self.splat_const(element, one, lanes);
        let zero = self.null(ty);
        self.asm.op(Core::Select, ty, &[cond, one, zero])
    }

    /// A conversion to another width.
    pub(crate) fn resize(&mut self, inst: Inst, core: Core, value: Value) -> Word {
        let data = &self.func.insts[inst];
        let (from, to) = (self.scalar(value), self.module.ctx.scalar_of(data.ty).unwrap_or(Scalar::I32));
        let ty = self.register_type(data.ty);
        let element = self.scalar_type(to);
        match (number(from), number(to)) {
            (Number::Bool, Number::Bool) => self.id(value),
            (Number::Bool, _) => {
                let bits = if data.op == Op::SExt { u64::MAX } else { 1 };
                let one = self.scalar_const(to, bits);
                self.bool_to_number(value, ty, element, one)
            }
            (_, Number::Bool) => {
                let value = self.id(value);
                let from = self.register_type(self.func.ty(self.func.args(inst)[0]));
                let zero = self.null(from);
                self.asm.op(Core::INotEqual, ty, &[value, zero])
            }
            (from, to) if from == to => self.id(value),
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
            _ => {
                let value = self.id(value);
                self.asm.op(core, ty, &[value])
            }
        }
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
            _ => self.asm.op(Core::Select, ty, &[cond, a, b]),
        }
    }

    /// Operations on values that are no row: taking apart, putting together, and the odd ones.
    pub(crate) fn value_op(&mut self, inst: Inst) -> Option<Repr> {
        let func = self.func;
        let data = &func.insts[inst];
        let args = func.args(inst);
        let ty = self.register_type(data.ty);
        let id = match (data.op, data.imm, args) {
            (Op::Select, _, &[cond, a, b]) => {
                let by_lane = self.lanes(cond) > 1;
                let data = self.data(a);
                let (cond, a, b) = (self.id(cond), self.id(a), self.id(b));
                self.select(cond, a, b, &data, by_lane)
            }
            (Op::Construct, _, parts) => {
                let parts: Vec<Word> = parts.iter().map(|&part| self.id(part)).collect();
                if let TypeData::Tuple(_) = self.module.ctx.type_data(data.ty) {
                    return Some(Repr::Parts(parts.into()));
                }
                self.asm.op(Core::CompositeConstruct, ty, &parts)
            }
            (Op::Extract, Imm::Index(at), &[whole]) => match self.repr(whole) {
                Repr::Parts(parts) => match parts.get(at as usize) {
                    Some(&part) => part,
                    None => self.undef(ty),
                },
                _ => {
                    let whole = self.id(whole);
                    self.extract(ty, whole, at)
                }
            },
            (Op::Insert, Imm::Index(at), &[whole, part]) => {
                let (whole, part) = (self.id(whole), self.id(part));
                let operands = vec![Operand::IdRef(part), Operand::IdRef(whole), Operand::LiteralBit32(at)];
                self.asm.inst(Core::CompositeInsert, ty, operands)
            }
            (Op::ExtractDynamic, _, &[vector, at]) => {
                let (vector, at) = (self.id(vector), self.id(at));
                self.asm.op(Core::VectorExtractDynamic, ty, &[vector, at])
            }
            (Op::InsertDynamic, _, &[vector, part, at]) => {
                let (vector, part, at) = (self.id(vector), self.id(part), self.id(at));
                self.asm.op(Core::VectorInsertDynamic, ty, &[vector, part, at])
            }
            (Op::Swizzle, Imm::Mask { lanes, len }, &[vector]) => {
                self.swizzle(vector, lanes.get(..usize::from(len)).unwrap_or(&[]), ty)
            }
            (Op::SplitDouble, _, &[value]) => {
                let value = self.id(value);
                let (uint, pair_ty) = (self.uint_type(), self.vector_type(Scalar::I32, 2));
                let pair = self.asm.op(Core::Bitcast, pair_ty, &[value]);
                let parts = [self.extract(uint, pair, 0), self.extract(uint, pair, 1)];
                return Some(Repr::Parts(SmallVec::from_slice(&parts)));
            }
            (Op::MakeDouble, _, &[low, high]) => {
                let (low, high) = (self.id(low), self.id(high));
                let pair_ty = self.vector_type(Scalar::I32, 2);
                let pair = self.asm.op(Core::CompositeConstruct, pair_ty, &[low, high]);
                self.asm.op(Core::Bitcast, ty, &[pair])
            }
            (Op::UAddCarry, _, &[a, b]) => return Some(self.add_with_carry(a, b)),
            (Op::BitFieldInsert, _, &[width, offset, value, base]) => {
                let args = [self.id(base), self.id(value), self.id(offset), self.id(width)];
                self.asm.op(Core::BitFieldInsert, ty, &args)
            }
            (Op::Saturate, _, &[value]) => {
                let one = match number(self.scalar(value)) {
                    Number::Float(16) => 0x3c00,
                    Number::Float(64) => 1f64.to_bits(),
                    _ => u64::from(1f32.to_bits()),
                };
                let (scalar, lanes) = (self.scalar(value), self.lanes(value));
                let element = self.scalar_type(scalar);
                let one = self.scalar_const(scalar, one);
                let one = self.splat_const(element, one, lanes);
                let (value, zero) = (self.id(value), self.null(ty));
                self.asm.glsl(Glsl::NClamp, ty, &[value, zero, one])
            }
            (Op::IsFinite, _, &[value]) => {
                let value = self.id(value);
                let (nan, inf) = (self.asm.op(Core::IsNan, ty, &[value]), self.asm.op(Core::IsInf, ty, &[value]));
                let neither = self.asm.op(Core::LogicalOr, ty, &[nan, inf]);
                self.asm.op(Core::LogicalNot, ty, &[neither])
            }
            (Op::F16ToF32 | Op::F32ToF16, _, &[value]) => self.half_bits(inst, value, ty),
            _ => return None,
        };
        Some(Repr::Id(id))
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

    fn add_with_carry(&mut self, a: Value, b: Value) -> Repr {
        let (a, b) = (self.id(a), self.id(b));
        let (uint, boolean) = (self.uint_type(), self.bool_type());
        let both_ty = self.asm.global(Core::TypeStruct, None, vec![Operand::IdRef(uint), Operand::IdRef(uint)]);
        let both = self.asm.op(Core::IAddCarry, both_ty, &[a, b]);
        let (sum, carry) = (self.extract(uint, both, 0), self.extract(uint, both, 1));
        let zero = self.uint(0);
        let carry = self.asm.op(Core::INotEqual, boolean, &[carry, zero]);
        Repr::Parts(SmallVec::from_slice(&[sum, carry]))
    }

    /// Halves as bits in integers, component by component.
    fn half_bits(&mut self, inst: Inst, value: Value, ty: Word) -> Word {
        let unpack = self.func.insts[inst].op == Op::F16ToF32;
        let lanes = self.lanes(value);
        let scalar = self.scalar(value);
        let (uint, float) = (self.uint_type(), self.float_type());
        let pair_ty = self.vector_type(Scalar::F32, 2);
        let source = self.id(value);
        let mut parts = Vec::new();
        for lane in 0..lanes {
            let element = self.scalar_type(scalar);
            let part = if lanes == 1 { source } else { self.extract(element, source, u32::from(lane)) };
            parts.push(if unpack {
                let pair = self.asm.glsl(Glsl::UnpackHalf2x16, pair_ty, &[part]);
                self.extract(float, pair, 0)
            } else {
                let zero = self.float(0.0);
                let pair = self.asm.op(Core::CompositeConstruct, pair_ty, &[part, zero]);
                self.asm.glsl(Glsl::PackHalf2x16, uint, &[pair])
            });
        }
        match parts.as_slice() {
            [only] => *only,
            _ => self.asm.op(Core::CompositeConstruct, ty, &parts),
        }
    }
}
