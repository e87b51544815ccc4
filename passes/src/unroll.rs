//! Unrolls loops that ask for it with `[unroll]`. For DXIL; SPIR-V passes the wish on.
//!
//! Comes in: values, not variables (after `mem2reg` and `simplify`), with region annotations. Goes out: a loop marked
//! `[unroll]` is a row of copies of its body. One whose iterations cannot be counted is an error, as in DXC.
//!
//! The iterations are counted by running the loop on what is constant: the parameters of its head start with what the
//! way into the loop passes, each round evaluates the body as far as constants go and follows only the branches that can
//! be taken, until none leads back to the head. Then the body is copied once a round, each copy's way back leading to the
//! head of the next. Values used behind the loop take the way through variables. Loops inside come in the next round,
//! when the bounds they take from this one are constants. Cost: linear in the size of the result, which draws on
//! two budgets.
//!
//! ```text
//! block1(i32 %v0):                                  block1: … with 0
//!   %v1 = icmp.ult i32 %v0, 2                       block2: … with 1
//!   br i1 %v1, block2, block3 !loop … unroll   =>   block3:
//! ```

use crate::cx::PassCx;
use crate::errors;
use crate::mem2reg::promote;
use crate::simplify::fold_with;
use crate::variables::through_variables;
use cranelift_entity::{EntityList, SecondaryMap};
use hlslc_ir::cfg::{Cfg, Dominators};
use hlslc_ir::context::Context;
use hlslc_ir::function::{InstData, LoopHint};
use hlslc_ir::{Block, BlockCall, Const, Function, Module, Region, Terminator, Value};
use rustc_hash::FxHashMap;

/// Unrolls the loops that ask for it and are in no other that does. Those inside come in the next round of the pipeline,
/// when what the copies of the heads compute is known.
pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    unroll_outermost(&mut module.ctx, func, cx)
}

/// A loop to unroll.
struct Loop {
    head: Block,
    /// The blocks of its body in reverse post-order, the head first.
    body: Vec<Block>,
    inside: SecondaryMap<Block, bool>,
    at_most: Option<u32>,
}

fn unroll_outermost(ctx: &mut Context, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let mut done = false;
    // Loops inside one that was unrolled wait until it is simplified.
    let mut waiting: FxHashMap<Block, LoopHint> = FxHashMap::default();
    loop {
        let (cfg, dominators) = (cx.analyses.cfg(func), cx.analyses.dominators(func));
        let wanted = cfg.reverse_post_order().iter().find_map(|&head| match func.blocks[head].region {
            Region::Loop { hint: LoopHint::Unroll, .. } => Some((head, None)),
            Region::Loop { hint: LoopHint::UnrollCount(count), .. } => Some((head, Some(count))),
            Region::Loop { .. } | Region::Selection { .. } | Region::None => None,
        });
        let Some((head, at_most)) = wanted else { break };
        let this = find_body(func, &cfg, &dominators, head, at_most);
        let loc = func.blocks[head].loc;
        let span = ctx.span(loc);
        let limit = cx.options.budgets.unroll;
        let rounds = count_rounds(ctx, func, &cfg, &this, limit);
        forget_hint(func, head);
        let Some(rounds) = rounds else {
            if at_most.is_none() {
                cx.diagnostics.push(errors::cannot_unroll(span, limit));
                return done;
            }
            continue;
        };
        if this.at_most.is_some_and(|most| rounds > most) {
            continue;
        }
        let size: usize = this.body.iter().map(|&block| func.blocks[block].insts.len() + 1).sum();
        if func.insts.len() + size * rounds as usize > cx.options.budgets.instructions as usize {
            cx.diagnostics.push(errors::unrolled_too_large(span, cx.options.budgets.instructions));
            return done;
        }
        through_variables(ctx, func, &cfg, |home, user| this.inside[home] && !this.inside[user]);
        for block in copy_rounds(func, &this, rounds).into_iter().chain(this.body) {
            if let Region::Loop { hint, .. } = &mut func.blocks[block].region {
                waiting.insert(block, std::mem::take(hint));
            }
        }
        cx.analyses.graph_changed();
        promote(ctx, func, cx.analyses);
        done = true;
    }
    for (block, old) in waiting {
        if let Region::Loop { hint, .. } = &mut func.blocks[block].region {
            *hint = old;
        }
    }
    done
}

/// The loop is tried once.
fn forget_hint(func: &mut Function, head: Block) {
    if let Region::Loop { hint, .. } = &mut func.blocks[head].region {
        *hint = LoopHint::None;
    }
}

/// The body of a loop: what leads back to the head without leaving its dominance, and the ways out that leave more than
/// this loop (a `return`), up to where they join others.
fn find_body(func: &Function, cfg: &Cfg, dominators: &Dominators, head: Block, at_most: Option<u32>) -> Loop {
    let mut inside = SecondaryMap::with_default(false);
    inside[head] = true;
    let mut work: Vec<Block> =
        cfg.preds(head).iter().copied().filter(|&pred| dominators.dominates(head, pred)).collect();
    while let Some(block) = work.pop() {
        if !std::mem::replace(&mut inside[block], true) {
            work.extend_from_slice(cfg.preds(block));
        }
    }
    let mut beyond = SecondaryMap::with_default(false);
    for &block in cfg.reverse_post_order() {
        let (merge, again) = match func.blocks[block].region {
            Region::None => continue,
            Region::Selection { merge, .. } => (merge, merge),
            Region::Loop { merge, continue_target, .. } => (merge, continue_target),
        };
        let around = dominators.dominates(block, head) && !(block != head && dominators.dominates(merge, head));
        if around {
            beyond[merge] = true;
            beyond[again] |= block != head;
        }
    }
    let mut work: Vec<Block> = cfg.reverse_post_order().iter().copied().filter(|&block| inside[block]).collect();
    while let Some(block) = work.pop() {
        for to in func.blocks[block].terminator.targets().map(|to| to.block) {
            if !beyond[to] && !inside[to] && dominators.dominates(head, to) {
                inside[to] = true;
                work.push(to);
            }
        }
    }
    let body = cfg.reverse_post_order().iter().copied().filter(|&block| inside[block]).collect();
    Loop { head, body, inside, at_most }
}

/// How often the head is entered; nothing if that is not known or beyond the limit.
fn count_rounds(ctx: &mut Context, func: &Function, cfg: &Cfg, this: &Loop, limit: u32) -> Option<u32> {
    let params = &func.blocks[this.head].params;
    // What comes in from outside, where all ways in agree.
    let outside = |pred: &&Block| !this.inside[**pred];
    let mut start: Vec<Option<Const>> = Vec::with_capacity(params.len());
    for index in 0..params.len() {
        let mut values = cfg.preds(this.head).iter().filter(outside).flat_map(|&pred| {
            let ways = func.blocks[pred].terminator.targets().filter(|to| to.block == this.head);
            ways.map(|to| to.args.get(index).and_then(|&arg| func.as_const(arg))).collect::<Vec<_>>()
        });
        let first = values.next().flatten();
        start.push(first.filter(|&first| values.all(|value| value == Some(first))));
    }
    for round in 1..=limit {
        let step = run_round(ctx, func, this, &start);
        match step {
            None => return Some(round),
            // A round that changes nothing that is known will not end by what is known.
            Some(next) if next == start => return None,
            Some(next) => start = next,
        }
    }
    None
}

/// Runs the body once on constants. What the head gets next, or nothing if no way leads back to it.
fn run_round(ctx: &mut Context, func: &Function, this: &Loop, start: &[Option<Const>]) -> Option<Vec<Option<Const>>> {
    let mut known: FxHashMap<Value, Const> = FxHashMap::default();
    // For each block that can be reached in this round what it is given; nothing where ways differ.
    let mut given: FxHashMap<Block, Vec<Option<Const>>> = FxHashMap::default();
    given.insert(this.head, start.to_vec());
    let mut order: FxHashMap<Block, usize> = FxHashMap::default();
    order.extend(this.body.iter().enumerate().map(|(at, &block)| (block, at)));
    let mut next: Option<Vec<Option<Const>>> = None;
    for (at, &block) in this.body.iter().enumerate() {
        let Some(args) = given.remove(&block) else { continue };
        for (&param, arg) in func.blocks[block].params.iter().zip(args) {
            if let Some(arg) = arg {
                known.insert(param, arg);
            }
        }
        for &inst in &func.blocks[block].insts {
            let value = |value: Value| func.as_const(value).or_else(|| known.get(&value).copied());
            let folded = fold_with(ctx, func, inst, value);
            if let (Some(folded), Some(result)) = (folded, func.result(inst)) {
                known.insert(result, folded);
            }
        }
        let value = |value: Value| func.as_const(value).or_else(|| known.get(&value).copied());
        let bits = |of: Value| value(of).and_then(|id| ctx.scalar_bits(id));
        let taken: Vec<&BlockCall> = match &func.blocks[block].terminator {
            Terminator::Branch { cond, then, otherwise } => match bits(*cond) {
                Some(0) => vec![otherwise],
                Some(_) => vec![then],
                None => vec![then, otherwise],
            },
            Terminator::Switch { value, cases, default } => match bits(*value) {
                Some(bits) => {
                    let case = cases.iter().find(|case| u64::from(case.0) == bits);
                    vec![case.map_or(default, |case| &case.1)]
                }
                None => func.blocks[block].terminator.targets().collect(),
            },
            Terminator::Jump(to) => vec![to],
            Terminator::Missing | Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
        };
        for to in taken {
            let args: Vec<Option<Const>> = to.args.iter().map(|&arg| value(arg)).collect();
            let slot = if to.block == this.head {
                &mut next
            } else if let Some(&target) = order.get(&to.block) {
                // The way back of a loop inside: its head was given less than it gets, so nothing of it is known.
                if target <= at {
                    continue;
                }
                let is_inner_head = matches!(func.blocks[to.block].region, Region::Loop { .. });
                let args = if is_inner_head { vec![None; args.len()] } else { args };
                merge(given.entry(to.block).or_insert_with(|| args.clone()), &args);
                continue;
            } else {
                continue;
            };
            merge(slot.get_or_insert_with(|| args.clone()), &args);
        }
    }
    next
}

/// Keeps what both agree on.
fn merge(to: &mut [Option<Const>], from: &[Option<Const>]) {
    for (to, from) in to.iter_mut().zip(from) {
        if to != from {
            *to = None;
        }
    }
}

/// Makes the original body the first round and adds copies for the others, which it gives.
fn copy_rounds(func: &mut Function, this: &Loop, rounds: u32) -> Vec<Block> {
    func.blocks[this.head].region = Region::None;
    let place = func.layout.iter().rposition(|&block| this.inside[block]).map_or(0, |at| at + 1);
    let loc = func.blocks[this.head].loc;
    let mut previous: Vec<Block> = this.body.clone();
    let mut added = Vec::new();
    // As they are before ways back are led elsewhere.
    let terminators: Vec<Terminator> = this.body.iter().map(|&block| func.blocks[block].terminator.clone()).collect();
    for _ in 1..rounds {
        let copy = copy_body(func, this, &terminators);
        lead_back_to(func, &previous, copy[0]);
        added.extend_from_slice(&copy);
        previous = copy;
    }
    // The last round does not lead back.
    let end = func.make_block(loc);
    func.blocks[end].terminator = Terminator::Unreachable;
    for &block in &previous {
        for to in func.blocks[block].terminator.targets_mut().filter(|to| to.block == previous[0]) {
            *to = BlockCall::plain(end);
        }
    }
    added.push(end);
    func.layout.splice(place..place, added.iter().copied());
    added
}

/// Lets the ways back to the head of a copy lead to the next copy.
fn lead_back_to(func: &mut Function, body: &[Block], next: Block) {
    for &block in body {
        for to in func.blocks[block].terminator.targets_mut().filter(|to| to.block == body[0]) {
            to.block = next;
        }
    }
}

/// A copy of the body; ways out stay, the way back leads to the copy's own head.
fn copy_body(func: &mut Function, this: &Loop, terminators: &[Terminator]) -> Vec<Block> {
    let mut blocks: FxHashMap<Block, Block> = FxHashMap::default();
    let mut values: FxHashMap<Value, Value> = FxHashMap::default();
    let mut copies = Vec::with_capacity(this.body.len());
    for &block in &this.body {
        let copy = func.make_block(func.blocks[block].loc);
        blocks.insert(block, copy);
        copies.push(copy);
        for param in func.blocks[block].params.clone() {
            let new = func.add_param(copy, func.ty(param));
            func.names[new] = func.names[param];
            values.insert(param, new);
        }
        for at in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[at];
            if let Some(result) = func.result(inst) {
                let new = func.values.push(func.values[result]);
                func.names[new] = func.names[result];
                values.insert(result, new);
            }
        }
    }
    let value = |old: Value| values.get(&old).copied().unwrap_or(old);
    let target = |old: Block| blocks.get(&old).copied().unwrap_or(old);
    for ((&block, &copy), terminator) in this.body.iter().zip(&copies).zip(terminators) {
        for at in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[at];
            let args: Vec<Value> = func.args(inst).iter().map(|&arg| value(arg)).collect();
            let args = EntityList::from_slice(&args, &mut func.pool);
            let data = InstData { args, ..func.insts[inst].clone() };
            let result = func.result(inst).map(value);
            let new = func.restore_inst(data, result);
            func.blocks[copy].insts.push(new);
        }
        let mut terminator = terminator.clone();
        terminator.map_values(value);
        terminator.targets_mut().for_each(|to| to.block = target(to.block));
        func.blocks[copy].terminator = terminator;
        func.blocks[copy].region = match func.blocks[block].region {
            Region::None => Region::None,
            Region::Selection { merge, hint } => Region::Selection { merge: target(merge), hint },
            Region::Loop { merge, continue_target, hint } => {
                Region::Loop { merge: target(merge), continue_target: target(continue_target), hint }
            }
        };
    }
    copies
}
