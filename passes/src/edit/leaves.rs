//! Represents the scalars (leaves) of a composite value. Up to four are stored inline, as most composites are vectors,
//! and longer lists are shared.

use hlslc_ir::Value;
use smallvec::SmallVec;
use std::ops::Deref;
use std::rc::Rc;

/// The number of leaves that are stored inline.
const FEW: usize = 4;

/// Values that are collected before they become [`Leaves`].
pub(crate) type Parts = SmallVec<[Value; FEW]>;

/// Values in order. A clone costs the same for any number of them.
#[derive(Clone)]
pub(crate) enum Leaves {
    /// An inline array, and how much of it is used.
    Few([Value; FEW], u8),
    /// A shared slice.
    Many(Rc<[Value]>),
}

impl From<&[Value]> for Leaves {
    fn from(all: &[Value]) -> Self {
        let Some(&first) = all.first().filter(|_| all.len() <= FEW) else { return Self::Many(all.into()) };
        let mut few = [first; FEW];
        few[..all.len()].copy_from_slice(all);
        Self::Few(few, all.len() as u8)
    }
}

impl From<Parts> for Leaves {
    fn from(all: Parts) -> Self {
        Self::from(&*all)
    }
}

impl Deref for Leaves {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        match self {
            Self::Few(few, count) => &few[..usize::from(*count)],
            Self::Many(many) => many,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_are_what_they_were_made_of() {
        for count in 0..9 {
            let all: Parts = (0..count).map(Value::from_u32).collect();
            let leaves = Leaves::from(all.clone());
            assert_eq!(leaves[..], all[..]);
            assert_eq!(leaves.clone()[..], all[..]);
        }
    }
}
