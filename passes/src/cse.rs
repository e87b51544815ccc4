//! Computes equal things once.
//!
//! Comes in: any function. Goes out: of two equal operations of which one dominates the other, the second is gone.
//!
//! Walks the dominator tree from the top with a table of what was computed. What gives the same wherever it stands takes
//! part everywhere, loads from what no shader writes included. A load from other memory stands for a later one where nothing
//! on the ways between writes what may be the same memory, and a store for a load of what it stored ([`clock`]). Two pointers into
//! one variable behind equally many indices, all constant, lead to different places, as equal ones are one value.
//! What asks the other lanes of the wave never takes part: it can differ between two places that other lanes reach differently.
//! A derivative, and a sample whose level follows from one, does: where fewer lanes of the quad are left than at an equal one
//! before, it is undefined. A float operation that stands for two allows what both
//! do. An entry that does not dominate the current block never will again, so it is simply replaced. Cost: linear.
//!
//! ```text
//! %v1 = fmul float %v0, %v0              %v1 = fmul float %v0, %v0
//! %v2 = fmul float %v0, %v0         =>   %v3 = fadd float %v1, %v1
//! %v3 = fadd float %v1, %v2
//! ```

mod clock;
mod known;

pub(crate) use known::Known;

use crate::cx::PassCx;
use crate::edit::Renames;
use clock::Clock;
use hlslc_ir::function::InstData;
use hlslc_ir::{Function, Module};
use known::{Row, Work};

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let (cfg, dominators) = (cx.analyses.cfg(func), cx.analyses.dominators(func));
    let known = &mut cx.spare.known;
    known.clear(func.layout.iter().map(|&block| func.blocks[block].insts.len()).sum());
    let mut clock = Clock::new(func, &cfg, &dominators, cx.options.target.limits().structured);
    let mut renames = Renames::default();
    for &block in dominators.pre_order() {
        clock.enter(&cfg, &dominators, block);
        let mut insts = std::mem::take(&mut func.blocks[block].insts);
        insts.retain(|&inst| {
            renames.apply_inst(func, inst);
            let Some(written) = clock.written(&module.ctx, func, inst) else {
                if let Some((pointer, value)) = clock.write(&module.ctx, func, inst) {
                    let row = || Row { work: Work::Load(pointer), written: clock.now(), home: block, value };
                    if let Some(old) = known.find_or_add(func, row()) {
                        *old = row();
                    }
                }
                return true;
            };
            let Some(result) = func.result(inst) else { return true };
            let row = || Row { work: Work::Of(inst), written, home: block, value: result };
            let value = match known.find_or_add(func, row()) {
                Some(old) if dominators.dominates(old.home, block) => old.value,
                Some(old) => {
                    *old = row();
                    return true;
                }
                None => return true,
            };
            renames.rename(result, value);
            let InstData { op, flags, .. } = func.insts[inst];
            if let Some(stays) = func.as_inst(value).filter(|&stays| func.insts[stays].op == op) {
                func.insts[stays].flags = func.insts[stays].flags.meet(flags);
            }
            false
        });
        func.blocks[block].insts = insts;
        clock.leave(block);
    }
    renames.apply_rest(func, &cfg);
    renames.any()
}
