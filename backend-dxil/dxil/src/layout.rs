//! Computes the sizes of types in memory, according to the module's data layout.
//!
//! If 16-bit types have minimum precision, every type below 32 bits takes 32 in memory.

use crate::module::Module;
use crate::types::{Type, TypeId};

/// Types nested deeper than this, or with more parts than that, have no size.
const MAX_DEPTH: u32 = 64;
const MAX_PARTS: u32 = 1 << 16;

/// Size and alignment in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Extent {
    size: u64,
    align: u64,
}

impl Extent {
    /// The bytes from one element of an array to the next.
    fn stride(self) -> Option<u64> {
        self.size.checked_next_multiple_of(self.align)
    }
}

impl Module {
    /// The bytes a variable of a type takes; `None` for types without a size.
    pub fn alloc_size(&self, ty: TypeId) -> Option<u64> {
        self.extent(ty, MAX_DEPTH, &mut { MAX_PARTS })?.stride()
    }

    /// The offsets of the fields of a struct.
    pub fn field_offsets(&self, ty: TypeId) -> Option<Vec<u64>> {
        self.fields_placed(ty)?.collect()
    }

    /// The offset of one field of a struct.
    pub fn field_offset(&self, ty: TypeId, index: usize) -> Option<u64> {
        self.fields_placed(ty)?.nth(index)?
    }

    /// The offset of each field of a struct, after the previous ones.
    fn fields_placed(&self, ty: TypeId) -> Option<impl Iterator<Item = Option<u64>> + '_> {
        let (mut end, mut parts) = (0u64, MAX_PARTS);
        let place = move |&field: &TypeId| {
            let field = self.extent(field, MAX_DEPTH, &mut parts)?;
            let start = end.checked_next_multiple_of(field.align)?;
            end = start.checked_add(field.size)?;
            Some(start)
        };
        Some(self.types.struct_fields(ty)?.iter().map(place))
    }

    fn extent(&self, ty: TypeId, depth: u32, parts: &mut u32) -> Option<Extent> {
        let depth = depth.checked_sub(1)?;
        *parts = parts.checked_sub(1)?;
        let small = |size: u64| Extent { size, align: if self.has_native_16bit() { size } else { 4 } };
        let natural = |size: u64| Extent { size, align: size };
        match self.types.get(ty) {
            Type::Int(1) => Some(Extent { size: 1, align: 4 }),
            Type::Int(bits @ 2..=16) => Some(small(u64::from(bits.div_ceil(8).next_power_of_two()))),
            Type::Half => Some(small(2)),
            Type::Int(17..=32) | Type::Float | Type::Pointer { .. } => Some(natural(4)),
            Type::Int(_) | Type::Double => Some(natural(8)),
            Type::Array { elem, len } => {
                let elem = self.extent(*elem, depth, parts)?;
                Some(Extent { size: elem.stride()?.checked_mul(*len)?, align: elem.align })
            }
            Type::Vector { elem, len } => {
                // DXC lays vectors out as it does arrays.
                let elem = self.extent(*elem, depth, parts)?;
                Some(Extent { size: elem.stride()?.checked_mul(u64::from(*len))?, align: elem.align })
            }
            Type::Struct { .. } | Type::Named(_) => {
                let mut extent = Extent { size: 0, align: 1 };
                for &field in self.types.struct_fields(ty)? {
                    let field = self.extent(field, depth, parts)?;
                    extent.size = extent.size.checked_next_multiple_of(field.align)?.checked_add(field.size)?;
                    extent.align = extent.align.max(field.align);
                }
                extent.size = extent.stride()?;
                Some(extent)
            }
            Type::Void | Type::Label | Type::Metadata | Type::Other(_) | Type::Function { .. } => None,
        }
    }
}
