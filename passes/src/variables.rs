//! Sends values through variables, for passes that change the graph so that a definition no longer dominates its uses.
//!
//! In: a function, and which uses of which values are meant. Out: each such value is stored to a variable of its own
//! where it is defined, and loaded at the start of each block with such a use. `mem2reg` then makes values of the
//! variables again, with parameters where ways meet. Cost: linear.

use crate::edit::Renames;
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::Cfg;
use hlslc_ir::context::Context;
use hlslc_ir::{AddressSpace, Block, Function, Imm, Op, Value, ValueDef};
use indexmap::IndexMap;

/// Applies to every use of a value defined in one block by an instruction (or terminator) in another for which
/// `meant(home, user)` holds. Whether there was any.
pub(crate) fn through_variables(
    ctx: &mut Context,
    func: &mut Function,
    cfg: &Cfg,
    meant: impl Fn(Block, Block) -> bool,
) -> bool {
    let mut home: SecondaryMap<Value, Option<Block>> = SecondaryMap::new();
    for &block in cfg.reverse_post_order() {
        let data = &func.blocks[block];
        data.params.iter().for_each(|&param| home[param] = Some(block));
        data.insts.iter().filter_map(|&inst| func.result(inst)).for_each(|result| home[result] = Some(block));
    }
    let mut variables: IndexMap<Value, Value> = IndexMap::new();
    let mut allocas = Vec::new();
    for &block in cfg.reverse_post_order() {
        let is_meant = |value: &Value| home[*value].is_some_and(|home| home != block && meant(home, block));
        let data = &func.blocks[block];
        let mut lost: Vec<Value> =
            data.insts.iter().flat_map(|&inst| func.args(inst)).copied().filter(is_meant).collect();
        lost.extend(data.terminator.values().filter(is_meant));
        if lost.is_empty() {
            continue;
        }
        lost.sort_unstable();
        lost.dedup();
        let mut loads = Vec::new();
        let mut renames = Renames::default();
        for value in lost {
            let ty = func.ty(value);
            let variable = *variables.entry(value).or_insert_with(|| {
                let pointer = ctx.pointer(ty, AddressSpace::Function);
                let inst = func.make_inst(ctx, Op::Alloca, pointer, Imm::None, &[], func.loc);
                allocas.push(inst);
                func.result(inst).unwrap_or(value)
            });
            let load = func.make_inst(ctx, Op::Load, ty, Imm::None, &[variable], func.blocks[block].loc);
            loads.push(load);
            if let Some(result) = func.result(load) {
                renames.rename(value, result);
            }
        }
        for at in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[at];
            renames.apply_inst(func, inst);
        }
        renames.apply_terminator(func, block);
        func.blocks[block].insts.splice(0..0, loads);
    }
    for (&value, &variable) in &variables {
        let void = ctx.void();
        let store = func.make_inst(ctx, Op::Store, void, Imm::None, &[variable, value], func.loc);
        let (block, at) = match func.values[value].def {
            ValueDef::Param(block, _) => (block, 0),
            ValueDef::Inst(inst) => {
                let Some(block) = home[value] else { continue };
                let at = func.blocks[block].insts.iter().position(|&other| other == inst);
                (block, at.map_or(0, |at| at + 1))
            }
            ValueDef::Const(_) => continue,
        };
        func.blocks[block].insts.insert(at, store);
    }
    if let Some(entry) = func.entry() {
        func.blocks[entry].insts.splice(0..0, allocas);
    }
    !variables.is_empty()
}
