//! How often a loop goes round, found by running it on what is constant.
//!
//! The parameters of the head start with what the way into the loop passes; each round evaluates the body as far as
//! constants go and follows only the branches that can be taken, until none leads back to the head. Cost: linear in the
//! rounds times the body.

use crate::simplify::fold_with;
use hlslc_ir::cfg::Cfg;
use hlslc_ir::context::Context;
use hlslc_ir::{Block, BlockCall, Const, Function, Inst, Op, Region, Scalar, Terminator, TypeData, Value};
use rustc_hash::FxHashMap;

/// The body of a loop.
pub(super) struct Body<'a> {
    pub head: Block,
    /// Its blocks in reverse post-order, the head first.
    pub blocks: &'a [Block],
    pub inside: &'a dyn Fn(Block) -> bool,
}

/// How often the head is entered; nothing if that is not known or beyond the limit.
pub(super) fn count_rounds(ctx: &mut Context, func: &Function, cfg: &Cfg, this: &Body<'_>, limit: u32) -> Option<u32> {
    let params = &func.blocks[this.head].params;
    // What comes in from outside, where all ways in agree.
    let outside = |pred: &&Block| !(this.inside)(**pred);
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
fn run_round(
    ctx: &mut Context,
    func: &Function,
    this: &Body<'_>,
    start: &[Option<Const>],
) -> Option<Vec<Option<Const>>> {
    let mut known: FxHashMap<Value, Const> = FxHashMap::default();
    // For each block that can be reached in this round what it is given; nothing where ways differ.
    let mut given: FxHashMap<Block, Vec<Option<Const>>> = FxHashMap::default();
    given.insert(this.head, start.to_vec());
    let mut order: FxHashMap<Block, usize> = FxHashMap::default();
    order.extend(this.blocks.iter().enumerate().map(|(at, &block)| (block, at)));
    let mut next: Option<Vec<Option<Const>>> = None;
    for (at, &block) in this.blocks.iter().enumerate() {
        let Some(args) = given.remove(&block) else { continue };
        for (&param, arg) in func.blocks[block].params.iter().zip(args) {
            if let Some(arg) = arg {
                known.insert(param, arg);
            }
        }
        for &inst in &func.blocks[block].insts {
            let value = |value: Value| func.as_const(value).or_else(|| known.get(&value).copied());
            let folded = fold_with(ctx, func, inst, value).or_else(|| decided(ctx, func, inst, value));
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

/// What an operation gives although not all its operands are known: one decides alone, or whichever way a choice goes the
/// comparison comes out the same.
fn decided(ctx: &mut Context, func: &Function, inst: Inst, value: impl Fn(Value) -> Option<Const>) -> Option<Const> {
    let (op, args) = (func.insts[inst].op, func.args(inst));
    if ctx.type_data(func.insts[inst].ty) != &TypeData::Scalar(Scalar::Bool) {
        return None;
    }
    if matches!(op, Op::And | Op::Or) {
        let decides = u64::from(op == Op::Or);
        return args.iter().filter_map(|&arg| value(arg)).find(|&known| ctx.scalar_bits(known) == Some(decides));
    }
    args.iter().find_map(|&choice| {
        let select = func.as_inst(choice).filter(|&inst| func.insts[inst].op == Op::Select)?;
        let &[_, a, b] = func.args(select) else { return None };
        let (a, b) = (value(a)?, value(b)?);
        let with = |arm: Const| move |arg: Value| if arg == choice { Some(arm) } else { None };
        let mut of = |arm: Const| fold_with(ctx, func, inst, |arg| with(arm)(arg).or_else(|| value(arg)));
        let (first, second) = (of(a)?, of(b)?);
        (first == second).then_some(first)
    })
}

/// Keeps what both agree on.
fn merge(to: &mut [Option<Const>], from: &[Option<Const>]) {
    for (to, from) in to.iter_mut().zip(from) {
        if to != from {
            *to = None;
        }
    }
}
