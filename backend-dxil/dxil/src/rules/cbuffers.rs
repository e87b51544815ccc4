//! Checks the layout of constant buffers as the annotations of their structs state it: members inside, apart from each
//! other, arrays at registers.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::shader::{FieldAnnotation, Orientation, StructAnnotation, TypeAnnotations};
use crate::types::{Type, TypeId};

use super::{Checker, Demand};

/// The bytes of a register.
const REGISTER: u64 = 16;
/// The most members that are looked at, each element of an array of structs counted; a constant buffer has no more bytes.
const MOST_MEMBERS: usize = 1 << 16;

/// What is known of a constant buffer's struct.
struct Layout<'m> {
    annotations: FxHashMap<TypeId, &'m StructAnnotation>,
    /// The bytes that are taken: first and last.
    taken: BTreeMap<u64, u64>,
    left: usize,
}

impl Layout<'_> {
    /// Takes bytes; says whether they were free.
    fn take(&mut self, first: u64, size: u64) -> bool {
        let last = first + size - 1;
        let is_free = self.taken.range(..=last).next_back().is_none_or(|(_, &end)| end < first);
        if is_free {
            self.taken.insert(first, last);
        }
        is_free
    }
}

impl Checker<'_> {
    /// Checks the members of a constant buffer; a struct without annotation may lie as it likes.
    pub(super) fn constant_layout(&mut self, of: &str, ty: TypeId, annotations: &TypeAnnotations) {
        if !annotations.structs.iter().any(|annotation| annotation.ty == ty) {
            return;
        }
        let by_type = annotations.structs.iter().map(|annotation| (annotation.ty, annotation)).collect();
        let mut layout = Layout { annotations: by_type, taken: BTreeMap::new(), left: MOST_MEMBERS };
        let mut work = vec![(ty, 0)];
        while let Some((ty, base)) = work.pop() {
            let Some(&annotation) = layout.annotations.get(&ty) else { continue };
            let types = self.module.types.struct_fields(ty).unwrap_or_default();
            for (field, &ty) in annotation.fields.iter().zip(types) {
                self.member(of, &mut layout, annotation, field, ty, base, &mut work);
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the state of one loop")]
    fn member(
        &mut self,
        of: &str,
        layout: &mut Layout<'_>,
        parent: &StructAnnotation,
        field: &FieldAnnotation,
        ty: TypeId,
        base: u64,
        work: &mut Vec<(TypeId, u64)>,
    ) {
        let offset = u64::from(field.offset.unwrap_or(0));
        let at = base + offset;
        let name = field.name.as_ref().map_or(String::new(), |name| format!(".{name}"));
        let of = || format!("{of}{name} at {at}");
        let (mut element, mut count) = (ty, 1u64);
        while let Type::Array { elem, len } = self.module.types.get(element) {
            count = count.saturating_mul(*len);
            element = *elem;
        }
        let is_array = element != ty;
        if is_array && !offset.is_multiple_of(REGISTER) {
            self.demand_of(Demand::ConstantAlignment, &of());
            return;
        }
        let size = self.member_size(layout, field, element);
        let stride = size.next_multiple_of(REGISTER);
        let bytes = if count == 0 { size } else { (count - 1).saturating_mul(stride).saturating_add(size) };
        if offset.saturating_add(bytes) > u64::from(parent.size) {
            self.demand_of(Demand::ConstantOverflow, &of());
            return;
        }
        if layout.annotations.contains_key(&element) {
            let taken = usize::try_from(count).unwrap_or(usize::MAX).min(layout.left);
            layout.left -= taken;
            work.extend((0..taken as u64).map(|index| (element, at + index * stride)));
        } else if bytes > 0 && !layout.take(at, bytes) {
            self.demand_of(Demand::ConstantOverlap, &of());
        }
    }

    /// The bytes of a member, or of an element if it is an array.
    fn member_size(&self, layout: &Layout<'_>, field: &FieldAnnotation, ty: TypeId) -> u64 {
        use crate::signature::ComponentType as C;
        let component = match field.component {
            Some(C::I64 | C::U64 | C::F64 | C::SNormF64 | C::UNormF64) => 8,
            Some(component) if component.is_16bit() && self.module.has_native_16bit() => 2,
            _ => 4,
        };
        if let Type::Vector { len, .. } = self.module.types.get(ty) {
            return component * u64::from(*len);
        }
        if self.module.types.struct_fields(ty).is_none() {
            return component;
        }
        if let Some(annotation) = layout.annotations.get(&ty) {
            return annotation.size.into();
        }
        field.matrix.map_or(0, |matrix| {
            let (rows, columns) = match matrix.orientation {
                Some(Orientation::ColumnMajor) => (matrix.columns, matrix.rows),
                Some(Orientation::RowMajor) | None => (matrix.rows, matrix.columns),
            };
            u64::from(rows.saturating_sub(1)) * REGISTER + u64::from(columns) * 4
        })
    }
}
