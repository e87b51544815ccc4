//! Lints of loops: what is computed, sampled or decided alike in every iteration.

use super::{Code, List};
use crate::errors;
use hlslc_ir::types::ResourceClass;
use hlslc_ir::{Block, Inst, Op, Terminator, Value};
use hlslc_passes::{Divergence, Fact, Scope};

/// Instructions of both sides of a branch from which on it is worth to stand around a loop.
const LEAST_WORK: usize = 8;

pub(super) fn look(code: &Code<'_>, list: &mut List) {
    if code.loops.all.is_empty() {
        return;
    }
    for (block, inst) in code.insts() {
        let Some(index) = code.loops.inside[block] else { continue };
        let args = code.func.args(inst);
        match code.op(inst) {
            op if is_sample(op)
                && args.iter().all(|&arg| is_invariant(code, index, arg))
                && runs_each_time(code, index, block) =>
            {
                list.push(errors::invariant_sample(code.span(inst)));
            }
            Op::SDiv | Op::UDiv | Op::SRem | Op::URem if args.get(1).is_some_and(|&by| code.constant(by).is_none()) => {
                list.push(errors::integer_division_in_loop(code.span(inst)));
            }
            _ => {}
        }
    }
    branches(code, list);
}

fn is_sample(op: Op) -> bool {
    matches!(
        op,
        Op::Sample
            | Op::SampleBias
            | Op::SampleGrad
            | Op::SampleLevel
            | Op::SampleCmp
            | Op::SampleCmpLevelZero
            | Op::Gather
            | Op::GatherCmp
    )
}

/// Whether a value is defined outside of a loop, or computed in it of nothing that changes there.
fn is_invariant(code: &Code<'_>, index: usize, value: Value) -> bool {
    let (mut open, mut seen) = (vec![value], 0);
    while let Some(value) = open.pop() {
        seen += 1;
        let Some(home) = code.home(value) else { continue };
        if !code.loops.contains(index, home) {
            continue;
        }
        let Some(inst) = code.func.as_inst(value).filter(|_| seen < 64) else { return false };
        let is_fixed = code.op(inst).is_pure() || code.op(inst) == Op::Handle || is_constant_load(code, inst);
        if !is_fixed {
            return false;
        }
        open.extend(code.func.args(inst));
    }
    true
}

/// Whether an instruction loads from a constant buffer, which nothing writes.
fn is_constant_load(code: &Code<'_>, inst: Inst) -> bool {
    let Some(&pointer) = code.func.args(inst).first().filter(|_| code.op(inst) == Op::Load) else { return false };
    let mut root = pointer;
    while let Some(step) = code.made_by(root, Op::Gep)
        && let Some(&base) = code.func.args(step).first()
    {
        root = base;
    }
    let handle = code.made_by(root, Op::GetPointer).and_then(|inst| code.func.args(inst).first().copied());
    let ty = handle.and_then(|handle| code.module.ctx.resource_type(code.func.ty(handle)));
    ty.is_some_and(|ty| ty.class() == ResourceClass::Cbv)
}

/// Whether a block runs in every iteration: then there is a first one, too.
fn runs_each_time(code: &Code<'_>, index: usize, block: Block) -> bool {
    code.loops.all[index].latches.iter().all(|&latch| code.dominators.dominates(block, latch))
}

fn branches(code: &Code<'_>, list: &mut List) {
    let mut divergence = None;
    for &block in code.cfg.reverse_post_order() {
        let Some(index) = code.loops.inside[block] else { continue };
        let Terminator::Branch { cond, then, otherwise } = &code.func.blocks[block].terminator else { continue };
        let stays = [then, otherwise].iter().all(|to| code.loops.contains(index, to.block));
        let work = [then, otherwise].iter().map(|to| code.func.blocks[to.block].insts.len()).sum::<usize>();
        if !stays || work < LEAST_WORK || code.func.as_const(*cond).is_some() || !is_invariant(code, index, *cond) {
            continue;
        }
        let divergence =
            divergence.get_or_insert_with(|| Divergence::within(Scope::Wave, code.module, code.id, &code.cfg));
        if !divergence.holds(Fact::May, *cond, block) {
            list.push(errors::invariant_branch(code.branch_span(block)));
        }
    }
}
