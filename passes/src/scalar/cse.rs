//! Eliminates common subexpressions globally, by dominator-based value numbering (Briggs, Cooper, Simpson: "Value
//! numbering", 1997), with forwarding of stores to loads.
//!
//! Input: any function. Output: of two equal operations of which one dominates the other, the second is gone.
//!
//! A walk of the dominator tree in pre-order keeps a hash table of what was computed. Operations whose result does not
//! depend on their position take part everywhere, loads from read-only memory included. A load from other memory is
//! available until something on a path between may write the same memory, and a store is available to loads of its address
//! ([`clock`]). Two pointers into one variable with equally many indices, all constant, are different places unless they
//! are equal, in which case they are one value. Wave operations never take part: their result can differ between two
//! positions that different sets of lanes reach. Derivatives, and samples with an implicit level, do: where fewer lanes of
//! the quad are active than at an equal operation before, their result is undefined. A float operation that replaces two
//! keeps only the fast-math flags of both. An entry that does not dominate the current block will never dominate a later
//! one, so it is overwritten. Cost: linear.
//!
//! ```text
//! %v1 = fmul float %v0, %v0              %v1 = fmul float %v0, %v0
//! %v2 = fmul float %v0, %v0         =>   %v3 = fadd float %v1, %v1
//! %v3 = fadd float %v1, %v2
//! ```

mod clock;

use crate::analysis::available::{Expression, Row};
use crate::edit::Renames;
use crate::run::pass::PassCx;
use crate::run::remarks::{Reason, Remark};
use clock::Clock;
use hlslc_ir::function::InstData;
use hlslc_ir::{Function, Module};

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let (cfg, dominators) = (cx.analyses.cfg(func), cx.analyses.dominators(func));
    let known = &mut cx.spare.known;
    known.clear(func.layout.iter().map(|&block| func.blocks[block].insts.len()).sum());
    let mut clock = Clock::new(func, &cfg, &dominators, cx.options.target.limits().structured);
    let mut renames = Renames::default();
    for &block in dominators.pre_order() {
        clock.enter(&cfg, &dominators, block);
        func.retain_insts(block, |func, inst| {
            renames.apply_inst(func, inst);
            let Some(written) = clock.written(&module.ctx, func, inst) else {
                if let Some((pointer, value)) = clock.write(&module.ctx, func, inst) {
                    let row =
                        || Row { expression: Expression::Load(pointer), written: clock.now(), home: block, value };
                    if let Some(old) = known.find_or_add(func, row()) {
                        *old = row();
                    }
                }
                return true;
            };
            let Some(result) = func.result(inst) else { return true };
            let row = || Row { expression: Expression::Of(inst), written, home: block, value: result };
            let value = match known.find_or_add(func, row()) {
                Some(old) if dominators.dominates(old.home, block) => old.value,
                Some(old) => {
                    *old = row();
                    return true;
                }
                None => return true,
            };
            renames.rename(result, value);
            cx.remarks.note(|| {
                let is_equal = func.as_inst(value).is_some_and(|stays| func.insts[stays].op == func.insts[inst].op);
                let reason = if is_equal { Reason::Equal } else { Reason::Forwarded };
                Remark::inst(cx.func, inst, reason).with_value(value)
            });
            let InstData { op, flags, .. } = func.insts[inst];
            if let Some(stays) = func.as_inst(value).filter(|&stays| func.insts[stays].op == op) {
                func.insts[stays].flags = func.insts[stays].flags.meet(flags);
            }
            false
        });
        clock.leave(block);
    }
    renames.apply_rest(func, &cfg);
    renames.any()
}
