//! Counts the scalars of an aggregate, for passes that split aggregates or reject those that are too large to split.

use hlslc_ir::context::Context;
use hlslc_ir::{Type, TypeData};
use rustc_hash::FxHashMap;

/// The weights of types, computed on demand.
pub(crate) struct Weights {
    known: FxHashMap<Type, Weight>,
    /// Longer arrays are not split.
    longest: u32,
}

/// The weight of a type.
#[derive(Clone, Copy, Default)]
pub(crate) struct Weight {
    /// The number of scalars, and of handles and the like, which count as one each; saturating.
    pub leaves: u64,
    /// Whether it contains anything but scalars.
    pub has_handles: bool,
}

impl Weights {
    /// Arrays with more elements than `longest` are not split, and count as one.
    pub fn new(longest: u32) -> Self {
        Self { known: FxHashMap::default(), longest }
    }

    /// The weight of one type. The recursion is as deep as types nest, which the front end bounds.
    pub fn of(&mut self, ctx: &Context, ty: Type) -> Weight {
        if let Some(&known) = self.known.get(&ty) {
            return known;
        }
        let weight = match ctx.type_data(ty) {
            TypeData::Void => Weight::default(),
            TypeData::Scalar(_) => Weight { leaves: 1, has_handles: false },
            TypeData::Vector(_, lanes) => Weight { leaves: u64::from(*lanes), has_handles: false },
            TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => Weight { leaves: 1, has_handles: true },
            &TypeData::Array(element, count) => {
                let one = self.of(ctx, element);
                let leaves = if count > self.longest { 1 } else { one.leaves.saturating_mul(u64::from(count)) };
                Weight { leaves, ..one }
            }
            TypeData::Struct(id) => self.sum(ctx, ctx.struct_data(*id).fields.iter().map(|field| field.ty)),
            TypeData::Tuple(parts) => self.sum(ctx, parts.iter().copied()),
        };
        self.known.insert(ty, weight);
        weight
    }

    fn sum(&mut self, ctx: &Context, parts: impl Iterator<Item = Type>) -> Weight {
        parts.map(|part| self.of(ctx, part)).fold(Weight::default(), |sum, part| Weight {
            leaves: sum.leaves.saturating_add(part.leaves),
            has_handles: sum.has_handles || part.has_handles,
        })
    }
}
