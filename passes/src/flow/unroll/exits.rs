//! Makes flags of the ways out of the middle of a loop, where operations across lanes could tell that lanes which leave do not
//! wait for those that stay.
//!
//! In: loops that are about to be unrolled, of a target whose control flow is free. Once unrolled, nothing is a loop any more: where
//! some lanes skip the rest of an iteration and others may leave the loop in it, the paths of the two come together in the next
//! iteration, but only after the loop do all of them. A machine that lets lanes wait where all paths lead through (the immediate
//! post-dominator of a branch) would execute the next iteration once for each path, with some of the lanes each time. The same
//! goes for a selection in the loop of which some lanes continue or leave.
//!
//! Out: each iteration of such a loop, and each such selection, has one end, to which whatever goes on or leaves goes, with a flag that
//! says which; a branch on the flag follows. DXC makes the same of a `break`. Exits that every lane comes by (the test of the
//! loop, a `break` that nothing skips) stay: the lanes that do not take them go on together. Cost: linear in the function for each
//! such loop or selection.
//!
//! ```text
//! block1: ; head                              block1:
//!   br i1 %v1, block3, block2                   br i1 %v1, block4(i1 false), block2
//! block2:                                     block2:
//!   %v2 = call i32 @dx.wave.countbits(…)   =>   %v2 = call i32 @dx.wave.countbits(…)
//!   br i1 %v3, block9, block3                   br i1 %v3, block4(i1 true), block4(i1 false)
//! block3: ; continue                          block4(i1 %v4):
//!   br block1                                   br i1 %v4, block9, block3
//! ```

use super::Plan;
use hlslc_graph::DominatorTree;
use hlslc_ir::cfg::{Cfg, Dominators, Loops};
use hlslc_ir::context::Context;
use hlslc_ir::ops::OpSet;
use hlslc_ir::{Block, BlockCall, ConstData, Function, Region, Terminator, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::sync::LazyLock;

/// What asks other lanes.
static ASKING: LazyLock<OpSet> = LazyLock::new(|| OpSet::which(|op| op.info().effects.asks_other_lanes()));

/// Does it for the loops that need it. Whether there was any; values may not dominate their uses then, and the blocks of a plan stand
/// in any order.
pub(super) fn flag(ctx: &mut Context, func: &mut Function, loops: &Loops, plans: &mut [Plan]) -> bool {
    if !func.may_hold(&ASKING) {
        return false;
    }
    let mut changed = false;
    for plan in plans {
        if !plan.body.iter().any(|&block| asks(func, block)) {
            continue;
        }
        // Selections from the inside out: what one leaves with, the one around it may leave with too. Those of a loop inside have
        // their turn when that is unrolled.
        let is_selection = |block: &Block| {
            matches!(func.blocks[*block].region, Region::Selection { .. })
                && loops.inside(*block) == loops.inside(plan.this.head)
        };
        let selections: Vec<Block> = plan.body.iter().copied().filter(is_selection).rev().collect();
        for head in selections {
            changed |= Scope::of_selection(func, plan, head).is_some_and(|scope| scope.close(ctx, func, plan));
        }
        changed |= Scope::of_loop(func, plan).is_some_and(|scope| scope.close(ctx, func, plan));
    }
    changed
}

fn asks(func: &Function, block: Block) -> bool {
    func.blocks[block].insts.iter().any(|&inst| func.insts[inst].op.info().effects.asks_other_lanes())
}

/// The blocks, of some, from which another can be reached, and the one that they begin with.
fn leading_to(cfg: &Cfg, end: Block, head: Block, is_meant: impl Fn(Block) -> bool) -> FxHashSet<Block> {
    let mut inside = FxHashSet::from_iter([head]);
    let mut work = vec![end];
    while let Some(block) = work.pop() {
        for &pred in cfg.preds(block) {
            if is_meant(pred) && inside.insert(pred) {
                work.push(pred);
            }
        }
    }
    inside
}

/// Blocks that lanes enter together, and where those that stay meet again.
struct Scope {
    /// The first one.
    head: Block,
    /// In reverse post-order.
    order: Vec<Block>,
    inside: FxHashSet<Block>,
    /// Where those that stay go on.
    next: Block,
    /// What ends the scope: the next iteration, or where the selection ends.
    end: Block,
}

impl Scope {
    /// An iteration: the blocks from which the head can be reached again.
    fn of_loop(func: &Function, plan: &Plan) -> Option<Self> {
        let (cfg, head) = (Cfg::new(func), plan.this.head);
        let body: FxHashSet<Block> = plan.body.iter().copied().collect();
        let inside = leading_to(&cfg, head, head, |block| body.contains(&block));
        if !inside.iter().any(|&block| asks(func, block)) {
            return None;
        }
        Some(Self::new(&cfg, head, inside, plan.this.continue_target, head))
    }

    /// A selection with operations across lanes after it, where two paths or more lead.
    fn of_selection(func: &Function, plan: &Plan, head: Block) -> Option<Self> {
        let Region::Selection { merge, .. } = func.blocks[head].region else { return None };
        let cfg = Cfg::new(func);
        let dominators = Dominators::new(&cfg);
        if !plan.body.contains(&merge) || !cfg.is_reachable(merge) || !cfg.is_reachable(head) {
            return None;
        }
        let is_after = |block: Block| dominators.dominates(merge, block);
        let body: FxHashSet<Block> =
            plan.body.iter().copied().filter(|&block| dominators.dominates(head, block)).collect();
        let inside = leading_to(&cfg, merge, head, |block| body.contains(&block) && !is_after(block));
        let matters = plan.body.iter().any(|&block| is_after(block) && asks(func, block));
        let paths = cfg.preds(merge).iter().filter(|pred| inside.contains(pred)).count();
        (matters && paths > 1).then(|| Self::new(&cfg, head, inside, merge, merge))
    }

    fn new(cfg: &Cfg, head: Block, inside: FxHashSet<Block>, next: Block, end: Block) -> Self {
        let mut order: Vec<Block> = inside.iter().copied().collect();
        order.sort_unstable_by_key(|&block| cfg.position(block));
        Self { head, order, inside, next, end }
    }

    /// Whether a target lies outside, and is not where lanes that stay go on.
    fn leaves(&self, to: Block) -> bool {
        !self.inside.contains(&to) && to != self.next && to != self.end
    }

    /// The blocks with a way out that some lanes skip, or that do more than to choose between staying and leaving.
    fn exits(&self, func: &Function) -> Vec<Block> {
        let leaves = |block: Block| func.blocks[block].terminator.targets().any(|to| self.leaves(to.block));
        let candidates: Vec<Block> = self.order.iter().copied().filter(|&block| leaves(block)).collect();
        if candidates.is_empty() {
            return candidates;
        }
        let (tree, number) = self.without_exits(func);
        let mut on_all: FxHashSet<u32> = FxHashSet::default();
        let mut at = number.get(&self.head).copied();
        while let Some(here) = at {
            on_all.insert(here);
            at = tree.parent(here);
        }
        let skipped = |block: Block| number.get(&block).is_none_or(|at| !on_all.contains(at));
        // Lanes that stay may go apart there as well.
        let parts = |block: Block| {
            let targets = func.blocks[block].terminator.targets().map(|to| to.block);
            let mut staying = targets.filter(|&to| !self.leaves(to));
            let first = staying.next();
            staying.any(|to| Some(to) != first)
        };
        candidates.into_iter().filter(|&block| skipped(block) || parts(block)).collect()
    }

    /// The tree of post-dominators of the scope by itself, and the numbers of the blocks in it: ways out count for nothing.
    fn without_exits(&self, func: &Function) -> (DominatorTree, FxHashMap<Block, u32>) {
        let number: FxHashMap<Block, u32> = self.order.iter().copied().zip(0..).collect();
        let end = self.order.len() as u32;
        let following = |&block: &Block| -> SmallVec<[u32; 4]> {
            let targets = func.blocks[block].terminator.targets().filter(|to| !self.leaves(to.block));
            targets
                .map(|to| if to.block == self.end { end } else { number.get(&to.block).copied().unwrap_or(end) })
                .collect()
        };
        let mut succs: Vec<SmallVec<[u32; 4]>> = self.order.iter().map(following).collect();
        succs.push(SmallVec::new());
        (DominatorTree::new(&succs, end), number)
    }

    /// Gives the scope one end, if there are exits that lanes may skip.
    fn close(self, ctx: &mut Context, func: &mut Function, plan: &mut Plan) -> bool {
        let exits = self.exits(func);
        if exits.is_empty() {
            return false;
        }
        let end = func.make_block(func.blocks[self.next].loc);
        // Edges to the end: block, number of the target, and which way it stands for; 0 goes on.
        let mut edges: Vec<(Block, usize, usize)> = Vec::new();
        let mut ways: Vec<(Block, SmallVec<[Type; 2]>)> = Vec::new();
        let types = |func: &Function, values: &[Value]| values.iter().map(|&value| func.ty(value)).collect();
        ways.push((self.next, types(func, &func.blocks[self.next].params)));
        for &block in &self.order {
            let can_leave = exits.contains(&block);
            for (at, to) in func.blocks[block].terminator.targets().enumerate() {
                if to.block == self.next {
                    edges.push((block, at, 0));
                } else if can_leave && self.leaves(to.block) {
                    edges.push((block, at, ways.len()));
                    ways.push((to.block, types(func, &to.args)));
                }
            }
        }
        // One exit is a truth value, several are numbered.
        let is_truth = ways.len() == 2;
        let flag_ty = if is_truth { ctx.bool() } else { ctx.i32() };
        let flag = func.add_param(end, flag_ty);
        let mut calls: Vec<BlockCall> = Vec::with_capacity(ways.len());
        let mut firsts = Vec::with_capacity(ways.len());
        for (block, types) in ways {
            firsts.push(func.blocks[end].params.len());
            let args = types.into_iter().map(|ty| func.add_param(end, ty)).collect();
            calls.push(BlockCall { block, args });
        }
        let params: Vec<Type> = func.blocks[end].params.iter().map(|&param| func.ty(param)).collect();
        for (block, at, way) in edges {
            let id = if is_truth { ctx.const_bool(way != 0) } else { ctx.const_i32(way as u32) };
            let mut args: SmallVec<[Value; 2]> = SmallVec::new();
            args.push(func.constant(ctx, id));
            for &ty in &params[1..] {
                let undef = ctx.constant(ty, ConstData::Undef);
                args.push(func.constant(ctx, undef));
            }
            if let Some(to) = func.blocks[block].terminator.target_mut(at) {
                args[firsts[way]..firsts[way] + to.args.len()].copy_from_slice(&to.args);
                *to = BlockCall { block: end, args };
            }
        }
        let mut calls = calls.into_iter();
        let (Some(default), Some(first)) = (calls.next(), calls.next()) else { return false };
        func.blocks[end].terminator = if is_truth {
            Terminator::Branch { cond: flag, then: first, otherwise: default }
        } else {
            Terminator::Switch { value: flag, cases: (1..).zip([first].into_iter().chain(calls)).collect(), default }
        };
        plan.body.push(end);
        let last = func.layout.iter().rposition(|block| self.inside.contains(block)).map_or(0, |at| at + 1);
        func.layout.insert(last, end);
        if self.next == plan.this.head {
            plan.this.continue_target = end;
        }
        true
    }
}
