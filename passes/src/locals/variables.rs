//! Demotes values to variables, for passes that change the graph so that a definition no longer dominates its uses.
//!
//! Input: a function and the uses in question. Output: each such value is stored to a variable of its own at its
//! definition, and loaded at the start of each block with such a use. `mem2reg` then promotes the variables again, with
//! parameters at joins. Pointers and handles are rematerialised at their uses ([`remake`](crate::edit::remake)) from
//! scalars, which go through variables if necessary. Cost: linear.

use crate::analysis::Analyses;
use crate::edit::remake::Remade;
use crate::locals::mem2reg::promote;
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::Cfg;
use hlslc_ir::context::Context;
use hlslc_ir::debug::{DebugRecord, Location, Point};
use hlslc_ir::{AddressSpace, Block, Cursor, Function, Imm, Inst, Op, Value};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// Demotes every value for its uses in other blocks than its own for which `applies(home, user)` holds. Returns whether
/// there were any.
pub(crate) fn through_variables(
    ctx: &mut Context,
    func: &mut Function,
    cfg: &Cfg,
    applies: impl Fn(Block, Block) -> bool,
) -> bool {
    let mut home: SecondaryMap<Value, Option<Block>> = SecondaryMap::new();
    for &block in cfg.reverse_post_order() {
        let data = &func.blocks[block];
        data.params.iter().for_each(|&param| home[param] = Some(block));
        data.insts.iter().filter_map(|&inst| func.result(inst)).for_each(|result| home[result] = Some(block));
    }
    let mut variables: IndexMap<Value, Value, FxBuildHasher> = IndexMap::default();
    let mut allocas = Vec::new();
    let mut changed = false;
    let mut remade = Remade::default();
    // The value that replaces another in a block, for debug information.
    let mut found: FxHashMap<(Block, Value), Value> = FxHashMap::default();
    for &block in cfg.reverse_post_order() {
        let is_lost = |value: Value| home[value].is_some_and(|home| home != block && applies(home, block));
        let data = &func.blocks[block];
        let used = data.insts.iter().flat_map(|&inst| func.args(inst)).copied().chain(data.terminator.values());
        let mut lost: Vec<Value> = used.filter(|&value| is_lost(value)).collect();
        if lost.is_empty() {
            continue;
        }
        changed = true;
        lost.sort_unstable();
        lost.dedup();
        remade.restart();
        let lost_here = if func.debug.is_empty() { Vec::new() } else { lost.clone() };
        for value in lost {
            remade.provide(ctx, func, value, is_lost, |ctx, func, value| {
                let ty = func.ty(value);
                let variable = *variables.entry(value).or_insert_with(|| {
                    let pointer = ctx.pointer(ty, AddressSpace::Function);
                    let inst = func.make_inst(ctx, Op::Alloca, pointer, Imm::None, &[], func.loc);
                    allocas.push(inst);
                    func.result(inst).unwrap_or(value)
                });
                func.make_inst(ctx, Op::Load, ty, Imm::None, &[variable], func.blocks[block].loc)
            });
        }
        let Remade { insts, renames, .. } = &mut remade;
        for at in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[at];
            renames.apply_inst(func, inst);
        }
        renames.apply_terminator(func, block);
        if !func.debug.is_empty() {
            found.extend(lost_here.into_iter().map(|value| ((block, value), renames.find(value))));
        }
        func.prepend_insts(block, insts.drain(..));
    }
    update_records(func, |block, value| match home[value] {
        Some(home) if home != block && applies(home, block) => found.get(&(block, value)).copied(),
        Some(_) | None => Some(value),
    });
    let mut stored: SecondaryMap<Block, bool> = SecondaryMap::new();
    for &value in variables.keys() {
        let Some(block) = home[value].filter(|&block| !std::mem::replace(&mut stored[block], true)) else { continue };
        store_where_defined(ctx, func, block, &variables);
    }
    if let Some(entry) = func.entry() {
        func.prepend_insts(entry, allocas);
    }
    changed
}

/// Updates the values in debug records by block; if the value is not available there, the variable becomes unknown.
fn update_records(func: &mut Function, value_in: impl Fn(Block, Value) -> Option<Value>) {
    if func.debug.is_empty() {
        return;
    }
    let mut blocks: SecondaryMap<Inst, Option<Block>> = SecondaryMap::new();
    for &block in &func.layout {
        func.blocks[block].insts.iter().for_each(|&inst| blocks[inst] = Some(block));
    }
    func.debug.expand(|record, out| {
        let Location::Value(value, point) = record.location else {
            out.push(record);
            return;
        };
        let block = match point {
            Point::Before(inst) => blocks[inst],
            Point::End(block) => Some(block),
        };
        let found = block.and_then(|block| value_in(block, value));
        let location = found.map_or(Location::Unknown(point), |value| Location::Value(value, point));
        out.push(DebugRecord { location, ..record });
    });
}

/// Demotes values that do not dominate their uses any more, and promotes them again.
pub(crate) fn restore_dominance(ctx: &mut Context, func: &mut Function, analyses: &mut Analyses) {
    let (cfg, dominators) = (analyses.cfg(func), analyses.dominators(func));
    if through_variables(ctx, func, &cfg, |home, user| !dominators.dominates(home, user)) {
        promote(ctx, func, analyses);
    }
}

/// Stores every value that a block defines and that has a variable, after its definition.
fn store_where_defined(
    ctx: &Context,
    func: &mut Function,
    block: Block,
    variables: &IndexMap<Value, Value, FxBuildHasher>,
) {
    let store = |func: &mut Function, value: Value| {
        let &variable = variables.get(&value)?;
        Some(func.make_inst(ctx, Op::Store, ctx.void(), Imm::None, &[variable, value], func.loc))
    };
    let params = func.blocks[block].params.clone();
    let mut cursor = Cursor::new(func, block);
    for param in params {
        let stored = store(cursor.func, param);
        cursor.insert_all(stored);
    }
    while let Some(inst) = cursor.take() {
        cursor.insert(inst);
        let stored = cursor.func.result(inst).and_then(|value| store(cursor.func, value));
        cursor.insert_all(stored);
    }
}
