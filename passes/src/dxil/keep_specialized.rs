//! Replaces loads of specialization constants by operations that stand for their values. For DXIL.
//!
//! Input: loads from globals whose value may be chosen after the compilation. Output: none of these loads is left, so no pass for
//! memory has to know such globals. Nothing folds the operation, as its value is not known. Cost: linear.
//!
//! ```text
//! %v0 = globaladdr [@scale]               =>     %v1 = specialized [@scale]
//! %v1 = load f32 %v0
//! ```

use crate::run::pass::PassCx;
use hlslc_ir::{Function, Imm, Module, Op};

pub(crate) fn run(module: &mut Module, func: &mut Function, _: &mut PassCx<'_>) -> bool {
    if module.globals.values().all(|data| data.specialization.is_none()) {
        return false;
    }
    let mut changed = false;
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        for at in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[at];
            if func.insts[inst].op != Op::Load {
                continue;
            }
            let address = func.args(inst).first().and_then(|&pointer| func.as_inst(pointer));
            let Some((Op::GlobalAddr, Imm::Global(global))) =
                address.map(|address| (func.insts[address].op, func.insts[address].imm))
            else {
                continue;
            };
            if module.globals[global].specialization.is_none() {
                continue;
            }
            func.change_inst(inst, Op::Specialized, Imm::Global(global), &[]);
            changed = true;
        }
    }
    changed
}
