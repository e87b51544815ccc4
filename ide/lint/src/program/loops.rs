//! Lints of loops whose number of iterations is known: hints that are missing.
//!
//! A loop is counted where it declares its counter with a constant, compares it with one and steps it by one, and nothing else writes it.

use super::{Body, Look};
use crate::errors;
use cranelift_entity::EntitySet;
use hlslc_hir::hir::{BinaryOp, ExprId, ExprKind, GlobalKind, LocalId, PlaceBase, Projection, StmtId, StmtKind};
use hlslc_hir::types::TyData;

/// The most iterations of a loop that is worth to be unrolled for its indices.
const FEW: u64 = 8;
/// The least iterations of a loop that is too long to be unrolled.
const MANY: u64 = 64;
/// Expressions in a loop from which on its copies are no small matter.
const LARGE: usize = 24;

pub(super) fn look(look: &mut Look<'_>, body: &Body<'_>) {
    for stmt in body.func.stmts.values() {
        let StmtKind::Loop { cond: Some(cond), step: Some(step), body: inside, attributes } = stmt.kind else {
            continue;
        };
        if attributes.unroll.is_some() || attributes.keep || attributes.fast_opt || look.is_in_macro(stmt.span) {
            continue;
        }
        let Some((counter, count)) = counted(body, cond, step) else { continue };
        let exprs = || body.func.exprs.iter().filter(|(_, expr)| is_in(body, &expr.span, inside));
        if (2..=FEW).contains(&count) && exprs().any(|(id, _)| indexes_table(body, id, counter)) {
            look.found.push(errors::missing_unroll(stmt.span, count).suggest(
                stmt.span.start(),
                "[unroll] ",
                "add `[unroll]`",
            ));
        } else if count >= MANY && exprs().count() >= LARGE {
            look.found.push(errors::missing_loop(stmt.span, count).suggest(
                stmt.span.start(),
                "[loop] ",
                "add `[loop]`",
            ));
        }
    }
}

fn is_in(body: &Body<'_>, span: &hlslc_base::Span, around: StmtId) -> bool {
    let around = body.func.stmts[around].span;
    around.lo <= span.lo && span.hi <= around.hi
}

/// The counter of a loop and the number of its iterations.
fn counted(body: &Body<'_>, cond: ExprId, step: ExprId) -> Option<(LocalId, u64)> {
    let local_of = |base: &PlaceBase| if let PlaceBase::Local(local) = base { Some(*local) } else { None };
    let (counter, by) = match &body.expr(step).kind {
        ExprKind::Step { place, decrement, .. } if place.projections.is_empty() => {
            (local_of(&place.base)?, if *decrement { -1.0 } else { 1.0 })
        }
        ExprKind::Update { place, op, value, .. } if place.projections.is_empty() => {
            let by = body.number(*value)?;
            match op {
                BinaryOp::Add => (local_of(&place.base)?, by),
                BinaryOp::Sub => (local_of(&place.base)?, -by),
                _ => return None,
            }
        }
        _ => return None,
    };
    let places = body.func.exprs.values().flat_map(|expr| expr.kind.places());
    let writes = places.filter(|(how, place)| how.may_write() && local_of(&place.base) == Some(counter)).count();
    if writes != 1 || by == 0.0 {
        return None;
    }
    let start = body.func.stmts.values().find_map(|stmt| match stmt.kind {
        StmtKind::Declare { local, init: Some(init) } if local == counter => body.number(init),
        _ => None,
    })?;
    let ExprKind::Binary(op, a, b) = body.expr(cond).kind else { return None };
    let is_counter = |id: ExprId| named(body, id) == Some(counter);
    let (op, end) = match (is_counter(a), is_counter(b)) {
        (true, false) => (op, body.number(b)?),
        (false, true) => (mirrored(op)?, body.number(a)?),
        _ => return None,
    };
    let steps = (end - start) / by;
    let count = match op {
        BinaryOp::Lt if by > 0.0 => steps.ceil(),
        BinaryOp::Gt if by < 0.0 => steps.ceil(),
        BinaryOp::Le if by > 0.0 => steps.floor() + 1.0,
        BinaryOp::Ge if by < 0.0 => steps.floor() + 1.0,
        BinaryOp::Ne if steps.fract() == 0.0 => steps,
        _ => return None,
    };
    (1.0..1e9).contains(&count).then_some((counter, count as u64))
}

fn mirrored(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        BinaryOp::Ne => BinaryOp::Ne,
        _ => return None,
    })
}

/// The variable that an expression loads, through conversions.
fn named(body: &Body<'_>, mut id: ExprId) -> Option<LocalId> {
    loop {
        match &body.expr(id).kind {
            ExprKind::Convert(_, inner) => id = *inner,
            ExprKind::Load(place) if place.projections.is_empty() => match place.base {
                PlaceBase::Local(local) => return Some(local),
                _ => return None,
            },
            _ => return None,
        }
    }
}

/// Whether an expression accesses an array of the shader's own, local or constant, by an index that the counter is part of.
fn indexes_table(body: &Body<'_>, id: ExprId, counter: LocalId) -> bool {
    body.expr(id).kind.places().any(|(_, place)| {
        let is_own = match place.base {
            PlaceBase::Local(_) => true,
            PlaceBase::Global(global) => matches!(body.program.globals[global].kind, GlobalKind::Constant),
            _ => false,
        };
        let indices = place.projections.iter().filter_map(|step| match step {
            Projection::Index(index) => Some(*index),
            _ => None,
        });
        // A component of a vector by an index is no table.
        let of = match place.base {
            PlaceBase::Local(local) => body.func.locals[local].ty,
            PlaceBase::Global(global) => body.program.globals[global].ty,
            _ => place.ty,
        };
        let is_array = matches!(body.program.types.data(of), TyData::Array(..));
        is_own && is_array && indices.into_iter().any(|index| mentions(body, index, counter))
    })
}

fn mentions(body: &Body<'_>, id: ExprId, counter: LocalId) -> bool {
    let (mut open, mut seen) = (vec![id], EntitySet::new());
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        if named(body, id) == Some(counter) {
            return true;
        }
        body.expr(id).kind.for_each_operand(|operand, _| open.push(operand));
    }
    false
}
