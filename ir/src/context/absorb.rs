//! Merges a copy of a context back into the original.
//!
//! Input: a context, and a copy of it to which things were added while things were added to the original too. Output: the original
//! with what the copy has besides, in the order in which the copy got it, and under which numbers ([`Renumbering`]). What both
//! had when they parted keeps its numbers.

use super::renumbering::{Appended, Renumbering};
use super::{ConstData, Context, LocData};

/// The numbers of entities in a context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    types: usize,
    consts: usize,
    locs: usize,
    structs: usize,
    foreign: usize,
}

impl Context {
    /// The numbers of its entities.
    pub fn size(&self) -> Size {
        Size {
            types: self.types.len(),
            consts: self.consts.len(),
            locs: self.locs.list.len(),
            structs: self.structs.len(),
            foreign: self.foreign.len(),
        }
    }

    /// Takes in what a copy has besides what it had when it was made, when the module had this many variables. Structs and
    /// instructions of SPIR-V are declared once, before there are copies.
    pub fn absorb(&mut self, copy: &Self, then: Size, globals: usize) -> Renumbering {
        assert_eq!((copy.structs.len(), copy.foreign.len()), (then.structs, then.foreign), "a copy declares nothing");
        let mut known = Renumbering {
            types: Appended::new(then.types),
            consts: Appended::new(then.consts),
            locs: Appended::new(then.locs),
            globals: Appended::new(globals),
            ..Renumbering::default()
        };
        for data in copy.types.values().skip(then.types) {
            let ty = self.ty(known.type_data(data));
            known.types.push(ty);
        }
        for (ty, data) in copy.consts.values().skip(then.consts) {
            let data = match data {
                ConstData::Composite(parts) => {
                    ConstData::Composite(parts.iter().map(|&part| known.constant(part)).collect())
                }
                ConstData::Scalar(_) | ConstData::Zero | ConstData::Undef => data.clone(),
            };
            let id = self.constant(known.ty(*ty), data);
            known.consts.push(id);
        }
        for &LocData { span, inlined_at } in copy.locs.list.values().skip(then.locs) {
            let loc = self.loc(span, inlined_at.map(|loc| known.loc(loc)));
            known.locs.push(loc);
        }
        known
    }
}
