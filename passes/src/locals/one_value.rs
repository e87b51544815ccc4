//! Replaces loads from a local array that holds one value by that value.
//!
//! Input: any function; best once arrays hold scalars. Output: no array is left whose stores all write the same value and
//! dominate all loads, if the loads have the type of that value: an element without a store is undefined, which may be that
//! value, too. The value is a constant or defined in the entry block, as a value of a loop differs between iterations.
//! Cost: linear.
//!
//! ```text
//! store ptr(function, float) %v2, %v0                     ; %v2 = gep %v1, i32 0
//! store ptr(function, float) %v3, %v0                     ; %v3 = gep %v1, i32 1
//! %v5 = load ptr(function, float) %v4                     ; %v4 = gep %v1, i32 %i
//! ret float %v5                                        =>     ret float %v0
//! ```

use crate::analysis::locals::{Use, Uses};
use crate::edit::Renames;
use crate::run::pass::PassCx;
use cranelift_entity::EntitySet;
use hlslc_ir::{Function, Inst, Module, Value, ValueDef};

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    if !cx.analyses.has_variables(func) {
        return false;
    }
    let locals = cx.analyses.locals(&module.ctx, func);
    let (mut gone, mut renames) = (EntitySet::<Inst>::new(), Renames::default());
    let entry = func.entry();
    let mut first = EntitySet::<Inst>::new();
    first.extend(entry.iter().flat_map(|&block| &func.blocks[block].insts).copied());
    for &variable in &locals.all {
        let uses = locals.uses(variable);
        let Some(value) = one_value(func, uses).filter(|_| !uses.escapes) else { continue };
        let is_fixed = match func.values[value].def {
            ValueDef::Const(_) => true,
            ValueDef::Param(block, _) => Some(block) == entry,
            ValueDef::Inst(inst) => first.contains(inst),
        };
        if !is_fixed || !uses.stores_come_first(&cx.analyses.dominators(func)) {
            continue;
        }
        let loaded = uses.loads.iter().filter_map(|load| func.result(load.inst));
        loaded.for_each(|loaded| renames.rename(loaded, value));
        gone.extend(uses.loads.iter().chain(&uses.stores).map(|access| access.inst));
    }
    if gone.is_empty() {
        return false;
    }
    renames.apply(func);
    func.remove_insts(|inst| gone.contains(inst));
    true
}

/// The value that all stores store, if it is the same and all loads are of its type.
fn one_value(func: &Function, uses: &Uses) -> Option<Value> {
    let stored = |store: &Use| func.args(store.inst).get(1).copied();
    let value = uses.stores.first().and_then(stored)?;
    let is_loaded = |load: &Use| func.result(load.inst).is_some_and(|loaded| func.ty(loaded) == func.ty(value));
    (uses.stores.iter().all(|store| stored(store) == Some(value)) && uses.loads.iter().all(is_loaded)).then_some(value)
}
