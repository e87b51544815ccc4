//! Removes debug information from a module, which leaves the program that a runtime is given.

use crate::constants::ConstKind;
use crate::inst::{InstKind, Value};
use crate::metadata::MdId;
use crate::module::{FuncId, Module};

/// The functions whose calls describe variables.
const INTRINSICS: &[u8] = b"llvm.dbg.";
/// The lists of compiled files, and of the sources, options and bindings that they were compiled from.
const LISTS: [&[u8]; 3] = [b"llvm.dbg.", b"dx.source.", b"dx.binding.table"];
/// The facts about a module of which two are about debug information.
const FLAGS: &str = "llvm.module.flags";
const DEBUG_FLAGS: [&str; 2] = ["Dwarf Version", "Debug Info Version"];

/// Whether a module has debug information: a list about it or locations of instructions.
pub fn has_debug_info(module: &Module) -> bool {
    let mut bodies = module.functions.values().filter_map(|function| function.body.as_ref());
    module.named_metadata.keys().any(|name| name.starts_with(LISTS[0]))
        || bodies.any(|body| !body.debug_locs.is_empty())
}

/// Removes debug information: descriptions of variables, locations, lists, flags, and orders of uses, which go with it.
pub fn strip_debug_info(module: &mut Module) {
    let is_intrinsic = |module: &Module, id: FuncId| module.functions[id].name.starts_with(INTRINSICS);
    let described: Vec<bool> = module.functions.keys().map(|id| is_intrinsic(module, id)).collect();
    let Module { functions, constants, .. } = module;
    for body in functions.values_mut().filter_map(|function| function.body.as_mut()) {
        body.debug_locs.clear();
        body.use_lists.clear();
        let insts = &body.insts;
        for block in body.blocks.values_mut() {
            block.insts.retain(|&inst| {
                let InstKind::Call { callee: Value::Const(callee), .. } = insts[inst].kind else { return true };
                !matches!(constants.get(callee).kind, ConstKind::Function(id) if described[id.as_u32() as usize])
            });
        }
    }
    module.use_lists.clear();
    module.retain_functions(|id| !described[id.as_u32() as usize]);
    let is_about_debugging = |module: &Module, node: MdId| {
        let key = module.metadata.operands(node).and_then(|operands| *operands.get(1)?);
        let key = key.and_then(|key| module.metadata.as_string(key)).and_then(|key| key.as_str());
        key.is_some_and(|key| DEBUG_FLAGS.contains(&key))
    };
    let mut lists = std::mem::take(&mut module.named_metadata);
    lists.retain(|name, nodes| {
        if *name == *FLAGS {
            nodes.retain(|&node| !is_about_debugging(module, node));
            return !nodes.is_empty();
        }
        !LISTS.iter().any(|list| name.starts_with(list))
    });
    module.named_metadata = lists;
}
