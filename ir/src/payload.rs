//! Payloads: memory that one shader fills and another reads.
//!
//! A payload keeps the type that the source gives it, since both shaders, whoever compiled them, see the same bytes. It is a
//! global in the address space `Payload` where it is read, and the group-shared global or local whose address `dispatchmesh`
//! hands on where it is filled.

use crate::entity::{Global, Value};
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
    if hands_on(module) {
        for func in module.funcs.values() {
            for origin in handed_on(func) {
                if let Some(Imm::Global(global)) = func.as_inst(origin).map(|inst| func.insts[inst].imm) {
                    found.insert(global);
                }
            }
        }
    }
    found
}

/// The addresses of locals of a function that are payloads.
pub fn locals(module: &Module, func: &Function) -> EntitySet<Value> {
    let mut found = EntitySet::new();
    if hands_on(module) {
        let is_local = |&origin: &Value| func.as_inst(origin).is_some_and(|inst| func.insts[inst].op == Op::Alloca);
        found.extend(handed_on(func).filter(is_local));
    }
    found
}

/// Whether an entry point may hand a payload on.
fn hands_on(module: &Module) -> bool {
    module.entries.iter().any(|entry| entry.stage() == Stage::Amplification)
}

/// The addresses of what a function hands on.
fn handed_on(func: &Function) -> impl Iterator<Item = Value> + '_ {
    let insts = func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
    let handing = insts.filter(|&&inst| func.insts[inst].op == Op::DispatchMesh);
    handing.filter_map(|&inst| {
        let mut pointer = *func.args(inst).last()?;
        while let Some(part) = func.as_inst(pointer).filter(|&inst| func.insts[inst].op == Op::Gep) {
            pointer = *func.args(part).first()?;
        }
        Some(pointer)
    })
}
