//! Lowers constants of HLSL types to IR constants.

use crate::state::Shared;
use half::f16;
use hlslc_hir::types::{ScalarKind, Ty, TyData};
use hlslc_hir::value::{ConstValue, ScalarValue};
use hlslc_ir::{Const, ConstData, Context, Scalar, Type, TypeData};

/// The bits of a number as an IR scalar holds them; see [`ConstData::Scalar`].
pub(crate) fn scalar_bits(value: ScalarValue, scalar: Scalar) -> u64 {
    let as_float = match value {
        ScalarValue::Bool(b) => f64::from(u8::from(b)),
        ScalarValue::Int(bits) => bits as i64 as f64,
        ScalarValue::Float(x) => x,
    };
    let as_int = match value {
        ScalarValue::Bool(b) => u64::from(b),
        ScalarValue::Int(bits) => bits,
        ScalarValue::Float(x) => x as i64 as u64,
    };
    match scalar {
        Scalar::Bool => u64::from(match value {
            ScalarValue::Bool(b) => b,
            ScalarValue::Int(bits) => bits != 0,
            ScalarValue::Float(x) => x != 0.0,
        }),
        Scalar::I16 => as_int & 0xffff,
        Scalar::I32 | Scalar::MinI16 => as_int & 0xffff_ffff,
        Scalar::I64 => as_int,
        Scalar::F16 => u64::from(f16::from_f64(as_float).to_bits()),
        Scalar::F32 | Scalar::MinF16 => u64::from((as_float as f32).to_bits()),
        Scalar::F64 => as_float.to_bits(),
    }
}

/// A float constant of any float kind.
pub(crate) fn float_const(ctx: &mut Context, scalar: Scalar, value: f64) -> Const {
    let ty = ctx.scalar(scalar);
    ctx.constant(ty, ConstData::Scalar(scalar_bits(ScalarValue::Float(value), scalar)))
}

/// An integer (or `i1`) constant of any kind.
pub(crate) fn int_const(ctx: &mut Context, scalar: Scalar, value: i64) -> Const {
    let ty = ctx.scalar(scalar);
    ctx.constant(ty, ConstData::Scalar(scalar_bits(ScalarValue::Int(value as u64), scalar)))
}

impl Shared<'_> {
    /// The IR constant of a value of type `ty`; `None` if the type is not supported or the value does not fit it.
    pub(crate) fn constant(&mut self, ctx: &mut Context, ty: Ty, value: &ConstValue) -> Option<Const> {
        let ir = self.try_ty(ctx, ty)?;
        match value {
            ConstValue::Zero => Some(ctx.constant(ir, ConstData::Zero)),
            ConstValue::String(_) => None,
            ConstValue::Scalar(scalar) => {
                let kind = ctx.scalar_of(ir)?;
                let part_ty = ctx.scalar(kind);
                let part = ctx.constant(part_ty, ConstData::Scalar(scalar_bits(*scalar, kind)));
                // One number for a vector means all components.
                match ctx.lanes(ir)? {
                    1 => Some(part),
                    n => Some(ctx.constant(ir, ConstData::Composite(vec![part; usize::from(n)]))),
                }
            }
            ConstValue::Composite(parts) => self.composite(ctx, ty, ir, parts),
        }
    }

    fn composite(&mut self, ctx: &mut Context, ty: Ty, ir: Type, parts: &[ConstValue]) -> Option<Const> {
        let program = self.program;
        let mut lowered = Vec::with_capacity(parts.len());
        match program.types.data(ty) {
            TyData::Scalar(kind) | TyData::Vector(kind, _) => {
                for part in parts {
                    lowered.push(self.component_const(ctx, *kind, part)?);
                }
                if let ([only], Some(1)) = (lowered.as_slice(), ctx.lanes(ir)) {
                    return Some(*only);
                }
            }
            TyData::Matrix { scalar, cols, .. } => {
                let row_ty = ctx.part_type(ir, 0)?;
                for row in parts.chunks(usize::from(*cols)) {
                    let mut components = Vec::with_capacity(row.len());
                    for part in row {
                        components.push(self.component_const(ctx, *scalar, part)?);
                    }
                    lowered.push(match components.as_slice() {
                        [only] => *only,
                        _ => ctx.constant(row_ty, ConstData::Composite(components)),
                    });
                }
            }
            TyData::Array(element, _) => {
                for part in parts {
                    lowered.push(self.constant(ctx, *element, part)?);
                }
            }
            TyData::Struct(id) => {
                let mut members = Vec::with_capacity(parts.len());
                for (field, part) in program.types.structs[*id].fields.iter().zip(parts) {
                    members.push(self.constant(ctx, field.ty, part)?);
                }
                lowered = self.packed(ctx, ir, members)?;
            }
            TyData::Error | TyData::Void | TyData::Enum(_) | TyData::Object(..) | TyData::String => return None,
        }
        (ctx.part_count(ir) == Some(lowered.len() as u32)).then(|| ctx.constant(ir, ConstData::Composite(lowered)))
    }

    /// Members of the source as members of the IR struct: bit-fields that share a number become one.
    fn packed(&self, ctx: &mut Context, ir: Type, members: Vec<Const>) -> Option<Vec<Const>> {
        let TypeData::Struct(id) = *ctx.type_data(ir) else { return Some(members) };
        let Some(slots) = self.packed_fields(id) else { return Some(members) };
        let mut lowered: Vec<Const> = Vec::new();
        for (slot, member) in slots.iter().zip(members) {
            let Some(bits) = slot.bits else {
                lowered.push(member);
                continue;
            };
            let own = (ctx.scalar_bits(member).unwrap_or(0) & bits.mask()) << bits.offset;
            let shared = lowered.get(slot.index as usize).and_then(|&unit| ctx.scalar_bits(unit)).unwrap_or(0);
            lowered.truncate(slot.index as usize);
            let unit = ctx.part_type(ir, slot.index)?;
            lowered.push(ctx.constant(unit, ConstData::Scalar(shared | own)));
        }
        Some(lowered)
    }

    fn component_const(&mut self, ctx: &mut Context, kind: ScalarKind, part: &ConstValue) -> Option<Const> {
        let scalar = self.scalar(kind);
        let ty = ctx.scalar(scalar);
        match part {
            ConstValue::Scalar(value) => Some(ctx.constant(ty, ConstData::Scalar(scalar_bits(*value, scalar)))),
            ConstValue::Zero => Some(ctx.constant(ty, ConstData::Scalar(0))),
            ConstValue::Composite(_) | ConstValue::String(_) => None,
        }
    }
}
