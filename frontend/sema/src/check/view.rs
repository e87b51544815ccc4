//! Assignments through a cast between vectors and arrays: `((float[4])v)[i] = x`.
//!
//! Input: the target of an operator that changes it, whose innermost part is such a cast. To DXC the cast is the memory of the operand
//! with another type. Output: a temporary of that type, which takes the value before the change and gives it back after it. Only
//! scalars, vectors and arrays of them with elements of one kind can be seen so: of structs and matrices DXC fails, and of
//! elements of another kind it would take the bits.

use crate::cx::{Access, Checker, Operand, OperandKind};
use crate::facts::CastPlace;
use hlslc_base::{Span, Symbol};
use hlslc_hir::hir::{ExprId, ExprKind, Local, LocalId, Place, PlaceBase, Projection};
use hlslc_hir::types::{Coherence, Ty, TyData};
use hlslc_syntax::ast;

impl Checker<'_> {
    /// The operand of an operator that changes it.
    pub(super) fn check_changed(&mut self, target: ast::ExprId) -> Operand {
        self.is_target = true;
        self.check_expr(target)
    }

    /// A place that can be changed, seen as one of type `to`, if both are numbers in one memory.
    pub(super) fn cast_memory(&mut self, operand: &Operand, to: Ty, span: Span) -> Option<Operand> {
        let OperandKind::Place(_, Access::Mutable) = operand.kind else { return None };
        let (from_kind, to_kind) = (self.plain_kind(operand.ty)?, self.plain_kind(to)?);
        let (have, need) = (self.scalar_count(operand.ty), self.scalar_count(to));
        let has_array = [operand.ty, to].iter().any(|&ty| matches!(self.types().data(ty), TyData::Array(..)));
        if from_kind != to_kind || !has_array || need == 0 || need > have {
            return None;
        }
        let source = match (self.types().data(operand.ty), u16::try_from(need)) {
            _ if need == have => operand.clone(),
            (TyData::Vector(..), Ok(lanes)) => {
                let part = self.vector_or_scalar(from_kind, usize::from(lanes));
                self.project(operand, Projection::Swizzle((0..lanes).collect()), part, span)
            }
            _ => return None,
        };
        let OperandKind::Place(place, _) = &source.kind else { return None };
        let place = place.clone();
        if !self.may_repeat_place(&place) {
            return None;
        }
        let taken = self.convert_explicitly(&source, to, span);
        let value = self.value(&taken);
        let temporary = self.temporary(to, span);
        let own = Place { base: PlaceBase::Local(temporary), projections: Vec::new(), ty: to, span };
        let take = self.emit(to, ExprKind::Assign { place: own, value }, span);
        self.body.cast_places.push(CastPlace { temporary, take, place });
        Some(self.place_operand(PlaceBase::Local(temporary), Vec::new(), to, Access::Mutable, span))
    }

    /// A place that is changed next: where it stands for another, it takes that one's value before.
    pub(super) fn taken_before(&mut self, place: Place) -> Place {
        let take = self.cast_place_of(&place).map(|cast| cast.take);
        self.body.before.extend(take);
        place
    }

    fn temporary(&mut self, ty: Ty, span: Span) -> LocalId {
        let local = Local { name: Symbol::EMPTY, ty, span, precise: false, coherence: Coherence::default() };
        self.body.func.locals.push(local)
    }

    /// A change of a place that stands for another, with the change of that one after it. A variable keeps the value of the first: to
    /// find the place once more could have effects.
    pub(super) fn given_back(&mut self, place: &Place, change: ExprId, span: Span) -> Option<Operand> {
        let cast = self.cast_place_of(place)?;
        let (target, temporary) = (cast.place.clone(), cast.temporary);
        let ty = self.body.func.locals[temporary].ty;
        let whole = self.place_operand(PlaceBase::Local(temporary), Vec::new(), ty, Access::Mutable, span);
        let back = self.convert_explicitly(&whole, target.ty, span);
        let value = self.value(&back);
        let back_ty = target.ty;
        let back = self.emit(back_ty, ExprKind::Assign { place: target, value }, span);
        let ty = place.ty;
        let kept = Place { base: PlaceBase::Local(self.temporary(ty, span)), projections: Vec::new(), ty, span };
        let change = self.emit(ty, ExprKind::Assign { place: kept.clone(), value: change }, span);
        let both = self.emit(back_ty, ExprKind::Sequence(change, back), span);
        let result = self.emit(ty, ExprKind::Load(kept), span);
        Some(self.value_operand(ty, ExprKind::Sequence(both, result), span))
    }

    fn cast_place_of(&self, place: &Place) -> Option<&CastPlace> {
        let PlaceBase::Local(local) = place.base else { return None };
        self.body.cast_places.iter().find(|cast| cast.temporary == local)
    }

    /// The kind of the scalars of a type that is a scalar, a vector or an array of them.
    fn plain_kind(&self, ty: Ty) -> Option<hlslc_hir::types::ScalarKind> {
        match self.types().data(self.array_base(ty)) {
            TyData::Scalar(kind) | TyData::Vector(kind, _) => Some(*kind),
            TyData::Error
            | TyData::Void
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Struct(_)
            | TyData::Enum(_)
            | TyData::Object(..)
            | TyData::String => None,
        }
    }
}
