//! Reports derivatives, and samples that compute their level of detail from derivatives, in control flow that diverges within a quad.
//!
//! Input: a function and its divergence. Output: one warning for each branch, with the number of further operations.

use super::flow::{Region, regions};
use super::{Code, List};
use crate::errors;
use hlslc_base::Diagnostic;
use hlslc_ir::ops::Scalars;
use hlslc_ir::{Block, Inst, Op, Value};
use hlslc_passes::{Divergence, Fact, Scope};
use rustc_hash::FxHashMap;

/// The most values that are traced for one coordinate.
const MOST_VALUES: usize = 64;

pub(super) fn look(code: &Code<'_>, list: &mut List) {
    let is_gradient = |op: Op| op.info().quad.is_some() && !op.info().effects.uses_other_lanes();
    let gradients: Vec<(Block, Inst)> = code.insts().filter(|&(_, inst)| is_gradient(code.op(inst))).collect();
    if gradients.is_empty() || code.entry.is_none() {
        return;
    }
    let divergence = Divergence::within(Scope::Quad, code.module, code.id, &code.cfg);
    let regions = regions(code, &divergence, Fact::May);
    // The first of each branch is reported, with the number of the others.
    let mut firsts: FxHashMap<(Block, bool), (usize, usize)> = FxHashMap::default();
    for (block, inst) in gradients {
        let around = || regions.iter().filter(|region| region.contains(block));
        let computed = sources(code, inst).into_iter().find_map(|value| {
            let home = code.home(value).filter(|_| divergence.holds(Fact::May, value, block))?;
            around().find(|region| region.contains(home))
        });
        let what = name(code.op(inst));
        let (region, is_computed) = match (computed, around().next()) {
            (Some(region), _) => (region, true),
            (None, Some(region)) => (region, false),
            (None, None) => continue,
        };
        let first = firsts.entry((region.branch, is_computed)).or_insert((list.len(), 0));
        if first.1 == 0 {
            list.push(report(code, inst, what, region, is_computed));
        }
        first.1 += 1;
    }
    for (first, count) in firsts.into_values() {
        if count > 1
            && let Some(diagnostic) = list.get_mut(first)
        {
            let again = diagnostic.clone().note(format!("the same holds for {} more under this branch", count - 1));
            *diagnostic = again;
        }
    }
}

fn report(code: &Code<'_>, inst: Inst, what: &str, region: &Region, is_computed: bool) -> Diagnostic {
    let span = code.span(inst);
    let report = if is_computed {
        errors::gradient_in_divergent_flow(span, what)
    } else {
        errors::gradient_after_branch(span, what)
    };
    let branch = code.branch_span(region.branch);
    let report = if branch.is_none() { report } else { report.label(branch, "lanes of a quad take this differently") };
    report.note("compute it before the branch, or give the level or the derivatives: `SampleLevel`, `SampleGrad`")
}

/// The operand that is compared between lanes, decomposed into the values that it is constructed of.
fn sources(code: &Code<'_>, inst: Inst) -> Vec<Value> {
    let Some(at) = code.op(inst).info().quad else { return Vec::new() };
    let mut open: Vec<Value> = code.func.args(inst).get(usize::from(at)).copied().into_iter().collect();
    let mut found = Vec::new();
    while let Some(value) = open.pop() {
        if found.len() + open.len() > MOST_VALUES {
            break;
        }
        match code.func.as_inst(value).filter(|&inst| code.op(inst).info().scalars == Scalars::Parts) {
            Some(inst) => open.extend(code.func.args(inst)),
            None => found.push(value),
        }
    }
    found
}

/// Describes an operation for a message.
fn name(op: Op) -> &'static str {
    if matches!(op, Op::DerivCoarseX | Op::DerivCoarseY | Op::DerivFineX | Op::DerivFineY) {
        "this derivative"
    } else if op == Op::CalculateLod {
        "this level of detail"
    } else {
        "this sample"
    }
}
