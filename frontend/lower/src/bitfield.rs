//! Lowers bit-fields: several members of a struct in one integer.
//!
//! Which of them share a number, and at which bits, is said by `BitFields` of `hlslc-hir`. The IR struct has a member for each such number; a
//! [`FieldSlot`] says where a member of the source is. Structs without bit-fields have the members of the source, one for one.

use crate::function::FuncLowerer;
use crate::place::{Part, Target};
use hlslc_hir::types::{ScalarClass, ScalarKind};
use hlslc_ir::{Op, Scalar, Type, Value};

/// The place of a member of a struct in the IR struct.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldSlot {
    /// Member of the IR struct.
    pub(crate) index: u32,
    /// The bits of it, for a bit-field.
    pub(crate) bits: Option<BitRange>,
}

/// Some bits of a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BitRange {
    /// Lowest bit.
    pub(crate) offset: u32,
    /// Number of bits.
    pub(crate) width: u32,
    /// Kind of the value that they hold.
    pub(crate) kind: ScalarKind,
}

impl BitRange {
    /// The bits, at the low end.
    pub(crate) fn mask(self) -> u64 {
        if self.width >= 64 { u64::MAX } else { (1 << self.width) - 1 }
    }
}

/// The number that bit-fields of a kind are stored in.
pub(crate) fn storage(scalar: Scalar) -> Scalar {
    if scalar == Scalar::Bool { Scalar::I32 } else { scalar }
}

impl FuncLowerer<'_, '_> {
    /// The place of member `field` in a struct of IR type `ty`.
    pub(crate) fn field_slot(&self, ty: Type, field: u32) -> FieldSlot {
        let whole = FieldSlot { index: field, bits: None };
        let packed = self.b.ctx.struct_of(ty).and_then(|id| self.cx.packed_fields(id));
        packed.and_then(|slots| slots.get(field as usize)).copied().unwrap_or(whole)
    }

    /// Whether a struct of IR type `ty` has bit-fields.
    pub(crate) fn has_bit_fields(&self, ty: Type) -> bool {
        self.b.ctx.struct_of(ty).is_some_and(|id| self.cx.packed_fields(id).is_some())
    }

    /// Member of a struct value.
    pub(crate) fn member(&mut self, value: Value, field: u32) -> Value {
        let slot = self.field_slot(self.b.func.ty(value), field);
        let part = self.b.extract(value, slot.index);
        match slot.bits {
            Some(bits) => self.extract_bits(part, bits),
            None => part,
        }
    }

    /// A struct value from the members of the source.
    pub(crate) fn struct_value(&mut self, ty: Type, members: &[Value]) -> Value {
        if !self.has_bit_fields(ty) {
            return self.b.construct(ty, members);
        }
        let mut parts: Vec<Value> = Vec::new();
        for (field, &member) in members.iter().enumerate() {
            let slot = self.field_slot(ty, field as u32);
            match (slot.bits, parts.get(slot.index as usize).copied()) {
                (None, _) => parts.push(member),
                (Some(bits), shared) => {
                    let unit = shared.unwrap_or_else(|| {
                        let unit = self.part_of(ty, slot.index);
                        self.b.zero(unit)
                    });
                    let unit = self.insert_bits(unit, member, bits);
                    parts.truncate(slot.index as usize);
                    parts.push(unit);
                }
            }
        }
        self.b.construct(ty, &parts)
    }

    /// The value that bits of a number hold.
    pub(crate) fn extract_bits(&mut self, unit: Value, bits: BitRange) -> Value {
        let total = self.scalar_of(unit).bits();
        if bits.kind.class() == ScalarClass::Signed {
            let up = self.int_like(unit, i64::from(total.saturating_sub(bits.offset + bits.width)));
            let down = self.int_like(unit, i64::from(total.saturating_sub(bits.width)));
            let shifted = self.b.op(Op::Shl, &[unit, up]);
            return self.b.op(Op::AShr, &[shifted, down]);
        }
        let mut value = unit;
        if bits.offset > 0 {
            let offset = self.int_like(unit, i64::from(bits.offset));
            value = self.b.op(Op::LShr, &[unit, offset]);
        }
        if bits.offset + bits.width < total {
            let mask = self.int_like(unit, bits.mask() as i64);
            value = self.b.op(Op::And, &[value, mask]);
        }
        if bits.kind == ScalarKind::Bool {
            let zero = self.int_like(value, 0);
            value = self.b.op(Op::INe, &[value, zero]);
        }
        value
    }

    /// What a place has of a value that was stored there: a bit-field keeps its low bits.
    pub(crate) fn kept(&mut self, target: &Target, value: Value) -> Value {
        if let Part::Bits(bits, _) = target.part
            && bits.kind != ScalarKind::Bool
        {
            return self.extract_bits(value, BitRange { offset: 0, ..bits });
        }
        value
    }

    /// A number with some bits replaced by the low ones of a value.
    pub(crate) fn insert_bits(&mut self, unit: Value, value: Value, bits: BitRange) -> Value {
        let value = if self.scalar_of(value) == Scalar::Bool {
            let scalar = self.scalar_of(unit);
            self.b.cast(Op::ZExt, value, scalar)
        } else {
            value
        };
        let keep = self.int_like(unit, !(bits.mask() << bits.offset) as i64);
        let kept = self.b.op(Op::And, &[unit, keep]);
        let mask = self.int_like(unit, bits.mask() as i64);
        let mut placed = self.b.op(Op::And, &[value, mask]);
        if bits.offset > 0 {
            let offset = self.int_like(unit, i64::from(bits.offset));
            placed = self.b.op(Op::Shl, &[placed, offset]);
        }
        self.b.op(Op::Or, &[kept, placed])
    }
}
