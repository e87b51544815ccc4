//! Finds the parameters that stay SSA values.
//!
//! Input: a function. Output: its locals that need memory, because something writes to them or takes a part that only a
//! pointer can select.
//!
//! Most functions only read their `in` parameters. Those need no variable that a pass would promote again: a load of one is
//! the value, or some components of it.

use crate::function::FuncLowerer;
use cranelift_entity::EntitySet;
use hlslc_hir::hir::{Function, LocalId, Param, ParamMode, Place, PlaceBase, Projection};
use hlslc_hir::places::PlaceUse;
use hlslc_ir::Value;

/// The locals of a function that are more than read, whole or by components of a vector.
pub(crate) fn in_memory(f: &Function) -> EntitySet<LocalId> {
    let mut found = EntitySet::new();
    for (what, place) in f.exprs.values().flat_map(|expr| expr.kind.places()) {
        let is_value = what == PlaceUse::Load && matches!(place.projections.as_slice(), [] | [Projection::Swizzle(_)]);
        if let (false, &PlaceBase::Local(local)) = (is_value, &place.base) {
            found.insert(local);
        }
    }
    found
}

impl FuncLowerer<'_, '_> {
    /// Whether a parameter can be the value that is passed: a scalar, vector or matrix that nothing needs in memory. What is not
    /// to be optimised keeps all of them there. Debug information makes no difference: the code must be the same with it.
    pub(crate) fn stays_value(&self, param: &Param, in_memory: &EntitySet<LocalId>) -> bool {
        param.mode == ParamMode::In
            && !self.cx.options.disable_optimizations
            && !in_memory.contains(param.local)
            && self.kind_of(self.f.locals[param.local].ty).is_some()
    }

    /// The value of a place that is a parameter without a variable.
    pub(crate) fn value_of_param(&mut self, place: &Place) -> Option<Value> {
        let PlaceBase::Local(local) = place.base else { return None };
        let value = self.values[local]?;
        Some(match place.projections.as_slice() {
            [Projection::Swizzle(lanes)] => {
                self.at(place.span);
                self.b.swizzle(value, lanes)
            }
            _ => value,
        })
    }
}
