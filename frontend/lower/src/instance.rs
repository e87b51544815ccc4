//! Creates instances of functions with unsized array parameters.
//!
//! The size of such a parameter is that of the argument. A function is therefore lowered once for each combination of
//! arguments: a declared array of resources, which the parameter then names, bounded or not, or a value, whose size the
//! parameter takes. The same holds for what a ray tracing shader receives by reference, and for the output arrays of mesh
//! shaders, which functions access in place. All other functions have one instance.

use crate::function::FuncLowerer;
use hlslc_hir::hir::{Arg, ExprKind, FuncId, GlobalId, GlobalKind, Place, PlaceBase};
use hlslc_hir::types::{Ty, TyData};
use hlslc_ir::{AddressSpace, Type, Value};

/// The binding of a parameter in an instance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Bound {
    /// As it is declared.
    AsDeclared,
    /// Another name of this global array of resources. No value is passed.
    Global(GlobalId),
    /// An array of this type.
    Sized(Type),
    /// A reference to memory of the caller: a parameter of a ray shader (which may end before anything is copied back),
    /// an array that a mesh shader's threads write in parts ([`outputs`](crate::outputs)), or a copy of a patch.
    Given(AddressSpace),
}

/// A function, and what its parameters are; none is named where all are as declared.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Instance {
    /// The function.
    pub(crate) func: FuncId,
    bounds: Vec<Bound>,
    /// Whether the pipeline starts it as a ray shader: then it reads and writes what it is given by reference where that is.
    pub(crate) is_ray_shader: bool,
}

impl Instance {
    /// The instance of a function whose parameters are what they say.
    pub(crate) fn of(func: FuncId) -> Self {
        Self { func, bounds: Vec::new(), is_ray_shader: false }
    }

    /// The instance that the wrapper of a ray shader calls.
    pub(crate) fn of_ray_shader(func: FuncId) -> Self {
        Self { is_ray_shader: true, ..Self::of(func) }
    }

    /// The instance for a call with such arguments.
    pub(crate) fn for_call(func: FuncId, mut bounds: Vec<Bound>) -> Self {
        if bounds.iter().all(|&bound| bound == Bound::AsDeclared) {
            bounds.clear();
        }
        Self { func, bounds, is_ray_shader: false }
    }

    /// Whether all parameters are as declared, and nothing else is special.
    pub(crate) fn is_plain(&self) -> bool {
        self.bounds.is_empty() && !self.is_ray_shader
    }

    /// The binding of a parameter.
    pub(crate) fn bound(&self, param: usize) -> Bound {
        self.bounds.get(param).copied().unwrap_or(Bound::AsDeclared)
    }
}

impl<'p> FuncLowerer<'_, 'p> {
    /// The global whose resources a place is, under its own name or that of a parameter.
    pub(crate) fn declared(&self, place: &Place) -> Option<GlobalId> {
        match place.base {
            PlaceBase::Global(id) => self.holds_resource(id, place.ty).then_some(id),
            PlaceBase::Local(local) => self.bound[local],
            PlaceBase::This
            | PlaceBase::Temporary(_)
            | PlaceBase::Element { .. }
            | PlaceBase::Pointee(_)
            | PlaceBase::HeapElement { .. } => None,
            PlaceBase::BufferContents(object) => self.block_around(object, place.ty),
        }
    }

    /// The binding of a parameter of type `param`, and the value passed for it, if it or the argument has no size.
    pub(crate) fn unsized_argument(&mut self, arg: &'p Arg, param: Ty) -> Option<(Bound, Option<Value>)> {
        let Arg::In(expr) = arg else { return None };
        let is_unsized = |ty| matches!(self.cx.program.types.data(ty), TyData::Array(_, None));
        if !is_unsized(param) && !is_unsized(self.f.exprs[*expr].ty) {
            return None;
        }
        if let ExprKind::Load(place) = &self.f.exprs[*expr].kind
            && let Some(id) = self.declared(place)
            && place.projections.is_empty()
            && matches!(self.cx.program.globals[id].kind, GlobalKind::Resource)
        {
            return Some((Bound::Global(id), None));
        }
        let value = self.value(*expr);
        Some((Bound::Sized(self.b.func.ty(value)), Some(value)))
    }
}
