//! Lowers IR types to DXIL.

use dxil::Module;
use dxil::types::{TypeId, addrspace};
use hlslc_ir::{AddressSpace, Context, OpaqueType, Scalar, Type, TypeData};

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

/// The DXIL type of a number or vector of numbers in arithmetic. `None` for anything else.
pub(crate) fn numbers(dx: &mut Module, ctx: &Context, ty: Type) -> Option<TypeId> {
    match *ctx.type_data(ty) {
        TypeData::Scalar(kind) => Some(scalar(dx, kind)),
        TypeData::Vector(kind, lanes) => {
            let component = scalar(dx, kind);
            Some(dx.types.vector(component, u32::from(lanes)))
        }
        TypeData::Void
        | TypeData::Array(..)
        | TypeData::Struct(_)
        | TypeData::Tuple(_)
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(_)
        | TypeData::Foreign(_) => None,
    }
}

/// The DXIL type of a value or of memory: a scalar, a vector or a hit object, or arrays of them. `None` for anything else.
pub(crate) fn memory(dx: &mut Module, ctx: &Context, ty: Type) -> Option<TypeId> {
    let mut counts = Vec::new();
    let mut ty = ty;
    while let TypeData::Array(element, count) = *ctx.type_data(ty) {
        counts.push(count);
        ty = element;
    }
    let mut out = match *ctx.type_data(ty) {
        TypeData::Opaque(OpaqueType::HitObject) => dx.hit_object_type(),
        TypeData::Opaque(OpaqueType::RawHandle) => dx.handle_type(),
        TypeData::Opaque(OpaqueType::CooperativeMatrix(matrix)) => dx.matrix_type(matrix.numbers()),
        TypeData::Void
        | TypeData::Scalar(_)
        | TypeData::Vector(..)
        | TypeData::Array(..)
        | TypeData::Struct(_)
        | TypeData::Tuple(_)
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Foreign(_) => numbers(dx, ctx, ty)?,
    };
    for count in counts.into_iter().rev() {
        out = dx.types.array(out, u64::from(count));
    }
    Some(out)
}

/// The DXIL type of what crosses the border of a function that stays one: a scalar, a vector, a matrix by value, or a pointer
/// to memory with a fixed layout. `None` for anything else.
pub(crate) fn at_border(dx: &mut Module, ctx: &Context, ty: Type) -> Option<TypeId> {
    match *ctx.type_data(ty) {
        TypeData::Scalar(_) | TypeData::Vector(..) => numbers(dx, ctx, ty),
        TypeData::Array(row, rows) => matrix(dx, ctx, row, rows),
        TypeData::Pointer(to, space) => {
            let to = fixed(dx, ctx, to, Vectors::Kept)?;
            Some(dx.types.pointer(to, addrspace_of(space)))
        }
        TypeData::Void
        | TypeData::Struct(_)
        | TypeData::Tuple(_)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(_)
        | TypeData::Foreign(_) => None,
    }
}

/// The type of a matrix by value: a struct of its rows, which are vectors even of one number.
fn matrix(dx: &mut Module, ctx: &Context, row: Type, rows: u32) -> Option<TypeId> {
    let (kind, columns) = match *ctx.type_data(row) {
        TypeData::Vector(kind, columns) => (kind, columns),
        TypeData::Scalar(kind) => (kind, 1),
        TypeData::Void
        | TypeData::Array(..)
        | TypeData::Struct(_)
        | TypeData::Tuple(_)
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(_)
        | TypeData::Foreign(_) => return None,
    };
    let number = scalar(dx, kind);
    let row = dx.types.vector(number, u32::from(columns));
    let body = dx.types.array(row, u64::from(rows));
    let word = match kind {
        Scalar::Bool => "bool",
        Scalar::I16 => "int16_t",
        Scalar::I32 => "int",
        Scalar::I64 => "int64_t",
        Scalar::F16 => "half",
        Scalar::F32 => "float",
        Scalar::F64 => "double",
        Scalar::MinI16 => "min16int",
        Scalar::MinF16 => "min16float",
    };
    Some(dx.types.named_struct(format!("class.matrix.{word}.{rows}.{columns}"), &[body]))
}

/// The address space of DXIL that memory of the IR lies in.
fn addrspace_of(space: AddressSpace) -> u32 {
    if space == AddressSpace::Groupshared { addrspace::GROUPSHARED } else { addrspace::DEFAULT }
}

/// The representation of vectors in memory with a fixed layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Vectors {
    /// Arrays: what mesh and amplification shaders have.
    Arrays,
    /// Vectors: what libraries have.
    Kept,
}

/// The suffix of DXC for names of structs that handles have taken the place of resources in.
pub const OF_HANDLES: &str = ".hdl";

/// The alignment of memory with a fixed layout, in bytes.
pub(crate) const FIXED_ALIGN: u32 = 4;

/// The DXIL type of memory with a fixed layout, which keeps its structs. `None` for types without memory.
pub(crate) fn fixed(dx: &mut Module, ctx: &Context, ty: Type, vectors: Vectors) -> Option<TypeId> {
    Some(match *ctx.type_data(ty) {
        TypeData::Scalar(kind) => scalar(dx, kind),
        TypeData::Vector(kind, lanes) => {
            let component = scalar(dx, kind);
            match vectors {
                Vectors::Arrays => dx.types.array(component, u64::from(lanes)),
                Vectors::Kept => dx.types.vector(component, u32::from(lanes)),
            }
        }
        TypeData::Array(element, count) => {
            let element = fixed(dx, ctx, element, vectors)?;
            dx.types.array(element, u64::from(count))
        }
        TypeData::Struct(id) => {
            let data = ctx.struct_data(id);
            let fields =
                data.fields.iter().map(|field| fixed(dx, ctx, field.ty, vectors)).collect::<Option<Vec<_>>>()?;
            let suffix = if ctx.holds_raw_handle(ty) { OF_HANDLES } else { "" };
            let mut name = format!("struct.{}{suffix}", data.name);
            // Structs of one name in different scopes.
            while let Some(known) = dx.types.by_name(name.as_bytes())
                && dx.types.struct_fields(known) != Some(fields.as_slice())
            {
                name.push_str(".other");
            }
            dx.types.named_struct(name, &fields)
        }
        TypeData::Opaque(OpaqueType::RawHandle) => dx.handle_type(),
        TypeData::Void
        | TypeData::Tuple(_)
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(OpaqueType::HitObject | OpaqueType::CooperativeMatrix(_))
        | TypeData::Foreign(_) => {
            return None;
        }
    })
}

/// Alignment that memory of a type gets, in bytes; `None` where there is no [`memory`] of it.
pub(crate) fn align(ctx: &Context, ty: Type) -> Option<u32> {
    let mut ty = ty;
    while let TypeData::Array(element, _) = *ctx.type_data(ty) {
        ty = element;
    }
    let is_opaque = matches!(ctx.type_data(ty), TypeData::Opaque(_));
    if is_opaque { Some(FIXED_ALIGN) } else { ctx.scalar_of(ty).map(Scalar::bytes) }
}
