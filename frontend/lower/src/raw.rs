//! Lowers what takes a resource where resources are raw handles: a handle is made where it is used, with the properties that the
//! type and the declaration state.

use crate::function::FuncLowerer;
use hlslc_base::Span;
use hlslc_hir::hir::{ExprId, ExprKind, Place, PlaceBase, Projection};
use hlslc_hir::types::{Coherence, Ty, TyData};
use hlslc_ir::module::Heap;
use hlslc_ir::{Imm, Op, Type, Value};

impl FuncLowerer<'_, '_> {
    /// The type of the handles of a resource, of which a type that no back end has is reported.
    pub(crate) fn handle_ty(&mut self, ty: Ty, span: Span) -> Type {
        match self.cx.handle_ty(self.b.ctx, ty) {
            Some(handle) => handle,
            None => self.ty(ty, span),
        }
    }

    /// The value of an expression, and if it is a resource, a handle of it with the properties that its type states.
    pub(crate) fn opened(&mut self, object: ExprId) -> Value {
        let value = self.value(object);
        if !self.b.ctx.is_raw_handle(self.b.func.ty(value)) {
            return value;
        }
        let expr = &self.f.exprs[object];
        if let Some(inst) = self.b.func.as_inst(value)
            && self.b.func.insts[inst].op == Op::RawHandle
            && let imm @ Imm::Handle { resource, .. } = self.b.func.insts[inst].imm
            && let &[index] = self.b.func.args(inst)
        {
            let ty = self.cx.resources.entities[resource].ty;
            return self.b.value(Op::Handle, ty, imm, &[index]);
        }
        #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression names a variable")]
        let coherence = match &expr.kind {
            ExprKind::Resource(place) | ExprKind::Load(place) => self.coherence_at(place),
            _ => Coherence::default(),
        };
        let ty = self.handle_ty(expr.ty, expr.span);
        let resource = self.cx.heap(ty, expr.ty, Heap::Raw, coherence, expr.span);
        self.b.value(Op::HandleOfRaw, ty, Imm::Handle { resource, non_uniform: false }, &[value])
    }

    /// The coherence that the declaration of a place states.
    fn coherence_at(&self, place: &Place) -> Coherence {
        let PlaceBase::Local(local) = place.base else { return Coherence::default() };
        let (local, types) = (&self.f.locals[local], &self.cx.program.types);
        let (mut ty, mut coherence) = (local.ty, local.coherence);
        for projection in &place.projections {
            match (projection, types.data(ty)) {
                (Projection::Field(field), TyData::Struct(id)) => {
                    let Some(field) = types.structs[*id].fields.get(*field as usize) else { break };
                    (ty, coherence) = (field.ty, field.modifiers.coherence);
                }
                (Projection::Index(_), &TyData::Array(element, _)) => ty = element,
                _ => break,
            }
        }
        coherence
    }
}
