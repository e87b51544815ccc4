//! Memory with a fixed layout (memory that *stays whole*): its type is a contract with other code that accesses the same
//! bytes.
//!
//! That is the memory that one shader hands to another or receives from it (payloads, attributes, parameters of callable
//! shaders), and the memory that a function which stays a function receives by reference. Such memory keeps the type of the
//! source; no pass splits it. It is
//! * a global in the address space `Payload` or `Parameter`,
//! * a global or local variable whose address is an operand of a call, or of an operation whose row says that it passes the
//!   address on,
//! * the memory that a parameter of a function points to.

use crate::entity::{Global, Value};
use crate::function::{Function, Imm};
use crate::module::Module;
use crate::ops::{Op, OpSet};
use crate::types::AddressSpace;
use cranelift_entity::EntitySet;
use std::sync::LazyLock;

/// Whether all memory of an address space stays whole.
pub fn is_given(space: AddressSpace) -> bool {
    matches!(space, AddressSpace::Payload | AddressSpace::Parameter)
}

/// The globals that stay whole.
pub fn globals(module: &Module) -> EntitySet<Global> {
    let mut found = EntitySet::new();
    found.extend(module.globals.iter().filter(|(_, data)| is_given(data.space)).map(|(id, _)| id));
    for func in module.funcs.values() {
        for origin in handed_on(module, func) {
            if let Some(Imm::Global(global)) = func.as_inst(origin).map(|inst| func.insts[inst].imm) {
                found.insert(global);
            }
        }
    }
    found
}

/// The addresses in a function that are those of whole memory and of no global: of its locals, and its parameters.
pub fn locals(module: &Module, func: &Function) -> EntitySet<Value> {
    let mut found = EntitySet::new();
    found.extend(func.params().iter().copied().filter(|&param| module.ctx.pointee(func.ty(param)).is_some()));
    let is_local = |&origin: &Value| func.as_inst(origin).is_some_and(|inst| func.insts[inst].op == Op::Alloca);
    found.extend(handed_on(module, func).filter(is_local));
    found
}

/// What hands memory on.
static HANDING: LazyLock<OpSet> = LazyLock::new(|| OpSet::which(|op| op.info().hands_on));

/// The addresses of what a function hands on.
fn handed_on<'m>(module: &'m Module, func: &'m Function) -> impl Iterator<Item = Value> + 'm {
    let blocks = if func.may_hold(&HANDING) { &func.layout[..] } else { &[] };
    let insts = blocks.iter().flat_map(|&block| &func.blocks[block].insts);
    let handing = insts.filter(|&&inst| func.insts[inst].op.info().hands_on);
    let pointers = handing.flat_map(|&inst| func.args(inst));
    pointers.filter(|&&arg| module.ctx.pointee(func.ty(arg)).is_some()).map(|&pointer| origin(func, pointer))
}

/// The address that a pointer to a part of something starts from.
pub fn origin(func: &Function, pointer: Value) -> Value {
    let mut origin = pointer;
    // What is never reached may name itself.
    for _ in 0..func.insts.len() {
        let part = func.as_inst(origin).filter(|&inst| func.insts[inst].op == Op::Gep);
        let Some(&base) = part.and_then(|part| func.args(part).first()) else { break };
        origin = base;
    }
    origin
}
