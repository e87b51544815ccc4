//! Reads through a copy what never changes: a local array that is only a copy of an input, of a constant table, of a payload
//! or of what is in a constant buffer or another resource that no shader writes gives way to what it was copied from, so
//! that an index known only at run time picks from the original.
//!
//! Comes in: any function; best after `inline`. Goes out: no local variable is left that is stored to once, as a whole and
//! with a value just loaded from memory that is fixed, is indexed by more than constants, and is otherwise only loaded from
//! where that store has been executed. Copies with constant indices become values anyway. Cost: linear.
//!
//! ```text
//! %v1 = load ptr(input, [3 x %Vertex]) %v0
//! store ptr(function, [3 x %Vertex]) %v2, %v1
//! %v3 = gep ptr(function, [3 x %Vertex]) %v2, i32 %i     =>     %v3 = gep ptr(input, [3 x %Vertex]) %v0, i32 %i
//! ```

use crate::cx::PassCx;
use crate::edit::{Renames, set_type};
use crate::locals::{Locals, Use, Uses};
use crate::memory;
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::Dominators;
use hlslc_ir::{Function, Inst, Module, Op, Value};

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    if !cx.analyses.has_variables(func) {
        return false;
    }
    let cfg = cx.analyses.cfg(func);
    let locals = Locals::new(func, &cfg);
    let mut renames = Renames::default();
    let mut gone: SecondaryMap<Inst, bool> = SecondaryMap::new();
    for &variable in &locals.all {
        let uses = locals.uses(variable);
        let is_indexed = |gep: &Use| func.args(gep.inst).iter().skip(1).any(|&index| func.as_const(index).is_none());
        if uses.escapes || !uses.geps.iter().any(is_indexed) {
            continue;
        }
        let dominators = cx.analyses.dominators(func);
        if let Some(source) = copied_from(module, func, variable, uses, &dominators) {
            replace(module, func, uses, source);
            uses.stores.iter().for_each(|store| gone[store.inst] = true);
            renames.rename(variable, source);
        }
    }
    if !renames.any() {
        return false;
    }
    renames.apply(func);
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        let mut insts = std::mem::take(&mut func.blocks[block].insts);
        insts.retain(|&inst| !gone[inst]);
        func.blocks[block].insts = insts;
    }
    true
}

/// The pointer to the original, if every read sees a copy of it.
fn copied_from(
    module: &Module,
    func: &Function,
    variable: Value,
    uses: &Uses,
    dominators: &Dominators,
) -> Option<Value> {
    let [store] = uses.stores.as_slice() else { return None };
    let &[to, value] = func.args(store.inst) else { return None };
    let load = func.as_inst(value).filter(|&load| to == variable && func.insts[load].op == Op::Load)?;
    let source = *func.args(load).first()?;
    let sees = |read: &Use| store.comes_before(read, dominators);
    let reads_fixed = memory::is_fixed(&module.ctx, func, load);
    (reads_fixed && uses.loads.iter().all(sees) && uses.geps.iter().all(sees)).then_some(source)
}

/// Points the reads into the original.
fn replace(module: &mut Module, func: &mut Function, uses: &Uses, source: Value) {
    let Some((_, space)) = module.ctx.pointee(func.ty(source)) else { return };
    for gep in &uses.geps {
        if let Some(result) = func.result(gep.inst)
            && let Some((to, _)) = module.ctx.pointee(func.ty(result))
        {
            let ty = module.ctx.pointer(to, space);
            set_type(func, result, ty);
        }
    }
}
