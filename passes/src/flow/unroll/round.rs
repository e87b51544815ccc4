//! Selects the blocks of a loop that each iteration needs a copy of: those from which a back edge can be reached. Code
//! after an early exit is copied once, as in DXC, and the exits of all iterations lead to it.
//!
//! Input: a loop as its region describes it, with the code after its exits, for a target with unstructured control flow.
//! Output: a subset of its blocks. All blocks are copied if the code after an exit
//!
//! - may need a constant that only one iteration has: an index of a local array, table or resource array, an operand that
//!   the target requires to be constant, the bound of a loop to be unrolled itself,
//! - contains a wave operation, which would see the lanes that left in another iteration,
//! - is nothing but constants in a single iteration.
//!
//! Cost: linear in the loop, times the loop nesting depth.

use crate::analysis::legality::Limits;
use hlslc_ir::cfg::Cfg;
use hlslc_ir::context::Context;
use hlslc_ir::function::LoopHint;
use hlslc_ir::ops::fold::Fold;
use hlslc_ir::{AddressSpace, Block, Function, Inst, Op, Region, Terminator, Value};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// The blocks of a loop, in reverse post-order and the head first, that come once a round.
pub(super) fn blocks(ctx: &Context, func: &Function, cfg: &Cfg, all: Vec<Block>, limits: &Limits) -> Vec<Block> {
    let Some(&head) = all.first() else { return all };
    let round = leading_back(cfg, &all, head);
    if round.len() == all.len() || !is_closed(func, head, &round) {
        return all;
    }
    let (again, behind): (Vec<Block>, Vec<Block>) = all.iter().partition(|block| round.contains(block));
    let values = Values::new(ctx, func, cfg, &again, &behind);
    let is_free = behind.iter().all(|&block| values.are_any(ctx, block, limits));
    if is_free && behind.iter().any(|&block| values.is_worth(block)) { again } else { all }
}

/// The blocks from which the head can be reached again.
fn leading_back(cfg: &Cfg, all: &[Block], head: Block) -> FxHashSet<Block> {
    let inside: FxHashSet<Block> = all.iter().copied().collect();
    let mut round = FxHashSet::from_iter([head]);
    let mut work = vec![head];
    while let Some(block) = work.pop() {
        for &pred in cfg.preds(block) {
            if inside.contains(&pred) && round.insert(pred) {
                work.push(pred);
            }
        }
    }
    round
}

/// Whether what the regions of a round name comes with it. What the loop itself ends with lies outside.
fn is_closed(func: &Function, head: Block, round: &FxHashSet<Block>) -> bool {
    round.iter().all(|&block| match func.blocks[block].region {
        Region::None | Region::Hint(_) => true,
        Region::Selection { merge, .. } => round.contains(&merge),
        Region::Loop { merge, continue_target, .. } => {
            (block == head || round.contains(&merge)) && round.contains(&continue_target)
        }
    })
}

/// What is known of a loop's values.
struct Values<'a> {
    func: &'a Function,
    /// Those that are no constants even in a single round.
    open: FxHashSet<Value>,
    /// The others of those that each round has for itself, and what is computed of them.
    own: FxHashSet<Value>,
    /// Whether one of its own decides which way is taken behind the ways out.
    decides: bool,
}

impl<'a> Values<'a> {
    fn new(ctx: &Context, func: &'a Function, cfg: &Cfg, again: &[Block], behind: &[Block]) -> Self {
        let mut values = Self { func, open: FxHashSet::default(), own: FxHashSet::default(), decides: false };
        values.find_open(ctx, cfg, again, behind);
        for &block in again {
            // Those of a join too: which way leads there may be known in a round.
            for &param in &func.blocks[block].params {
                values.add_own(param);
            }
            values.compute(block);
        }
        let behind_set: FxHashSet<Block> = behind.iter().copied().collect();
        loop {
            let mut changed = false;
            for &block in again.iter().chain(behind) {
                changed |= values.pass_on(block, &behind_set);
            }
            for &block in behind {
                changed |= values.compute(block);
            }
            if !changed {
                return values;
            }
        }
    }

    /// Finds what is computed of more than constants and of what a round begins with, if that is a constant the first time.
    fn find_open(&mut self, ctx: &Context, cfg: &Cfg, again: &[Block], behind: &[Block]) {
        let func = self.func;
        let blocks = || again.iter().chain(behind).copied();
        let mut inside: FxHashSet<Value> = FxHashSet::default();
        for block in blocks() {
            let results = func.blocks[block].insts.iter().filter_map(|&inst| func.result(inst));
            inside.extend(func.blocks[block].params.iter().copied().chain(results));
        }
        let is_open = |open: &FxHashSet<Value>, value: Value| {
            func.as_const(value).is_none() && (!inside.contains(&value) || open.contains(&value))
        };
        let mut before = None;
        while before != Some(self.open.len()) {
            before = Some(self.open.len());
            for block in blocks() {
                let data = &func.blocks[block];
                let ways = cfg.preds(block).iter().flat_map(|&pred| func.blocks[pred].terminator.targets());
                for to in ways.filter(|to| to.block == block) {
                    let given = data.params.iter().zip(&to.args);
                    let open = given.filter(|(_, arg)| is_open(&self.open, **arg)).map(|(&param, _)| param);
                    let open: SmallVec<[Value; 4]> = open.collect();
                    self.open.extend(open);
                }
                for &inst in &data.insts {
                    let args = func.args(inst);
                    if let Some(result) = func.result(inst)
                        && (!may_fold(ctx, func, inst) || args.iter().any(|&arg| is_open(&self.open, arg)))
                    {
                        self.open.insert(result);
                    }
                }
            }
        }
    }

    fn add_own(&mut self, value: Value) -> bool {
        !self.open.contains(&value) && self.own.insert(value)
    }

    /// Adds what a block computes of what is a round's own. Whether anything was new.
    fn compute(&mut self, block: Block) -> bool {
        let func = self.func;
        let mut changed = false;
        for &inst in &func.blocks[block].insts {
            if func.args(inst).iter().any(|arg| self.own.contains(arg)) {
                changed |= func.result(inst).is_some_and(|result| self.add_own(result));
            }
        }
        changed
    }

    /// Adds what a block passes on to blocks behind the ways out. Whether anything was new.
    fn pass_on(&mut self, block: Block, behind: &FxHashSet<Block>) -> bool {
        let func = self.func;
        let end = &func.blocks[block].terminator;
        let mut changed = false;
        if behind.contains(&block)
            && let Terminator::Branch { cond: decides, .. } | Terminator::Switch { value: decides, .. } = end
            && self.own.contains(decides)
        {
            changed |= !std::mem::replace(&mut self.decides, true);
        }
        for to in end.targets().filter(|to| behind.contains(&to.block)) {
            for (&param, arg) in func.blocks[to.block].params.iter().zip(&to.args) {
                if self.decides || self.own.contains(arg) {
                    changed |= self.add_own(param);
                }
            }
        }
        changed
    }

    /// Whether a block behind a way out may as well get what any round has.
    fn are_any(&self, ctx: &Context, block: Block, limits: &Limits) -> bool {
        let data = &self.func.blocks[block];
        let unrolls = matches!(data.region, Region::Loop { hint: LoopHint::Unroll | LoopHint::UnrollCount(_), .. });
        !(unrolls && self.decides) && data.insts.iter().all(|&inst| self.takes_any(ctx, inst, limits))
    }

    fn takes_any(&self, ctx: &Context, inst: Inst, limits: &Limits) -> bool {
        let (op, args) = (self.func.insts[inst].op, self.func.args(inst));
        let is_own = |arg: &Value| self.own.contains(arg);
        let effects = &op.info().effects;
        if effects.asks_other_lanes() || (effects.convergent && effects.writes_anything()) {
            return false;
        }
        if limits.row(op).is_some_and(|row| args.get(row.operand).is_some_and(is_own)) {
            return false;
        }
        // Handles are made again where they are used.
        if args.iter().any(|arg| is_own(arg) && ctx.resource_type(self.func.ty(*arg)).is_some()) {
            return false;
        }
        match (op, args) {
            (Op::Handle, [index, ..]) => !is_own(index),
            (Op::Gep, [base, ..]) => !(is_split(ctx, self.func, *base) && args.iter().any(is_own)),
            _ => true,
        }
    }

    /// Whether a block has more than what would be constants in a round.
    fn is_worth(&self, block: Block) -> bool {
        let results = self.func.blocks[block].insts.iter().map(|&inst| self.func.result(inst));
        results.into_iter().any(|result| result.is_none_or(|result| !self.own.contains(&result)))
    }
}

/// Whether an instruction gives a constant, or a place, of constants.
fn may_fold(ctx: &Context, func: &Function, inst: Inst) -> bool {
    let op = func.insts[inst].op;
    if op == Op::Load {
        // What may be split up, or be known by then.
        return func.args(inst).first().is_some_and(|&pointer| is_split(ctx, func, pointer));
    }
    matches!(op, Op::Alloca | Op::GlobalAddr | Op::Gep | Op::Handle) || !matches!(op.info().fold, Fold::Never)
}

/// Whether a pointer leads to what parts can come of: local variables and tables.
fn is_split(ctx: &Context, func: &Function, pointer: Value) -> bool {
    let space = ctx.pointee(func.ty(pointer)).map(|(_, space)| space);
    matches!(space, Some(AddressSpace::Function | AddressSpace::Private | AddressSpace::Constant))
}
