//! Inputs of a pixel shader read elsewhere than where they were interpolated: `EvaluateAttribute…` and
//! `GetAttributeAtVertex`. Their argument names an input, not a value, so it is followed to the signature: it has to be
//! a parameter of the entry point, or part of one, in the entry point itself.

use crate::errors;
use crate::function::FuncLowerer;
use crate::signature::Slots;
use hlslc_base::Span;
use hlslc_hir::hir::{Arg, ExprId, ExprKind, Place, PlaceBase, Projection};
use hlslc_hir::intrinsics::{Expansion, IntrinsicId};
use hlslc_hir::types::{Ty, TyData};
use hlslc_ir::{Imm, Op, SigElement, Value};

/// Which of them.
#[derive(Clone, Copy)]
pub(crate) struct Evaluation(Op);

impl Evaluation {
    /// The one that an expansion is, if it is one.
    pub(crate) fn of(expansion: Expansion) -> Option<Self> {
        Some(Self(match expansion {
            Expansion::EvaluateAtSample => Op::EvalSample,
            Expansion::EvaluateCentroid => Op::EvalCentroid,
            Expansion::EvaluateSnapped => Op::EvalSnapped,
            Expansion::GetAttributeAtVertex => Op::AttributeAtVertex,
            _ => return None,
        }))
    }
}

/// A row of an input, and which of its columns.
struct InputRow {
    element: SigElement,
    row: u32,
    cols: Vec<u8>,
}

impl<'p> FuncLowerer<'_, 'p> {
    pub(crate) fn evaluate_input(
        &mut self,
        Evaluation(op): Evaluation,
        id: IntrinsicId,
        args: &'p [Arg],
        span: Span,
    ) -> Option<Value> {
        let (Some(Arg::In(input)), rest) = (args.first(), args.get(1..).unwrap_or(&[])) else { return None };
        let Some(input_row) = self.input_row(*input) else {
            let what = format!("`{}` of anything but an input of the entry point", id.row().name);
            self.cx.report(errors::not_supported(span, &what));
            return None;
        };
        let mut operands = vec![self.b.i32(input_row.row)];
        for arg in rest {
            let Arg::In(arg) = arg else { continue };
            let value = self.value(*arg);
            operands.extend(self.components(value));
        }
        self.at(span);
        let scalar =
            self.cx.interface.as_ref().and_then(|i| i.1.inputs.elements.get(input_row.element)).map(|e| e.scalar);
        let ty = self.b.ctx.scalar(scalar.unwrap_or(hlslc_ir::Scalar::F32));
        let parts: Vec<Value> = input_row
            .cols
            .iter()
            .map(|&col| self.b.value(op, ty, Imm::Element { element: input_row.element, col }, &operands))
            .collect();
        Some(self.vector_of(&parts))
    }

    /// The input that an expression reads.
    fn input_row(&self, expr: ExprId) -> Option<InputRow> {
        match &self.f.exprs[expr].kind {
            ExprKind::Load(place) => self.input_place(place),
            ExprKind::Swizzle(inner, lanes) => {
                let mut row = self.input_row(*inner)?;
                row.cols = lanes.iter().map(|&lane| row.cols.get(usize::from(lane)).copied()).collect::<Option<_>>()?;
                Some(row)
            }
            _ => None,
        }
    }

    fn input_place(&self, place: &Place) -> Option<InputRow> {
        let PlaceBase::Local(local) = place.base else { return None };
        let params = &self.interface.as_ref()?.params;
        let mut slots = params.iter().find(|param| param.local == local)?.input.as_ref()?;
        let types = &self.cx.program.types;
        let mut ty: Ty = self.f.locals[local].ty;
        let (mut row, mut cols) = (0u32, None);
        for projection in &place.projections {
            match (projection, types.data(ty), slots) {
                (Projection::Field(field), TyData::Struct(id), Slots::Struct(members)) => {
                    ty = types.structs[*id].fields.get(*field as usize)?.ty;
                    slots = members.get(*field as usize)?;
                }
                (Projection::Index(index), TyData::Array(element, count), _) => {
                    row = row.checked_mul((*count)?)?.checked_add(self.constant_index(*index)?)?;
                    ty = *element;
                }
                (Projection::Index(index), TyData::Vector(..), _) => {
                    cols = Some(vec![self.constant_index(*index)? as u8]);
                }
                (Projection::Swizzle(lanes), TyData::Vector(..) | TyData::Scalar(_), _) => cols = Some(lanes.to_vec()),
                _ => return None,
            }
        }
        let lanes = match types.data(ty) {
            TyData::Scalar(_) => 1,
            TyData::Vector(_, lanes) => *lanes,
            _ => return None,
        };
        let Slots::Element(element) = *slots else { return None };
        Some(InputRow { element, row, cols: cols.unwrap_or_else(|| (0..lanes).collect()) })
    }

    fn constant_index(&self, index: ExprId) -> Option<u32> {
        use hlslc_hir::value::{ConstValue, ScalarValue};
        match self.f.exprs[index].kind {
            ExprKind::Const(ConstValue::Scalar(ScalarValue::Int(bits))) => u32::try_from(bits).ok(),
            _ => None,
        }
    }
}
