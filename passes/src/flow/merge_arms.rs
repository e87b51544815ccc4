//! Merges code that both arms of a branch have in common: hoisting from their start, sinking from their end (Briggs,
//! Cooper, 1994, "code hoisting"; "tail merging").
//!
//! Input: any function, once no region names a block. Output: an operation that both arms start with, and whose result
//! does not depend on its position, is computed before the branch; a store to the same address that both arms end with
//! stands at the join, with a parameter for its value, and so does an operation whose result all predecessors pass as
//! an argument, if it differs in one operand only. Control flow stays, but arms that become empty may be removed, or
//! become selects.
//!
//! One of the two arms is always taken, so nothing is computed more often; only what does not depend on its position
//! ([`memory::is_fixed`]) is hoisted. A store is the last operation of its arm and becomes the first of the join, so
//! nothing comes in between. Wave operations stay: at the join more lanes are active. Operands that differ become a
//! parameter of the block. Later branches are processed first, so that what is hoisted can be hoisted further. Cost:
//! linear.
//!
//! ```text
//! br i1 %c, block1, block2                  %v1 = fmul float %v0, 3.0
//! block1:                                   br i1 %c, block1, block2
//!   %v1 = fmul float %v0, 3.0             block1:
//!   store %p, %v1                    =>     br block3(%v1)
//!   br block3                             block2:
//! block2:                                   %v3 = fadd float %v1, 1.0
//!   %v2 = fmul float %v0, 3.0               br block3(%v3)
//!   %v3 = fadd float %v2, 1.0             block3(float %v4):
//!   store %p, %v3                           store %p, %v4
//!   br block3
//! ```

use crate::analysis::{Analyses, memory};
use crate::edit::{Renames, by_inst};
use crate::run::pass::PassCx;
use crate::scalar::rules::Uses;
use cranelift_entity::{EntitySet, SecondaryMap};
use hlslc_ir::cfg::{Cfg, Dominators};
use hlslc_ir::context::Context;
use hlslc_ir::ops::Scalars;
use hlslc_ir::{Block, Function, Imm, Inst, Module, Op, Terminator, Type, Value, ValueDef};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    if func.layout.len() < 4 {
        return false;
    }
    let (cfg, dominators) = (cx.analyses.cfg(func), cx.analyses.dominators(func));
    let mut renames = Renames::default();
    let mut changed = false;
    for &block in cfg.reverse_post_order().iter().rev() {
        changed |= hoist(&module.ctx, func, &cfg, block, &mut renames);
    }
    renames.apply(func);
    for &block in cfg.reverse_post_order() {
        while sink_store(&module.ctx, func, (&cfg, &dominators), block) {
            changed = true;
        }
    }
    if changed {
        cx.analyses.instructions_changed();
    }
    changed | sink_arguments(&module.ctx, func, cx.analyses)
}

/// Moves operations whose results all incoming edges pass as the argument for one parameter to the start of the block,
/// if it has one edge from each predecessor and none of them is a back edge.
fn sink_arguments(ctx: &Context, func: &mut Function, analyses: &mut Analyses) -> bool {
    let (cfg, dominators) = (&*analyses.cfg(func), &*analyses.dominators(func));
    let takes_values = |&block: &Block| !func.blocks[block].params.is_empty();
    let is_join = |&block: &Block| {
        let preds = cfg.preds(block);
        // Several edges from one block are adjacent.
        let each_once = preds.windows(2).all(|pair| pair[0] != pair[1]);
        preds.len() > 1 && each_once && preds.iter().all(|&from| !dominators.dominates(block, from))
    };
    // Unreachable predecessors are not in the graph, and would keep passing the old argument.
    if !func.layout.iter().all(|&block| cfg.is_reachable(block)) {
        return false;
    }
    let blocks: Vec<Block> = cfg.reverse_post_order().iter().copied().filter(takes_values).filter(is_join).collect();
    if blocks.is_empty() {
        return false;
    }
    let mut uses = Uses::of(&analyses.use_counts(func));
    let mut home: SecondaryMap<Inst, Option<Block>> = by_inst(func, None);
    for &block in &func.layout {
        func.blocks[block].insts.iter().for_each(|&inst| home[inst] = Some(block));
    }
    let mut renames = Renames::default();
    let mut gone: EntitySet<Inst> = EntitySet::new();
    for block in blocks {
        let mut start: SmallVec<[Inst; 4]> = SmallVec::new();
        let mut index = 0;
        while index < func.blocks[block].params.len() {
            let Some(end) = common_argument(ctx, func, (cfg, block, index), (&uses, &home), &mut renames) else {
                index += 1;
                continue;
            };
            gone.extend(end.insts.iter().copied());
            // The new arguments may be merged in turn: the new parameter is at this index.
            let (old, joined) = join(ctx, func, (cfg, block, index), end, &mut renames);
            if let Some(result) = func.result(joined) {
                uses.take_over(result, old);
                renames.rename(old, result);
            }
            home[joined] = Some(block);
            start.push(joined);
        }
        // What was merged later is an operand of what was merged before.
        start.reverse();
        func.prepend_insts(block, start);
    }
    if !renames.any() {
        return false;
    }
    func.remove_insts(|inst| gone.contains(inst));
    renames.apply(func);
    true
}

/// The operations that the predecessors of a block have in common as an argument.
struct CommonArgument {
    insts: SmallVec<[Inst; 4]>,
    /// The index of the operand in which they differ.
    differs: usize,
}

/// The operations that all edges pass for one parameter, if they differ in one operand only and have no other uses.
fn common_argument(
    ctx: &Context,
    func: &Function,
    (cfg, block, index): (&Cfg, Block, usize),
    (uses, home): (&Uses, &SecondaryMap<Inst, Option<Block>>),
    renames: &mut Renames,
) -> Option<CommonArgument> {
    let mut insts = SmallVec::new();
    for (from, to) in cfg.incoming(func, block) {
        let passed = renames.find(*to.args.get(index)?);
        insts.push(func.as_inst(passed).filter(|&inst| uses.is_one(passed) && home[inst] == Some(from))?);
    }
    let (&first, others) = insts.split_first()?;
    let (one, args) = (&func.insts[first], func.args(first));
    let row = one.op.info();
    if !one.op.is_pure() || row.scalars != Scalars::Each || row.operands.is_empty() {
        return None;
    }
    let mut differs = None;
    for &other in others {
        let (data, values) = (&func.insts[other], func.args(other));
        if (data.op, data.imm, data.ty) != (one.op, one.imm, one.ty) || values.len() != args.len() {
            return None;
        }
        for at in (0..args.len()).filter(|&at| args[at] != values[at]) {
            let is_scalar = ctx.scalar_of(func.ty(args[at])).is_some() && func.ty(args[at]) == func.ty(values[at]);
            if !is_scalar || differs.replace(at).is_some_and(|before| before != at) {
                return None;
            }
        }
    }
    Some(CommonArgument { insts, differs: differs? })
}

/// Replaces the operations of all predecessors by one in the block, whose differing operand becomes the parameter.
/// Returns the old parameter, and the operation.
fn join(
    ctx: &Context,
    func: &mut Function,
    (cfg, block, index): (&Cfg, Block, usize),
    end: CommonArgument,
    renames: &mut Renames,
) -> (Value, Inst) {
    let CommonArgument { insts, differs } = end;
    let first = func.insts[insts[0]].clone();
    let mut args: SmallVec<[Value; 4]> = SmallVec::from_slice(func.args(insts[0]));
    let ty = func.ty(args[differs]);
    let param = func.add_param(block, ty);
    let params = &mut func.blocks[block].params;
    params.pop();
    let old = std::mem::replace(&mut params[index], param);
    func.values[param].def = ValueDef::Param(block, index as u32);
    let mut flags = first.flags;
    for &inst in &insts {
        flags = flags.meet(func.insts[inst].flags);
    }
    for &from in cfg.preds(block) {
        let mut terminator = std::mem::replace(&mut func.blocks[from].terminator, Terminator::Missing);
        for to in terminator.targets_mut().filter(|to| to.block == block) {
            if let Some(inst) = func.as_inst(renames.find(to.args[index])) {
                to.args[index] = func.args(inst)[differs];
            }
        }
        func.blocks[from].terminator = terminator;
    }
    args[differs] = param;
    let joined = func.make_inst(ctx, first.op, first.ty, first.imm, &args, first.loc);
    func.insts[joined].flags = flags;
    (old, joined)
}

/// The operation and its operands.
type Key = (Op, Imm, Type, SmallVec<[Value; 4]>);

/// The operation of an instruction, if its result does not depend on its position.
fn key(ctx: &Context, func: &mut Function, renames: &mut Renames, inst: Inst) -> Option<Key> {
    renames.apply_inst(func, inst);
    let data = &func.insts[inst];
    let moves = func.result(inst).is_some() && memory::is_fixed(ctx, func, inst);
    moves.then(|| (data.op, data.imm, data.ty, SmallVec::from_slice(func.args(inst))))
}

/// Moves what both arms of a branch compute to the end of its block.
fn hoist(ctx: &Context, func: &mut Function, cfg: &Cfg, block: Block, renames: &mut Renames) -> bool {
    let Terminator::Branch { then, otherwise, .. } = &func.blocks[block].terminator else { return false };
    let [a, b] = [then.block, otherwise.block];
    let alone = |arm: Block| cfg.preds(arm) == [block] && !func.blocks[arm].insts.is_empty();
    if a == b || !alone(a) || !alone(b) {
        return false;
    }
    let mut known: FxHashMap<Key, Inst> = FxHashMap::default();
    for index in 0..func.blocks[a].insts.len() {
        let inst = func.blocks[a].insts[index];
        if let Some(key) = key(ctx, func, renames, inst) {
            known.entry(key).or_insert(inst);
        }
    }
    // In the order of the second arm, in which definitions precede uses. An operation that only one arm computes cannot
    // be an operand of a common one.
    let mut hoisted: Vec<Inst> = Vec::new();
    let mut seen: FxHashSet<Inst> = FxHashSet::default();
    func.retain_insts(b, |func, inst| {
        let same = key(ctx, func, renames, inst).and_then(|key| known.get(&key).copied());
        let Some(same) = same else { return true };
        let (Some(from), Some(to)) = (func.result(inst), func.result(same)) else { return true };
        renames.rename(from, to);
        let flags = func.insts[inst].flags;
        func.insts[same].flags = func.insts[same].flags.meet(flags);
        if seen.insert(same) {
            hoisted.push(same);
        }
        false
    });
    func.retain_insts(a, |_, inst| !seen.contains(&inst));
    let any = !hoisted.is_empty();
    func.append_insts(block, hoisted);
    any
}

/// Moves a store at the end of both predecessors of a block to its start.
fn sink_store(ctx: &Context, func: &mut Function, graph: (&Cfg, &Dominators), block: Block) -> bool {
    let (cfg, dominators) = graph;
    let &[a, b] = cfg.preds(block) else { return false };
    let jumps = |from: Block| matches!(func.blocks[from].terminator, Terminator::Jump(_));
    if a == b || !jumps(a) || !jumps(b) || dominators.dominates(block, a) || dominators.dominates(block, b) {
        return false;
    }
    let (Some(&of_a), Some(&of_b)) = (func.blocks[a].insts.last(), func.blocks[b].insts.last()) else { return false };
    let (first, second) = (&func.insts[of_a], &func.insts[of_b]);
    let same = (first.op, first.imm, first.flags) == (second.op, second.imm, second.flags);
    if !same || !matches!(first.op, Op::Store | Op::StoreOutput) {
        return false;
    }
    let (Some((&x, places)), Some((&y, others))) = (func.args(of_a).split_last(), func.args(of_b).split_last()) else {
        return false;
    };
    if places != others || func.ty(x) != func.ty(y) || ctx.scalar_of(func.ty(x)).is_none() {
        return false;
    }
    if x != y {
        let ty = func.ty(x);
        let param = func.add_param(block, ty);
        for (from, value) in [(a, x), (b, y)] {
            if let Terminator::Jump(to) = &mut func.blocks[from].terminator {
                to.args.push(value);
            }
        }
        if let Some(stored) = func.args_mut(of_a).last_mut() {
            *stored = param;
        }
    }
    func.remove_inst(a, of_a);
    func.remove_inst(b, of_b);
    func.prepend_insts(block, [of_a]);
    true
}
