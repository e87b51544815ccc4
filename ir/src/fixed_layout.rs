//! Finds memory with a fixed layout, whose type is a contract with other code that accesses the same bytes.
//!
//! That is the memory that one shader passes to another or receives from it (payloads, attributes, parameters of callable
//! shaders), and the memory that a function which is not inlined receives by reference. Such memory keeps the type of the
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

/// Whether all memory of an address space has a fixed layout.
pub fn is_fixed(space: AddressSpace) -> bool {
    matches!(space, AddressSpace::Payload | AddressSpace::Parameter)
}

/// The globals with a fixed layout.
pub fn globals(module: &Module) -> EntitySet<Global> {
    let mut found = EntitySet::new();
    found.extend(module.globals.iter().filter(|(_, data)| is_fixed(data.space)).map(|(id, _)| id));
    for func in module.funcs.values() {
        for origin in passed(module, func) {
            if let Some(Imm::Global(global)) = func.as_inst(origin).map(|inst| func.insts[inst].imm) {
                found.insert(global);
            }
        }
    }
    found
}

/// The addresses in a function of memory with a fixed layout that is not a global: those of locals, and parameters.
pub fn locals(module: &Module, func: &Function) -> EntitySet<Value> {
    let mut found = EntitySet::new();
    found.extend(func.params().iter().copied().filter(|&param| module.ctx.pointee(func.ty(param)).is_some()));
    let is_local = |&origin: &Value| func.as_inst(origin).is_some_and(|inst| func.insts[inst].op == Op::Alloca);
    found.extend(passed(module, func).filter(is_local));
    found
}

/// The operations that pass an address on.
static PASSING: LazyLock<OpSet> = LazyLock::new(|| OpSet::which(|op| op.info().passes_address));

/// The addresses that a function passes on.
fn passed<'m>(module: &'m Module, func: &'m Function) -> impl Iterator<Item = Value> + 'm {
    let blocks = if func.may_hold(&PASSING) { &func.layout[..] } else { &[] };
    let insts = blocks.iter().flat_map(|&block| &func.blocks[block].insts);
    let passing = insts.filter(|&&inst| func.insts[inst].op.info().passes_address);
    let pointers = passing.flat_map(|&inst| func.args(inst));
    pointers.filter(|&&arg| module.ctx.pointee(func.ty(arg)).is_some()).map(|&pointer| origin(func, pointer))
}

/// The address of the variable that a pointer points into.
pub fn origin(func: &Function, pointer: Value) -> Value {
    let mut origin = pointer;
    // An instruction in an unreachable block may be its own operand.
    for _ in 0..func.insts.len() {
        let part = func.as_inst(origin).filter(|&inst| func.insts[inst].op == Op::Gep);
        let Some(&base) = part.and_then(|part| func.args(part).first()) else { break };
        origin = base;
    }
    origin
}
