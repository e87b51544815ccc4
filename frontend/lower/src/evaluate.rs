//! Inputs of a pixel shader read elsewhere than where they were interpolated: `EvaluateAttribute…` and
//! `GetAttributeAtVertex`. Their argument names an input, not a value, so it is followed to the signature: it has to be
//! a parameter of the entry point, or part of one, in the entry point itself.

use crate::errors;
use crate::function::FuncLowerer;
use crate::signature::ParamSlots;
use hlslc_base::Span;
use hlslc_hir::hir::{Arg, ExprId, ExprKind, Place, PlaceBase, Projection};
use hlslc_hir::intrinsics::{Expansion, IntrinsicId, lanes};
use hlslc_hir::types::{Orientation, Ty, TyData};
use hlslc_ir::interface::Slots;
use hlslc_ir::{Imm, Op, SigElement, Value};

/// Which of them.
#[derive(Clone, Copy)]
pub(crate) struct Evaluation(Op);

impl Evaluation {
    /// The one that an expansion is, if it is one.
    pub(crate) fn of(expansion: Expansion) -> Option<Self> {
        use lanes::Expansion as E;
        let Expansion::Lanes(expansion) = expansion else { return None };
        let rows = [
            (E::EvaluateAtSample, Op::EvalSample),
            (E::EvaluateCentroid, Op::EvalCentroid),
            (E::EvaluateSnapped, Op::EvalSnapped),
            (E::GetAttributeAtVertex, Op::AttributeAtVertex),
        ];
        rows.into_iter().find(|row| row.0 == expansion).map(|row| Self(row.1))
    }
}

/// Numbers of an input: row by row of the value, each as (row, column) of the signature element.
struct InputPart {
    element: SigElement,
    rows: Vec<Vec<(u32, u8)>>,
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
        let Some(part) = self.input_part(*input) else {
            let what = format!("`{}` of anything but an input of the entry point", id.row().name);
            self.cx.report(errors::not_supported(span, &what));
            return None;
        };
        let mut where_to = Vec::new();
        for arg in rest {
            let Arg::In(arg) = arg else { continue };
            let value = self.value(*arg);
            where_to.extend(self.components(value));
        }
        self.at(span);
        let scalar = self.interface.as_ref().and_then(|i| i.inputs.get(part.element)).map(|e| e.scalar);
        let ty = self.b.ctx.scalar(scalar.unwrap_or(hlslc_ir::Scalar::F32));
        let mut rows = Vec::with_capacity(part.rows.len());
        for row in &part.rows {
            let mut numbers = Vec::with_capacity(row.len());
            for &(row, col) in row {
                let mut operands = vec![self.b.i32(row)];
                operands.extend_from_slice(&where_to);
                numbers.push(self.b.value(op, ty, Imm::Element { element: part.element, col }, &operands));
            }
            rows.push(self.vector_of(&numbers));
        }
        Some(match rows.as_slice() {
            [only] => *only,
            _ => {
                let ty = self.ty(self.f.exprs[*input].ty, span);
                self.b.construct(ty, &rows)
            }
        })
    }

    /// The input that an expression reads.
    fn input_part(&self, expr: ExprId) -> Option<InputPart> {
        match &self.f.exprs[expr].kind {
            ExprKind::Load(place) => self.input_place(place),
            ExprKind::Swizzle(inner, lanes) => {
                let mut part = self.input_part(*inner)?;
                part.rows = vec![swizzled(&part.rows, lanes)?];
                Some(part)
            }
            ExprKind::Error
            | ExprKind::Const(_)
            | ExprKind::Resource(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::ShortCircuit { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Select { .. }
            | ExprKind::Convert(..)
            | ExprKind::MatrixSwizzle(..)
            | ExprKind::Member(..)
            | ExprKind::Index(..)
            | ExprKind::Construct(_)
            | ExprKind::Sequence(..)
            | ExprKind::Assign { .. }
            | ExprKind::Update { .. }
            | ExprKind::Step { .. }
            | ExprKind::Call { .. }
            | ExprKind::Intrinsic { .. }
            | ExprKind::NonUniform(_) => None,
        }
    }

    fn input_place(&self, place: &Place) -> Option<InputPart> {
        let PlaceBase::Local(local) = place.base else { return None };
        let params = &self.interface.as_ref()?.function.params;
        let ParamSlots::Copied { input: Some(part), .. } = &params.iter().find(|param| param.local == local)?.slots
        else {
            return None;
        };
        let mut slots = &part.slots;
        let types = &self.cx.program.types;
        let mut ty: Ty = self.f.locals[local].ty;
        // Position in the arrays around, then the numbers once the type is one of numbers.
        let mut at = 0u32;
        let mut projections = place.projections.iter().peekable();
        while let Some(projection) = projections.peek() {
            match (projection, types.data(ty), slots) {
                (Projection::Field(field), TyData::Struct(id), Slots::Struct(members)) => {
                    ty = types.structs[*id].fields.get(*field as usize)?.ty;
                    slots = members.get(*field as usize)?;
                }
                (Projection::Index(index), TyData::Array(element, count), _) => {
                    at = at.checked_mul((*count)?)?.checked_add(self.constant_index(*index)?)?;
                    ty = *element;
                }
                _ => break,
            }
            projections.next();
        }
        let mut rows = numbers_of(types.data(ty), at)?;
        for projection in projections {
            rows = match projection {
                Projection::Index(index) => {
                    let index = self.constant_index(*index)? as usize;
                    match rows.as_slice() {
                        [row] => vec![vec![*row.get(index)?]],
                        rows => vec![rows.get(index)?.clone()],
                    }
                }
                Projection::Swizzle(lanes) => vec![swizzled(&rows, lanes)?],
                Projection::MatrixSwizzle(elements) => {
                    let pick = |&(row, col): &(u8, u8)| rows.get(usize::from(row))?.get(usize::from(col)).copied();
                    vec![elements.iter().map(pick).collect::<Option<_>>()?]
                }
                Projection::Field(_) => return None,
            };
        }
        let Slots::Element { element, .. } = *slots else { return None };
        Some(InputPart { element, rows })
    }

    fn constant_index(&self, index: ExprId) -> Option<u32> {
        use hlslc_hir::value::{ConstValue, ScalarValue};
        let ExprKind::Const(ConstValue::Scalar(ScalarValue::Int(bits))) = self.f.exprs[index].kind else { return None };
        u32::try_from(bits).ok()
    }
}

/// Where the numbers of a scalar, vector or matrix are in its element, the `at`th of an array.
fn numbers_of(ty: &TyData, at: u32) -> Option<Vec<Vec<(u32, u8)>>> {
    Some(match *ty {
        TyData::Scalar(_) => vec![vec![(at, 0)]],
        TyData::Vector(_, lanes) => vec![(0..lanes).map(|col| (at, col)).collect()],
        TyData::Matrix { rows, cols, orientation, .. } => (0..rows)
            .map(|row| {
                (0..cols)
                    .map(|col| match orientation {
                        Orientation::RowMajor => (at * u32::from(rows) + u32::from(row), col),
                        Orientation::ColumnMajor => (at * u32::from(cols) + u32::from(col), row),
                    })
                    .collect()
            })
            .collect(),
        TyData::Error
        | TyData::Void
        | TyData::Array(..)
        | TyData::Struct(_)
        | TyData::Enum(_)
        | TyData::Object(..)
        | TyData::String => return None,
    })
}

fn swizzled(rows: &[Vec<(u32, u8)>], lanes: &[u8]) -> Option<Vec<(u32, u8)>> {
    let [row] = rows else { return None };
    lanes.iter().map(|&lane| row.get(usize::from(lane)).copied()).collect()
}
