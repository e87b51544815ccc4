//! IR types in DXIL.

use dxil::Module;
use dxil::types::TypeId;
use hlslc_ir::{Context, Scalar, Type, TypeData};

/// The DXIL type of a scalar in arithmetic.
pub(crate) fn scalar(dx: &mut Module, scalar: Scalar) -> TypeId {
    match scalar {
        Scalar::Bool => dx.types.i1(),
        Scalar::I16 | Scalar::MinI16 => dx.types.i16(),
        Scalar::I32 => dx.types.i32(),
        Scalar::I64 => dx.types.i64(),
        Scalar::F16 | Scalar::MinF16 => dx.types.half(),
        Scalar::F32 => dx.types.float(),
        Scalar::F64 => dx.types.double(),
    }
}

/// The DXIL type of a value or of memory: a scalar, or arrays of scalars. `None` for anything else.
pub(crate) fn memory(dx: &mut Module, ctx: &Context, ty: Type) -> Option<TypeId> {
    let mut counts = Vec::new();
    let mut ty = ty;
    while let TypeData::Array(element, count) = *ctx.type_data(ty) {
        counts.push(count);
        ty = element;
    }
    let TypeData::Scalar(kind) = *ctx.type_data(ty) else { return None };
    let mut out = scalar(dx, kind);
    for count in counts.into_iter().rev() {
        out = dx.types.array(out, u64::from(count));
    }
    Some(out)
}

/// Alignment that memory of a type gets, in bytes; `None` where there is no [`memory`] of it.
pub(crate) fn align(ctx: &Context, ty: Type) -> Option<u32> {
    let mut ty = ty;
    while let TypeData::Array(element, _) = *ctx.type_data(ty) {
        ty = element;
    }
    let TypeData::Scalar(kind) = *ctx.type_data(ty) else { return None };
    Some(kind.bytes())
}
