//! Decides whether DXC runs its legalization passes on a module.
//!
//! Input: a module from the front end. Output: yes or no. Those passes run without optimisation, too, if the module
//! contains something that Vulkan forbids: resources in variables, built-ins that differ between lanes. They also remove
//! unused interface variables, which is why an application notices them: other modules without optimisation keep all
//! resources and inputs.

use hlslc_ir::module::Module;
use hlslc_ir::types::TypeData;
use hlslc_ir::{Function, Inst, Op};

/// Operations for which they run.
const LEGALISED: [Op; 7] = [
    Op::WaveGetLaneCount,
    Op::WaveGetLaneIndex,
    Op::IsHelperLane,
    Op::DerivCoarseX,
    Op::DerivCoarseY,
    Op::DerivFineX,
    Op::DerivFineY,
];

/// Whether they run for this module.
pub fn needs_legal_form(module: &Module) -> bool {
    let holds_resource = |func: &Function, inst: Inst| {
        let pointer = func.result(inst).map(|pointer| module.ctx.type_data(func.ty(pointer)));
        matches!(pointer, Some(TypeData::Pointer(held, _)) if module.ctx.holds_address(*held))
    };
    module.funcs.values().any(|func| {
        let insts = func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
        insts.copied().any(|inst| {
            let op = func.insts[inst].op;
            LEGALISED.contains(&op) || (op == Op::Alloca && holds_resource(func, inst))
        })
    })
}
