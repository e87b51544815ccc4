//! Which parameters stay the values that are passed.
//!
//! In: a function. Out: those of its locals that need memory, because something writes to them or asks for a part that only a pointer
//! leads to.
//!
//! Most functions only read their `in` parameters. Those need no variable, which passes would make a value again: a load of one is the
//! value, or some components of it.

use crate::function::FuncLowerer;
use cranelift_entity::EntitySet;
use hlslc_hir::hir::{Arg, ExprKind, Function, LocalId, Param, ParamMode, Place, PlaceBase, Projection};
use hlslc_ir::Value;

/// The locals of a function that are more than read, whole or by components of a vector.
pub(crate) fn in_memory(f: &Function) -> EntitySet<LocalId> {
    let mut found = EntitySet::new();
    for expr in f.exprs.values() {
        let mut needs_memory = |place: &Place| {
            if let PlaceBase::Local(local) = place.base {
                found.insert(local);
            }
        };
        match &expr.kind {
            ExprKind::Load(place) if matches!(place.projections.as_slice(), [] | [Projection::Swizzle(_)]) => {}
            ExprKind::Load(place)
            | ExprKind::Resource(place)
            | ExprKind::Assign { place, .. }
            | ExprKind::Update { place, .. }
            | ExprKind::Step { place, .. } => needs_memory(place),
            ExprKind::Call { this, args, .. } => {
                this.as_deref().into_iter().for_each(&mut needs_memory);
                args.iter().filter_map(place_of).for_each(needs_memory);
            }
            ExprKind::Intrinsic { args, .. } => args.iter().filter_map(place_of).for_each(needs_memory),
            ExprKind::Error
            | ExprKind::Const(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::ShortCircuit { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Select { .. }
            | ExprKind::Convert(..)
            | ExprKind::Swizzle(..)
            | ExprKind::MatrixSwizzle(..)
            | ExprKind::Member(..)
            | ExprKind::Index(..)
            | ExprKind::Construct(_)
            | ExprKind::Sequence(..)
            | ExprKind::NonUniform(_) => {}
        }
    }
    found
}

/// The place that an argument passes on.
fn place_of(arg: &Arg) -> Option<&Place> {
    match arg {
        Arg::In(_) => None,
        Arg::Out { place, .. } | Arg::InOut { place, .. } | Arg::Ref(place) => Some(place),
    }
}

impl FuncLowerer<'_, '_> {
    /// Whether a parameter can be the value that is passed: a number, vector or matrix that nothing needs in memory. A debugger
    /// wants to find all of them there, and what is not to be optimised keeps them.
    pub(crate) fn stays_value(&self, param: &Param, in_memory: &EntitySet<LocalId>) -> bool {
        let options = &self.cx.options;
        param.mode == ParamMode::In
            && !options.debug
            && !options.disable_optimizations
            && !in_memory.contains(param.local)
            && self.kind_of(self.f.locals[param.local].ty).is_some()
    }

    /// What a load gives if the place is a parameter that stayed a value.
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
