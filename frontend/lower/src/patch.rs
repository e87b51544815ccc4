//! Lowers patches: the control points that a hull, domain or geometry shader reads.
//!
//! A parameter that is a patch is a pointer to where the points are, so that only those are read that the shader asks for. Anything
//! else of such a type (a local or static variable, a member, an element, a result) is a copy of all points, as in DXC: an array. A function
//! therefore has one instance for each memory that its patch lies in ([`instance`](crate::instance)).

use crate::function::FuncLowerer;
use crate::instance::Bound;
use crate::place::Part;
use crate::state::Shared;
use hlslc_hir::hir::{Arg, ExprId, ExprKind, LocalId, PlaceBase};
use hlslc_hir::objects::ObjectClass;
use hlslc_hir::places::PlaceUse;
use hlslc_hir::types::{Ty, TyData};
use hlslc_ir::{AddressSpace, Value};

impl Shared<'_> {
    /// Whether a type is a patch.
    pub(crate) fn is_patch(&self, ty: Ty) -> bool {
        matches!(self.program.types.data(ty), TyData::Object(kind, _) if kind.info().class == ObjectClass::Patch)
    }
}

impl<'p> FuncLowerer<'_, 'p> {
    /// A pointer to the points of a patch.
    pub(crate) fn patch_memory(&mut self, patch: ExprId) -> Value {
        if let ExprKind::Resource(place) | ExprKind::Load(place) = &self.f.exprs[patch].kind {
            let target = self.place(place);
            if matches!(target.part, Part::Whole) {
                return target.pointer;
            }
        }
        let points = self.value(patch);
        self.copy_of(points)
    }

    /// What a parameter of type `param` is bound to, and the pointer that is passed, if it is a patch.
    pub(crate) fn patch_argument(&mut self, arg: &'p Arg, param: Ty) -> Option<(Bound, Value)> {
        let Arg::In(patch) = arg else { return None };
        if !self.cx.is_patch(param) {
            return None;
        }
        let pointer = self.patch_memory(*patch);
        match self.b.ctx.pointee(self.b.func.ty(pointer)) {
            Some((_, AddressSpace::Input)) => Some((Bound::AsDeclared, pointer)),
            Some((_, AddressSpace::Function)) => Some((Bound::Given(AddressSpace::Function), pointer)),
            // The callee may write to a static variable.
            _ => {
                let points = self.b.load(pointer);
                Some((Bound::Given(AddressSpace::Function), self.copy_of(points)))
            }
        }
    }

    /// The memory of a parameter that is a patch: that of the caller, unless the function writes to it.
    pub(crate) fn own_patch(&mut self, param: LocalId, pointer: Value) -> Value {
        let mut places = self.f.exprs.values().flat_map(|expr| expr.kind.places());
        let is_written = places.any(|(what, place)| {
            let reads = matches!(what, PlaceUse::Load | PlaceUse::Resource);
            !reads && matches!(place.base, PlaceBase::Local(local) if local == param)
        });
        if !is_written {
            return pointer;
        }
        let points = self.b.load(pointer);
        self.copy_of(points)
    }

    fn copy_of(&mut self, points: Value) -> Value {
        let copy = self.variable_of(self.b.func.ty(points));
        self.b.store(copy, points);
        copy
    }
}
