//! Lints of barriers, wave operations and reads of other lanes in divergent control flow.

use super::flow::{Region, regions};
use super::{Code, List};
use crate::errors;
use hlslc_base::Diagnostic;
use hlslc_ir::ops::BarrierKind;
use hlslc_ir::{Block, Imm, Inst, Op};
use hlslc_passes::{Divergence, Fact, Scope};

pub(super) fn look(code: &Code<'_>, list: &mut List) {
    barriers(code, list);
    waves(code, list);
}

fn barriers(code: &Code<'_>, list: &mut List) {
    let is_barrier =
        |inst: Inst| matches!(code.func.insts[inst].imm, Imm::Barrier(kind) if kind.contains(BarrierKind::SYNC));
    let all: Vec<(Block, Inst)> = code.insts().filter(|&(_, inst)| is_barrier(inst)).collect();
    if all.is_empty() || code.entry.is_none() {
        return;
    }
    let divergence = Divergence::within(Scope::Group, code.module, code.id, &code.cfg);
    each(code, &all, &regions(code, &divergence, Fact::Diverges), list, |span, _| {
        errors::barrier_in_divergent_flow(span)
    });
}

fn waves(code: &Code<'_>, list: &mut List) {
    let all: Vec<(Block, Inst)> =
        code.insts().filter(|&(_, inst)| code.op(inst).info().effects.uses_other_lanes()).collect();
    if all.is_empty() || code.entry.is_none() {
        return;
    }
    let divergence = Divergence::within(Scope::Wave, code.module, code.id, &code.cfg);
    let regions = regions(code, &divergence, Fact::Diverges);
    let (reads, others): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|&(block, inst)| reads_lane(code, &divergence, block, inst));
    each(code, &reads, &regions, list, |span, op| {
        let what = if op == Op::WaveReadLaneAt { "`WaveReadLaneAt`" } else { "this quad operation" };
        errors::lane_read_in_divergent_flow(span, what)
    });
    // The first active lane is read to make a value uniform, or to loop over its values, which needs divergent flow.
    let others: Vec<_> = others
        .into_iter()
        .filter(|&(_, inst)| !matches!(code.op(inst), Op::WaveReadLaneFirst | Op::WaveIsFirstLane | Op::WaveMatch))
        .collect();
    each(code, &others, &regions, list, |span, _| errors::wave_operation_in_divergent_flow(span));
}

/// Whether an operation reads a lane that is the same one for all: each may have taken another branch.
fn reads_lane(code: &Code<'_>, divergence: &Divergence<'_>, block: Block, inst: Inst) -> bool {
    match (code.op(inst), code.func.args(inst)) {
        (Op::QuadReadAcross | Op::QuadReadLaneAt | Op::QuadVote, _) => true,
        // A lane that a ballot or a first lane gave is one that is active.
        (Op::WaveReadLaneAt, &[_, lane]) => code.constant(lane).is_some() && !divergence.holds(Fact::May, lane, block),
        _ => false,
    }
}

/// Reports the first of each region.
fn each(
    code: &Code<'_>,
    all: &[(Block, Inst)],
    regions: &[Region],
    list: &mut List,
    report: impl Fn(hlslc_base::Span, Op) -> Diagnostic,
) {
    let mut seen = Vec::new();
    for &(block, inst) in all {
        let Some(region) = regions.iter().find(|region| region.contains(block)) else { continue };
        if seen.contains(&region.branch) {
            continue;
        }
        seen.push(region.branch);
        let made = report(code.span(inst), code.op(inst));
        let branch = code.branch_span(region.branch);
        list.push(if branch.is_none() { made } else { made.label(branch, "threads take this differently") });
    }
}
