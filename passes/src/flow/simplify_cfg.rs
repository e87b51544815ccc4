//! Simplifies the control-flow graph until nothing is left to simplify: removes blocks, edges and parameters that decide
//! nothing (the local rules of LLVM's SimplifyCFG, driven by a worklist as in Kildall, 1973).
//!
//! Input: any function. Output: no branch on a constant or with equal edges (except to an empty block); no unreachable
//! block (those that a region names stay, empty); no block parameter with the same argument on all edges, or with the
//! arguments of another one; no block whose only predecessor jumps to it unconditionally, unless a region names it. Region
//! annotations stay correct; a selection whose branch is gone loses its own. Without regions a switch with one case becomes
//! a branch: structurisers of DXIL handle a branch with one edge out of a loop and one that continues it, but not such a
//! switch.
//!
//! The last run bypasses empty blocks ([`forward`]), too, where no region is left.
//!
//! An unreachable merge block ends in `unreachable`; an unreachable continue block jumps to the header of its loop, so that
//! the loop keeps its form. A block is visited again when an edge to it, an argument of such an edge, or an operand of its
//! terminator changes, each of which only happens when an edge, a parameter or a block goes. Cost: linear in blocks,
//! instructions and edges, and in the edges of the blocks that change.
//!
//! ```text
//! br i1 true, block1, block2              block0:
//! block1:                                   ret i32 1
//!   ret i32 1                       =>
//! block2:
//!   ret i32 2
//! ```

mod forward;
mod work;

use crate::edit::by_block;
use crate::run::pass::{OptLevel, PassCx};
use cranelift_entity::SecondaryMap;
use hlslc_ir::context::Context;
use hlslc_ir::{Block, BlockCall, ConstData, Function, Module, Region, Terminator};
use work::{Forwarding, Work};

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    simplify(module, func, cx, Forwarding::Off)
}

/// As [`run`], and bypasses empty blocks, if anything is optimised.
pub(crate) fn run_forwarding(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let is_on = cx.options.level >= OptLevel::O1;
    simplify(module, func, cx, if is_on { Forwarding::On } else { Forwarding::Off })
}

fn simplify(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>, forwarding: Forwarding) -> bool {
    if func.is_one_block() {
        return false;
    }
    let cfg = cx.analyses.cfg(func);
    let mut work = Work::new(&mut module.ctx, func, &cfg, forwarding);
    let changed = work.run();
    let is_dead = work.finish();
    let removed = remove_unreachable(&mut module.ctx, func, |block| !is_dead[block]);
    changed || removed
}

/// Removes the annotations of loops whose body is a chain of jumps from the header to the merge block.
pub(crate) fn drop_straight_loops(func: &mut Function) -> bool {
    let mut changed = false;
    for index in 0..func.layout.len() {
        let head = func.layout[index];
        let Region::Loop { merge, .. } = func.blocks[head].region else { continue };
        let mut at = head;
        while let Terminator::Jump(to) = &func.blocks[at].terminator
            && (at == head || func.blocks[at].region == Region::None)
        {
            at = to.block;
            if at == merge || at == head {
                break;
            }
        }
        if at == merge {
            func.blocks[head].region = Region::None;
            changed = true;
        }
    }
    changed
}

/// The blocks that regions name, which must stay.
pub(crate) fn named_by_regions(func: &Function) -> SecondaryMap<Block, bool> {
    if func.layout.iter().all(|&block| func.blocks[block].region == Region::None) {
        return SecondaryMap::new();
    }
    let mut named = by_block(func, false);
    for &block in &func.layout {
        match func.blocks[block].region {
            Region::None | Region::Hint(_) => {}
            Region::Selection { merge, .. } => named[merge] = true,
            Region::Loop { merge, continue_target, .. } => {
                named[merge] = true;
                named[continue_target] = true;
                // The header of a loop must be a separate block.
                named[block] = true;
            }
        }
    }
    named
}

/// Removes unreachable blocks, and empties those that a region of a reachable block names.
pub(crate) fn remove_unreachable(ctx: &mut Context, func: &mut Function, is_reachable: impl Fn(Block) -> bool) -> bool {
    if func.layout.iter().all(|&block| is_reachable(block)) {
        return false;
    }
    let mut keep: SecondaryMap<Block, Option<Terminator>> = by_block(func, None);
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        if !is_reachable(block) {
            continue;
        }
        match func.blocks[block].region {
            Region::None | Region::Hint(_) => {}
            Region::Selection { merge, .. } => keep[merge] = keep[merge].take().or(Some(Terminator::Unreachable)),
            Region::Loop { merge, continue_target, .. } => {
                keep[merge] = keep[merge].take().or(Some(Terminator::Unreachable));
                let params = func.blocks[block].params.clone();
                let args = params.iter().map(|&param| {
                    let undef = ctx.constant(func.ty(param), ConstData::Undef);
                    func.constant(ctx, undef)
                });
                let back = BlockCall { block, args: args.collect() };
                keep[continue_target] = Some(Terminator::Jump(back));
            }
        }
    }
    let mut changed = false;
    let mut layout = std::mem::take(&mut func.layout);
    layout.retain(|&block| {
        if is_reachable(block) {
            return true;
        }
        let Some(terminator) = keep[block].take() else {
            changed = true;
            return false;
        };
        let data = &mut func.blocks[block];
        changed |= !data.insts.is_empty() || !data.params.is_empty() || data.terminator != terminator;
        data.insts.clear();
        data.params.clear();
        data.terminator = terminator;
        data.region = Region::None;
        true
    });
    func.layout = layout;
    changed
}
