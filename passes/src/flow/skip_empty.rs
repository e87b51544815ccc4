//! Jump forwarding: redirects edges past blocks that contain only a jump.
//!
//! Input: any function. Output: an edge to an empty block leads to that block's target, unless a region names one of the
//! two, or the predecessor already has an edge there with other arguments, which could not be told apart. Parameters that
//! the empty block only passes on are passed directly. An empty block without predecessors is left to `simplify-cfg`. Cost:
//! linear in blocks and edges.
//!
//! ```text
//! br i1 %v0, block1, block2             br i1 %v0, block3(1), block2
//! block1:                               block2:
//!   br block3(1)                  =>      …
//! block2:                                 br block3(%v1)
//!   …
//!   br block3(%v1)
//! ```

use crate::edit::by_value;
use crate::flow::simplify_cfg::named_by_regions;
use crate::run::pass::PassCx;
use cranelift_entity::SecondaryMap;
use hlslc_ir::{Block, BlockCall, Function, Module, Region, Terminator, Value, ValueDef};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

pub(crate) fn run(_: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    if func.layout.len() < 2 {
        return false;
    }
    let cfg = cx.analyses.cfg(func);
    let named = named_by_regions(func);
    let used = used_elsewhere(func);
    // Where empty blocks lead. From the end, so that chains of them are gone through at once.
    let mut past: SecondaryMap<Block, Option<BlockCall>> = SecondaryMap::new();
    for &empty in cfg.reverse_post_order().iter().rev() {
        let Some(to) = leads_on(func, empty, &named, &used) else { continue };
        let further = past[to.block].as_ref().and_then(|on| passed_on(func, &to, on));
        past[empty] = Some(further.unwrap_or(to)).filter(|on| on.block != empty);
    }
    let mut changed = false;
    for &from in cfg.reverse_post_order() {
        if func.blocks[from].terminator.targets().any(|to| past[to.block].is_some()) {
            changed |= redirect(func, from, &past);
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

/// Leads a block past the empty ones behind it.
fn redirect(func: &mut Function, from: Block, past: &SecondaryMap<Block, Option<BlockCall>>) -> bool {
    let terminator = &func.blocks[from].terminator;
    // With what each block is jumped to, as far as that is the same wherever it is.
    let mut jumps: IndexMap<Block, Option<BlockCall>, FxBuildHasher> = IndexMap::default();
    for to in terminator.targets() {
        let known = jumps.entry(to.block).or_insert_with(|| Some(to.clone()));
        known.take_if(|known| known != to);
    }
    let mut redirected: FxHashMap<Block, BlockCall> = FxHashMap::default();
    for at in 0..jumps.len() {
        let Some((&empty, Some(to))) = jumps.get_index(at) else { continue };
        let Some(call) = past[empty].as_ref().and_then(|on| passed_on(func, to, on)) else { continue };
        let there = jumps.entry(call.block).or_insert_with(|| Some(call.clone()));
        if there.as_ref() == Some(&call) {
            redirected.insert(empty, call);
        }
    }
    for to in func.blocks[from].terminator.targets_mut() {
        if let Some(call) = redirected.get(&to.block) {
            *to = call.clone();
        }
    }
    !redirected.is_empty()
}

/// What an empty block passes on that is jumped to so.
fn passed_on(func: &Function, to: &BlockCall, on: &BlockCall) -> Option<BlockCall> {
    let params = &func.blocks[to.block].params;
    let given = |&arg: &Value| match params.iter().position(|&param| param == arg) {
        Some(index) => to.args.get(index).copied(),
        None => Some(arg),
    };
    let args = on.args.iter().map(given).collect::<Option<_>>()?;
    Some(BlockCall { block: on.block, args })
}
