//! Lowers IR constants to DXIL.

use crate::types;
use dxil::Module;
use dxil::constants::ConstId;
use dxil::types::Type as DxType;
use hlslc_ir::{Const, ConstData, Context, Scalar, TypeData};

/// The bits of a scalar constant in its DXIL type. Minimum-precision values are held wider in the IR.
fn bits(scalar: Scalar, bits: u64) -> u64 {
    match scalar {
        Scalar::MinI16 => bits & 0xffff,
        Scalar::MinF16 => u64::from(half::f16::from_f32(f32::from_bits(bits as u32)).to_bits()),
        Scalar::Bool | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::F16 | Scalar::F32 | Scalar::F64 => bits,
    }
}

/// A scalar constant, an array of such, or a vector that crosses the border of a function. `None` for a type that DXIL
/// constants do not have.
pub(crate) fn constant(dx: &mut Module, ctx: &Context, id: Const) -> Option<ConstId> {
    let (ty, data) = ctx.const_data(id);
    let out = types::memory(dx, ctx, ty).or_else(|| types::at_border(dx, ctx, ty))?;
    match data {
        ConstData::Undef => Some(dx.undef(out)),
        ConstData::Zero => Some(dx.zero(out)),
        ConstData::Scalar(value) => {
            let TypeData::Scalar(kind) = *ctx.type_data(ty) else { return None };
            let value = bits(kind, *value);
            Some(match kind {
                _ if value == 0 => dx.zero(out),
                Scalar::F16 | Scalar::MinF16 => dx.half_const(value as u16),
                Scalar::F32 => dx.float_const(f32::from_bits(value as u32)),
                Scalar::F64 => dx.double_const(f64::from_bits(value)),
                Scalar::Bool | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::MinI16 => dx.int_const(out, value),
            })
        }
        ConstData::Composite(parts) => {
            // Arrays nest a few levels at most: legalisation leaves one dimension.
            let parts: Option<Vec<ConstId>> = parts.iter().map(|&part| constant(dx, ctx, part)).collect();
            Some(dx.aggregate(out, &parts?))
        }
    }
}

/// The same as an operand, where an array is a matrix: a struct of its rows, which are vectors even of one number.
pub(crate) fn operand(dx: &mut Module, ctx: &Context, id: Const) -> Option<ConstId> {
    let (ty, data) = ctx.const_data(id);
    let TypeData::Array(row, _) = *ctx.type_data(ty) else { return constant(dx, ctx, id) };
    let out = types::at_border(dx, ctx, ty)?;
    let parts = match data {
        ConstData::Undef => return Some(dx.undef(out)),
        ConstData::Zero | ConstData::Scalar(_) => return Some(dx.zero(out)),
        ConstData::Composite(parts) => parts,
    };
    let rows = *dx.types.struct_fields(out)?.first()?;
    let DxType::Array { elem, .. } = *dx.types.get(rows) else { return None };
    let is_number = matches!(ctx.type_data(row), TypeData::Scalar(_));
    let mut made = Vec::with_capacity(parts.len());
    for &part in parts {
        let row = constant(dx, ctx, part)?;
        made.push(if is_number { dx.aggregate(elem, &[row]) } else { row });
    }
    let rows = dx.aggregate(rows, &made);
    Some(dx.aggregate(out, &[rows]))
}
