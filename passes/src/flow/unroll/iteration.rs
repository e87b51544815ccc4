//! Selects the blocks of a loop that each iteration needs a copy of: those from which a back edge can be reached. Code
//! after an early exit is copied once, as in DXC, and the exits of all iterations lead to it.
//!
//! Input: a loop as its region describes it, with the code after its exits, for a target with unstructured control flow.
//! Output: a subset of its blocks. All blocks are copied if the code after an exit
//!
//! - may need a constant that only one iteration has: an index of a local array, table or resource array, an operand that
//!   the target requires to be constant, the bound of a loop to be unrolled itself,
//! - contains a wave operation, whose result depends on the lanes that left in the same iteration,
//! - consists only of values that are constant in each iteration.
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

/// The blocks of a loop that are copied for each iteration, in reverse post-order, the header first.
pub(super) fn blocks(ctx: &Context, func: &Function, cfg: &Cfg, all: Vec<Block>, limits: &Limits) -> Vec<Block> {
    let Some(&header) = all.first() else { return all };
    let copied = reaching(cfg, &all, header);
    if copied.len() == all.len() || !is_closed(func, header, &copied) {
        return all;
    }
    let (copied, after): (Vec<Block>, Vec<Block>) = all.iter().partition(|block| copied.contains(block));
    let values = Values::new(ctx, func, cfg, &copied, &after);
    let is_free = after.iter().all(|&block| values.can_share(ctx, block, limits));
    if is_free && after.iter().any(|&block| values.is_worthwhile(block)) { copied } else { all }
}

/// The blocks from which the header can be reached.
fn reaching(cfg: &Cfg, all: &[Block], header: Block) -> FxHashSet<Block> {
    let inside: FxHashSet<Block> = all.iter().copied().collect();
    let mut copied = FxHashSet::from_iter([header]);
    let mut work = vec![header];
    while let Some(block) = work.pop() {
        for &pred in cfg.preds(block) {
            if inside.contains(&pred) && copied.insert(pred) {
                work.push(pred);
            }
        }
    }
    copied
}

/// Whether the copied blocks contain all blocks that their regions name, except the merge block of the loop itself.
fn is_closed(func: &Function, header: Block, copied: &FxHashSet<Block>) -> bool {
    copied.iter().all(|&block| match func.blocks[block].region {
        Region::None | Region::Hint(_) => true,
        Region::Selection { merge, .. } => copied.contains(&merge),
        Region::Loop { merge, continue_target, .. } => {
            (block == header || copied.contains(&merge)) && copied.contains(&continue_target)
        }
    })
}

/// The values of a loop and of the code after its exits.
struct Values<'a> {
    func: &'a Function,
    /// The values that are not constant even within one iteration.
    open: FxHashSet<Value>,
    /// The values that may be constant within one iteration and differ between iterations, and what is computed from
    /// them.
    own: FxHashSet<Value>,
    /// Whether such a value decides a branch in the code after an exit.
    decides_branch: bool,
}

impl<'a> Values<'a> {
    fn new(ctx: &Context, func: &'a Function, cfg: &Cfg, copied: &[Block], after: &[Block]) -> Self {
        let mut values = Self { func, open: FxHashSet::default(), own: FxHashSet::default(), decides_branch: false };
        values.find_open(ctx, cfg, copied, after);
        for &block in copied {
            // Parameters of joins belong to them, too: within one iteration the taken edge may be known.
            for &param in &func.blocks[block].params {
                values.add_own(param);
            }
            values.compute(block);
        }
        let after_set: FxHashSet<Block> = after.iter().copied().collect();
        loop {
            let mut changed = false;
            for &block in copied.iter().chain(after) {
                changed |= values.pass_on(block, &after_set);
            }
            for &block in after {
                changed |= values.compute(block);
            }
            if !changed {
                return values;
            }
        }
    }

    /// Finds the values that depend on more than constants and the parameters of the header, if those are constant in
    /// the first iteration.
    fn find_open(&mut self, ctx: &Context, cfg: &Cfg, copied: &[Block], after: &[Block]) {
        let func = self.func;
        let blocks = || copied.iter().chain(after).copied();
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
                let edges = cfg.preds(block).iter().flat_map(|&pred| func.blocks[pred].terminator.targets());
                for to in edges.filter(|to| to.block == block) {
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

    /// Adds the results of a block that depend on values of one iteration. Returns whether any were added.
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

    /// Adds the parameters of code after the exits that depend on values of one iteration. Returns whether anything
    /// changed.
    fn pass_on(&mut self, block: Block, after: &FxHashSet<Block>) -> bool {
        let func = self.func;
        let end = &func.blocks[block].terminator;
        let mut changed = false;
        if after.contains(&block)
            && let Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } = end
            && self.own.contains(value)
        {
            changed |= !std::mem::replace(&mut self.decides_branch, true);
        }
        for to in end.targets().filter(|to| after.contains(&to.block)) {
            for (&param, arg) in func.blocks[to.block].params.iter().zip(&to.args) {
                if self.decides_branch || self.own.contains(arg) {
                    changed |= self.add_own(param);
                }
            }
        }
        changed
    }

    /// Whether a block after an exit can be shared by all iterations.
    fn can_share(&self, ctx: &Context, block: Block, limits: &Limits) -> bool {
        let data = &self.func.blocks[block];
        let unrolls = matches!(data.region, Region::Loop { hint: LoopHint::Unroll | LoopHint::UnrollCount(_), .. });
        !(unrolls && self.decides_branch) && data.insts.iter().all(|&inst| self.can_share_inst(ctx, inst, limits))
    }

    fn can_share_inst(&self, ctx: &Context, inst: Inst, limits: &Limits) -> bool {
        let (op, args) = (self.func.insts[inst].op, self.func.args(inst));
        let is_own = |arg: &Value| self.own.contains(arg);
        let effects = &op.info().effects;
        if effects.uses_other_lanes() || (effects.convergent && effects.writes_anything()) {
            return false;
        }
        if limits.row(op).is_some_and(|row| args.get(row.operand).is_some_and(is_own)) {
            return false;
        }
        // Handles are recreated at their uses.
        if args.iter().any(|arg| is_own(arg) && ctx.resource_type(self.func.ty(*arg)).is_some()) {
            return false;
        }
        match (op, args) {
            (Op::Handle, [index, ..]) => !is_own(index),
            (Op::Gep, [base, ..]) => !(is_split(ctx, self.func, *base) && args.iter().any(is_own)),
            _ => true,
        }
    }

    /// Whether a block contains more than values that would be constant in each iteration.
    fn is_worthwhile(&self, block: Block) -> bool {
        let results = self.func.blocks[block].insts.iter().map(|&inst| self.func.result(inst));
        results.into_iter().any(|result| result.is_none_or(|result| !self.own.contains(&result)))
    }
}

/// Whether an instruction yields a constant or an address if its operands are constants.
fn may_fold(ctx: &Context, func: &Function, inst: Inst) -> bool {
    let op = func.insts[inst].op;
    if op == Op::Load {
        // A load from memory that may be split into scalars or have known contents.
        return func.args(inst).first().is_some_and(|&pointer| is_split(ctx, func, pointer));
    }
    matches!(op, Op::Alloca | Op::GlobalAddr | Op::Gep | Op::Handle) || !matches!(op.info().fold, Fold::Never)
}

/// Whether a pointer points to memory that may be split into scalars: local variables and tables.
fn is_split(ctx: &Context, func: &Function, pointer: Value) -> bool {
    let space = ctx.pointee(func.ty(pointer)).map(|(_, space)| space);
    matches!(space, Some(AddressSpace::Function | AddressSpace::Private | AddressSpace::Constant))
}
