//! Whether DXC takes a module through the passes that make its SPIR-V legal for Vulkan.
//!
//! In: a module as the front end made it. Out: yes or no. Those passes run without optimisation too, where something must not
//! stay as it is written: resources in variables, built-ins that differ from lane to lane. They also take away what nothing
//! uses, which is why an application sees it: the resources and inputs of other modules without optimisation are all there.

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
