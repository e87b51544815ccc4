//! Finds the trip count of a loop by executing it on constants (compare LLVM's `computeExitCountExhaustively`).
//!
//! Input: a loop, and a limit. Output: how often its header is entered; `None` if that is unknown or above the limit. With
//! [`Count::AtMost`], how often it is entered at most: a comparison with a number that is not known is decided where the
//! [interval](crate::scalar::interval) of that number decides it, so each earlier iteration keeps its test.
//!
//! The parameters of the header start with the arguments of the entry edges. Each iteration evaluates the body as far
//! as constants go and follows only the edges that may be taken, until no back edge is among them. Only the operands of
//! branches are evaluated, and nothing if no branch can be decided or there is no back edge. Cost: linear in the body,
//! and in the iterations times the operations on which branches depend.

use crate::scalar::interval::{Interval, Sign, compared, interval, sign_of};
use crate::scalar::rules::all_bits;
use crate::scalar::simplify::fold_with;
use cranelift_entity::EntitySet;
use hlslc_ir::cfg::Cfg;
use hlslc_ir::context::Context;
use hlslc_ir::{Block, BlockCall, Const, Function, Inst, Op, Region, Scalar, Terminator, TypeData, Value, ValueDef};
use rustc_hash::FxHashMap;

/// A loop and its blocks.
pub(super) struct Body<'a> {
    pub header: Block,
    /// The blocks in reverse post-order, the header first.
    pub blocks: &'a [Block],
    pub inside: &'a dyn Fn(Block) -> bool,
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Count {
    /// The iterations, which are the same in every execution.
    Exactly,
    /// The most iterations of any execution.
    AtMost,
}

/// The number of times that the header is entered; `None` if it is unknown or exceeds the limit.
pub(super) fn count_iterations(
    ctx: &mut Context,
    func: &Function,
    cfg: &Cfg,
    this: &Body<'_>,
    (count, limit): (Count, u32),
) -> Option<u32> {
    let is_latch = |&pred: &Block| (this.inside)(pred) && cfg.is_reachable(pred);
    if !cfg.preds(this.header).iter().any(is_latch) {
        return Some(1);
    }
    let params = &func.blocks[this.header].params;
    // The arguments of the entry edges, if they agree.
    let outside = |pred: &&Block| !(this.inside)(**pred);
    let mut start: Vec<Option<Const>> = Vec::with_capacity(params.len());
    for index in 0..params.len() {
        let mut values = cfg.preds(this.header).iter().filter(outside).flat_map(|&pred| {
            let edges = func.blocks[pred].terminator.targets().filter(|to| to.block == this.header);
            edges.map(|to| to.args.get(index).and_then(|&arg| func.as_const(arg))).collect::<Vec<_>>()
        });
        let first = values.next().flatten();
        start.push(first.filter(|&first| values.all(|value| value == Some(first))));
    }
    let deciding = deciding(ctx, func, cfg, (this, count), &start)?;
    for (start, &param) in start.iter_mut().zip(params) {
        *start = start.filter(|_| deciding.values.contains(param));
    }
    for iteration in 1..=limit {
        let step = run_iteration(ctx, func, this, &deciding, &start);
        match step {
            None => return Some(iteration),
            // If an iteration does not change any known value, neither do the following ones.
            Some(next) if next == start => return None,
            Some(next) => start = next,
        }
    }
    None
}

/// What branches depend on and that may be known.
struct Deciding {
    /// The instructions of each block.
    insts: Vec<Vec<Inst>>,
    /// The values that these and the parameters define.
    values: EntitySet<Value>,
    bounds: Bounds,
}

/// The intervals of operands of comparisons, by how these read them. There are none if the iterations are counted exactly.
type Bounds = FxHashMap<(Value, Sign), Interval>;

/// What decides the branches of a loop. `None` if no branch can be decided in any iteration.
fn deciding(
    ctx: &Context,
    func: &Function,
    cfg: &Cfg,
    (this, count): (&Body<'_>, Count),
    start: &[Option<Const>],
) -> Option<Deciding> {
    let (may_be_known, bounds) = may_be_known(ctx, func, cfg, (this, count), start);
    let open = |value: &Value| may_be_known.contains(*value) && func.as_const(*value).is_none();
    let is_constant = |value: Value| func.as_const(value).is_some();
    let is_decided = |block: &Block| func.blocks[*block].terminator.operand().is_some_and(is_constant);
    let mut work: Vec<Value> =
        this.blocks.iter().filter_map(|&block| func.blocks[block].terminator.operand()).filter(open).collect();
    if work.is_empty() && !this.blocks.iter().any(is_decided) {
        return None;
    }
    let mut decides: EntitySet<Value> = EntitySet::new();
    while let Some(value) = work.pop() {
        if !decides.insert(value) {
            continue;
        }
        match func.values[value].def {
            ValueDef::Inst(inst) => work.extend(func.args(inst).iter().copied().filter(open)),
            ValueDef::Param(block, index) => {
                let edges = cfg.preds(block).iter().flat_map(|&pred| func.blocks[pred].terminator.targets());
                let given = edges.filter(|to| to.block == block).filter_map(|to| to.args.get(index as usize).copied());
                work.extend(given.filter(open));
            }
            ValueDef::Const(_) => {}
        }
    }
    let needed = |inst: &Inst| func.result(*inst).is_some_and(|result| decides.contains(result));
    let of_block = |&block: &Block| func.blocks[block].insts.iter().copied().filter(needed).collect();
    Some(Deciding { insts: this.blocks.iter().map(of_block).collect(), values: decides, bounds })
}

/// A superset of the values of the body that may be known in some iteration, and the intervals of operands of comparisons.
fn may_be_known(
    ctx: &Context,
    func: &Function,
    cfg: &Cfg,
    (this, count): (&Body<'_>, Count),
    start: &[Option<Const>],
) -> (EntitySet<Value>, Bounds) {
    let mut may: EntitySet<Value> = EntitySet::new();
    let mut bounds = Bounds::default();
    // A constant, or a select of two constants before the loop: see `decided`.
    let is_one_of_two = |value: Value| {
        let is_constant = |&value: &Value| func.as_const(value).is_some();
        let choice = func.as_inst(value).filter(|&inst| func.insts[inst].op == Op::Select);
        is_constant(&value) || choice.is_some_and(|inst| func.args(inst)[1..].iter().all(is_constant))
    };
    for (&param, start) in func.blocks[this.header].params.iter().zip(start) {
        if start.is_some() {
            may.insert(param);
        }
    }
    for &block in this.blocks {
        for &inst in &func.blocks[block].insts {
            let Some(result) = func.result(inst) else { continue };
            let (op, args) = (func.insts[inst].op, func.args(inst));
            let known = |value: &Value| may.contains(*value) || is_one_of_two(*value);
            if let Some(sign) = sign_of(op).filter(|_| count == Count::AtMost) {
                let found = args.iter().filter_map(|&arg| Some(((arg, sign), interval(ctx, func, cfg, arg, sign)?)));
                bounds.extend(found);
            }
            let is_truth = ctx.type_data(func.insts[inst].ty) == &TypeData::Scalar(Scalar::Bool);
            let is_known = match (op, args) {
                (Op::And | Op::Or, _) if is_truth => args.iter().any(known),
                // The select may have a known condition, or be used where both operands give the same: see `decided`.
                (Op::Select, [cond, arms @ ..]) => arms.iter().all(known) || known(cond) && arms.iter().any(known),
                _ => {
                    let has_bounds = |arg: &Value| sign_of(op).is_some_and(|sign| bounds.contains_key(&(*arg, sign)));
                    !args.is_empty() && args.iter().all(|arg| known(arg) || has_bounds(arg))
                }
            };
            if is_known {
                may.insert(result);
            }
        }
        for to in func.blocks[block].terminator.targets() {
            if to.block == this.header || matches!(func.blocks[to.block].region, Region::Loop { .. }) {
                continue;
            }
            for (&param, &arg) in func.blocks[to.block].params.iter().zip(&to.args) {
                if may.contains(arg) || func.as_const(arg).is_some() {
                    may.insert(param);
                }
            }
        }
    }
    (may, bounds)
}

/// Executes the body once on constants. Returns the arguments for the next iteration, or `None` if no back edge is
/// taken.
fn run_iteration(
    ctx: &mut Context,
    func: &Function,
    this: &Body<'_>,
    deciding: &Deciding,
    start: &[Option<Const>],
) -> Option<Vec<Option<Const>>> {
    let mut known: FxHashMap<Value, Const> = FxHashMap::default();
    // The arguments of each block that may be reached in this iteration; `None` where edges differ.
    let mut given: FxHashMap<Block, Vec<Option<Const>>> = FxHashMap::default();
    given.insert(this.header, start.to_vec());
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
        for &inst in &deciding.insts[at] {
            let value = |value: Value| func.as_const(value).or_else(|| known.get(&value).copied());
            let folded = fold_with(ctx, func, inst, value)
                .or_else(|| decided(ctx, func, inst, value))
                .or_else(|| compared_by_bounds(ctx, func, inst, &deciding.bounds, value));
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
                    let case = cases.iter().find(|case| case.0 == bits);
                    vec![case.map_or(default, |case| &case.1)]
                }
                None => func.blocks[block].terminator.targets().collect(),
            },
            Terminator::Jump(to) => vec![to],
            Terminator::Missing | Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
        };
        for to in taken {
            let args: Vec<Option<Const>> = to.args.iter().map(|&arg| value(arg)).collect();
            let slot = if to.block == this.header {
                &mut next
            } else if let Some(&target) = order.get(&to.block) {
                // This is the back edge of an inner loop, whose header was given unknown arguments already.
                if target <= at {
                    continue;
                }
                let is_inner_header = matches!(func.blocks[to.block].region, Region::Loop { .. });
                let args = if is_inner_header { vec![None; args.len()] } else { args };
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

/// The result of an operation of whose operands not all are known: an operand of `and` or `or` that decides it, the
/// selected operand of a select with a known condition, or a comparison that gives the same for both operands of a
/// select.
fn decided(ctx: &mut Context, func: &Function, inst: Inst, value: impl Fn(Value) -> Option<Const>) -> Option<Const> {
    let (op, args) = (func.insts[inst].op, func.args(inst));
    if let (Op::Select, &[cond, then, otherwise]) = (op, args)
        && let Some(bits) = value(cond).and_then(|cond| ctx.scalar_bits(cond))
    {
        return value(if bits == 0 { otherwise } else { then });
    }
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

/// The result of a comparison that is the same for all numbers that its operands can be.
fn compared_by_bounds(
    ctx: &mut Context,
    func: &Function,
    inst: Inst,
    bounds: &Bounds,
    value: impl Fn(Value) -> Option<Const>,
) -> Option<Const> {
    let op = func.insts[inst].op;
    let sign = sign_of(op).filter(|_| !bounds.is_empty())?;
    let &[a, b] = func.args(inst) else { return None };
    let of = |arg: Value| match value(arg) {
        Some(known) => Some(Interval::one(ctx.scalar_bits(known)?, all_bits(ctx, func, arg)?, sign)),
        None => bounds.get(&(arg, sign)).copied(),
    };
    let holds = compared(op, of(a)?, of(b)?)?;
    Some(ctx.const_bool(holds))
}

/// Keeps the constants in which both agree.
fn merge(to: &mut [Option<Const>], from: &[Option<Const>]) {
    for (to, from) in to.iter_mut().zip(from) {
        if to != from {
            *to = None;
        }
    }
}
