//! Removes exits through several loops, which SPIR-V cannot say.
//!
//! Comes in: any function with region annotations. Goes out: every jump out of a loop goes to the loop's own merge
//! block (`break`). What jumped further (a `return` of an inlined function inside a loop, which is a break out of the
//! one-trip loop around the function's body) jumps to the merge block with a number that says where it wants to go, and
//! a new merge block sends it on its way.
//!
//! Loops are taken from the inside out, so an exit through three levels becomes one through two, and so on. The body
//! of a loop is what can be reached from its head without entering the merge or continue block of this loop or of one
//! around it. Merge blocks with more predecessors dominate less than before: values that no longer dominate their
//! uses take the way through a variable, which is promoted again at once. Cost: loops times blocks of their bodies.
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

use crate::cx::{Analyses, PassCx};
use crate::mem2reg::promote;
use crate::variables::through_variables;
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::Loop;
use hlslc_ir::context::Context;
use hlslc_ir::function::SelectionHint;
use hlslc_ir::{Block, BlockCall, Builder, ConstData, Function, Module, Op, Region, Terminator, Value};
use indexmap::IndexMap;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let changed = end_loops_at_their_merge(&mut module.ctx, func, cx.analyses);
    if changed {
        restore_dominance(&mut module.ctx, func, cx.analyses);
    }
    changed
}

fn end_loops_at_their_merge(ctx: &mut Context, func: &mut Function, analyses: &mut Analyses) -> bool {
    let mut changed = false;
    let mut loops = analyses.loops(func);
    // From the inside out. Where a merge block moves, heads and their order stay.
    for at in (0..loops.all().len()).rev() {
        let mut beyond = SecondaryMap::with_default(false);
        for around in loops.around(at) {
            beyond[around.merge] = true;
            beyond[around.continue_target] = true;
        }
        if end_at_merge(ctx, func, loops.all()[at], &beyond) {
            changed = true;
            analyses.graph_changed();
            loops = analyses.loops(func);
        }
    }
    changed
}

/// Routes the exits of one loop through its merge block.
fn end_at_merge(ctx: &mut Context, func: &mut Function, this: Loop, beyond: &SecondaryMap<Block, bool>) -> bool {
    let mut body = SecondaryMap::with_default(false);
    let mut list = vec![this.head];
    body[this.head] = true;
    let mut targets: IndexMap<Block, ()> = IndexMap::new();
    let mut at = 0;
    while let Some(&block) = list.get(at) {
        at += 1;
        for to in func.blocks[block].terminator.targets() {
            if to.block == this.merge {
                continue;
            }
            if beyond[to.block] {
                targets.insert(to.block, ());
            } else if !std::mem::replace(&mut body[to.block], true) {
                list.push(to.block);
            }
        }
    }
    if targets.is_empty() {
        return false;
    }
    let targets: Vec<Block> = targets.into_keys().collect();
    // The merge block itself is target 0. Each target's values have places of their own.
    let all: Vec<Block> = std::iter::once(this.merge).chain(targets.iter().copied()).collect();
    let loc = func.blocks[this.merge].loc;
    let merge = func.make_block(loc);
    let number = ctx.i32();
    let number = func.add_param(merge, number);
    let mut places: Vec<Vec<Value>> = Vec::new();
    for &to in &all {
        let types: Vec<_> = func.blocks[to].params.iter().map(|&param| func.ty(param)).collect();
        places.push(types.into_iter().map(|ty| func.add_param(merge, ty)).collect());
    }
    for &block in &list {
        let mut terminator = std::mem::replace(&mut func.blocks[block].terminator, Terminator::Missing);
        for to in terminator.targets_mut() {
            let Some(which) = all.iter().position(|&target| target == to.block) else { continue };
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
    dispatch(ctx, func, merge, number, &all, &places);
    if let Region::Loop { merge: old, .. } = &mut func.blocks[this.head].region {
        *old = merge;
    }
    true
}

fn undef(ctx: &mut Context, func: &mut Function, like: Value) -> Value {
    let id = ctx.constant(func.ty(like), ConstData::Undef);
    func.constant(ctx, id)
}

/// Ends `merge` with the choice among the targets: one branch each, the old merge block last.
fn dispatch(ctx: &mut Context, func: &mut Function, merge: Block, number: Value, all: &[Block], places: &[Vec<Value>]) {
    let Some(at) = func.layout.iter().position(|&block| block == all[0]) else { return };
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
    func.layout.splice(at..at, new);
}

/// Sends values that do not dominate their uses any more through variables, and promotes those.
fn restore_dominance(ctx: &mut Context, func: &mut Function, analyses: &mut Analyses) {
    let (cfg, dominators) = (analyses.cfg(func), analyses.dominators(func));
    if through_variables(ctx, func, &cfg, |home, user| !dominators.dominates(home, user)) {
        promote(ctx, func, analyses);
    }
}
