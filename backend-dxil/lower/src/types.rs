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

/// Alignment of a payload, in bytes.
pub(crate) const PAYLOAD_ALIGN: u32 = 4;

/// The DXIL type of a payload, which keeps its structs; vectors are arrays. `None` for what is no memory.
pub(crate) fn payload(dx: &mut Module, ctx: &Context, ty: Type) -> Option<TypeId> {
    Some(match *ctx.type_data(ty) {
        TypeData::Scalar(kind) => scalar(dx, kind),
        TypeData::Vector(kind, lanes) => {
            let component = scalar(dx, kind);
            dx.types.array(component, u64::from(lanes))
        }
        TypeData::Array(element, count) => {
            let element = payload(dx, ctx, element)?;
            dx.types.array(element, u64::from(count))
        }
        TypeData::Struct(id) => {
            let data = ctx.struct_data(id);
            let fields = data.fields.iter().map(|field| payload(dx, ctx, field.ty)).collect::<Option<Vec<_>>>()?;
            let mut name = format!("struct.{}", data.name);
            // Structs of one name in different scopes.
            while let Some(known) = dx.types.by_name(name.as_bytes())
                && dx.types.struct_fields(known) != Some(fields.as_slice())
            {
                name.push_str(".other");
            }
            dx.types.named_struct(name, &fields)
        }
        TypeData::Void | TypeData::Tuple(_) | TypeData::Pointer(..) | TypeData::Resource(_) => return None,
    })
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
