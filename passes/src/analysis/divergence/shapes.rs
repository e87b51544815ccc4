//! Represents sets of the scalars of a composite as bits: one for each of the first 64 of a type. For a larger type,
//! all bits stand for all scalars.
//!
//! Input: types. Output: the sets of scalars of parts. Cost: linear in the size of a type, once.

use cranelift_entity::SecondaryMap;
use hlslc_ir::{Context, Type, TypeData};

/// The lowest `count` bits.
pub(super) fn ones(count: u32) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// The place of a direct part among the scalars of a composite: its first scalar, and the set of as many scalars as it has. None if the
/// sets do not distinguish scalars.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot(Option<(u32, u64)>);

impl Slot {
    /// The set for the composite, with that for the part replaced.
    pub fn replace(self, set: u64, part: u64) -> u64 {
        match self.0 {
            Some((first, ones)) => {
                let place = ones.checked_shl(first).unwrap_or(0);
                set & !place | (part & ones).checked_shl(first).unwrap_or(0)
            }
            None if part != 0 => u64::MAX,
            None => set,
        }
    }
}

/// The numbers of scalars of types.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    leaves: SecondaryMap<Type, Option<u32>>,
}

impl Shapes {
    /// The number of scalars of a type; a handle or pointer counts as one.
    pub fn leaves(&mut self, ctx: &Context, ty: Type) -> u32 {
        if let Some(known) = self.leaves[ty] {
            return known;
        }
        let count = match ctx.type_data(ty) {
            TypeData::Vector(_, count) => u32::from(*count),
            TypeData::Array(element, count) => self.leaves(ctx, *element).saturating_mul(*count),
            TypeData::Struct(id) => self.sum(ctx, ctx.struct_data(*id).fields.iter().map(|field| field.ty)),
            TypeData::Tuple(parts) => self.sum(ctx, parts.iter().copied()),
            TypeData::Void => 0,
            TypeData::Scalar(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => 1,
        };
        self.leaves[ty] = Some(count);
        count
    }

    fn sum(&mut self, ctx: &Context, parts: impl Iterator<Item = Type>) -> u32 {
        parts.fold(0u32, |sum, part| sum.saturating_add(self.leaves(ctx, part)))
    }

    /// The first scalar and the number of scalars of a direct part.
    fn part(&mut self, ctx: &Context, ty: Type, index: u32) -> Option<(u32, u32)> {
        Some(match ctx.type_data(ty) {
            TypeData::Vector(_, count) => (Some(index).filter(|index| index < &u32::from(*count))?, 1),
            TypeData::Array(element, count) => {
                let each = self.leaves(ctx, *element);
                (Some(index).filter(|index| index < count)?.saturating_mul(each), each)
            }
            TypeData::Struct(id) => {
                let fields = &ctx.struct_data(*id).fields;
                let part = fields.get(index as usize)?.ty;
                let before = self.sum(ctx, fields.iter().take(index as usize).map(|field| field.ty));
                (before, self.leaves(ctx, part))
            }
            TypeData::Tuple(parts) => {
                let part = *parts.get(index as usize)?;
                let before = self.sum(ctx, parts.iter().take(index as usize).copied());
                (before, self.leaves(ctx, part))
            }
            TypeData::Void
            | TypeData::Scalar(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => return None,
        })
    }

    /// The set for a part, from the set for the composite.
    pub fn extract(&mut self, ctx: &Context, ty: Type, set: u64, index: u32) -> u64 {
        match self.part(ctx, ty, index).filter(|_| set != 0) {
            Some((first, count)) if self.leaves(ctx, ty) <= 64 => set >> first & ones(count),
            Some(_) => u64::MAX,
            None => set,
        }
    }

    /// The place of a direct part among the scalars of a composite.
    pub fn slot(&mut self, ctx: &Context, ty: Type, index: u32) -> Slot {
        let part = self.part(ctx, ty, index).filter(|_| self.leaves(ctx, ty) <= 64);
        Slot(part.map(|(first, count)| (first, ones(count))))
    }

    /// The possible first scalars of the part at a path of indices, from the possible first scalars of the composite;
    /// an index that is not constant may be any.
    pub fn parts(&mut self, ctx: &Context, mut ty: Type, mut starts: u64, path: &[Option<u64>]) -> u64 {
        for &index in path {
            if starts == u64::MAX {
                break;
            }
            let constant = index.and_then(|index| u32::try_from(index).ok());
            let (next, count) = match ctx.type_data(ty) {
                TypeData::Array(element, count) => (*element, *count),
                TypeData::Struct(id) => {
                    let fields = &ctx.struct_data(*id).fields;
                    let Some(field) = constant.and_then(|at| fields.get(at as usize)) else { return u64::MAX };
                    (field.ty, fields.len() as u32)
                }
                TypeData::Vector(_, count) => (ty, u32::from(*count)),
                TypeData::Tuple(_)
                | TypeData::Void
                | TypeData::Scalar(_)
                | TypeData::Pointer(..)
                | TypeData::Resource(_)
                | TypeData::Node(_)
                | TypeData::Opaque(_)
                | TypeData::Foreign(_) => return u64::MAX,
            };
            let inside = constant.filter(|&index| index < count);
            let from = match inside {
                Some(index) => index..index + 1,
                None => 0..count.min(64),
            };
            starts = from.fold(0, |all, index| match self.part(ctx, ty, index) {
                Some((first, _)) => all | starts.checked_shl(first).unwrap_or(0),
                None => u64::MAX,
            });
            ty = next;
        }
        starts
    }
}

/// The set for a variable to which a value is stored at any of the given first scalars.
pub(super) fn spread(set: u64, starts: u64) -> u64 {
    if starts == u64::MAX {
        return if set != 0 { u64::MAX } else { 0 };
    }
    bits(starts).fold(0, |all, start| all | set << start)
}

/// The scalars of a part that are in the set if the part starts at any of the given first scalars.
pub(super) fn any(set: u64, starts: u64) -> u64 {
    if starts == u64::MAX {
        return if set != 0 { u64::MAX } else { 0 };
    }
    bits(starts).fold(0, |all, start| all | set >> start)
}

/// The scalars of a part that are in the set for all of the given first scalars.
pub(super) fn every(set: u64, starts: u64) -> u64 {
    if starts == u64::MAX {
        return if set == u64::MAX { u64::MAX } else { 0 };
    }
    bits(starts).fold(u64::MAX, |all, start| all & set >> start)
}

fn bits(mut of: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let first = (of != 0).then(|| of.trailing_zeros())?;
        of &= of - 1;
        Some(first)
    })
}
