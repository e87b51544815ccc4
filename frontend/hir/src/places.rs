//! Computes the effects of an expression on places.
//!
//! Input: one expression. Output: the places that it names itself, each with its access; those of its operands are queried
//! from the operands.
//!
//! Lowering uses this for whole functions: which locals need memory, whether a method changes its object, whether an output
//! is only written.

use crate::hir::{Arg, ExprKind, Place};

/// An operation on a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaceUse {
    /// Its value is read.
    Load,
    /// It names a resource or another object.
    Resource,
    /// It is written.
    Assign,
    /// It is read and then written: `place op= value`, `++`, `--`.
    Update,
    /// A method is called on it.
    This,
    /// It is passed on: written afterwards.
    Out,
    /// It is passed on: read before, written afterwards.
    InOut,
    /// It is passed on as it is.
    Ref,
}

impl PlaceUse {
    /// Whether it may change what is in the place.
    pub fn may_write(self) -> bool {
        match self {
            Self::Load | Self::Resource => false,
            Self::Assign | Self::Update | Self::This | Self::Out | Self::InOut | Self::Ref => true,
        }
    }
}

impl Arg {
    /// The place that is passed on.
    pub fn place(&self) -> Option<(PlaceUse, &Place)> {
        match self {
            Self::In(_) => None,
            Self::Out { place, .. } => Some((PlaceUse::Out, place)),
            Self::InOut { place, .. } => Some((PlaceUse::InOut, place)),
            Self::Ref(place) => Some((PlaceUse::Ref, place)),
        }
    }
}

impl ExprKind {
    /// The places that the expression names, but not its operands.
    pub fn places(&self) -> impl Iterator<Item = (PlaceUse, &Place)> {
        let (own, args): (_, &[Arg]) = match self {
            Self::Load(place) => (Some((PlaceUse::Load, place)), &[]),
            Self::Resource(place) => (Some((PlaceUse::Resource, place)), &[]),
            Self::Assign { place, .. } => (Some((PlaceUse::Assign, place)), &[]),
            Self::Update { place, .. } | Self::Step { place, .. } => (Some((PlaceUse::Update, place)), &[]),
            Self::Call { this, args, .. } => (this.as_deref().map(|place| (PlaceUse::This, place)), args),
            Self::Intrinsic { args, .. } => (None, args),
            Self::Error
            | Self::Const(_)
            | Self::Unary(..)
            | Self::Binary(..)
            | Self::ShortCircuit { .. }
            | Self::Conditional { .. }
            | Self::Select { .. }
            | Self::Convert(..)
            | Self::Swizzle(..)
            | Self::MatrixSwizzle(..)
            | Self::Member(..)
            | Self::Index(..)
            | Self::Construct(_)
            | Self::Sequence(..)
            | Self::NonUniform(_) => (None, &[]),
        };
        own.into_iter().chain(args.iter().filter_map(Arg::place))
    }
}
