//! Raises arithmetic of DXIL that corresponds to several operations of the IR or has other conventions: bit scans that count from the
//! top, operations with two results, bit fields, bit casts, packing.

use super::{Known, Raising, Step};
use dxil::inst::{InstId, Value as Dv};
use dxil::optable::Op as Dx;
use hlslc_ir::{Imm, Op, Scalar, Type, Value};
use smallvec::smallvec;

impl Raising<'_> {
    /// Converts a bit position that is counted from bit 0 to one that is counted from the top; -1 stays -1.
    pub(super) fn counted_from_top(&mut self, from_bottom: Value, width: u32) -> Step<Value> {
        let (most, none) = (self.like(from_bottom, u64::from(width - 1))?, self.like(from_bottom, u64::MAX)?);
        let mut b = self.b();
        let turned = b.op(Op::Sub, &[most, from_bottom]);
        let is_none = b.op(Op::IEq, &[from_bottom, none]);
        Ok(b.select(is_none, none, turned))
    }

    pub(super) fn highest_bit(&mut self, inst: InstId, op: Op, args: &[Dv]) -> Step<()> {
        let &[value] = args else { return Err("another number of operands".to_owned()) };
        let value = self.operand(value)?;
        let scalar = self.scalar_of(value).ok_or("the bits of no number")?;
        let from_bottom = self.b().op(op, &[value]);
        self.known.insert(inst, Known::FromTop { from_bottom, width: scalar.bits() });
        Ok(())
    }

    /// Raises operations that need several operations of the IR.
    pub(super) fn computed(&mut self, inst: InstId, op: Dx, args: &[Dv]) -> Step<()> {
        let values = self.operands(args)?;
        let known = match (op, values.as_slice()) {
            (Dx::IMul | Dx::UMul, &[a, b]) => {
                let widen = if op == Dx::IMul { Op::SExt } else { Op::ZExt };
                let mut build = self.b();
                let (a, b) = (build.cast(widen, a, Scalar::I64), build.cast(widen, b, Scalar::I64));
                let product = build.op(Op::Mul, &[a, b]);
                let half = self.like(product, 32)?;
                let mut build = self.b();
                let high = build.op(Op::LShr, &[product, half]);
                let (high, low) =
                    (build.cast(Op::Trunc, high, Scalar::I32), build.cast(Op::Trunc, product, Scalar::I32));
                Known::Parts(smallvec![high, low])
            }
            (Dx::UDiv, &[a, b]) => {
                let mut build = self.b();
                Known::Parts(smallvec![build.op(Op::UDiv, &[a, b]), build.op(Op::URem, &[a, b])])
            }
            (Dx::USubb, &[a, b]) => {
                let mut build = self.b();
                Known::Parts(smallvec![build.op(Op::Sub, &[a, b]), build.op(Op::ULt, &[a, b])])
            }
            (Dx::Ibfe | Dx::Ubfe, &[width, offset, value]) => Known::One(self.field(op, width, offset, value)?),
            (
                Dx::BitcastI16toF16
                | Dx::BitcastF16toI16
                | Dx::BitcastI32toF32
                | Dx::BitcastF32toI32
                | Dx::BitcastI64toF64
                | Dx::BitcastF64toI64,
                &[value],
            ) => {
                let ty = self.result_type(inst)?;
                Known::One(self.same_bits(value, ty)?)
            }
            (Dx::LegacyDoubleToFloat, &[value]) => Known::One(self.b().cast(Op::FpTrunc, value, Scalar::F32)),
            (Dx::LegacyDoubleToSInt32, &[value]) => Known::One(self.b().cast(Op::FpToSi, value, Scalar::I32)),
            (Dx::LegacyDoubleToUInt32, &[value]) => Known::One(self.b().cast(Op::FpToUi, value, Scalar::I32)),
            _ => return Err("another number of operands".to_owned()),
        };
        self.known.insert(inst, known);
        Ok(())
    }

    /// Extracts a bit field with shifts: `width` bits from `offset` on, extended by its sign or by zeros.
    fn field(&mut self, op: Dx, width: Value, offset: Value, value: Value) -> Step<Value> {
        let (mask, bits, zero) = (self.like(width, 31)?, self.like(width, 32)?, self.like(width, 0)?);
        let mut b = self.b();
        let (width, offset) = (b.op(Op::And, &[width, mask]), b.op(Op::And, &[offset, mask]));
        let end = b.op(Op::Add, &[width, offset]);
        let shift = if op == Dx::Ibfe { Op::AShr } else { Op::LShr };
        // A field that extends past bit 31 ends there.
        let fits = b.op(Op::ULt, &[end, bits]);
        let above = b.op(Op::Sub, &[bits, end]);
        let above = b.op(Op::And, &[above, mask]);
        let left = b.op(Op::Shl, &[value, above]);
        let right = b.op(Op::Sub, &[bits, width]);
        let right = b.op(Op::And, &[right, mask]);
        let cut = b.op(shift, &[left, right]);
        let rest = b.op(shift, &[value, offset]);
        let field = b.select(fits, cut, rest);
        let is_none = b.op(Op::IEq, &[width, zero]);
        Ok(b.select(is_none, zero, field))
    }

    pub(super) fn pack(&mut self, inst: InstId, args: &[Dv]) -> Step<()> {
        let (mode, values) = args.split_first().ok_or("no operands")?;
        let mode = self.small(Some(mode))?;
        let values = self.operands(values)?;
        let ty = self.module.ctx.i32();
        let value = self.b().value(Op::Pack4x8, ty, Imm::Index(mode), &values);
        self.set(inst, value);
        Ok(())
    }

    pub(super) fn unpack(&mut self, inst: InstId, args: &[Dv]) -> Step<()> {
        let &[mode, value] = args else { return Err("another number of operands".to_owned()) };
        let mode = self.small(Some(&mode))?;
        let value = self.operand(value)?;
        let ty = self.struct_type(inst)?;
        let value = self.b().value(Op::Unpack4x8, ty, Imm::Index(mode), &[value]);
        self.known.insert(inst, Known::Tuple(value));
        Ok(())
    }

    /// The tuple type of a struct of scalars.
    pub(super) fn struct_type(&mut self, inst: InstId) -> Step<Type> {
        let fields = self.env.dx.types.struct_fields(self.body.insts[inst].ty).ok_or("a result that is no struct")?;
        let fields = fields.to_vec();
        let mut parts = Vec::with_capacity(fields.len());
        for field in fields {
            parts.push(self.value_type(field).ok_or("a struct of what is no number")?);
        }
        Ok(self.module.ctx.tuple(parts))
    }

    /// Converts a scalar to another type by extension, truncation or bit cast.
    pub(super) fn as_kind(&mut self, value: Value, to: Scalar, signed: bool) -> Value {
        let Some(from) = self.scalar_of(value) else { return value };
        let op = match (from.is_float(), to.is_float()) {
            _ if from == to => return value,
            (true, true) if from.bits() < to.bits() => Op::FpExt,
            (true, true) => Op::FpTrunc,
            (false, false) if from.bits() < to.bits() && signed => Op::SExt,
            (false, false) if from.bits() < to.bits() => Op::ZExt,
            (false, false) => Op::Trunc,
            _ => Op::Bitcast,
        };
        self.b().cast(op, value, to)
    }
}
