//! Flattens types into their scalars, in order, with the address of each in memory.

use dxil::types::Type;
use dxil::{Module, TypeId};

use crate::report::DecodeError;
use crate::value::Num;

/// A value of more scalars than this is none that a shader has.
const MOST_SCALARS: u64 = 1 << 14;

/// A scalar of a type, and its byte offset where the type lies in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub num: Num,
    pub offset: u32,
}

fn unsupported(what: &str) -> DecodeError {
    DecodeError::Unsupported(what.to_owned())
}

/// The type of a scalar, if the type is one.
pub(crate) fn scalar(module: &Module, ty: TypeId) -> Option<Num> {
    Some(match module.types.get(ty) {
        Type::Int(1) => Num::I1,
        Type::Int(8) => Num::I8,
        Type::Int(16) => Num::I16,
        Type::Int(32) => Num::I32,
        Type::Int(64) => Num::I64,
        // Of minimum precision: held as a float, which is more than is asked for.
        Type::Half if !module.has_native_16bit() => Num::F32,
        Type::Half => Num::F16,
        Type::Float => Num::F32,
        Type::Double => Num::F64,
        Type::Pointer { .. } => Num::Pointer,
        Type::Void
        | Type::Label
        | Type::Metadata
        | Type::Other(_)
        | Type::Int(_)
        | Type::Array { .. }
        | Type::Vector { .. }
        | Type::Struct { .. }
        | Type::Named(_)
        | Type::Function { .. } => return None,
    })
}

/// Whether the type is that of handles.
pub(crate) fn is_handle(module: &Module, ty: TypeId) -> bool {
    module.types.struct_name(ty).is_some_and(|name| *name == "dx.types.Handle")
}

/// The bytes from one such value in memory to the next.
pub(crate) fn stride(module: &Module, ty: TypeId) -> Result<u32, DecodeError> {
    let size = module.alloc_size(ty).and_then(|size| u32::try_from(size).ok());
    size.ok_or_else(|| unsupported("type without a size in memory"))
}

/// The number of scalars of a type.
pub(crate) fn count(module: &Module, ty: TypeId) -> Result<u32, DecodeError> {
    Ok(parts(module, ty)?.len() as u32)
}

/// The scalars of a type, in order.
pub(crate) fn parts(module: &Module, ty: TypeId) -> Result<Vec<Part>, DecodeError> {
    let mut found = Vec::new();
    // What is still to be taken apart, the first part last.
    let mut left = vec![(ty, 0u32)];
    while let Some((ty, offset)) = left.pop() {
        if found.len() as u64 + left.len() as u64 > MOST_SCALARS {
            return Err(unsupported("value of this many parts"));
        }
        if is_handle(module, ty) {
            found.push(Part { num: Num::Handle, offset });
            continue;
        }
        if let Some(num) = scalar(module, ty) {
            found.push(Part { num, offset });
            continue;
        }
        let from = left.len();
        if let Some((elem, count)) = module.types.elements(ty) {
            repeat(module, &mut left, elem, count, offset)?;
        } else if *module.types.get(ty) != Type::Void {
            let fields = module.types.struct_fields(ty).ok_or_else(|| unsupported("type of this kind"))?;
            let offsets = module.field_offsets(ty);
            for (at, &field) in fields.iter().enumerate() {
                let within = offsets.as_ref().map_or(0, |offsets| offsets[at] as u32);
                left.push((field, offset.wrapping_add(within)));
            }
        }
        left[from..].reverse();
    }
    Ok(found)
}

fn repeat(
    module: &Module,
    left: &mut Vec<(TypeId, u32)>,
    elem: TypeId,
    len: u64,
    offset: u32,
) -> Result<(), DecodeError> {
    if len > MOST_SCALARS {
        return Err(unsupported("value of this many parts"));
    }
    let step = if is_handle(module, elem) { 0 } else { stride(module, elem)? };
    left.extend((0..len as u32).map(|at| (elem, offset.wrapping_add(at.wrapping_mul(step)))));
    Ok(())
}

/// The number of scalars of an aggregate before a part, and the type of the part.
pub(crate) fn before(module: &Module, ty: TypeId, path: &[u32]) -> Result<(u32, TypeId), DecodeError> {
    let mut at = 0;
    let mut ty = ty;
    for &index in path {
        let part = module.types.element(ty, u64::from(index));
        let part = part.ok_or_else(|| DecodeError::Damaged("a part that a value does not have".to_owned()))?;
        at += if let Type::Array { elem, .. } | Type::Vector { elem, .. } = module.types.get(ty) {
            count(module, *elem)?.saturating_mul(index)
        } else {
            let fields = module.types.struct_fields(ty).unwrap_or_default();
            fields[..index as usize].iter().try_fold(0u32, |sum, &field| Ok(sum + count(module, field)?))?
        };
        ty = part;
    }
    Ok((at, ty))
}
