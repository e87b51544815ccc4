//! The numbers of composites in a row, as bits: the first 64 of a type. Of a larger type all bits stand for all numbers.

use hlslc_ir::{Context, Type, TypeData};
use rustc_hash::FxHashMap;

/// So many bits from the lowest on.
pub(super) fn ones(count: u32) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// How many numbers types hold.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    leaves: FxHashMap<Type, u32>,
}

impl Shapes {
    /// Numbers of a type; a handle or pointer counts as one.
    pub fn leaves(&mut self, ctx: &Context, ty: Type) -> u32 {
        if let Some(&known) = self.leaves.get(&ty) {
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
            | TypeData::HitObject
            | TypeData::Foreign(_) => 1,
        };
        self.leaves.insert(ty, count);
        count
    }

    fn sum(&mut self, ctx: &Context, parts: impl Iterator<Item = Type>) -> u32 {
        parts.fold(0u32, |sum, part| sum.saturating_add(self.leaves(ctx, part)))
    }

    /// First number and count of a direct part.
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
            | TypeData::HitObject
            | TypeData::Foreign(_) => return None,
        })
    }

    /// The numbers of a part, of those of a composite.
    pub fn extract(&mut self, ctx: &Context, ty: Type, numbers: u64, index: u32) -> u64 {
        match self.part(ctx, ty, index).filter(|_| numbers != 0) {
            Some((first, count)) if self.leaves(ctx, ty) <= 64 => numbers >> first & ones(count),
            Some(_) => u64::MAX,
            None => numbers,
        }
    }

    /// The numbers of a composite with those of a part replaced.
    pub fn insert(&mut self, ctx: &Context, ty: Type, numbers: u64, index: u32, part: u64) -> u64 {
        match self.part(ctx, ty, index) {
            Some((first, count)) if self.leaves(ctx, ty) <= 64 => {
                let place = ones(count).checked_shl(first).unwrap_or(0);
                numbers & !place | (part & ones(count)).checked_shl(first).unwrap_or(0)
            }
            _ if part != 0 => u64::MAX,
            _ => numbers,
        }
    }

    /// The first numbers of the parts that a path of indices may lead to, of those it may start from; an index that is not
    /// constant leads to all.
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
                | TypeData::HitObject
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

/// The numbers of a variable that a value is stored to, if it may be stored from each of these numbers on.
pub(super) fn spread(numbers: u64, starts: u64) -> u64 {
    if starts == u64::MAX {
        return if numbers != 0 { u64::MAX } else { 0 };
    }
    bits(starts).fold(0, |all, start| all | numbers << start)
}

/// The numbers that hold of a part that starts at any of these.
pub(super) fn any(numbers: u64, starts: u64) -> u64 {
    if starts == u64::MAX {
        return if numbers != 0 { u64::MAX } else { 0 };
    }
    bits(starts).fold(0, |all, start| all | numbers >> start)
}

/// The numbers that hold of a part wherever it starts.
pub(super) fn every(numbers: u64, starts: u64) -> u64 {
    if starts == u64::MAX {
        return if numbers == u64::MAX { u64::MAX } else { 0 };
    }
    bits(starts).fold(u64::MAX, |all, start| all & numbers >> start)
}

fn bits(mut of: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let first = (of != 0).then(|| of.trailing_zeros())?;
        of &= of - 1;
        Some(first)
    })
}
