//! Resolves interpolation at another position to signature elements: the front end emits `input.centroid` and the like
//! for values, wherever the source does, in callees too; a target evaluates an element of the signature.
//!
//! Input: any code. Output: if each scalar of such a value is loaded from an input, directly or through composites, the
//! value is replaced by one evaluation of that element, or one for each scalar if they are not adjacent. The first run
//! keeps what it cannot resolve: loops may have to be unrolled first. The last run reports it, as DXC does. Cost:
//! linear in the operations and in the composites between them and their inputs.
//!
//! ```text
//! %v0 = call <2 x float> @dx.loadinput[sig0, 1](i32 3, i32 undef)   %v3 = call float @dx.eval.centroid[sig0, 1](i32 3)
//! %v1 = call <2 x float> @dx.input.centroid(<2 x float> %v0)    =>  %v4 = call float @dx.eval.centroid[sig0, 2](i32 3)
//!                                                                   %v1 = construct float %v3, float %v4 to <2 x float>
//! ```

use crate::edit::Renames;
use crate::errors;
use crate::run::pass::PassCx;
use hlslc_ir::ops::OpSet;
use hlslc_ir::{Builder, Function, Imm, Inst, Module, Op, Value};
use smallvec::SmallVec;
use std::sync::LazyLock;

/// Operations on values, and the equivalent operations on signature elements.
const EVALUATIONS: [(Op, Op); 4] = [
    (Op::AtCentroid, Op::EvalCentroid),
    (Op::AtSample, Op::EvalSample),
    (Op::AtSnapped, Op::EvalSnapped),
    (Op::AtVertex, Op::AttributeAtVertex),
];

/// The operation on signature elements that corresponds to an operation on values.
pub(crate) fn evaluation(op: Op) -> Option<Op> {
    EVALUATIONS.iter().find(|row| row.0 == op).map(|row| row.1)
}

/// Resolves what is loaded from inputs so far.
pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    evaluate(module, func, cx, false)
}

/// Resolves the remaining operations, and reports those whose operand is not an input.
pub(crate) fn run_last(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    evaluate(module, func, cx, true)
}

static EVALUATING: LazyLock<OpSet> = LazyLock::new(|| OpSet::which(|op| evaluation(op).is_some()));

fn evaluate(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>, is_last: bool) -> bool {
    let mut insts = func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
    if !func.may_hold(&EVALUATING) || !insts.any(|&inst| evaluation(func.insts[inst].op).is_some()) {
        return false;
    }
    let mut renames = Renames::default();
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        for inst in func.take_insts(block) {
            let (Some(op), Some(result)) = (evaluation(func.insts[inst].op), func.result(inst)) else {
                func.append_inst(block, inst);
                continue;
            };
            let found = input_scalars(module, func, inst);
            let mut b = Builder::new(&mut module.ctx, func);
            b.switch_to(block);
            b.loc = b.func.insts[inst].loc;
            match found {
                Some(input_scalars) => {
                    let value = evaluated(&mut b, inst, op, &input_scalars);
                    renames.rename(result, value);
                }
                None if is_last => {
                    cx.diagnostics.push(errors::not_an_input(b.ctx.span(b.loc)));
                    let ty = b.func.ty(result);
                    let unknown = b.undef(ty);
                    renames.rename(result, unknown);
                }
                None => func.append_inst(block, inst),
            }
        }
    }
    let changed = renames.any();
    renames.apply(func);
    changed
}

/// A scalar of an input: element and column, and row.
type InputScalar = (Imm, Value);

/// The input scalars that the operand of an operation consists of; `None` unless all are known.
fn input_scalars(module: &Module, func: &Function, inst: Inst) -> Option<SmallVec<[InputScalar; 4]>> {
    let &value = func.args(inst).first()?;
    match module.ctx.lanes(func.ty(value))? {
        1 => Some(SmallVec::from_slice(&[input_scalar(func, value, None)?])),
        lanes => (0..lanes).map(|lane| input_scalar(func, value, Some(lane))).collect(),
    }
}

/// The input scalar that a value, or one component of it, is loaded from.
fn input_scalar(func: &Function, mut value: Value, lane: Option<u16>) -> Option<InputScalar> {
    // The path to the component within `value`, the outermost step last.
    let mut path: SmallVec<[u32; 4]> = lane.map(u32::from).into_iter().collect();
    loop {
        let inst = func.as_inst(value)?;
        let args = func.args(inst);
        match (func.insts[inst].op, func.insts[inst].imm) {
            (Op::LoadInput, Imm::Element { element, col }) => {
                let lane = u8::try_from(path.pop().unwrap_or(0)).ok()?;
                return path.is_empty().then_some((Imm::Element { element, col: col + lane }, *args.first()?));
            }
            (Op::Extract, Imm::Index(part)) => {
                path.push(part);
                value = *args.first()?;
            }
            (Op::Construct, _) => value = *args.get(path.pop()? as usize)?,
            (Op::Insert, Imm::Index(part)) if path.last() == Some(&part) => {
                path.pop();
                value = *args.get(1)?;
            }
            (Op::Insert, _) => value = *args.first()?,
            (Op::Swizzle, Imm::Mask { lanes, .. }) => {
                let lane = path.last_mut()?;
                *lane = u32::from(*lanes.get(*lane as usize)?);
                value = *args.first()?;
            }
            _ => return None,
        }
    }
}

/// Whether scalars are adjacent columns of one row.
fn are_adjacent(input_scalars: &[InputScalar]) -> bool {
    input_scalars.windows(2).all(|pair| match *pair {
        [(Imm::Element { element, col }, row), (Imm::Element { element: next, col: next_col }, next_row)] => {
            element == next && row == next_row && col.checked_add(1) == Some(next_col)
        }
        _ => false,
    })
}

/// Evaluates adjacent scalars at once, otherwise each scalar, and constructs the value.
fn evaluated(b: &mut Builder<'_>, inst: Inst, op: Op, input_scalars: &[InputScalar]) -> Value {
    let ty = b.func.insts[inst].ty;
    let scalar = b.ctx.scalar_of(ty).map_or(ty, |scalar| b.ctx.scalar(scalar));
    let place: SmallVec<[Value; 2]> = b.func.args(inst).iter().skip(1).copied().collect();
    let mut parts: SmallVec<[Value; 4]> = SmallVec::new();
    if let Some(&(imm, row)) = input_scalars.first()
        && are_adjacent(input_scalars)
    {
        let mut operands: SmallVec<[Value; 4]> = SmallVec::from_slice(&[row]);
        operands.extend_from_slice(&place);
        return b.value(op, ty, imm, &operands);
    }
    for &(imm, row) in input_scalars {
        let mut operands: SmallVec<[Value; 4]> = SmallVec::from_slice(&[row]);
        operands.extend_from_slice(&place);
        parts.push(b.value(op, scalar, imm, &operands));
    }
    b.construct(ty, &parts)
}
