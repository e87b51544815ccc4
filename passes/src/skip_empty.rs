//! Leads jumps past blocks that do nothing but jump on.
//!
//! Comes in: any function. Goes out: what led to an empty block leads to where that leads, unless a region names one of the two,
//! or the same block leads there with other values already: which of them is meant could not be told any more. What an
//! empty block is given as parameters only to pass it on is passed on at once. A block that nothing leads to any more is
//! left to `simplify-cfg`. Cost: linear in blocks and edges.
//!
//! ```text
//! br i1 %v0, block1, block2             br i1 %v0, block3(1), block2
//! block1:                               block2:
//!   br block3(1)                  =>      …
//! block2:                                 br block3(%v1)
//!   …
//!   br block3(%v1)
//! ```

use crate::cx::PassCx;
use crate::edit::by_value;
use crate::simplify_cfg::named_by_regions;
use cranelift_entity::SecondaryMap;
use hlslc_ir::{Block, BlockCall, Function, Module, Region, Terminator, Value, ValueDef};
use smallvec::SmallVec;

pub(crate) fn run(_: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    if func.layout.len() < 2 {
        return false;
    }
    let cfg = cx.analyses.cfg(func);
    let named = named_by_regions(func);
    let used = used_elsewhere(func);
    let mut changed = false;
    // From the end, so that chains of empty blocks are gone through at once.
    for &empty in cfg.reverse_post_order().iter().rev() {
        let Some(on) = leads_on(func, empty, &named, &used) else { continue };
        for &from in cfg.preds(empty) {
            changed |= redirect(func, from, empty, &on);
        }
    }
    if changed {
        cx.analyses.graph_changed();
    }
    changed
}

/// The parameters that are used by more than the jump of their own block.
fn used_elsewhere(func: &Function) -> SecondaryMap<Value, bool> {
    let mut used = by_value(func, false);
    for &block in &func.layout {
        let data = &func.blocks[block];
        for &inst in &data.insts {
            func.args(inst).iter().for_each(|&arg| used[arg] = true);
        }
        let is_jump = matches!(data.terminator, Terminator::Jump(_));
        for value in data.terminator.values() {
            let own = matches!(func.values[value].def, ValueDef::Param(home, _) if home == block);
            used[value] |= !(is_jump && own);
        }
    }
    used
}

/// Where a block leads that does nothing else.
fn leads_on(
    func: &Function,
    block: Block,
    named: &SecondaryMap<Block, bool>,
    used: &SecondaryMap<Value, bool>,
) -> Option<BlockCall> {
    let data = &func.blocks[block];
    let Terminator::Jump(to) = &data.terminator else { return None };
    let empty = data.insts.is_empty() && data.region == Region::None && func.entry() != Some(block);
    let free = !named[block] && !named[to.block] && to.block != block;
    (empty && free && data.params.iter().all(|&param| !used[param])).then(|| to.clone())
}

/// Leads a block past an empty one.
fn redirect(func: &mut Function, from: Block, empty: Block, on: &BlockCall) -> bool {
    let params = func.blocks[empty].params.clone();
    let passed_on = |to: &BlockCall| {
        let given = |&arg: &Value| match params.iter().position(|&param| param == arg) {
            Some(index) => to.args.get(index).copied(),
            None => Some(arg),
        };
        on.args.iter().map(given).collect::<Option<_>>().map(|args| BlockCall { block: on.block, args })
    };
    let calls: Option<SmallVec<[BlockCall; 2]>> =
        func.blocks[from].terminator.targets().filter(|to| to.block == empty).map(passed_on).collect();
    let Some((call, others)) = calls.as_deref().and_then(<[BlockCall]>::split_first) else { return false };
    let same = others.iter().all(|other| other == call);
    let there = func.blocks[from].terminator.targets().filter(|to| to.block == on.block).all(|to| to == call);
    if !same || !there {
        return false;
    }
    for to in func.blocks[from].terminator.targets_mut().filter(|to| to.block == empty) {
        *to = call.clone();
    }
    true
}
