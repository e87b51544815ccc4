//! Does once what both ways of a branch do.
//!
//! Comes in: any function, once no region names a block. Goes out: what both ways begin with and gives the same in both,
//! whatever comes before it, is computed in front of the branch; a store that both ways end with, to the same place, stands
//! where they meet, of whichever value it would have been. Control flow stays, but ways that are left empty may be led past, or
//! become choices.
//!
//! One of the two ways is always taken, so nothing is computed more often than before, and what may have no result has it or
//! not as before; only what gives the same wherever it stands ([`memory::is_fixed`]) goes up. A store is the last thing that
//! its way does and the first where both meet, so that nothing comes between. What asks other lanes stays: where ways meet
//! there are more of them. The values that differ become a parameter of the block. Later branches go first, so that what comes
//! up can go on. Cost: linear.
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

use crate::cx::PassCx;
use crate::edit::Renames;
use crate::memory;
use hlslc_ir::cfg::{Cfg, Dominators};
use hlslc_ir::context::Context;
use hlslc_ir::{Block, Function, Imm, Inst, Module, Op, Terminator, Type, Value};
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
        changed |= lift(&module.ctx, func, &cfg, block, &mut renames);
    }
    renames.apply(func);
    for &block in cfg.reverse_post_order() {
        while lower(&module.ctx, func, (&cfg, &dominators), block) {
            changed = true;
        }
    }
    changed
}

/// What is computed, of what.
type Key = (Op, Imm, Type, SmallVec<[Value; 4]>);

/// What an instruction computes, if it gives the same wherever it stands.
fn key(ctx: &Context, func: &mut Function, renames: &mut Renames, inst: Inst) -> Option<Key> {
    renames.apply_inst(func, inst);
    let data = &func.insts[inst];
    let moves = func.result(inst).is_some() && memory::is_fixed(ctx, func, inst);
    moves.then(|| (data.op, data.imm, data.ty, SmallVec::from_slice(func.args(inst))))
}

/// Moves what both ways of a block's branch compute to its end.
fn lift(ctx: &Context, func: &mut Function, cfg: &Cfg, block: Block, renames: &mut Renames) -> bool {
    let Terminator::Branch { then, otherwise, .. } = &func.blocks[block].terminator else { return false };
    let [a, b] = [then.block, otherwise.block];
    let alone = |way: Block| cfg.preds(way) == [block] && !func.blocks[way].insts.is_empty();
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
    // In the order of the other way, in which operands stand before what uses them. What one way alone computes is no operand
    // of both.
    let mut lifted: Vec<Inst> = Vec::new();
    let mut seen: FxHashSet<Inst> = FxHashSet::default();
    let mut insts = std::mem::take(&mut func.blocks[b].insts);
    insts.retain(|&inst| {
        let same = key(ctx, func, renames, inst).and_then(|key| known.get(&key).copied());
        let Some(same) = same else { return true };
        let (Some(from), Some(to)) = (func.result(inst), func.result(same)) else { return true };
        renames.rename(from, to);
        let flags = func.insts[inst].flags;
        func.insts[same].flags = func.insts[same].flags.meet(flags);
        if seen.insert(same) {
            lifted.push(same);
        }
        false
    });
    func.blocks[b].insts = insts;
    func.blocks[a].insts.retain(|inst| !seen.contains(inst));
    let any = !lifted.is_empty();
    func.blocks[block].insts.extend(lifted);
    any
}

/// Moves a store that both ways to a block end with to its start.
fn lower(ctx: &Context, func: &mut Function, graph: (&Cfg, &Dominators), block: Block) -> bool {
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
    func.blocks[a].insts.pop();
    func.blocks[b].insts.pop();
    func.blocks[block].insts.insert(0, of_a);
    true
}
