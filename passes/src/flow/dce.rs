//! Eliminates dead code aggressively (Cytron et al., 1991; the "mark" phase follows control dependences): removes
//! instructions, block parameters, stores to variables that are never loaded, and branches and loops that decide
//! nothing.
//!
//! Input: any function. Output: the same function without dead code. A dead branch becomes a jump to its immediate
//! post-dominator; a dead loop is no loop any more. Unreachable blocks are removed, unless a region names them.
//!
//! Roots are the operations with an observable effect and the results. The marking phase follows operands: a block
//! parameter is live if it is used, and only then are its incoming values; a store to a local variable is live if the
//! variable is loaded; a branch is live if a live block is control dependent on it, or if it decides the value of a live
//! parameter ([`control`](crate::analysis::control)).
//!
//! Why this is correct: an effect-free loop could only be observed by not terminating, and no API defines the result of a
//! shader that does not terminate; a loop without an exit stays, as its condition is not known to matter. Lanes that
//! diverge and reconverge without an effect in between leave no trace, not even for wave operations that follow. Cost:
//! linear, plus a logarithm for each branch.
//!
//! ```text
//! %v1 = fmul float %v0, 2.0         =>   %v2 = fadd float %v0, 1.0
//! %v2 = fadd float %v0, 1.0              ret float %v2
//! ret float %v2
//! ```

use crate::analysis::Analyses;
use crate::analysis::control::Control;
use crate::edit::{by_block, by_inst, by_value};
use crate::flow::simplify_cfg::{drop_straight_loops, remove_unreachable};
use crate::run::pass::PassCx;
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::{Cfg, PostDominators};
use hlslc_ir::context::{ConstData, Context};
use hlslc_ir::ops::OpSet;
use hlslc_ir::{Block, BlockCall, Function, Inst, Module, Op, Region, Terminator, Type, Value, ValueDef};
use smallvec::SmallVec;
use std::sync::Arc;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    const VARIABLES: OpSet = OpSet::of(&[Op::Alloca]);
    if func.is_one_block() && !func.may_hold(&VARIABLES) {
        return sweep_block(&module.ctx, func);
    }
    let cfg = cx.analyses.cfg(func);
    let is_branch = |&block: &Block| func.blocks[block].terminator.targets().nth(1).is_some();
    let branches: Vec<Block> = func.layout.iter().copied().filter(is_branch).collect();
    let post = (!branches.is_empty()).then(|| cx.analyses.post_dominators(func));
    let mut live = Live::new(func, &cfg, post);
    live.roots(&module.ctx, func, &cfg);
    live.propagate(func, &cfg);
    let changed = live.sweep(func);
    if changed {
        func.forget_gone();
    }
    if !live.drop_branches(func, &cfg, &branches, module.ctx.void()) {
        return changed;
    }
    drop_straight_loops(func);
    cx.analyses.graph_changed();
    let cfg = cx.analyses.cfg(func);
    remove_unreachable(&mut module.ctx, func, |block| cfg.is_reachable(block));
    true
}

/// The live instructions.
pub(crate) fn live_insts(ctx: &Context, func: &Function, analyses: &mut Analyses) -> SecondaryMap<Inst, bool> {
    let cfg = &*analyses.cfg(func);
    let has_branches = func.layout.iter().any(|&block| func.blocks[block].terminator.targets().nth(1).is_some());
    let mut live = Live::new(func, cfg, has_branches.then(|| analyses.post_dominators(func)));
    live.roots(ctx, func, cfg);
    live.propagate(func, cfg);
    live.insts
}

/// Removes dead code from a function of one block without variables. All users of a value follow it, so one backward
/// walk finds them first.
fn sweep_block(ctx: &Context, func: &mut Function) -> bool {
    let Some(block) = func.entry() else { return false };
    let mut live = by_inst(func, false);
    let mark = |live: &mut SecondaryMap<Inst, bool>, value: Value| {
        if let Some(inst) = func.as_inst(value) {
            live[inst] = true;
        }
    };
    let mut dead = 0;
    func.blocks[block].terminator.values().for_each(|value| mark(&mut live, value));
    for &inst in func.blocks[block].insts.iter().rev() {
        if live[inst] || is_root(ctx, func, inst) {
            live[inst] = true;
            func.args(inst).iter().for_each(|&arg| mark(&mut live, arg));
        } else {
            dead += 1;
        }
    }
    if dead > 0 {
        func.retain_insts(block, |_, inst| live[inst]);
        func.forget_gone();
    }
    dead > 0
}

/// Whether an instruction has an observable effect.
fn is_root(ctx: &Context, func: &Function, inst: Inst) -> bool {
    let op = func.insts[inst].op;
    let is_idle = op.is_removable() || op == Op::Discard && is_never(ctx, func, inst);
    !is_idle
}

struct Live {
    insts: SecondaryMap<Inst, bool>,
    /// The blocks with a live instruction, or on which a live value depends.
    blocks: SecondaryMap<Block, bool>,
    /// The blocks whose branch is live.
    branches: SecondaryMap<Block, bool>,
    /// The control dependences; `None` if there is no branch.
    control: Option<Control>,
    /// The block of each instruction; empty if there is no branch.
    home: SecondaryMap<Inst, Option<Block>>,
    params: SecondaryMap<Value, bool>,
    work: Vec<Value>,
    /// The stores to each local variable, which become live when the variable is loaded.
    stores: SecondaryMap<Value, Vec<Inst>>,
    /// The incoming edges of each block: the source, and the number among its targets.
    jumps: SecondaryMap<Block, SmallVec<[(Block, u32); 4]>>,
}

/// The local variable that a pointer points into.
fn variable(func: &Function, pointer: Value) -> Option<Value> {
    let mut at = pointer;
    loop {
        let inst = func.as_inst(at)?;
        let op = func.insts[inst].op;
        if op != Op::Gep {
            return (op == Op::Alloca).then_some(at);
        }
        at = *func.args(inst).first()?;
    }
}

/// Whether the condition of a conditional operation is constantly false.
fn is_never(ctx: &Context, func: &Function, inst: Inst) -> bool {
    let condition = func.args(inst).first().and_then(|&condition| func.as_const(condition));
    condition.is_some_and(|id| matches!(ctx.const_data(id).1, ConstData::Scalar(0) | ConstData::Undef))
}

/// A table with a row for each block, if there are several blocks.
fn rows(func: &Function, has_blocks: bool) -> SecondaryMap<Block, bool> {
    if has_blocks { by_block(func, false) } else { SecondaryMap::new() }
}

impl Live {
    fn new(func: &Function, cfg: &Cfg, post: Option<Arc<PostDominators>>) -> Self {
        let has_branches = post.is_some();
        let mut home = SecondaryMap::new();
        if has_branches {
            home.resize(func.insts.len());
            for &block in &func.layout {
                func.blocks[block].insts.iter().for_each(|&inst| home[inst] = Some(block));
            }
        }
        // With one block, its branch and parameters need no tables, which stay empty.
        let has_blocks = !func.is_one_block();
        Self {
            insts: by_inst(func, false),
            blocks: rows(func, has_blocks),
            branches: rows(func, has_blocks),
            control: post.map(|post| Control::new(func, cfg, post)),
            home,
            params: if has_blocks { by_value(func, false) } else { SecondaryMap::new() },
            work: Vec::with_capacity(64),
            stores: SecondaryMap::new(),
            jumps: if has_blocks { by_block(func, SmallVec::new()) } else { SecondaryMap::new() },
        }
    }

    /// Marks the operations with observable effects.
    fn roots(&mut self, ctx: &Context, func: &Function, cfg: &Cfg) {
        for &block in &func.layout {
            let data = &func.blocks[block];
            for (number, to) in data.terminator.targets().enumerate() {
                self.jumps[to.block].push((block, number as u32));
            }
        }
        for &block in &func.layout {
            let open = self.control.as_ref().is_some_and(|control| control.never_ends(func, cfg, block));
            if open || matches!(func.blocks[block].terminator, Terminator::Return(Some(_))) {
                self.mark_branch(func, cfg, block);
            }
            for &inst in &func.blocks[block].insts {
                if !is_root(ctx, func, inst) {
                    continue;
                }
                let op = func.insts[inst].op;
                let stored = if op == Op::Store { func.args(inst).first() } else { None };
                match stored.and_then(|&pointer| variable(func, pointer)) {
                    Some(variable) => self.stores[variable].push(inst),
                    None => self.mark(func, cfg, inst),
                }
            }
        }
        if let Some(entry) = func.entry() {
            // The parameters of the function are live.
            let params = func.blocks[entry].params.clone();
            params.iter().for_each(|&param| self.params[param] = true);
        }
    }

    fn mark(&mut self, func: &Function, cfg: &Cfg, inst: Inst) {
        if std::mem::replace(&mut self.insts[inst], true) {
            return;
        }
        self.work.extend_from_slice(func.args(inst));
        if let Some(block) = self.home[inst] {
            self.mark_block(func, cfg, block);
        }
    }

    /// Marks a block and the branches on which it is control dependent.
    fn mark_block(&mut self, func: &Function, cfg: &Cfg, block: Block) {
        let Some(control) = self.control.as_mut().filter(|_| !self.blocks[block]) else { return };
        self.blocks[block] = true;
        let mut deciding = control.take(cfg, block);
        while let Some(block) = deciding.pop() {
            let operand = func.blocks[block].terminator.operand();
            if !std::mem::replace(&mut self.branches[block], true) {
                self.work.extend(operand);
            }
            if !std::mem::replace(&mut self.blocks[block], true)
                && let Some(control) = &mut self.control
            {
                deciding.extend(control.take(cfg, block));
            }
        }
    }

    /// Marks the branch of a block.
    fn mark_branch(&mut self, func: &Function, cfg: &Cfg, block: Block) {
        if !std::mem::replace(&mut self.branches[block], true) {
            self.work.extend(func.blocks[block].terminator.operand());
        }
        self.mark_block(func, cfg, block);
    }

    fn propagate(&mut self, func: &Function, cfg: &Cfg) {
        while let Some(value) = self.work.pop() {
            match func.values[value].def {
                ValueDef::Const(_) => {}
                ValueDef::Inst(inst) => {
                    self.mark(func, cfg, inst);
                    // The check avoids a new row in the table, as few values have stores.
                    if !self.stores[value].is_empty() {
                        for store in std::mem::take(&mut self.stores[value]) {
                            self.mark(func, cfg, store);
                        }
                    }
                }
                ValueDef::Param(block, index) => {
                    if !std::mem::replace(&mut self.params[value], true) {
                        for (from, number) in self.jumps[block].clone() {
                            let to = func.blocks[from].terminator.target(number as usize);
                            self.work.extend(to.and_then(|to| to.args.get(index as usize)));
                            // The value depends on the taken edge.
                            self.mark_branch(func, cfg, from);
                        }
                    }
                }
            }
        }
    }

    fn sweep(&self, func: &mut Function) -> bool {
        let mut changed = false;
        for index in 0..func.layout.len() {
            let block = func.layout[index];
            let data = &mut func.blocks[block];
            let before = data.insts.len();
            data.insts.retain(|&inst| self.insts[inst]);
            changed |= data.insts.len() != before;
        }
        for index in 0..func.layout.len() {
            let block = func.layout[index];
            let params = std::mem::take(&mut func.blocks[block].params);
            if params.iter().all(|&param| self.params[param]) {
                func.blocks[block].params = params;
                continue;
            }
            let keep: Vec<bool> = params.iter().map(|&param| self.params[param]).collect();
            changed = true;
            let kept: Vec<Value> = params.into_iter().filter(|&param| self.params[param]).collect();
            for (index, &param) in kept.iter().enumerate() {
                func.values[param].def = ValueDef::Param(block, index as u32);
            }
            func.blocks[block].params = kept.into_iter().collect();
            for &(from, number) in &self.jumps[block] {
                let Some(to) = func.blocks[from].terminator.target_mut(number as usize) else { continue };
                let mut keep = keep.iter();
                to.args.retain(|_| *keep.next().expect("a jump passes one value for each parameter"));
            }
        }
        changed
    }

    /// Turns dead branches into jumps to their immediate post-dominators.
    fn drop_branches(&self, func: &mut Function, cfg: &Cfg, branches: &[Block], void: Type) -> bool {
        let Some(control) = &self.control else { return false };
        let mut changed = false;
        for &block in branches.iter().filter(|&&block| cfg.is_reachable(block) && !self.branches[block]) {
            let to = match control.immediate_post_dominator(cfg, block) {
                // If such a parameter were live, so would be the branch.
                Some(to) if !func.blocks[to].params.is_empty() => continue,
                Some(to) => Terminator::Jump(BlockCall { block: to, args: SmallVec::new() }),
                None if func.ret == void => Terminator::Return(None),
                // If there were a result, the branch would be live.
                None => Terminator::Unreachable,
            };
            func.blocks[block].terminator = to;
            if func.blocks[block].region.is_selection() {
                func.blocks[block].region = Region::None;
            }
            changed = true;
        }
        changed
    }
}
