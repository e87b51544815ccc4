//! Payloads: memory that one shader fills and another reads.
//!
//! A payload keeps the type that the source gives it, since both shaders, whoever compiled them, see the same bytes. It is a
//! global in the address space `Payload` where it is read, and the group-shared global whose address `dispatchmesh`
//! hands on where it is filled.

use crate::entity::Global;
use crate::function::{Function, Imm};
use crate::module::Module;
use crate::ops::Op;
use crate::types::AddressSpace;
use cranelift_entity::EntitySet;
use hlslc_base::Stage;

/// The payloads among the globals.
pub fn globals(module: &Module) -> EntitySet<Global> {
    let mut found = EntitySet::new();
    found.extend(module.globals.iter().filter(|(_, data)| data.space == AddressSpace::Payload).map(|(id, _)| id));
    if module.entries.iter().any(|entry| entry.stage() == Stage::Amplification) {
        for func in module.funcs.values() {
            handed_on(func, &mut found);
        }
    }
    found
}

/// What a function hands on.
fn handed_on(func: &Function, found: &mut EntitySet<Global>) {
    for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
        if func.insts[inst].op != Op::DispatchMesh {
            continue;
        }
        let mut pointer = func.args(inst).last().copied();
        while let Some(origin) = pointer.and_then(|pointer| func.as_inst(pointer)) {
            match (func.insts[origin].op, func.insts[origin].imm) {
                (Op::GlobalAddr, Imm::Global(global)) => {
                    found.insert(global);
                    break;
                }
                (Op::Gep, _) => pointer = func.args(origin).first().copied(),
                _ => break,
            }
        }
    }
}
