//! Removes globals without uses, and stores to group-shared memory that is never loaded. Two passes: the operands of the
//! removed stores are dead after the first, for `dce`.
//!
//! Input: any module. Output: every global is the operand of a `globaladdr`, or a parameter of a ray tracing shader; the
//! others are removed and the remaining ones renumbered, so back ends need not filter them. Cost: linear.
//!
//! ```text
//! @a = private global i32 5            @b = groupshared global float
//! @b = groupshared global float   =>   define void @main() …  ; uses @b only
//! ```

use crate::run::pass::ModuleCx;
use cranelift_entity::{PrimaryMap, SecondaryMap};
use hlslc_ir::module::GlobalData;
use hlslc_ir::{AddressSpace, Function, Global, Imm, Inst, Module, Op, Value};

/// Removes the pointers into group-shared memory that is never loaded, and the stores through them. In a library, other
/// modules may load it.
pub(crate) fn drop_unread(module: &mut Module, cx: &mut ModuleCx<'_>) -> bool {
    let shared = |data: &GlobalData| data.space == AddressSpace::Groupshared;
    if cx.options.is_library || !module.globals.values().any(shared) {
        return false;
    }
    // For each function, the global that each pointer points into.
    let mut pointers: Vec<SecondaryMap<Value, Option<Global>>> = Vec::new();
    let mut read: SecondaryMap<Global, bool> = SecondaryMap::new();
    for func in module.funcs.values() {
        let mut of: SecondaryMap<Value, Option<Global>> = SecondaryMap::new();
        for inst in insts(func) {
            let (op, args) = (func.insts[inst].op, func.args(inst));
            let keeps = usize::from(matches!(op, Op::Gep | Op::Store));
            for global in args.iter().skip(keeps).filter_map(|&arg| of[arg]) {
                read[global] = true;
            }
            let base = if let (Op::GlobalAddr, Imm::Global(global)) = (op, func.insts[inst].imm) {
                Some(global)
            } else {
                args.first().and_then(|&base| of[base]).filter(|_| op == Op::Gep)
            };
            if let (Some(global), Some(result)) = (base, func.result(inst)) {
                of[result] = Some(global);
            }
        }
        pointers.push(of);
    }
    let unread = |global: Global| shared(&module.globals[global]) && !read[global];
    let mut changed = false;
    for (func, of) in module.funcs.values_mut().zip(&pointers) {
        for index in 0..func.layout.len() {
            let block = func.layout[index];
            changed |= func.retain_insts(block, |func, inst| {
                let pointer = func.result(inst).or(func.args(inst).first().copied());
                !pointer.and_then(|pointer| of[pointer]).is_some_and(unread)
            });
        }
    }
    changed
}

/// Removes the globals without uses.
pub(crate) fn drop_unused(module: &mut Module, _: &mut ModuleCx<'_>) -> bool {
    let mut used: SecondaryMap<Global, bool> = SecondaryMap::new();
    for func in module.funcs.values() {
        for inst in insts(func) {
            if let Imm::Global(global) = func.insts[inst].imm {
                used[global] = true;
            }
        }
    }
    for parameter in module.entries.iter().flat_map(|entry| &entry.parameters) {
        used[parameter.global] = true;
    }
    if module.globals.keys().all(|id| used[id]) {
        return false;
    }
    let mut new: PrimaryMap<Global, GlobalData> = PrimaryMap::new();
    let mut to: SecondaryMap<Global, Option<Global>> = SecondaryMap::new();
    for (id, data) in std::mem::take(&mut module.globals) {
        if used[id] {
            to[id] = Some(new.push(data));
        }
    }
    module.globals = new;
    for parameter in module.entries.iter_mut().flat_map(|entry| &mut entry.parameters) {
        parameter.global = to[parameter.global].unwrap_or(parameter.global);
    }
    for known in module.debug.iter_mut().flat_map(|info| &mut info.globals) {
        known.replace_global(|global| to[global]);
    }
    for func in module.funcs.values_mut() {
        for inst in insts(func).collect::<Vec<_>>() {
            if let Imm::Global(global) = &mut func.insts[inst].imm {
                *global = to[*global].unwrap_or(*global);
            }
        }
    }
    true
}

/// The instructions of all blocks.
fn insts(func: &Function) -> impl Iterator<Item = Inst> {
    func.layout.iter().flat_map(|&block| &func.blocks[block].insts).copied()
}
