//! Makes a flag of the ways out of the middle of a loop, where operations across lanes could tell that lanes which leave do not
//! wait for those that stay.
//!
//! In: loops that are about to be unrolled, of a target whose control flow is free. Once unrolled, nothing is a loop any more: where
//! some lanes skip the rest of an iteration and others may leave the loop in it, the ways of the two come together in the next
//! iteration, but only behind the loop do all of them. Who lets lanes wait where all ways lead through (the immediate post-dominator of
//! a branch) would run the next iteration once for each way, with some of the lanes each time.
//!
//! Out: each iteration of such a loop has one end, to which whatever continues or leaves the loop goes, with a flag that says which;
//! a branch on the flag follows. DXC makes the same of a `break`. Exits that every lane in the loop comes by (the test of the loop, a
//! `break` that nothing skips) stay: who does not take them goes on together. Cost: linear, and a tree of post-dominators for
//! each loop with such operations and exits.
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
use cranelift_entity::SecondaryMap;
use hlslc_graph::DominatorTree;
use hlslc_ir::cfg::Cfg;
use hlslc_ir::context::Context;
use hlslc_ir::ops::OpSet;
use hlslc_ir::{Block, BlockCall, ConstData, Function, Terminator, Value};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::sync::LazyLock;

/// What asks other lanes.
static ASKING: LazyLock<OpSet> = LazyLock::new(|| OpSet::which(|op| op.info().effects.asks_other_lanes()));

/// Does it for the loops that need it. Whether there was any; values may not dominate their uses then.
pub(super) fn flag(ctx: &mut Context, func: &mut Function, cfg: &Cfg, plans: &mut [Plan]) -> bool {
    if !func.may_hold(&ASKING) {
        return false;
    }
    let mut changed = false;
    for plan in plans {
        if let Some(round) = Round::find(func, cfg, plan) {
            round.flag(ctx, func, plan);
            changed = true;
        }
    }
    changed
}

/// An iteration of a loop.
struct Round {
    /// The blocks from which the head can be reached again.
    inside: FxHashSet<Block>,
    /// Those of them with a way out that some lanes skip, in reverse post-order.
    exits: Vec<Block>,
}

impl Round {
    /// An iteration with operations across lanes and exits that lanes may skip.
    fn find(func: &Function, cfg: &Cfg, plan: &Plan) -> Option<Self> {
        let head = plan.this.head;
        let body: FxHashSet<Block> = plan.body.iter().copied().collect();
        let mut inside = FxHashSet::from_iter([head]);
        let mut work = vec![head];
        while let Some(block) = work.pop() {
            for &pred in cfg.preds(block) {
                if body.contains(&pred) && inside.insert(pred) {
                    work.push(pred);
                }
            }
        }
        let asks = |&block: &Block| {
            func.blocks[block].insts.iter().any(|&inst| func.insts[inst].op.info().effects.asks_other_lanes())
        };
        if !inside.iter().any(asks) {
            return None;
        }
        let order: Vec<Block> = plan.body.iter().copied().filter(|block| inside.contains(block)).collect();
        let leaves =
            |&&block: &&Block| func.blocks[block].terminator.targets().any(|to| !inside.contains(&to.block));
        let candidates: Vec<Block> = order.iter().filter(leaves).copied().filter(|&block| block != head).collect();
        if candidates.is_empty() {
            return None;
        }
        let tree = without_exits(func, head, &order, &inside);
        let mut number: SecondaryMap<Block, u32> = SecondaryMap::new();
        (0..).zip(&order).for_each(|(at, &block)| number[block] = at);
        let head_at = number[head];
        let passes_all = |block: Block| {
            let mut at = Some(head_at);
            while let Some(here) = at {
                if here == number[block] {
                    return true;
                }
                at = tree.parent(here);
            }
            false
        };
        let exits: Vec<Block> = candidates.into_iter().filter(|&block| !passes_all(block)).collect();
        (!exits.is_empty()).then_some(Self { inside, exits })
    }

    /// Gives the iteration one end.
    fn flag(self, ctx: &mut Context, func: &mut Function, plan: &mut Plan) {
        let Self { inside, exits } = self;
        let (head, next) = (plan.this.head, plan.this.continue_target);
        let end = func.make_block(func.blocks[next].loc);
        // One of the exits is a truth value, several are numbered from 1 on.
        let count: usize = exits.iter().map(|&block| leading_out(func, &inside, block).count()).sum();
        let flag_ty = if count == 1 { ctx.bool() } else { ctx.i32() };
        let flag = func.add_param(end, flag_ty);
        let number = |ctx: &mut Context, func: &mut Function, number: u32| {
            let id = if count == 1 { ctx.const_bool(number != 0) } else { ctx.const_i32(number) };
            func.constant(ctx, id)
        };
        // What each target gets, the next iteration first.
        let mut ways: Vec<BlockCall> = Vec::with_capacity(count + 1);
        let types: SmallVec<[_; 4]> = func.blocks[next].params.iter().map(|&param| func.ty(param)).collect();
        let params = types.iter().map(|&ty| func.add_param(end, ty)).collect();
        ways.push(BlockCall { block: next, args: params });
        // Edges to the end, with what they pass on: block, number of the target, way, arguments.
        let mut edges: Vec<(Block, usize, usize)> = Vec::new();
        for &block in plan.body.iter().filter(|block| inside.contains(block)) {
            for (at, to) in func.blocks[block].terminator.targets().enumerate() {
                if to.block == next {
                    edges.push((block, at, 0));
                }
            }
        }
        for &block in &exits {
            let out: Vec<(usize, BlockCall)> =
                leading_out(func, &inside, block).map(|(at, to)| (at, to.clone())).collect();
            for (at, to) in out {
                let types: SmallVec<[_; 4]> = to.args.iter().map(|&arg| func.ty(arg)).collect();
                let params = types.iter().map(|&ty| func.add_param(end, ty)).collect();
                edges.push((block, at, ways.len()));
                ways.push(BlockCall { block: to.block, args: params });
            }
        }
        let firsts: Vec<usize> = ways
            .iter()
            .scan(1, |first, way| {
                let this = *first;
                *first += way.args.len();
                Some(this)
            })
            .collect();
        for (block, at, way) in edges {
            let Some(given) = func.blocks[block].terminator.target(at).map(|to| to.args.clone()) else { continue };
            let params = func.blocks[end].params.clone();
            let mut args: SmallVec<[Value; 4]> = SmallVec::new();
            args.push(number(ctx, func, way as u32));
            for &param in &params[1..] {
                let undef = ctx.constant(func.ty(param), ConstData::Undef);
                args.push(func.constant(ctx, undef));
            }
            args[firsts[way]..firsts[way] + given.len()].copy_from_slice(&given);
            if let Some(to) = func.blocks[block].terminator.target_mut(at) {
                *to = BlockCall { block: end, args: args.into_iter().collect() };
            }
        }
        let mut ways = ways.into_iter();
        let Some(default) = ways.next() else { return };
        func.blocks[end].terminator = match (count, ways.next()) {
            (1, Some(then)) => Terminator::Branch { cond: flag, then, otherwise: default },
            (_, first) => {
                let cases = (1..).zip(first.into_iter().chain(ways)).collect();
                Terminator::Switch { value: flag, cases, default }
            }
        };
        let at = plan.body.iter().position(|&block| block == next && next != head).unwrap_or(plan.body.len());
        plan.body.insert(at, end);
        let before = func.layout.iter().position(|&block| block == next).filter(|_| next != head);
        let last = || func.layout.iter().rposition(|block| plan.body.contains(block)).map(|at| at + 1);
        let place = before.or_else(last).unwrap_or(func.layout.len());
        func.layout.insert(place, end);
        if next == head {
            plan.this.continue_target = end;
        }
    }
}

/// The ways out at the end of a block.
fn leading_out<'a>(
    func: &'a Function,
    inside: &'a FxHashSet<Block>,
    block: Block,
) -> impl Iterator<Item = (usize, &'a BlockCall)> {
    func.blocks[block].terminator.targets().enumerate().filter(|(_, to)| !inside.contains(&to.block))
}

/// The tree of post-dominators of an iteration by itself, by positions in its order: ways out count for nothing, and ways back to the
/// head lead to its end.
fn without_exits(func: &Function, head: Block, order: &[Block], inside: &FxHashSet<Block>) -> DominatorTree {
    let mut number: SecondaryMap<Block, u32> = SecondaryMap::new();
    (0..).zip(order).for_each(|(at, &block)| number[block] = at);
    let end = order.len() as u32;
    let mut succs: Vec<SmallVec<[u32; 4]>> = order
        .iter()
        .map(|&block| {
            let targets = func.blocks[block].terminator.targets().filter(|to| inside.contains(&to.block));
            targets.map(|to| if to.block == head { end } else { number[to.block] }).collect()
        })
        .collect();
    succs.push(SmallVec::new());
    DominatorTree::new(&succs, end)
}
