//! Places bit-fields in the numbers that they share.
//!
//! Input: the members of a struct, in their order. Output: of each bit-field, whether it stands in the number of the one before it, and at
//! which bit. Two share a number if their numbers have one width, there is room, and no `uint : 0` stands between them; what is no bit-field
//! ends the number. Sizes (`hlslc-sema`) and members of structs of the IR (`hlslc-lower`) follow from this alone.

use crate::types::{FieldData, ScalarKind, Ty, TyData, Types};

/// The place of a bit-field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitPlace {
    /// Its lowest bit.
    pub offset: u32,
    /// The number of its bits.
    pub width: u32,
    /// Whether its number is that of the bit-field before it.
    pub is_shared: bool,
}

/// The number that the next bit-field may share.
#[derive(Clone, Copy, Default, Debug)]
pub struct BitFields {
    /// Its width and its bits in use.
    open: Option<(u32, u32)>,
}

impl BitFields {
    /// The place of the next member; `None` for one that is no bit-field.
    pub fn next(&mut self, types: &Types, field: &FieldData) -> Option<BitPlace> {
        let place = field.bits.zip(number_bits(types, field.ty)).map(|(width, total)| {
            let has_room = |&(open, used): &(u32, u32)| open == total && used + width <= total;
            let shared = self.open.filter(|open| !field.starts_number && has_room(open));
            let offset = shared.map_or(0, |(_, used)| used);
            (BitPlace { offset, width, is_shared: shared.is_some() }, total)
        });
        self.open = place.map(|(place, total)| (total, place.offset + place.width));
        place.map(|(place, _)| place)
    }
}

/// The width of the number that a bit-field of a type is stored in.
fn number_bits(types: &Types, ty: Ty) -> Option<u32> {
    let kind =
        if let TyData::Enum(id) = *types.data(ty) { types.enums[id].underlying } else { types.element_kind(ty)? };
    Some(if kind == ScalarKind::Bool { ScalarKind::Int.bits() } else { kind.bits() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hlslc_base::{Span, Symbol};

    fn places(fields: &[(ScalarKind, Option<u32>, bool)]) -> Vec<Option<(u32, bool)>> {
        let (types, mut numbers) = (Types::default(), BitFields::default());
        let mut place = |&(kind, bits, starts_number): &(ScalarKind, Option<u32>, bool)| {
            let plain = FieldData::plain(Symbol::EMPTY, Types::scalar(kind), Span::NONE);
            let field = FieldData { bits, starts_number, ..plain };
            numbers.next(&types, &field).map(|place| (place.offset, place.is_shared))
        };
        fields.iter().map(&mut place).collect()
    }

    #[test]
    fn bit_fields_share_a_number_of_one_width_while_there_is_room() {
        use ScalarKind as K;
        let found = places(&[
            (K::Uint, Some(3), false),
            (K::Int, Some(4), false),
            (K::Bool, Some(25), false),
            (K::Uint, Some(1), false),
            (K::Uint, Some(2), true),
            (K::Uint64, Some(2), false),
            (K::Uint, Some(2), false),
            (K::Float, None, false),
            (K::Uint, Some(2), false),
        ]);
        let (first, after) = (Some((0, false)), |bit| Some((bit, true)));
        assert_eq!(found, [first, after(3), after(7), first, first, first, first, None, first]);
    }
}
