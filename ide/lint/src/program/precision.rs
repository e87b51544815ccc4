//! Lints of numbers that need less than they get: a filter where a texel is read, 32 bits where 16 are enough.

use super::ranges::{Interval, range};
use super::{Body, Look, value};
use crate::errors;
use cranelift_entity::{EntitySet, SecondaryMap};
use hlslc_hir::hir::{Arg, BinaryOp, Conversion, ExprId, ExprKind, LocalId, PlaceBase, StmtKind};
use hlslc_hir::intrinsics::{Expansion, Lowering, SampleLevel, math, textures};
use hlslc_hir::types::{ScalarClass, ScalarKind};

pub(super) fn look(look: &mut Look<'_>, body: &Body<'_>) {
    for expr in body.func.exprs.values() {
        let ExprKind::Intrinsic { id, args, .. } = &expr.kind else { continue };
        let samples = textures::Expansion::Sample(SampleLevel::Level);
        if id.row().lowering != Lowering::Expand(Expansion::Textures(samples)) {
            continue;
        }
        let [_, Arg::In(coordinate), Arg::In(level), ..] = args[..] else { continue };
        if body.number(level) == Some(0.0) && is_centre_of_texel(body, coordinate) {
            look.found.push(errors::sample_at_texel(expr.span));
        }
    }
    small(look, body);
}

/// The value before conversions that change no number, swizzles and variables that are written once.
fn behind(body: &Body<'_>, id: ExprId) -> ExprId {
    let mut id = body.origin(id);
    loop {
        id = match body.expr(id).kind {
            ExprKind::Convert(Conversion::Splat | Conversion::Truncate | Conversion::Reshape, inner)
            | ExprKind::Swizzle(inner, _) => body.origin(inner),
            _ => return id,
        }
    }
}

/// Whether a coordinate is a whole number and a half, times or divided by something.
fn is_centre_of_texel(body: &Body<'_>, id: ExprId) -> bool {
    let is_centre = |id: ExprId| {
        let ExprKind::Binary(BinaryOp::Add, a, b) = body.expr(behind(body, id)).kind else { return false };
        let is_whole = |id: ExprId| match body.expr(behind(body, id)).kind {
            ExprKind::Convert(Conversion::Elements, inner) => body
                .kind(body.expr(inner).ty)
                .is_some_and(|kind| matches!(kind.class(), ScalarClass::Signed | ScalarClass::Unsigned)),
            _ => false,
        };
        body.number(a) == Some(0.5) && is_whole(b) || body.number(b) == Some(0.5) && is_whole(a)
    };
    match body.expr(behind(body, id)).kind {
        ExprKind::Binary(BinaryOp::Mul, a, b) => is_centre(a) || is_centre(b),
        ExprKind::Binary(BinaryOp::Div, a, _) => is_centre(a),
        _ => false,
    }
}

/// What an operand is used for.
#[derive(Clone, Copy, Default, PartialEq)]
enum Use {
    /// It only scales another number.
    Scales,
    /// It is passed on as it is, by this expression.
    Passes(ExprId),
    #[default]
    Other,
}

/// Reports variables between 0 and 1 that only scale other numbers: a 16-bit float has 11 bits for those, and a colour 8.
fn small(look: &mut Look<'_>, body: &Body<'_>) {
    let mut uses: SecondaryMap<ExprId, Use> = SecondaryMap::new();
    for (id, expr) in &body.func.exprs {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Mul, a, b) => [a, b].into_iter().for_each(|&side| uses[side] = Use::Scales),
            ExprKind::Update { op: BinaryOp::Mul, value, .. } => uses[*value] = Use::Scales,
            ExprKind::Convert(Conversion::Splat | Conversion::Truncate, inner) | ExprKind::Swizzle(inner, _) => {
                uses[*inner] = Use::Passes(id);
            }
            ExprKind::Intrinsic { id, args, .. }
                if id.row().lowering == Lowering::Expand(Expansion::Math(math::Expansion::Lerp)) =>
            {
                if let Some(factor) = args.get(2).and_then(value) {
                    uses[factor] = Use::Scales;
                }
            }
            _ => {}
        }
    }
    let scales = |mut id: ExprId| loop {
        match uses[id] {
            Use::Scales => return true,
            Use::Passes(by) => id = by,
            Use::Other => return false,
        }
    };
    let mut others: EntitySet<LocalId> = EntitySet::new();
    let mut loaded: EntitySet<LocalId> = EntitySet::new();
    for (id, expr) in &body.func.exprs {
        for (_, place) in expr.kind.places() {
            let PlaceBase::Local(local) = place.base else { continue };
            loaded.insert(local);
            if !matches!(expr.kind, ExprKind::Load(_)) || !scales(id) {
                others.insert(local);
            }
        }
    }
    for stmt in body.func.stmts.values() {
        let StmtKind::Declare { local, init: Some(init) } = stmt.kind else { continue };
        let variable = &body.func.locals[local];
        let is_small = body.kind(variable.ty) == Some(ScalarKind::Float)
            && !body.written.contains(local)
            && loaded.contains(local)
            && !others.contains(local)
            && !body.is_constant(init)
            && range(body, init).is_some_and(|range| range.is_in(Interval::UNIT));
        if is_small && !look.is_in_macro(variable.span) {
            let name = look.interner.text(variable.name).to_owned();
            look.found.push(errors::half_chance(variable.span, &name));
        }
    }
}
