//! Loop rotation (loop inversion): moves the test of a loop from its header to its latch, which saves a jump in every
//! iteration.
//!
//! Input: SSA values, once no region names a block. Output: where a loop starts with its exit test and has one back edge,
//! the test is copied to the entry edge; the remaining test is reached by the back edge alone, so both are one block. The
//! copied test often has constant operands and folds.
//!
//! The same operations execute in the same order as before; so the test may contain anything but wave operations and
//! allocations, for which a second position is observable. The copy costs code, so only tests of at most [`MOST`]
//! instructions are copied. Values that the header defines are carried to their uses through variables. Cost: linear.
//!
//! ```text
//!   br block1(0)                             br i1 %v5, block2, block3       ; with 0
//! block1(i32 %v1):                         block2(i32 %v1):
//!   %v2 = icmp.ult i32 %v1, %v0              …
//!   br i1 %v2, block2, block3         =>     %v4 = add i32 %v1, 1
//! block2:                                    %v2 = icmp.ult i32 %v4, %v0
//!   …                                        br i1 %v2, block2(%v4), block3
//!   %v4 = add i32 %v1, 1
//!   br block1(%v4)
//! ```

use crate::analysis::natural_loops::NaturalLoops;
use crate::edit::by_block;
use crate::edit::copy_blocks::{Notes, copy_blocks, notes_in};
use crate::locals::mem2reg::promote;
use crate::locals::variables::through_variables;
use crate::run::pass::PassCx;
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::Cfg;
use hlslc_ir::context::Context;
use hlslc_ir::{Block, Function, Module, Terminator, TypeData, Value};

/// How many instructions are copied at most.
const MOST: usize = 12;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    if func.layout.len() < 2 {
        return false;
    }
    let (cfg, loops) = (cx.analyses.cfg(func), cx.analyses.natural_loops(func));
    if loops.all.is_empty() {
        return false;
    }
    let ctx = &mut module.ctx;
    let mut heads: Vec<(Block, Block)> = Vec::new();
    for (at, this) in loops.all.iter().enumerate() {
        if let &[latch] = this.latches.as_slice()
            && latch != this.head
            && matches!(func.blocks[latch].terminator, Terminator::Jump(_))
            && leads_out(func, &loops, at)
            && may_copy(func, this.head)
        {
            heads.push((this.head, latch));
        }
    }
    keep_whole(ctx, func, &cfg, &mut heads);
    if heads.is_empty() {
        return false;
    }
    let mut is_head = by_block(func, false);
    for &(head, _) in &heads {
        is_head[head] = true;
    }
    through_variables(ctx, func, &cfg, |home, _| is_head[home]);
    // Heads that come later first: where one leads to another, so does its copy, and that to the other's copy.
    let mut copies: SecondaryMap<Block, Option<Block>> = by_block(func, None);
    let notes = notes_in(func, heads.iter().map(|(head, _)| std::slice::from_ref(head)));
    for (&(head, latch), notes) in heads.iter().zip(&notes) {
        copies[head] = peel(func, &cfg, (head, latch), notes);
    }
    let layout = std::mem::take(&mut func.layout);
    func.layout = layout.into_iter().flat_map(|block| copies[block].into_iter().chain([block])).collect();
    cx.analyses.graph_changed();
    promote(ctx, func, cx.analyses);
    true
}

/// Whether the head of a loop decides whether it ends.
fn leads_out(func: &Function, loops: &NaturalLoops, at: usize) -> bool {
    let head = loops.all[at].head;
    let Terminator::Branch { then, otherwise, .. } = &func.blocks[head].terminator else { return false };
    let inside = |block: Block| loops.contains(at, block);
    inside(then.block) != inside(otherwise.block) && then.block != head && otherwise.block != head
}

fn may_copy(func: &Function, head: Block) -> bool {
    let insts = &func.blocks[head].insts;
    insts.len() <= MOST
        && insts.iter().all(|&inst| {
            let effects = &func.insts[inst].op.info().effects;
            !effects.convergent && !effects.fresh
        })
}

/// Leaves out heads that define an aggregate that others use: no block is given one.
fn keep_whole(ctx: &Context, func: &Function, cfg: &Cfg, heads: &mut Vec<(Block, Block)>) {
    let mut aggregate_of: SecondaryMap<Value, Option<Block>> = SecondaryMap::new();
    let mut any = false;
    for &(head, _) in heads.iter() {
        for result in func.blocks[head].insts.iter().filter_map(|&inst| func.result(inst)) {
            if matches!(ctx.type_data(func.ty(result)), TypeData::Tuple(_) | TypeData::Struct(_) | TypeData::Array(..))
            {
                aggregate_of[result] = Some(head);
                any = true;
            }
        }
    }
    if !any {
        return;
    }
    let mut stays: SecondaryMap<Block, bool> = SecondaryMap::new();
    for &block in cfg.reverse_post_order() {
        for &inst in &func.blocks[block].insts {
            for &arg in func.args(inst) {
                if let Some(head) = aggregate_of[arg].filter(|&head| head != block) {
                    stays[head] = true;
                }
            }
        }
    }
    heads.retain(|&(head, _)| !stays[head]);
}

/// Copies the head of a loop for the ways into it.
fn peel(func: &mut Function, cfg: &Cfg, (head, latch): (Block, Block), notes: &Notes) -> Option<Block> {
    let end = func.blocks[head].terminator.clone();
    let copy = copy_blocks(func, &[head], &[end], notes).pop()?;
    for &from in cfg.preds(head).iter().filter(|&&pred| pred != latch) {
        for to in func.blocks[from].terminator.targets_mut().filter(|to| to.block == head) {
            to.block = copy;
        }
    }
    Some(copy)
}
