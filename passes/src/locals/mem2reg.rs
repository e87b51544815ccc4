//! Promotes local variables to SSA values (Cytron, Ferrante, Rosen, Wegman, Zadeck: "Efficiently computing static single
//! assignment form", 1991; pruned form).
//!
//! Input: any function; best after `sroa`. Output: no variable is left of which all uses load or store all of it. Its
//! value before the first store is `undef`. A variable of handles in which different ones reach a join stays, as a
//! handle cannot be a parameter; `resolve-handles` replaces it by an index.
//!
//! A block gets a parameter for a variable if it lies in the iterated dominance frontier of the stores and the variable is
//! live there. A walk of the dominator tree then replaces each load by the reaching store and passes values along the
//! edges. Cost: linear in instructions, plus, for each variable, the blocks in which it is live.
//!
//! ```text
//! %v1 = alloca i32                              br i1 %v0, block1, block2(i32 7)
//! store ptr(function, i32) %v1, i32 7         block1:
//! br i1 %v0, block1, block2                     br block2(i32 8)
//! block1:                                =>   block2(i32 %v2):
//! store ptr(function, i32) %v1, i32 8           ret i32 %v2
//! br block2
//! block2:
//! %v2 = load ptr(function, i32) %v1
//! ret i32 %v2
//! ```

use crate::analysis::Analyses;
use crate::edit::{Renames, by_block, by_value};
use crate::run::pass::PassCx;
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::{Cfg, Dominators};
use hlslc_ir::context::Context;
use hlslc_ir::debug::{Before, DebugRecord, DebugRecords, Location, Point};
use hlslc_ir::{Block, ConstData, Function, Inst, Loc, Module, Op, Type, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    cx.analyses.has_variables(func) && promote(&mut module.ctx, func, cx.analyses)
}

/// A variable that is promoted.
struct Variable {
    pointer: Value,
    ty: Type,
    name: Option<hlslc_base::Symbol>,
    /// The blocks with a store.
    stores: SmallVec<[Block; 4]>,
    /// The blocks with a load before any store.
    reads: SmallVec<[Block; 4]>,
}

const NONE: u32 = u32::MAX;

/// Promotes the variables of one function. The graph stays.
pub(crate) fn promote(ctx: &mut Context, func: &mut Function, analyses: &mut Analyses) -> bool {
    promote_where(ctx, func, analyses, |ctx, ty| !ctx.holds_address(ty))
}

/// Also promotes variables of handles, with parameters that the caller must resolve immediately.
pub(crate) fn promote_handles(ctx: &mut Context, func: &mut Function, analyses: &mut Analyses) -> bool {
    promote_where(ctx, func, analyses, |ctx, ty| !ctx.holds_address(ty) || ctx.resource_type(ty).is_some())
}

/// Promotes variables; only those of types for which `may_be_param` holds may become parameters.
fn promote_where(
    ctx: &mut Context,
    func: &mut Function,
    analyses: &mut Analyses,
    may_be_param: impl Fn(&Context, Type) -> bool,
) -> bool {
    let (cfg, dominators) = (analyses.cfg(func), analyses.dominators(func));
    let (mut number, mut variables) = find(ctx, func, &cfg);
    if variables.is_empty() {
        return false;
    }
    let frontiers = frontiers(func, &cfg, &dominators);
    let mut params: SecondaryMap<Block, Vec<u32>> = by_block(func, Vec::new());
    let mut marks = if func.is_one_block() { SecondaryMap::new() } else { by_block(func, Mark::default()) };
    let mut stays = vec![false; variables.len()];
    for (id, variable) in variables.iter_mut().enumerate() {
        let has_params = place_params(id as u32, variable, &cfg, &frontiers, &mut marks, &mut params);
        if has_params && !may_be_param(ctx, variable.ty) {
            stays[id] = true;
            number[variable.pointer] = NONE;
        }
    }
    if stays.iter().all(|&stays| stays) {
        return false;
    }
    for &block in cfg.reverse_post_order() {
        params[block].retain(|&id| !stays[id as usize]);
        for &id in &params[block] {
            let variable = &variables[id as usize];
            let param = func.add_param(block, variable.ty);
            func.names[param] = variable.name;
        }
    }
    let held = Held::take(func, &number);
    rename(ctx, func, (&cfg, &dominators), &number, &variables, &params, &held);
    let before = (!func.debug.is_empty()).then(|| Before::new(ctx, func));
    remove(func, &number);
    if let Some(before) = before {
        DebugRecords::settle(ctx, func, &before);
    }
    true
}

/// Numbers the variables that are only loaded and stored, and records in which blocks.
fn find(ctx: &Context, func: &Function, cfg: &Cfg) -> (SecondaryMap<Value, u32>, Vec<Variable>) {
    let all = || func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
    let mut found: Vec<(Inst, bool)> =
        all().filter(|&&inst| func.insts[inst].op == Op::Alloca).map(|&inst| (inst, true)).collect();
    if found.is_empty() {
        return (SecondaryMap::with_default(NONE), Vec::new());
    }
    let mut number: SecondaryMap<Value, u32> = by_value(func, NONE);
    for (at, &(inst, _)) in found.iter().enumerate() {
        func.result(inst).into_iter().for_each(|result| number[result] = at as u32);
    }
    let exclude = |value: Value, found: &mut Vec<(Inst, bool)>| {
        if let Some(entry) = found.get_mut(number[value] as usize) {
            entry.1 = false;
        }
    };
    for &inst in all() {
        let is_access = matches!(func.insts[inst].op, Op::Load | Op::Store);
        func.args(inst).iter().skip(usize::from(is_access)).for_each(|&arg| exclude(arg, &mut found));
    }
    for &block in &func.layout {
        func.blocks[block].terminator.values().for_each(|value| exclude(value, &mut found));
    }
    // Numbers the remaining variables again, without gaps.
    let mut variables = Vec::with_capacity(found.len());
    for (inst, plain) in found {
        let Some(result) = func.result(inst) else { continue };
        number[result] = NONE;
        let Some((ty, _)) = ctx.pointee(func.ty(result)).filter(|_| plain) else { continue };
        number[result] = variables.len() as u32;
        variables.push(Variable {
            pointer: result,
            ty,
            name: func.names[result],
            stores: SmallVec::new(),
            reads: SmallVec::new(),
        });
    }
    if func.is_one_block() {
        // A single block has no joins.
        return (number, variables);
    }
    let (mut stored_in, mut read_in) = (vec![None; variables.len()], vec![None; variables.len()]);
    for &block in cfg.reverse_post_order() {
        for &inst in &func.blocks[block].insts {
            let op = func.insts[inst].op;
            if !matches!(op, Op::Load | Op::Store) {
                continue;
            }
            let Some(&pointer) = func.args(inst).first() else { continue };
            let id = number[pointer] as usize;
            let Some(variable) = variables.get_mut(id) else { continue };
            if stored_in[id] == Some(block) {
                continue;
            }
            if op == Op::Store {
                stored_in[id] = Some(block);
                variable.stores.push(block);
            } else if read_in[id] != Some(block) {
                read_in[id] = Some(block);
                variable.reads.push(block);
            }
        }
    }
    (number, variables)
}

/// The dominance frontier of each block.
fn frontiers(func: &Function, cfg: &Cfg, dominators: &Dominators) -> SecondaryMap<Block, SmallVec<[Block; 2]>> {
    let mut frontiers: SecondaryMap<Block, SmallVec<[Block; 2]>> = by_block(func, SmallVec::new());
    for &block in cfg.reverse_post_order() {
        let preds = cfg.preds(block);
        if preds.len() < 2 {
            continue;
        }
        for &pred in preds {
            let mut at = Some(pred);
            while let Some(runner) = at.filter(|&runner| dominators.parent(block) != Some(runner)) {
                if frontiers[runner].last() == Some(&block) {
                    break;
                }
                frontiers[runner].push(block);
                at = dominators.parent(runner);
            }
        }
    }
    frontiers
}

/// The debug records of the variables that are promoted, by their numbers.
#[derive(Default)]
struct Held {
    records: FxHashMap<u32, Vec<DebugRecord>>,
}

impl Held {
    /// Moves the records of variables out of a function.
    fn take(func: &mut Function, number: &SecondaryMap<Value, u32>) -> Self {
        let mut held = Self::default();
        func.debug.expand(|record, out| match record.location {
            Location::Memory(pointer) if number[pointer] != NONE => {
                held.records.entry(number[pointer]).or_default().push(record);
            }
            Location::Memory(_) | Location::Value(..) | Location::Constant(..) | Location::Unknown(_) => {
                out.push(record);
            }
        });
        held
    }

    /// Adds records that a variable has a value from a point on; `by` is the location of the store.
    fn set(&self, func: &mut Function, id: u32, value: Value, point: Point, by: Option<Loc>) {
        for record in self.records.get(&id).into_iter().flatten() {
            let record = record.is_value(func, value, point);
            func.debug.push(DebugRecord { by, ..record });
        }
    }
}

/// The properties of a block, each as the number of the variable for which it was last set.
#[derive(Clone)]
struct Mark {
    live: u32,
    placed: u32,
    stored: u32,
}

impl Default for Mark {
    fn default() -> Self {
        Self { live: NONE, placed: NONE, stored: NONE }
    }
}

/// Places parameters for a variable by iterated dominance frontiers. Returns whether there are any.
fn place_params(
    id: u32,
    variable: &mut Variable,
    cfg: &Cfg,
    frontiers: &SecondaryMap<Block, SmallVec<[Block; 2]>>,
    marks: &mut SecondaryMap<Block, Mark>,
    params: &mut SecondaryMap<Block, Vec<u32>>,
) -> bool {
    variable.stores.iter().for_each(|&block| marks[block].stored = id);
    // Computes the blocks at whose start the variable is live: backwards from the loads up to stores.
    let mut work = std::mem::take(&mut variable.reads);
    for &block in &work {
        marks[block].live = id;
    }
    while let Some(block) = work.pop() {
        for &pred in cfg.preds(block) {
            if marks[pred].live != id && marks[pred].stored != id {
                marks[pred].live = id;
                work.push(pred);
            }
        }
    }
    let mut work = std::mem::take(&mut variable.stores);
    let mut any = false;
    while let Some(block) = work.pop() {
        for &join in &frontiers[block] {
            if marks[join].live == id && marks[join].placed != id {
                marks[join].placed = id;
                params[join].push(id);
                work.push(join);
                any = true;
            }
        }
    }
    any
}

/// Replaces loads by reaching stores, in a pre-order walk of the dominator tree.
fn rename(
    ctx: &mut Context,
    func: &mut Function,
    (cfg, dominators): (&Cfg, &Dominators),
    number: &SecondaryMap<Value, u32>,
    variables: &[Variable],
    params: &SecondaryMap<Block, Vec<u32>>,
    held: &Held,
) {
    let mut current: Vec<Option<Value>> = vec![None; variables.len()];
    // The values to restore when the walk leaves the subtree of a block, with their start for each open block.
    let mut undo: Vec<(u32, Option<Value>)> = Vec::with_capacity(4 * variables.len());
    let mut open: Vec<(Block, usize)> = Vec::new();
    let mut renames = Renames::default();
    for &block in dominators.pre_order() {
        while let Some(&(above, mark)) = open.last() {
            if dominators.dominates(above, block) {
                break;
            }
            undo.drain(mark..).rev().for_each(|(id, old)| current[id as usize] = old);
            open.pop();
        }
        open.push((block, undo.len()));
        let mut set = |id: u32, value: Value, current: &mut Vec<Option<Value>>| {
            undo.push((id, current[id as usize].replace(value)));
        };
        let own = func.blocks[block].params.len() - params[block].len();
        for (at, &id) in params[block].iter().enumerate() {
            let param = func.blocks[block].params[own + at];
            set(id, param, &mut current);
            let first = func.blocks[block].insts.first();
            let start = first.map_or(Point::End(block), |&first| Point::Before(first));
            held.set(func, id, param, start, None);
        }
        for at in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[at];
            renames.apply_inst(func, inst);
            let op = func.insts[inst].op;
            if !matches!(op, Op::Load | Op::Store) {
                continue;
            }
            let &[pointer, ..] = func.args(inst) else { continue };
            let id = number[pointer];
            let Some(variable) = variables.get(id as usize) else { continue };
            if op == Op::Store {
                let stored = func.args(inst)[1];
                set(id, stored, &mut current);
                let by = Some(func.insts[inst].loc).filter(|&loc| loc != ctx.no_loc());
                held.set(func, id, stored, Point::Before(inst), by);
            } else if let Some(result) = func.result(inst) {
                let value = match current[id as usize] {
                    Some(value) => value,
                    None => undef(ctx, func, variable.ty),
                };
                renames.rename(result, value);
            }
        }
        renames.apply_terminator(func, block);
        let mut terminator = std::mem::replace(&mut func.blocks[block].terminator, hlslc_ir::Terminator::Missing);
        for to in terminator.targets_mut() {
            for &id in &params[to.block] {
                let value = match current[id as usize] {
                    Some(value) => value,
                    None => undef(ctx, func, variables[id as usize].ty),
                };
                to.args.push(value);
            }
        }
        func.blocks[block].terminator = terminator;
    }
    // Unreachable blocks also pass arguments, and may use the result of a load.
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        if dominators.dominates(block, block) {
            continue;
        }
        let mut terminator = std::mem::replace(&mut func.blocks[block].terminator, hlslc_ir::Terminator::Missing);
        for to in terminator.targets_mut() {
            for &id in &params[to.block] {
                to.args.push(undef(ctx, func, variables[id as usize].ty));
            }
        }
        func.blocks[block].terminator = terminator;
        for inst in func.blocks[block].insts.clone() {
            let (Op::Load, &[pointer, ..]) = (func.insts[inst].op, func.args(inst)) else { continue };
            if let (Some(variable), Some(result)) = (variables.get(number[pointer] as usize), func.result(inst)) {
                let value = undef(ctx, func, variable.ty);
                renames.rename(result, value);
            }
        }
    }
    renames.apply_rest(func, cfg);
}

fn undef(ctx: &mut Context, func: &mut Function, ty: Type) -> Value {
    let id = ctx.constant(ty, ConstData::Undef);
    func.constant(ctx, id)
}

/// Removes the variables, their loads and stores.
fn remove(func: &mut Function, number: &SecondaryMap<Value, u32>) {
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        func.retain_insts(block, |func, inst| {
            let op = func.insts[inst].op;
            let pointer = if op == Op::Alloca {
                func.result(inst)
            } else if matches!(op, Op::Load | Op::Store) {
                func.args(inst).first().copied()
            } else {
                None
            };
            pointer.is_none_or(|pointer| number[pointer] == NONE)
        });
    }
    func.forget_gone();
}
