//! Promotes local variables to SSA values (Cytron, Ferrante, Rosen, Wegman, Zadeck: "Efficiently computing static single
//! assignment form", 1991; pruned form).
//!
//! Input: any function; best after `sroa`. Output: no variable is left that is only loaded and stored as a whole. Its value
//! before the first store is `undef`. A variable of handles at which different ones join stays, as a handle cannot be a
//! parameter; `resolve-handles` replaces it by an index.
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

/// A variable that becomes values.
struct Variable {
    pointer: Value,
    ty: Type,
    name: Option<hlslc_base::Symbol>,
    /// Blocks with a store.
    stores: SmallVec<[Block; 4]>,
    /// Blocks with a load before any store.
    reads: SmallVec<[Block; 4]>,
}

const NONE: u32 = u32::MAX;

/// Turns the variables of one function into values. The graph stays.
pub(crate) fn promote(ctx: &mut Context, func: &mut Function, analyses: &mut Analyses) -> bool {
    promote_where(ctx, func, analyses, |ctx, ty| !ctx.holds_address(ty))
}

/// The same with parameters for variables of handles, which the caller must resolve at once.
pub(crate) fn promote_handles(ctx: &mut Context, func: &mut Function, analyses: &mut Analyses) -> bool {
    promote_where(ctx, func, analyses, |ctx, ty| !ctx.holds_address(ty) || ctx.resource_type(ty).is_some())
}

/// Turns variables into values. Only those of which it says so may become parameters.
fn promote_where(
    ctx: &mut Context,
    func: &mut Function,
    analyses: &mut Analyses,
    may_meet: impl Fn(&Context, Type) -> bool,
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
        let meets = place_params(id as u32, variable, &cfg, &frontiers, &mut marks, &mut params);
        if meets && !may_meet(ctx, variable.ty) {
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

/// Numbers the variables that are only loaded and stored, and notes where.
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
    let spoil = |value: Value, found: &mut Vec<(Inst, bool)>| {
        if let Some(entry) = found.get_mut(number[value] as usize) {
            entry.1 = false;
        }
    };
    for &inst in all() {
        let whole = matches!(func.insts[inst].op, Op::Load | Op::Store);
        func.args(inst).iter().skip(usize::from(whole)).for_each(|&arg| spoil(arg, &mut found));
    }
    for &block in &func.layout {
        func.blocks[block].terminator.values().for_each(|value| spoil(value, &mut found));
    }
    // Number those that are left anew.
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
        // Nothing meets.
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

/// For each block the joins that end its dominance.
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

/// What debug information says is in the variables that become values, by their numbers.
#[derive(Default)]
struct Held {
    records: FxHashMap<u32, Vec<DebugRecord>>,
}

impl Held {
    /// Takes the records of variables out of a function.
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

    /// Says what a variable is from a point on, by the code of a location.
    fn set(&self, func: &mut Function, id: u32, value: Value, point: Point, by: Option<Loc>) {
        for record in self.records.get(&id).into_iter().flatten() {
            let record = record.is_value(func, value, point);
            func.debug.push(DebugRecord { by, ..record });
        }
    }
}

/// What is known of a block, by the number of the variable that it was last found for.
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

/// Marks the blocks that need a parameter for a variable. Whether there are any.
fn place_params(
    id: u32,
    variable: &mut Variable,
    cfg: &Cfg,
    frontiers: &SecondaryMap<Block, SmallVec<[Block; 2]>>,
    marks: &mut SecondaryMap<Block, Mark>,
    params: &mut SecondaryMap<Block, Vec<u32>>,
) -> bool {
    variable.stores.iter().for_each(|&block| marks[block].stored = id);
    // Blocks at whose start the value still matters: from the reads backwards until a store.
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

/// Replaces loads by what was stored last, from the top of the dominator tree down.
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
    // What to restore when a block's subtree is done: marks by depth.
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
    // Blocks that cannot be reached still pass something, and may use what a load gave.
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
        let mut insts = std::mem::take(&mut func.blocks[block].insts);
        insts.retain(|&inst| {
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
        func.blocks[block].insts = insts;
    }
    func.forget_gone();
}
