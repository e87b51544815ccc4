//! Lowers operations on numbers that take several instructions or additional operands, and the members of tuples.

use super::{FunctionLowering, Lowered, Result, TupleKind};
use crate::types;
use dxil::inst::{BinaryOp, CastOp, Flags, Predicate, Value as Dv};
use dxil::ops::Overload;
use dxil::optable::Op as Dx;
use dxil::rules::takes_halves;
use dxil::types::Type;
use hlslc_ir::Inst;
use smallvec::SmallVec;

impl FunctionLowering<'_> {
    pub(crate) fn negate(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [value] = self.operands(args)?;
        let flags = self.float_flags(inst);
        Ok(Lowered::One(self.b.fneg(value, flags)))
    }

    /// The larger of a number and its negative.
    pub(crate) fn without_sign(&mut self, inst: Inst, max: Dx, args: &[Dv]) -> Result<Lowered> {
        let [value] = self.operands(args)?;
        let ty = self.b.type_of(value);
        let zero = self.b.module.zero(ty);
        let negative = self.b.binary(BinaryOp::Sub, Dv::Const(zero), value, Flags::NONE);
        let overload = self.first_overload(inst);
        Ok(Lowered::One(self.call(max, overload, &[value, negative])?.into()))
    }

    pub(crate) fn select(&mut self, _: Inst, args: &[Dv]) -> Result<Lowered> {
        let [cond, then, otherwise] = self.operands(args)?;
        Ok(Lowered::One(self.b.select(cond, then, otherwise)))
    }

    pub(crate) fn bitcast(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [value] = self.operands(args)?;
        self.as_bits(inst, value)
    }

    /// A value with the same bits as the result.
    pub(super) fn as_bits(&mut self, inst: Inst, value: Dv) -> Result<Lowered> {
        let ty = types::numbers(self.b.module, &self.env.module.ctx, self.func.insts[inst].ty);
        let Some(ty) = ty else { return self.fail("a bitcast to no number") };
        let is_same = self.b.type_of(value) == ty;
        Ok(Lowered::One(if is_same { value } else { self.b.cast(CastOp::Bitcast, value, ty) }))
    }

    pub(crate) fn dot(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let op = match args.len() {
            4 => Dx::Dot2,
            6 => Dx::Dot3,
            8 => Dx::Dot4,
            _ => return self.fail("a dot product of vectors"),
        };
        let overload = self.result_overload(inst);
        Ok(Lowered::One(self.call(op, overload, args)?.into()))
    }

    /// DXIL counts from the highest bit; HLSL and the IR from the lowest.
    pub(crate) fn first_bit_high(&mut self, inst: Inst, op: Dx, args: &[Dv]) -> Result<Lowered> {
        let [value] = self.operands(args)?;
        let Some(scalar) = self.scalar_of(self.func.args(inst)[0]) else { return self.fail("the bits of no number") };
        let overload = self.first_overload(inst);
        let found: Dv = self.call(op, overload, &[value])?.into();
        let (top, none) = (self.b.u32(scalar.bits() - 1), self.b.i32(-1));
        let (top, none) = (self.as_often(top, found), self.as_often(none, found));
        let from_low = self.b.binary(BinaryOp::Sub, top, found, Flags::NONE);
        let is_none = self.b.cmp(Predicate::IEq, found, none, Flags::NONE);
        Ok(Lowered::One(self.b.select(is_none, none, from_low)))
    }

    /// A constant, as often as a value has components.
    fn as_often(&mut self, constant: Dv, value: Dv) -> Dv {
        let (ty, Dv::Const(scalar)) = (self.b.type_of(value), constant) else { return constant };
        let Type::Vector { len, .. } = *self.b.module.types.get(ty) else { return constant };
        Dv::Const(self.b.module.aggregate(ty, &vec![scalar; len as usize]))
    }

    /// Tests for infinities, NaNs and the like. They take no halves before shader model 6.9: there a native half is judged
    /// by its bits, as in DXC, and one of minimum precision, whose bits nothing may look at, as a float.
    pub(crate) fn float_class(&mut self, inst: Inst, op: Dx, args: &[Dv]) -> Result<Lowered> {
        const EXPONENT: u16 = 0x7C00;
        const FRACTION: u16 = 0x03FF;
        const INFINITY: u16 = 0x7C00;
        const SIGN: u16 = 0x8000;
        let [value] = self.operands(args)?;
        let overload = self.first_overload(inst);
        if overload != Overload::F16 || takes_halves(self.b.module.version) {
            return Ok(Lowered::One(self.call(op, overload, args)?.into()));
        }
        if !self.b.module.has_native_16bit() {
            let float = self.b.module.types.float();
            let wide = self.b.cast(CastOp::FpExt, value, float);
            return Ok(Lowered::One(self.call(op, Overload::F32, &[wide])?.into()));
        }
        let i16 = self.b.module.types.i16();
        let bits = self.b.cast(CastOp::Bitcast, value, i16);
        let number = |lowering: &mut Self, bits: u16| Dv::Const(lowering.b.module.i16_const(bits.cast_signed()));
        let (exponent, zero) = (number(self, EXPONENT), number(self, 0));
        if op == Dx::IsInf {
            let (positive, negative) = (number(self, INFINITY), number(self, SIGN | INFINITY));
            let is_positive = self.b.cmp(Predicate::IEq, bits, positive, Flags::NONE);
            let is_negative = self.b.cmp(Predicate::IEq, bits, negative, Flags::NONE);
            return Ok(Lowered::One(self.b.binary(BinaryOp::Or, is_positive, is_negative, Flags::NONE)));
        }
        let own = self.b.binary(BinaryOp::And, bits, exponent, Flags::NONE);
        let is_finite = if op == Dx::IsNaN { Predicate::IEq } else { Predicate::INe };
        let by_exponent = self.b.cmp(is_finite, own, exponent, Flags::NONE);
        let other = if op == Dx::IsNaN {
            let fraction = number(self, FRACTION);
            self.b.binary(BinaryOp::And, bits, fraction, Flags::NONE)
        } else if op == Dx::IsNormal {
            own
        } else if op == Dx::IsFinite {
            return Ok(Lowered::One(by_exponent));
        } else {
            return self.fail("a test of floats that halves do not have");
        };
        let is_other = self.b.cmp(Predicate::INe, other, zero, Flags::NONE);
        Ok(Lowered::One(self.b.binary(BinaryOp::And, by_exponent, is_other, Flags::NONE)))
    }

    /// The immediate says whether the bytes have a sign.
    pub(crate) fn dot_of_bytes(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let op = if self.index(inst)? == 0 { Dx::Dot4AddU8Packed } else { Dx::Dot4AddI8Packed };
        Ok(Lowered::One(self.call(op, Overload::I32, args)?.into()))
    }

    pub(crate) fn pack_bytes(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let mode = self.index(inst)?;
        let Some(scalar) = self.scalar_of(self.func.args(inst)[0]) else { return self.fail("bytes of no number") };
        let mut call: SmallVec<[Dv; 8]> = SmallVec::from_slice(&[self.b.i8(mode as i8)]);
        call.extend_from_slice(args);
        let overload = self.overload(scalar);
        Ok(Lowered::One(self.call(Dx::Pack4x8, overload, &call)?.into()))
    }

    pub(crate) fn unpack_bytes(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [packed] = self.operands(args)?;
        let is_signed = self.index(inst)? != 0;
        let mode = self.b.i8(i8::from(is_signed));
        let Some((scalar, _)) = self.loaded(inst) else { return self.fail("bytes that are no tuple") };
        let overload = self.overload(scalar);
        let bytes = self.call(Dx::Unpack4x8, overload, &[mode, packed])?;
        Ok(Lowered::Tuple(bytes.into(), TupleKind::Plain))
    }
}
