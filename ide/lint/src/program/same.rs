//! Decides whether two expressions are the same computation on the same variables.
//!
//! Input: two expressions of a function. Output: whether they have one shape, with the same constants and places, and nothing in them
//! writes anything. Both are taken to be evaluated at one point, so a variable has one value in both.

use super::Body;
use hlslc_hir::hir::{Arg, ExprId, ExprKind, Place, PlaceBase, Projection};

/// Nested expressions that are compared.
const DEPTH: u32 = 16;

/// Whether two expressions are the same.
pub fn is_same(body: &Body<'_>, a: ExprId, b: ExprId) -> bool {
    expressions(body, a, b, DEPTH)
}

fn expressions(body: &Body<'_>, a: ExprId, b: ExprId, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    if a == b {
        return true;
    }
    let (left, right) = (body.expr(a), body.expr(b));
    if left.ty != right.ty {
        return false;
    }
    let same = |a: ExprId, b: ExprId| expressions(body, a, b, depth);
    match (&left.kind, &right.kind) {
        (ExprKind::Const(a), ExprKind::Const(b)) => a == b,
        (ExprKind::Load(a), ExprKind::Load(b)) | (ExprKind::Resource(a), ExprKind::Resource(b)) => {
            places(body, a, b, depth)
        }
        (ExprKind::Unary(op, a), ExprKind::Unary(other, b)) => op == other && same(*a, *b),
        (ExprKind::Binary(op, a, b), ExprKind::Binary(other, c, d)) => op == other && same(*a, *c) && same(*b, *d),
        (ExprKind::Convert(how, a), ExprKind::Convert(other, b)) => how == other && same(*a, *b),
        (ExprKind::Swizzle(a, of), ExprKind::Swizzle(b, other)) => of == other && same(*a, *b),
        (ExprKind::MatrixSwizzle(a, of), ExprKind::MatrixSwizzle(b, other)) => of == other && same(*a, *b),
        (ExprKind::Member(a, of), ExprKind::Member(b, other)) => of == other && same(*a, *b),
        (ExprKind::Index(a, at), ExprKind::Index(b, other)) => same(*a, *b) && same(*at, *other),
        (ExprKind::Construct(a), ExprKind::Construct(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| same(a, b))
        }
        (
            ExprKind::Intrinsic { id, object, args },
            ExprKind::Intrinsic { id: other, object: other_object, args: others },
        ) => {
            let objects = match (object, other_object) {
                (None, None) => true,
                (Some(a), Some(b)) => same(*a, *b),
                _ => false,
            };
            let all = args.iter().zip(others).all(|(a, b)| match (a, b) {
                (Arg::In(a), Arg::In(b)) => same(*a, *b),
                _ => false,
            });
            id == other && id.row().only_answers() && objects && args.len() == others.len() && all
        }
        _ => false,
    }
}

fn places(body: &Body<'_>, a: &Place, b: &Place, depth: u32) -> bool {
    let same = |a: ExprId, b: ExprId| expressions(body, a, b, depth);
    let bases = match (&a.base, &b.base) {
        (PlaceBase::Local(a), PlaceBase::Local(b)) => a == b,
        (PlaceBase::Global(a), PlaceBase::Global(b)) => a == b,
        (PlaceBase::This, PlaceBase::This) => true,
        (PlaceBase::Temporary(a), PlaceBase::Temporary(b))
        | (PlaceBase::BufferContents(a), PlaceBase::BufferContents(b)) => same(*a, *b),
        // Another thread may have written between the two.
        _ => false,
    };
    bases
        && a.projections.len() == b.projections.len()
        && a.projections.iter().zip(&b.projections).all(|steps| match steps {
            (Projection::Field(a), Projection::Field(b)) => a == b,
            (Projection::Index(a), Projection::Index(b)) => same(*a, *b),
            (Projection::Swizzle(a), Projection::Swizzle(b)) => a == b,
            (Projection::MatrixSwizzle(a), Projection::MatrixSwizzle(b)) => a == b,
            _ => false,
        })
}
