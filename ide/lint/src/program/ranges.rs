//! Computes the range that a number lies in, as far as the source shows it (interval analysis; Moore: "Interval Analysis", 1966).
//!
//! Input: an expression. Output: an interval, or nothing if it is not known: a number that is read from a buffer or a parameter may
//! be restricted in a manner that no program states, so nothing follows from it. A result that may be negative is so because of what
//! is computed here. Numbers are taken to be real: nothing is rounded.

use super::{Body, value};
use crate::program::same::is_same;
use hlslc_hir::hir::{Arg, BinaryOp, Conversion, ExprId, ExprKind, PlaceBase, UnaryOp};
use hlslc_hir::intrinsics::{Expansion, Lowering, lanes, math, textures};
use hlslc_hir::types::{ObjectArg, ScalarClass, ScalarKind, TyData};
use hlslc_ir::Op;

/// Nested expressions that are looked at.
const DEPTH: u32 = 12;

/// A closed range of numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The least.
    pub low: f64,
    /// The greatest.
    pub high: f64,
}

impl Interval {
    pub const UNIT: Self = Self { low: 0.0, high: 1.0 };
    pub const SIGNED_UNIT: Self = Self { low: -1.0, high: 1.0 };
    pub const POSITIVE: Self = Self { low: 0.0, high: f64::INFINITY };
    pub const ALL: Self = Self { low: f64::NEG_INFINITY, high: f64::INFINITY };

    fn new(low: f64, high: f64) -> Option<Self> {
        (low <= high).then_some(Self { low, high })
    }

    /// Whether all of it lies in another.
    pub fn is_in(self, other: Self) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    fn hull(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn negated(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    fn plus(self, other: Self) -> Option<Self> {
        Self::new(self.low + other.low, self.high + other.high)
    }

    fn times(self, other: Self) -> Option<Self> {
        // Zero times infinity is zero here: the infinity stands for large numbers.
        let product = |a: f64, b: f64| if a == 0.0 || b == 0.0 { 0.0 } else { a * b };
        let all = [
            product(self.low, other.low),
            product(self.low, other.high),
            product(self.high, other.low),
            product(self.high, other.high),
        ];
        Self::new(
            all.iter().copied().fold(f64::INFINITY, f64::min),
            all.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        )
    }
}

/// The range of all components of a float expression.
pub fn range(body: &Body<'_>, id: ExprId) -> Option<Interval> {
    range_of(body, id, DEPTH)
}

fn range_of(body: &Body<'_>, id: ExprId, depth: u32) -> Option<Interval> {
    let depth = depth.checked_sub(1)?;
    let id = body.origin(id);
    if let Some(number) = body.number(id) {
        return Interval::new(number, number);
    }
    let expr = body.expr(id);
    if !body.is_float(expr.ty) {
        return None;
    }
    let of = |id: ExprId| range_of(body, id, depth);
    match &expr.kind {
        ExprKind::Unary(UnaryOp::Neg, inner) => of(*inner).map(Interval::negated),
        ExprKind::Binary(op, a, b) => match op {
            BinaryOp::Add => of(*a)?.plus(of(*b)?),
            BinaryOp::Sub => of(*a)?.plus(of(*b)?.negated()),
            BinaryOp::Mul if is_same(body, *a, *b) => Some(
                of(*a)
                    .and_then(|a| a.times(a))
                    .map_or(Interval::POSITIVE, |square| Interval { low: square.low.max(0.0), high: square.high }),
            ),
            BinaryOp::Mul => of(*a)?.times(of(*b)?),
            _ => None,
        },
        ExprKind::Conditional { then, otherwise, .. } | ExprKind::Select { then, otherwise, .. } => {
            Some(of(*then)?.hull(of(*otherwise)?))
        }
        ExprKind::Convert(conversion, inner) => convert(body, *conversion, *inner, depth),
        ExprKind::Swizzle(inner, _) | ExprKind::Member(inner, _) | ExprKind::Index(inner, _) => of(*inner),
        ExprKind::Load(place) => match place.base {
            PlaceBase::Temporary(inner) => of(inner),
            PlaceBase::Element { object, .. } => by_kind(element_kind(body, object)?),
            _ => by_kind(body.kind(place.ty)?),
        },
        ExprKind::Construct(parts) => {
            let mut parts = parts.iter().map(|&part| of(part));
            let first = parts.next()??;
            parts.try_fold(first, |all, part| Some(all.hull(part?)))
        }
        ExprKind::Intrinsic { id, object, args } => {
            let reads = matches!(
                id.row().lowering,
                Lowering::Expand(Expansion::Textures(
                    textures::Expansion::Sample(_)
                        | textures::Expansion::LoadTexture
                        | textures::Expansion::Gather { .. }
                ))
            );
            let of_format = object.filter(|_| reads).and_then(|object| by_kind(element_kind(body, object)?));
            of_format.or_else(|| intrinsic(body, id.row().lowering, args, depth))
        }
        _ => None,
    }
}

/// The kind of the numbers in a texture or buffer.
fn element_kind(body: &Body<'_>, object: ExprId) -> Option<ScalarKind> {
    let TyData::Object(_, arguments) = body.program.types.data(body.expr(object).ty) else { return None };
    let ObjectArg::Type(element) = *arguments.first()? else { return None };
    body.kind(element)
}

/// What a normalised format says.
fn by_kind(kind: ScalarKind) -> Option<Interval> {
    match kind {
        ScalarKind::UNormFloat | ScalarKind::UNormHalf => Some(Interval::UNIT),
        ScalarKind::SNormFloat | ScalarKind::SNormHalf => Some(Interval::SIGNED_UNIT),
        _ => None,
    }
}

fn convert(body: &Body<'_>, conversion: Conversion, inner: ExprId, depth: u32) -> Option<Interval> {
    let of = |id: ExprId| range_of(body, id, depth);
    let from = body.kind(body.expr(inner).ty)?;
    match conversion {
        Conversion::Elements => match from.class() {
            ScalarClass::Float => of(inner),
            ScalarClass::Bool => Some(Interval::UNIT),
            ScalarClass::Unsigned => Some(Interval::POSITIVE),
            ScalarClass::Signed => None,
        },
        Conversion::Splat | Conversion::Truncate | Conversion::Reshape => of(inner),
        _ => None,
    }
}

fn intrinsic(body: &Body<'_>, lowering: Lowering, args: &[Arg], depth: u32) -> Option<Interval> {
    use math::Expansion as E;
    let arg = |at: usize| args.get(at).and_then(value);
    let of = |at: usize| arg(at).and_then(|id| range_of(body, id, depth));
    match lowering {
        Lowering::Op(op) => match op {
            Op::Saturate | Op::Frac => Some(Interval::UNIT),
            Op::Sin | Op::Cos | Op::Tanh => Some(Interval::SIGNED_UNIT),
            Op::Exp2 | Op::Sqrt | Op::Rsqrt | Op::Acos => Some(Interval::POSITIVE),
            Op::DerivCoarseX | Op::DerivCoarseY | Op::DerivFineX | Op::DerivFineY => Some(Interval::ALL),
            _ => None,
        },
        Lowering::ByClass(Op::FMin, ..) => match (of(0), of(1)) {
            (Some(a), Some(b)) => Some(Interval { low: a.low.min(b.low), high: a.high.min(b.high) }),
            _ => None,
        },
        Lowering::ByClass(Op::FMax, ..) => match (of(0), of(1)) {
            (Some(a), Some(b)) => Some(Interval { low: a.low.max(b.low), high: a.high.max(b.high) }),
            // The other number only makes it larger.
            (Some(only), None) | (None, Some(only)) => Some(Interval { low: only.low, high: f64::INFINITY }),
            (None, None) => None,
        },
        Lowering::ByClass(Op::FMad, ..) => of(0)?.times(of(1)?)?.plus(of(2)?),
        Lowering::Expand(Expansion::Math(expansion)) => match expansion {
            E::Abs => Some(match of(0) {
                Some(of) => Interval { low: of.low.max(-of.high).max(0.0), high: of.high.max(-of.low) },
                None => Interval::POSITIVE,
            }),
            E::Length | E::Distance | E::Exp => Some(Interval::POSITIVE),
            E::SmoothStep | E::Step => Some(Interval::UNIT),
            E::Sign => Some(Interval::SIGNED_UNIT),
            E::Dot if is_same(body, arg(0)?, arg(1)?) => Some(Interval::POSITIVE),
            E::Dot => Some(Interval::ALL),
            E::Clamp => {
                let (low, high) = (of(1)?, of(2)?);
                Interval::new(low.low, high.high)
            }
            E::Lerp => Some(of(0)?.hull(of(1)?)).filter(|_| of(2).is_some_and(|s| s.is_in(Interval::UNIT))),
            E::Rcp => of(0).filter(|of| of.low >= 0.0).map(|_| Interval::POSITIVE),
            _ => None,
        },
        Lowering::Expand(Expansion::Lanes(lanes::Expansion::FWidth)) => Some(Interval::POSITIVE),
        Lowering::Expand(Expansion::Textures(textures::Expansion::SampleCompare(_))) => Some(Interval::UNIT),
        _ => None,
    }
}
