//! Checks the places that `packoffset` gives to the members of a buffer: they must not overlap, and all or none should have
//! one.
//!
//! As in dxc, members may start at the same place intentionally, and a member occupies the bytes of its scalars, without
//! the padding between them. A resource is not stored in the buffer, but it counts here with the size of its class in dxc
//! ([`object_extent`]).

use crate::cx::Checker;
use crate::errors;
use crate::facts::PackedMember;
use hlslc_base::{Span, Symbol};
use hlslc_hir::objects::{ObjectClass, ObjectKind, ObjectParams, ObjectShape};
use hlslc_hir::types::{ObjectArg, StructId, Ty, TyData};
use hlslc_semantics::layout::{Extent, Members, Rules};
use hlslc_semantics::texture::{TextureDim, TextureUse};

/// Bytes of the handle that every class of resources without elements has.
const HANDLE: Extent = Extent::opaque(4, 4);

impl Checker<'_> {
    /// Notes a member of a buffer for [`check_packing`](Self::check_packing).
    pub(super) fn note_packed(&mut self, layout: StructId, name: Symbol, span: Span, ty: Ty, offset: Option<u32>) {
        self.packed.entry(layout).or_default().push(PackedMember { name, span, ty, offset });
    }

    /// Checks the members of a buffer against each other.
    pub fn check_packing(&mut self, layout: StructId, span: Span) {
        let members = self.packed.remove(&layout).unwrap_or_default();
        let offsets = members.iter().enumerate();
        let mut placed: Vec<(u64, usize)> =
            offsets.filter_map(|(index, member)| member.offset.map(|offset| (u64::from(offset), index))).collect();
        if placed.is_empty() {
            return;
        }
        if placed.len() < members.len() {
            self.report(errors::packoffset_on_some(span));
            return;
        }
        placed.sort_unstable();
        // The member that reaches farthest of those that begin before, and of those that begin here.
        let mut before: Option<(u64, usize)> = None;
        let mut here: Option<(u64, usize)> = None;
        let mut last = 0;
        let mut overlap = None;
        for (start, index) in placed {
            if start != last {
                before = before.max(here.take());
                last = start;
            }
            if let Some((_, other)) = before.filter(|&(end, _)| end > start) {
                overlap = Some((index.max(other), index.min(other)));
                break;
            }
            let end = start.saturating_add(self.memory_size(members[index].ty).0);
            here = here.max(Some((end, index)));
        }
        let Some((index, other)) = overlap else { return };
        let (member, other) = (&members[index], &members[other]);
        let (name, other_name) = (self.names.text(member.name).to_owned(), self.names.text(other.name).to_owned());
        let error = errors::packoffset_overlaps(member.span, &name, &other_name);
        self.report(error.label(other.span, "it stands here already"));
    }

    /// Whether a member may begin at a component of a register other than the first.
    pub(super) fn fits_component(&self, ty: Ty, component: u32) -> bool {
        match self.types().data(ty) {
            TyData::Scalar(_) | TyData::Vector(..) => u64::from(component) * 4 + self.memory_size(ty).0 <= 16,
            // The classes of dxc that are templates; the others are structs to it.
            TyData::Object(kind, _) => kind.info().params != ObjectParams::None,
            TyData::Error
            | TyData::Void
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Struct(_)
            | TyData::Enum(_)
            | TyData::String => false,
        }
    }

    /// The extent of a resource in the rules of `packoffset`: that of its class in dxc, which holds an element of the resource, and in
    /// a texture one more handle for `mips` and one for `sample`, where it has them.
    pub(super) fn object_extent(&self, kind: ObjectKind, args: &[ObjectArg]) -> Extent {
        let info = kind.info();
        let is_bound =
            matches!(info.class, ObjectClass::Srv | ObjectClass::Uav | ObjectClass::Cbv | ObjectClass::Sampler);
        if !is_bound {
            return Extent::opaque(0, 1);
        }
        let element = args.iter().find_map(|arg| match arg {
            ObjectArg::Type(ty) => Some(self.memory_extent(*ty)),
            ObjectArg::Number(_) => None,
        });
        let texture = match info.shape {
            ObjectShape::TypedBuffer | ObjectShape::StructuredBuffer => return element.unwrap_or(HANDLE),
            ObjectShape::Texture(texture) if texture.used != TextureUse::Feedback => texture,
            ObjectShape::None
            | ObjectShape::RawBuffer
            | ObjectShape::ConstantBuffer
            | ObjectShape::Texture(_)
            | ObjectShape::Elements => return HANDLE,
        };
        let has_samples = matches!(texture.shape.dim, TextureDim::D2Ms);
        let has_mips = texture.used == TextureUse::Read && texture.shape.dim != TextureDim::Cube;
        let mut members = Members::after(Rules::STRUCTURED, 0);
        members.next(&element.unwrap_or(HANDLE), false);
        if has_samples || has_mips {
            members.next(&HANDLE, false);
        }
        members.finish()
    }
}
