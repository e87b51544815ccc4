//! Finds the parameters that a function only writes.
//!
//! Input: a function and one of its parameters. Output: whether neither the function nor the functions to which it
//! passes the parameter read it.
//!
//! Each thread of a mesh shader writes some elements of the output arrays. A function that receives such an array and only
//! writes to it must write in place: a copy that is copied back would write the elements of all other threads. A function
//! that reads it works on a copy, as outputs cannot be read.

use crate::state::Shared;
use hlslc_hir::hir::{Arg, ExprKind, FuncId, LocalId, ParamMode, Place, PlaceBase};
use hlslc_hir::places::PlaceUse;

/// A parameter of a function.
type Param = (FuncId, LocalId);

impl Shared<'_> {
    /// Whether a function only writes a parameter.
    pub(crate) fn only_writes(&mut self, param: Param) -> bool {
        if let Some(&known) = self.only_writes.get(&param) {
            return known;
        }
        // The parameters to which the parameter is passed, transitively, until one is found that is read.
        let mut seen = vec![param];
        let mut at = 0;
        let mut reads = false;
        while let (false, Some(&param)) = (reads, seen.get(at)) {
            at += 1;
            for kind in self.program.funcs[param.0].exprs.values().map(|expr| &expr.kind) {
                reads |= self.is_read_by(param.1, kind, &mut seen);
            }
        }
        self.only_writes.insert(param, !reads);
        !reads
    }

    /// Whether an expression reads a local; the parameters to which it passes the local are added.
    fn is_read_by(&self, local: LocalId, kind: &ExprKind, passed_on: &mut Vec<Param>) -> bool {
        let starts = |place: &Place| matches!(place.base, PlaceBase::Local(base) if base == local);
        let is_call = matches!(kind, ExprKind::Call { .. });
        let reads = kind.places().any(|(what, place)| match what {
            PlaceUse::Load | PlaceUse::Update | PlaceUse::This | PlaceUse::Ref => starts(place),
            // The callee decides whether the argument is read.
            PlaceUse::InOut => !is_call && starts(place),
            PlaceUse::Resource | PlaceUse::Assign | PlaceUse::Out => false,
        });
        let ExprKind::Call { func, args, .. } = kind else { return reads };
        let params = &self.program.funcs[*func].params;
        args.iter().zip(params).fold(reads, |reads, (arg, param)| match arg {
            Arg::InOut { place, param_ty } if starts(place) => {
                let is_whole = place.projections.is_empty() && place.ty == *param_ty;
                let next = (*func, param.local);
                if !is_whole || param.mode != ParamMode::InOut {
                    return true;
                }
                if !passed_on.contains(&next) {
                    passed_on.push(next);
                }
                reads
            }
            Arg::In(_) | Arg::Out { .. } | Arg::InOut { .. } | Arg::Ref(_) => reads,
        })
    }
}
