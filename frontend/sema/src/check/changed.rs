//! Checks the result of a compound operator as the place of another one: `(a = 2) *= b`, `++(++a)`.
//!
//! Input: the expression that changes a place. Output: the place, if evaluating it twice is correct: it is evaluated for
//! the first change and again for the second, so it must have no effects.

use crate::cx::Checker;
use hlslc_hir::hir::{ExprId, ExprKind, Place, PlaceBase, Projection};

/// So deep is looked into an expression on the way to a place.
const DEPTH: u32 = 16;

impl Checker<'_> {
    /// The place that an expression changes, if it can be come by once more.
    pub(crate) fn place_changed_by(&self, mut change: ExprId) -> Option<&Place> {
        let place = loop {
            #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression changes a variable")]
            match &self.body.func.exprs[change].kind {
                // Changes that come first.
                ExprKind::Sequence(_, last) => change = *last,
                ExprKind::Assign { place, .. } | ExprKind::Update { place, .. } | ExprKind::Step { place, .. } => {
                    break place;
                }
                _ => return None,
            }
        };
        self.may_repeat_place(place).then_some(place)
    }

    /// Whether nothing happens on the way to a place.
    pub(super) fn may_repeat_place(&self, place: &Place) -> bool {
        self.may_repeat_place_within(place, DEPTH)
    }

    fn may_repeat_place_within(&self, place: &Place, depth: u32) -> bool {
        let is_plain = |expr: ExprId| self.may_repeat(expr, depth);
        let starts_plain = match &place.base {
            PlaceBase::Local(_) | PlaceBase::Global(_) | PlaceBase::This => true,
            PlaceBase::Temporary(value) | PlaceBase::BufferContents(value) | PlaceBase::Pointee(value) => {
                is_plain(*value)
            }
            PlaceBase::Element { object, index, mip, sample } => {
                let parts = [Some(*object), Some(*index), mip.expand(), sample.expand()];
                parts.into_iter().flatten().all(is_plain)
            }
            PlaceBase::HeapElement { index, .. } => is_plain(*index),
        };
        let steps_plain = place.projections.iter().all(|step| match step {
            Projection::Index(index) => is_plain(*index),
            Projection::Field(_) | Projection::Swizzle(_) | Projection::MatrixSwizzle(_) => true,
        });
        starts_plain && steps_plain
    }

    /// Whether an expression does nothing but compute; where that takes long to find, it is taken not to.
    fn may_repeat(&self, expr: ExprId, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        match &self.body.func.exprs[expr].kind {
            ExprKind::Const(_) => true,
            ExprKind::Load(place) | ExprKind::Resource(place) => self.may_repeat_place_within(place, depth),
            ExprKind::Unary(_, value)
            | ExprKind::Convert(_, value)
            | ExprKind::Swizzle(value, _)
            | ExprKind::MatrixSwizzle(value, _)
            | ExprKind::Member(value, _)
            | ExprKind::NonUniform(value) => self.may_repeat(*value, depth),
            ExprKind::Binary(_, left, right) | ExprKind::Index(left, right) => {
                self.may_repeat(*left, depth) && self.may_repeat(*right, depth)
            }
            ExprKind::Construct(parts) => parts.iter().all(|&part| self.may_repeat(part, depth)),
            ExprKind::Error
            | ExprKind::ShortCircuit { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Select { .. }
            | ExprKind::Sequence(..)
            | ExprKind::Assign { .. }
            | ExprKind::Update { .. }
            | ExprKind::Step { .. }
            | ExprKind::Call { .. }
            | ExprKind::Intrinsic { .. } => false,
        }
    }
}
