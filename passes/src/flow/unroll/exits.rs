//! Replaces early exits of a loop by flags, if operations across lanes could observe that lanes which leave do not wait
//! for those that stay.
//!
//! Input: loops that are about to be unrolled, for a target with unstructured control flow. After unrolling there is no
//! loop: if some lanes skip the rest of an iteration and others may leave the loop in it, the two paths join in the
//! next iteration, but the immediate post-dominator of the branch is only after the loop. A machine that makes lanes
//! reconverge at the immediate post-dominator of a branch would execute the next iteration once for each path, with a
//! part of the lanes each time. The same holds for a selection in the loop from which some lanes continue or leave.
//!
//! Output: each iteration of such a loop, and each such selection, has one end, to which all paths lead, with a flag
//! that says where to continue, and a branch on the flag follows. DXC transforms a `break` in the same manner. Exits on
//! every path of an iteration (the test of the loop, a `break` that no branch skips) stay, as the lanes that do not
//! take them continue together. Cost: linear in the function for each such loop or selection.
//!
//! ```text
//! block1: ; header                            block1:
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

/// The operations that communicate between lanes.
static CROSS_LANE: LazyLock<OpSet> = LazyLock::new(|| OpSet::which(|op| op.info().effects.uses_other_lanes()));

/// Transforms the loops that need it. Returns whether there were any. Afterwards values may not dominate their uses,
/// and the blocks of a plan are in arbitrary order.
pub(super) fn flag(ctx: &mut Context, func: &mut Function, loops: &Loops, plans: &mut [Plan]) -> bool {
    if !func.may_hold(&CROSS_LANE) {
        return false;
    }
    let mut changed = false;
    for plan in plans {
        if !plan.body.iter().any(|&block| has_cross_lane(func, block)) {
            continue;
        }
        // Inner selections come first, as an exit of an inner one is an exit of the outer one. Selections in an inner
        // loop follow when that loop is unrolled.
        let is_selection = |block: &Block| {
            matches!(func.blocks[*block].region, Region::Selection { .. })
                && loops.inside(*block) == loops.inside(plan.this.header)
        };
        let selections: Vec<Block> = plan.body.iter().copied().filter(is_selection).rev().collect();
        for header in selections {
            changed |= Scope::of_selection(func, plan, header).is_some_and(|scope| scope.close(ctx, func, plan));
        }
        changed |= Scope::of_loop(func, plan).is_some_and(|scope| scope.close(ctx, func, plan));
    }
    changed
}

fn has_cross_lane(func: &Function, block: Block) -> bool {
    func.blocks[block].insts.iter().any(|&inst| func.insts[inst].op.info().effects.uses_other_lanes())
}

/// The blocks from which `end` can be reached, among those for which `is_candidate` holds, and the header.
fn reaching(cfg: &Cfg, end: Block, header: Block, is_candidate: impl Fn(Block) -> bool) -> FxHashSet<Block> {
    let mut inside = FxHashSet::from_iter([header]);
    let mut work = vec![end];
    while let Some(block) = work.pop() {
        for &pred in cfg.preds(block) {
            if is_candidate(pred) && inside.insert(pred) {
                work.push(pred);
            }
        }
    }
    inside
}

/// A region that lanes enter together, and at whose end those that do not leave reconverge.
struct Scope {
    /// Its entry.
    header: Block,
    /// Its blocks in reverse post-order.
    order: Vec<Block>,
    inside: FxHashSet<Block>,
    /// The block after it for lanes that do not leave.
    next: Block,
    /// The end of the region: the header of the next iteration, or the merge block of the selection.
    end: Block,
}

impl Scope {
    /// One iteration of the loop: the blocks from which its header can be reached.
    fn of_loop(func: &Function, plan: &Plan) -> Option<Self> {
        let (cfg, header) = (Cfg::new(func), plan.this.header);
        let body: FxHashSet<Block> = plan.body.iter().copied().collect();
        let inside = reaching(&cfg, header, header, |block| body.contains(&block));
        if !inside.iter().any(|&block| has_cross_lane(func, block)) {
            return None;
        }
        Some(Self::new(&cfg, header, inside, plan.this.continue_target, header))
    }

    /// A selection with operations across lanes after it, to whose merge block two or more edges lead.
    fn of_selection(func: &Function, plan: &Plan, header: Block) -> Option<Self> {
        let Region::Selection { merge, .. } = func.blocks[header].region else { return None };
        let cfg = Cfg::new(func);
        let dominators = Dominators::new(&cfg);
        if !plan.body.contains(&merge) || !cfg.is_reachable(merge) || !cfg.is_reachable(header) {
            return None;
        }
        let is_after = |block: Block| dominators.dominates(merge, block);
        let body: FxHashSet<Block> =
            plan.body.iter().copied().filter(|&block| dominators.dominates(header, block)).collect();
        let inside = reaching(&cfg, merge, header, |block| body.contains(&block) && !is_after(block));
        let matters = plan.body.iter().any(|&block| is_after(block) && has_cross_lane(func, block));
        let paths = cfg.preds(merge).iter().filter(|pred| inside.contains(pred)).count();
        (matters && paths > 1).then(|| Self::new(&cfg, header, inside, merge, merge))
    }

    fn new(cfg: &Cfg, header: Block, inside: FxHashSet<Block>, next: Block, end: Block) -> Self {
        let mut order: Vec<Block> = inside.iter().copied().collect();
        order.sort_unstable_by_key(|&block| cfg.position(block));
        Self { header, order, inside, next, end }
    }

    /// Whether a target is an exit of the region.
    fn leaves(&self, to: Block) -> bool {
        !self.inside.contains(&to) && to != self.next && to != self.end
    }

    /// The blocks with an exit that some lanes skip, and those that also branch among lanes that stay.
    fn exits(&self, func: &Function) -> Vec<Block> {
        let leaves = |block: Block| func.blocks[block].terminator.targets().any(|to| self.leaves(to.block));
        let candidates: Vec<Block> = self.order.iter().copied().filter(|&block| leaves(block)).collect();
        if candidates.is_empty() {
            return candidates;
        }
        let (tree, number) = self.without_exits(func);
        let mut on_all: FxHashSet<u32> = FxHashSet::default();
        let mut at = number.get(&self.header).copied();
        while let Some(here) = at {
            on_all.insert(here);
            at = tree.parent(here);
        }
        let skipped = |block: Block| number.get(&block).is_none_or(|at| !on_all.contains(at));
        // The lanes that stay may diverge there.
        let diverges = |block: Block| {
            let targets = func.blocks[block].terminator.targets().map(|to| to.block);
            let mut staying = targets.filter(|&to| !self.leaves(to));
            let first = staying.next();
            staying.any(|to| Some(to) != first)
        };
        candidates.into_iter().filter(|&block| skipped(block) || diverges(block)).collect()
    }

    /// The post-dominator tree of the region without its exits, and the numbers of the blocks in it.
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

    /// Gives the region a single end, if there are exits that lanes may skip.
    fn close(self, ctx: &mut Context, func: &mut Function, plan: &mut Plan) -> bool {
        let exits = self.exits(func);
        if exits.is_empty() {
            return false;
        }
        let end = func.make_block(func.blocks[self.next].loc);
        // The edges to the end: source, number of the target, and number of the destination; 0 is the block after the
        // region.
        let mut edges: Vec<(Block, usize, usize)> = Vec::new();
        let mut destinations: Vec<(Block, SmallVec<[Type; 2]>)> = Vec::new();
        let types = |func: &Function, values: &[Value]| values.iter().map(|&value| func.ty(value)).collect();
        destinations.push((self.next, types(func, &func.blocks[self.next].params)));
        for &block in &self.order {
            let can_leave = exits.contains(&block);
            for (at, to) in func.blocks[block].terminator.targets().enumerate() {
                if to.block == self.next {
                    edges.push((block, at, 0));
                } else if can_leave && self.leaves(to.block) {
                    edges.push((block, at, destinations.len()));
                    destinations.push((to.block, types(func, &to.args)));
                }
            }
        }
        // The flag is a Boolean for one exit, otherwise the number of the destination.
        let is_truth = destinations.len() == 2;
        let flag_ty = if is_truth { ctx.bool() } else { ctx.i32() };
        let flag = func.add_param(end, flag_ty);
        let mut calls: Vec<BlockCall> = Vec::with_capacity(destinations.len());
        let mut firsts = Vec::with_capacity(destinations.len());
        for (block, types) in destinations {
            firsts.push(func.blocks[end].params.len());
            let args = types.into_iter().map(|ty| func.add_param(end, ty)).collect();
            calls.push(BlockCall { block, args });
        }
        let params: Vec<Type> = func.blocks[end].params.iter().map(|&param| func.ty(param)).collect();
        for (block, at, destination) in edges {
            let id = if is_truth { ctx.const_bool(destination != 0) } else { ctx.const_i32(destination as u32) };
            let mut args: SmallVec<[Value; 2]> = SmallVec::new();
            args.push(func.constant(ctx, id));
            for &ty in &params[1..] {
                let undef = ctx.constant(ty, ConstData::Undef);
                args.push(func.constant(ctx, undef));
            }
            if let Some(to) = func.blocks[block].terminator.target_mut(at) {
                args[firsts[destination]..firsts[destination] + to.args.len()].copy_from_slice(&to.args);
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
        if self.next == plan.this.header {
            plan.this.continue_target = end;
        }
        true
    }
}
