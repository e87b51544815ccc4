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
use crate::memory;
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::Dominators;
use hlslc_ir::{Block, Function, Inst, Module, Op, Value};

/// Uses of the pointers into one variable.
#[derive(Clone, Debug, Default)]
struct Uses {
    /// The stores to the variable as a whole.
    stores: Vec<(Block, usize, Inst)>,
    /// Loads and `gep`s.
    reads: Vec<(Block, usize, Inst)>,
    is_indexed: bool,
    escapes: bool,
}

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let cfg = cx.analyses.cfg(func);
    let mut variable_of: SecondaryMap<Value, Option<Value>> = SecondaryMap::new();
    let mut uses: SecondaryMap<Value, Uses> = SecondaryMap::new();
    let mut variables = Vec::new();
    for &block in cfg.reverse_post_order() {
        for (at, &inst) in func.blocks[block].insts.iter().enumerate() {
            let (op, args) = (func.insts[inst].op, func.args(inst));
            if let (Op::Alloca, Some(result)) = (op, func.result(inst)) {
                variable_of[result] = Some(result);
                variables.push(result);
                continue;
            }
            for (position, &arg) in args.iter().enumerate() {
                let Some(variable) = variable_of[arg] else { continue };
                let uses = &mut uses[variable];
                match (op, position) {
                    (Op::Load, 0) => uses.reads.push((block, at, inst)),
                    (Op::Store, 0) if arg == variable => uses.stores.push((block, at, inst)),
                    (Op::Gep, 0) => {
                        uses.reads.push((block, at, inst));
                        uses.is_indexed |= args[1..].iter().any(|&index| func.as_const(index).is_none());
                        if let Some(result) = func.result(inst) {
                            variable_of[result] = Some(variable);
                        }
                    }
                    _ => uses.escapes = true,
                }
            }
        }
    }
    let mut renames = Renames::default();
    let mut gone: SecondaryMap<Inst, bool> = SecondaryMap::new();
    for variable in variables {
        let uses = &uses[variable];
        if uses.escapes || !uses.is_indexed {
            continue;
        }
        let dominators = cx.analyses.dominators(func);
        if let Some(source) = copied_from(module, func, uses, &dominators) {
            replace(module, func, uses, source);
            uses.stores.iter().for_each(|&(_, _, store)| gone[store] = true);
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
fn copied_from(module: &Module, func: &Function, uses: &Uses, dominators: &Dominators) -> Option<Value> {
    let [(home, position, store)] = *uses.stores.as_slice() else { return None };
    let load = func.as_inst(*func.args(store).get(1)?)?;
    if func.insts[load].op != Op::Load {
        return None;
    }
    let source = *func.args(load).first()?;
    let sees = |&(block, at, _): &(Block, usize, Inst)| {
        if block == home { at > position } else { dominators.dominates(home, block) }
    };
    (memory::is_fixed(&module.ctx, func, load) && uses.reads.iter().all(sees)).then_some(source)
}

/// Points the reads into the original.
fn replace(module: &mut Module, func: &mut Function, uses: &Uses, source: Value) {
    let Some((_, space)) = module.ctx.pointee(func.ty(source)) else { return };
    for &(_, _, inst) in &uses.reads {
        if let (Op::Gep, Some(result)) = (func.insts[inst].op, func.result(inst))
            && let Some((to, _)) = module.ctx.pointee(func.ty(result))
        {
            let ty = module.ctx.pointer(to, space);
            set_type(func, result, ty);
        }
    }
}
