//! Forgets globals that no code uses any more.
//!
//! Comes in: any module. Goes out: every global is the operand of a `globaladdr`, or what a ray shader is given; the others
//! are gone and the rest numbered anew. Back ends need not ask which globals count. Cost: linear.
//!
//! ```text
//! @a = private global i32 5            @b = groupshared global float
//! @b = groupshared global float   =>   define void @main() …  ; uses @b only
//! ```

use crate::cx::ModuleCx;
use cranelift_entity::{PrimaryMap, SecondaryMap};
use hlslc_ir::module::GlobalData;
use hlslc_ir::{Function, Global, Imm, Inst, Module};

pub(crate) fn run(module: &mut Module, _: &mut ModuleCx<'_>) -> bool {
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

/// The instructions that are in a block.
fn insts(func: &Function) -> impl Iterator<Item = Inst> {
    func.layout.iter().flat_map(|&block| &func.blocks[block].insts).copied()
}
