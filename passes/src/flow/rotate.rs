//! Loop rotation (loop inversion): moves the test of a loop from its header to its latch, which saves a jump in every
//! iteration.
//!
//! Input: SSA values, once no region names a block. Output: if a loop starts with its exit test and has one back edge,
//! the test is copied to the entry edges. The remaining test has the latch as its only predecessor, so both become one
//! block. The copied test often has constant operands and folds.
//!
//! Why this is correct: the same operations execute in the same order as before, so the test may contain anything but
//! wave operations and allocations, for which a second position is observable. The copy costs code, so only tests of at
//! most [`MOST`] instructions are copied. Values that the header defines are carried to their uses through variables.
//! Cost: linear.
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
use crate::edit::copy_blocks::{DebugNotes, copy_blocks, notes_in};
use crate::locals::mem2reg::promote;
use crate::locals::variables::through_variables;
use crate::run::pass::PassCx;
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::Cfg;
use hlslc_ir::context::Context;
use hlslc_ir::{Block, Function, Module, Terminator, TypeData, Value};

/// The most instructions that are copied.
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
    let mut headers: Vec<(Block, Block)> = Vec::new();
    for (at, this) in loops.all.iter().enumerate() {
        if let &[latch] = this.latches.as_slice()
            && latch != this.header
            && matches!(func.blocks[latch].terminator, Terminator::Jump(_))
            && is_exit_test(func, &loops, at)
            && may_copy(func, this.header)
        {
            headers.push((this.header, latch));
        }
    }
    exclude_aggregates(ctx, func, &cfg, &mut headers);
    if headers.is_empty() {
        return false;
    }
    let mut is_header = by_block(func, false);
    for &(header, _) in &headers {
        is_header[header] = true;
    }
    through_variables(ctx, func, &cfg, |home, _| is_header[home]);
    // Later headers come first: if one header is a successor of another, its copy must exist when the other one is
    // copied.
    let mut copies: SecondaryMap<Block, Option<Block>> = by_block(func, None);
    let notes = notes_in(func, headers.iter().map(|(header, _)| std::slice::from_ref(header)));
    for (&(header, latch), notes) in headers.iter().zip(&notes) {
        copies[header] = peel(func, &cfg, (header, latch), notes);
    }
    let layout = std::mem::take(&mut func.layout);
    func.layout = layout.into_iter().flat_map(|block| copies[block].into_iter().chain([block])).collect();
    cx.analyses.graph_changed();
    promote(ctx, func, cx.analyses);
    true
}

/// Whether the header of a loop ends in its exit test.
fn is_exit_test(func: &Function, loops: &NaturalLoops, at: usize) -> bool {
    let header = loops.all[at].header;
    let Terminator::Branch { then, otherwise, .. } = &func.blocks[header].terminator else { return false };
    let inside = |block: Block| loops.contains(at, block);
    inside(then.block) != inside(otherwise.block) && then.block != header && otherwise.block != header
}

fn may_copy(func: &Function, header: Block) -> bool {
    let insts = &func.blocks[header].insts;
    insts.len() <= MOST
        && insts.iter().all(|&inst| {
            let effects = &func.insts[inst].op.info().effects;
            !effects.convergent && !effects.fresh
        })
}

/// Excludes headers that define an aggregate with uses in other blocks, as a block parameter cannot be an aggregate.
fn exclude_aggregates(ctx: &Context, func: &Function, cfg: &Cfg, headers: &mut Vec<(Block, Block)>) {
    let mut aggregate_of: SecondaryMap<Value, Option<Block>> = SecondaryMap::new();
    let mut any = false;
    for &(header, _) in headers.iter() {
        for result in func.blocks[header].insts.iter().filter_map(|&inst| func.result(inst)) {
            if matches!(ctx.type_data(func.ty(result)), TypeData::Tuple(_) | TypeData::Struct(_) | TypeData::Array(..))
            {
                aggregate_of[result] = Some(header);
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
                if let Some(header) = aggregate_of[arg].filter(|&header| header != block) {
                    stays[header] = true;
                }
            }
        }
    }
    headers.retain(|&(header, _)| !stays[header]);
}

/// Copies the header of a loop for its entry edges.
fn peel(func: &mut Function, cfg: &Cfg, (header, latch): (Block, Block), notes: &DebugNotes) -> Option<Block> {
    let end = func.blocks[header].terminator.clone();
    let copy = copy_blocks(func, &[header], &[end], notes).pop()?;
    for &from in cfg.preds(header).iter().filter(|&&pred| pred != latch) {
        for to in func.blocks[from].terminator.targets_mut().filter(|to| to.block == header) {
            to.block = copy;
        }
    }
    Some(copy)
}
