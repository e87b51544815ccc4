//! Removes multi-level exits from loops, which SPIR-V cannot express.
//!
//! Input: any function with region annotations. Output: every edge out of a loop leads to the loop's own merge block
//! (`break`). An edge that went further (a `return` of an inlined function inside a loop, which is a break out of the
//! one-iteration loop around the function's body) leads to the merge block with a number for its destination, and a new
//! merge block dispatches on it.
//!
//! Loops are processed from the inside out, so an exit through three levels becomes one through two, and so on. Merge
//! blocks with more predecessors dominate less than before: values that no longer dominate their uses go through a
//! variable, which is promoted again immediately; addresses are rematerialised at their uses. Cost: linear, times the
//! levels that an exit leaves.
//!
//! ```text
//! block2:  ; in a loop with merge block5 inside one with merge block9
//!   br i1 %v1, block9(i32 7), block3
//! block4:
//!   br i1 %v2, block2, block5
//!       =>
//! block2:
//!   br i1 %v1, block10(i32 1, 7), block3
//! block4:
//!   br i1 %v2, block2, block10(i32 0, undef)
//! block10(i32 %v3, i32 %v4):
//!   %v5 = icmp.eq i32 %v3, 1
//!   br i1 %v5, block9(i32 %v4), block5 !selection merge block5
//! ```

use crate::analysis::Analyses;
use crate::locals::variables::restore_dominance;
use crate::run::pass::PassCx;
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::Loops;
use hlslc_ir::context::Context;
use hlslc_ir::function::SelectionHint;
use hlslc_ir::{Block, BlockCall, Builder, ConstData, Function, Module, Op, Region, Terminator, Value};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::sync::Arc;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let changed = end_loops_at_their_merge(&mut module.ctx, func, cx.analyses);
    if changed {
        restore_dominance(&mut module.ctx, func, cx.analyses);
    }
    changed
}

/// The exits of each loop, by the index of the loop.
struct Exits {
    loops: Arc<Loops>,
    /// The loop whose merge block a block is, and the loop whose continue block it is.
    merge_of: SecondaryMap<Block, Option<usize>>,
    continue_of: SecondaryMap<Block, Option<usize>>,
    /// The blocks of the loop, without inner loops, that jump to its merge block.
    near: Vec<Vec<Block>>,
    /// The blocks of the loop, without inner loops, that leave an outer loop.
    far: Vec<Vec<Block>>,
}

impl Exits {
    fn new(loops: Arc<Loops>) -> Self {
        let count = loops.all().len();
        let (mut merge_of, mut continue_of) = (SecondaryMap::new(), SecondaryMap::new());
        for (at, this) in loops.all().iter().enumerate() {
            merge_of[this.merge] = Some(at);
            if this.continue_target != this.header {
                continue_of[this.continue_target] = Some(at);
            }
        }
        Self { loops, merge_of, continue_of, near: vec![Vec::new(); count], far: vec![Vec::new(); count] }
    }

    /// Whether a jump to `to` leaves a loop around `from`.
    fn is_far(&self, from: usize, to: Block) -> bool {
        let leaves = |of: Option<usize>| of.is_some_and(|of| self.loops.encloses(of, from));
        leaves(self.merge_of[to]) || leaves(self.continue_of[to])
    }

    /// Records the exits at the end of a block of a loop.
    fn note(&mut self, from: usize, block: Block, func: &Function) {
        for to in func.blocks[block].terminator.targets() {
            if self.merge_of[to.block] == Some(from) {
                self.near[from].push(block);
            } else if self.is_far(from, to.block) {
                self.far[from].push(block);
            }
        }
    }
}

fn end_loops_at_their_merge(ctx: &mut Context, func: &mut Function, analyses: &mut Analyses) -> bool {
    let cfg = analyses.cfg(func);
    let mut exits = Exits::new(analyses.loops(func));
    for &block in cfg.reverse_post_order() {
        if let Some(from) = exits.loops.inside(block) {
            exits.note(from, block, func);
        }
    }
    let mut before: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
    // Inner loops come first: an edge that leaves several loops leaves them in sequence.
    for at in (0..exits.loops.all().len()).rev() {
        if exits.far[at].is_empty() {
            continue;
        }
        let new = end_at_merge(ctx, func, &mut exits, at);
        let this = exits.loops.all()[at];
        if let Some(around) = this.parent {
            for &block in &new {
                exits.note(around, block, func);
            }
        }
        before.insert(this.merge, new);
    }
    if before.is_empty() {
        return false;
    }
    let layout = std::mem::take(&mut func.layout);
    for block in layout {
        func.layout.extend(before.remove(&block).into_iter().flatten());
        func.layout.push(block);
    }
    analyses.graph_changed();
    true
}

/// Routes the exits of one loop through a new merge block. Returns the new blocks in order.
fn end_at_merge(ctx: &mut Context, func: &mut Function, exits: &mut Exits, at: usize) -> Vec<Block> {
    let this = exits.loops.all()[at];
    let mut blocks = std::mem::take(&mut exits.far[at]);
    // The old merge block is destination 0. Each destination has its own parameters for its arguments.
    let mut all: IndexSet<Block, FxBuildHasher> = IndexSet::from_iter([this.merge]);
    for &block in &blocks {
        let targets = func.blocks[block].terminator.targets().map(|to| to.block);
        all.extend(targets.filter(|&to| exits.is_far(at, to)));
    }
    blocks.append(&mut exits.near[at]);
    let loc = func.blocks[this.merge].loc;
    let merge = func.make_block(loc);
    let number = ctx.i32();
    let number = func.add_param(merge, number);
    let mut places: Vec<Vec<Value>> = Vec::new();
    for &to in &all {
        let types: Vec<_> = func.blocks[to].params.iter().map(|&param| func.ty(param)).collect();
        places.push(types.into_iter().map(|ty| func.add_param(merge, ty)).collect());
    }
    for &block in &blocks {
        let mut terminator = std::mem::replace(&mut func.blocks[block].terminator, Terminator::Missing);
        for to in terminator.targets_mut() {
            let Some(which) = all.get_index_of(&to.block) else { continue };
            let which_value = ctx.const_i32(which as u32);
            let mut args = BlockCall::plain(merge);
            args.args.push(func.constant(ctx, which_value));
            for (index, place) in places.iter().enumerate() {
                for (at, &param) in place.iter().enumerate() {
                    args.args.push(if index == which { to.args[at] } else { undef(ctx, func, param) });
                }
            }
            *to = args;
        }
        func.blocks[block].terminator = terminator;
    }
    if let Region::Loop { merge: old, .. } = &mut func.blocks[this.header].region {
        *old = merge;
    }
    dispatch(ctx, func, merge, number, &all, &places)
}

fn undef(ctx: &mut Context, func: &mut Function, like: Value) -> Value {
    let id = ctx.constant(func.ty(like), ConstData::Undef);
    func.constant(ctx, id)
}

/// Ends `merge` with a chain of branches on the destination, the old merge block last. Returns the new blocks.
fn dispatch(
    ctx: &mut Context,
    func: &mut Function,
    merge: Block,
    number: Value,
    all: &IndexSet<Block, FxBuildHasher>,
    places: &[Vec<Value>],
) -> Vec<Block> {
    let mut new = vec![merge];
    let mut current = merge;
    let call = |index: usize| BlockCall { block: all[index], args: places[index].iter().copied().collect() };
    for which in 1..all.len() {
        let is_last = which + 1 == all.len();
        let next = if is_last { all[0] } else { func.make_block(func.blocks[merge].loc) };
        let mut b = Builder::new(ctx, func);
        b.switch_to(current);
        let which_value = b.i32(which as u32);
        let cond = b.op(Op::IEq, &[number, which_value]);
        let otherwise = if is_last { call(0) } else { BlockCall::plain(next) };
        let data = &mut func.blocks[current];
        data.terminator = Terminator::Branch { cond, then: call(which), otherwise };
        data.region = Region::Selection { merge: next, hint: SelectionHint::None };
        if !is_last {
            new.push(next);
            current = next;
        }
    }
    new
}
