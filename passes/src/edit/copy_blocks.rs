//! Copies blocks, for passes that duplicate code.
//!
//! Input: a function, a list of blocks, terminators for their copies, and the debug records in the blocks. Output: the copies, with
//! debug records of their own; edges to one of the blocks lead to its copy, and other edges keep their targets. No edge leads to
//! the copies yet. Cost: linear in what is copied; the debug records of many sets are collected in linear time for all of them.

use cranelift_entity::{EntityList, SecondaryMap};
use hlslc_ir::debug::{DebugRecord, Point, Step};
use hlslc_ir::function::InstData;
use hlslc_ir::{Block, Function, Inst, Region, Terminator, Value};
use rustc_hash::FxHashMap;

/// The debug records and steps in some blocks.
#[derive(Clone, Default)]
pub(crate) struct DebugNotes {
    records: Vec<DebugRecord>,
    steps: Vec<Step>,
}

/// The debug records and steps in each group of blocks. No block may be in two groups.
pub(crate) fn notes_in<'a>(func: &Function, groups: impl ExactSizeIterator<Item = &'a [Block]>) -> Vec<DebugNotes> {
    let mut notes = vec![DebugNotes::default(); groups.len()];
    if func.debug.is_empty() {
        return notes;
    }
    let mut of_inst: SecondaryMap<Inst, Option<u32>> = SecondaryMap::new();
    let mut of_block: SecondaryMap<Block, Option<u32>> = SecondaryMap::new();
    for (number, group) in (0..).zip(groups) {
        for &block in group {
            of_block[block] = Some(number);
            func.blocks[block].insts.iter().for_each(|&inst| of_inst[inst] = Some(number));
        }
    }
    let group = |point: Point| match point {
        Point::Before(inst) => of_inst[inst],
        Point::End(block) => of_block[block],
    };
    for record in func.debug.iter() {
        if let Some(number) = record.point().and_then(group) {
            notes[number as usize].records.push(*record);
        }
    }
    for step in &func.debug.steps {
        if let Some(number) = group(step.point) {
            notes[number as usize].steps.push(*step);
        }
    }
    notes
}

/// Copies blocks with other terminators: returns one copy for each, in order.
pub(crate) fn copy_blocks(
    func: &mut Function,
    blocks: &[Block],
    terminators: &[Terminator],
    notes: &DebugNotes,
) -> Vec<Block> {
    let mut insts: FxHashMap<Inst, Inst> = FxHashMap::default();
    let mut new_blocks: FxHashMap<Block, Block> = FxHashMap::default();
    let mut values: FxHashMap<Value, Value> = FxHashMap::default();
    let mut copies = Vec::with_capacity(blocks.len());
    for &block in blocks {
        let copy = func.make_block(func.blocks[block].loc);
        new_blocks.insert(block, copy);
        copies.push(copy);
        for param in func.blocks[block].params.clone() {
            let new = func.add_param(copy, func.ty(param));
            func.names[new] = func.names[param];
            values.insert(param, new);
        }
        for at in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[at];
            if let Some(result) = func.result(inst) {
                let new = func.values.push(func.values[result]);
                func.names[new] = func.names[result];
                values.insert(result, new);
            }
        }
    }
    let value = |old: Value| values.get(&old).copied().unwrap_or(old);
    let target = |old: Block| new_blocks.get(&old).copied().unwrap_or(old);
    for ((&block, &copy), terminator) in blocks.iter().zip(&copies).zip(terminators) {
        for at in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[at];
            let args: Vec<Value> = func.args(inst).iter().map(|&arg| value(arg)).collect();
            let args = EntityList::from_slice(&args, &mut func.pool);
            let data = InstData { args, ..func.insts[inst].clone() };
            let result = func.result(inst).map(value);
            let new = func.restore_inst(data, result);
            if !func.debug.is_empty() {
                insts.insert(inst, new);
            }
            func.append_inst(copy, new);
        }
        let mut terminator = terminator.clone();
        terminator.map_values(value);
        terminator.targets_mut().for_each(|to| to.block = target(to.block));
        func.blocks[copy].terminator = terminator;
        func.blocks[copy].region = match func.blocks[block].region {
            region @ (Region::None | Region::Hint(_)) => region,
            Region::Selection { merge, hint } => Region::Selection { merge: target(merge), hint },
            Region::Loop { merge, continue_target, hint } => {
                Region::Loop { merge: target(merge), continue_target: target(continue_target), hint }
            }
        };
    }
    let point = |old: Point| match old {
        Point::Before(inst) => insts.get(&inst).copied().map(Point::Before),
        Point::End(block) => Some(Point::End(target(block))),
    };
    func.debug.extend(notes.records.iter().filter_map(|record| record.copied(|old| Some(value(old)), point)));
    let copied = |step: &Step| point(step.point).map(|point| Step { point, ..*step });
    func.debug.steps.extend(notes.steps.iter().filter_map(copied));
    copies
}
