//! Computes equal things once.
//!
//! Comes in: any function. Goes out: of two equal operations of which one dominates the other, the second is gone.
//!
//! Walks the dominator tree from the top with a table of what was computed. Only operations without any effect take
//! part: what reads memory may find it changed, and a convergent operation (a derivative, a wave operation) can
//! differ between two places that other lanes reach differently. A float operation that stands for two allows what both
//! do. An entry that does not dominate the current block never will again, so it is simply replaced. Cost: linear.
//!
//! ```text
//! %v1 = fmul float %v0, %v0              %v1 = fmul float %v0, %v0
//! %v2 = fmul float %v0, %v0         =>   %v3 = fadd float %v1, %v1
//! %v3 = fadd float %v1, %v2
//! ```

use crate::cx::PassCx;
use crate::edit::Renames;
use hlslc_ir::{Block, Function, Imm, Module, Op, Type, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

#[derive(PartialEq, Eq, Hash)]
struct Key {
    op: Op,
    imm: Imm,
    ty: Type,
    args: SmallVec<[Value; 4]>,
}

pub(crate) fn run(_: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let dominators = cx.analyses.dominators(func);
    let mut known: FxHashMap<Key, (Block, Value)> = FxHashMap::default();
    let mut renames = Renames::default();
    for &block in dominators.pre_order() {
        let mut insts = std::mem::take(&mut func.blocks[block].insts);
        insts.retain(|&inst| {
            renames.apply_inst(func, inst);
            let data = &func.insts[inst];
            if !data.op.is_pure() {
                return true;
            }
            let Some(result) = func.result(inst) else { return true };
            let mut args: SmallVec<[Value; 4]> = SmallVec::from_slice(func.args(inst));
            if data.op.info().commutative {
                args.sort_unstable();
            }
            let flags = data.flags;
            let key = Key { op: data.op, imm: data.imm, ty: data.ty, args };
            match known.get(&key) {
                Some(&(home, value)) if dominators.dominates(home, block) => {
                    renames.rename(result, value);
                    if let Some(stays) = func.as_inst(value) {
                        func.insts[stays].flags = func.insts[stays].flags.meet(flags);
                    }
                    false
                }
                _ => {
                    known.insert(key, (block, result));
                    true
                }
            }
        });
        func.blocks[block].insts = insts;
    }
    renames.apply(func);
    renames.any()
}
