//! Has `static` variables started that entry points use in other libraries.
//!
//! Input: a merged module. Output: the same, where each entry point begins with calls of the constructors of those other
//! libraries whose variables it uses, in the order of the libraries. An entry point starts the variables of its own library by itself, as the
//! front end has it; a constructor that runs besides would compute the same once more. In a shader no constructor is left.

use crate::merge::Merged;
use crate::reach::globals_of;
use cranelift_entity::EntitySet;
use hlslc_ir::function::Linkage;
use hlslc_ir::reach::{CallGraph, entry_roots};
use hlslc_ir::{Func, Imm, Op};

pub(crate) fn start_statics(merged: &mut Merged) {
    let module = &mut merged.module;
    let constructors: Vec<Func> =
        module.funcs.iter().filter(|(_, func)| func.linkage == Linkage::Constructor).map(|(id, _)| id).collect();
    if constructors.is_empty() {
        return;
    }
    let library_of = |func: Func| merged.origins[func.as_u32() as usize];
    let graph = CallGraph::new(module);
    let mut calls: Vec<(Func, Func)> = Vec::new();
    for root in module.entries.iter().flat_map(entry_roots) {
        // A constructor may use what another library starts.
        let mut wanted: Vec<Func> = Vec::new();
        loop {
            let mut used = EntitySet::new();
            for func in graph.reached(std::iter::once(root).chain(wanted.iter().copied())) {
                if !constructors.contains(&func) {
                    used.extend(globals_of(&module.funcs[func]));
                }
            }
            let is_used = |constructor: Func| {
                library_of(constructor) != library_of(root)
                    && globals_of(&module.funcs[constructor]).any(|global| used.contains(global))
            };
            let now: Vec<Func> = constructors.iter().copied().filter(|&id| is_used(id)).collect();
            if now == wanted {
                break;
            }
            wanted = now;
        }
        calls.extend(wanted.into_iter().map(|constructor| (root, constructor)));
    }
    // The last call is put first, and the others before it.
    for &(root, constructor) in calls.iter().rev() {
        let void = module.ctx.void();
        let func = &mut module.funcs[root];
        let Some(entry) = func.entry() else { continue };
        let call = func.make_inst(&module.ctx, Op::Call, void, Imm::Func(constructor), &[], func.loc);
        func.prepend_insts(entry, [call]);
    }
    if merged.is_shader {
        for id in constructors {
            module.funcs[id].linkage = Linkage::Internal;
        }
    }
}
