//! Computes equal things once.
//!
//! Comes in: any function. Goes out: of two equal operations of which one dominates the other, the second is gone.
//!
//! Walks the dominator tree from the top with a table of what was computed. What gives the same wherever it stands takes
//! part everywhere, loads from what no shader writes included. A load from other memory stands for a later one in the
//! same block and in those that one way leads to from there, and a store for a load of what it stored, until something writes what
//! may be the same memory. What was written in blocks beside, which are walked in between, makes no row fit that should not: a row
//! made behind such a write stands in a block that does not dominate. Two pointers into one variable behind equally many
//! indices, all constant, lead to different places, as equal ones are one value.
//! What asks the other lanes of the wave never takes part: it can differ between two places that other lanes reach differently.
//! A derivative, and a sample whose level follows from one, does: where fewer lanes of the quad are left than at an equal one
//! before, it is undefined. A float operation that stands for two allows what both
//! do. An entry that does not dominate the current block never will again, so it is simply replaced. Cost: linear.
//!
//! ```text
//! %v1 = fmul float %v0, %v0              %v1 = fmul float %v0, %v0
//! %v2 = fmul float %v0, %v0         =>   %v3 = fadd float %v1, %v1
//! %v3 = fadd float %v1, %v2
//! ```

mod known;

pub(crate) use known::Known;

use crate::cx::PassCx;
use crate::edit::Renames;
use crate::memory::{self, Place};
use hlslc_ir::context::Context;
use hlslc_ir::function::InstData;
use hlslc_ir::ops::effects::Memory;
use hlslc_ir::{Function, Inst, Module, Op, Value};
use known::{Row, Work};
use rustc_hash::FxHashMap;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let (cfg, dominators) = (cx.analyses.cfg(func), cx.analyses.dominators(func));
    let known = &mut cx.spare.known;
    known.clear(func.layout.iter().map(|&block| func.blocks[block].insts.len()).sum());
    let mut clock = Clock::default();
    let mut renames = Renames::default();
    for &block in dominators.pre_order() {
        if cfg.preds(block).len() != 1 {
            clock.forget();
        }
        let mut insts = std::mem::take(&mut func.blocks[block].insts);
        insts.retain(|&inst| {
            renames.apply_inst(func, inst);
            let Some(written) = clock.written(&module.ctx, func, inst) else {
                if let Some((pointer, value)) = clock.write(&module.ctx, func, inst) {
                    let row = || Row { work: Work::Load(pointer), written: clock.now, home: block, value };
                    if let Some(old) = known.find_or_add(func, row()) {
                        *old = row();
                    }
                }
                return true;
            };
            let Some(result) = func.result(inst) else { return true };
            let row = || Row { work: Work::Of(inst), written, home: block, value: result };
            let value = match known.find_or_add(func, row()) {
                Some(old) if dominators.dominates(old.home, block) => old.value,
                Some(old) => {
                    *old = row();
                    return true;
                }
                None => return true,
            };
            renames.rename(result, value);
            let InstData { op, flags, .. } = func.insts[inst];
            if let Some(stays) = func.as_inst(value).filter(|&stays| func.insts[stays].op == op) {
                func.insts[stays].flags = func.insts[stays].flags.meet(flags);
            }
            false
        });
        func.blocks[block].insts = insts;
    }
    renames.apply_rest(func, &cfg);
    renames.any()
}

/// When memory was written, counted in writes, of which each block begins with one to everything.
#[derive(Default)]
struct Clock {
    now: u32,
    /// The last write to anything that is no variable of the function's own, for each sort of memory.
    sorts: [u32; Memory::SORTS],
    /// The last write to each variable.
    variables: FxHashMap<Value, u32>,
    /// When the last write was to any variable, or nothing was known any more.
    any_variable: u32,
    /// The last write through each pointer to a fixed place.
    exact: FxHashMap<Value, u32>,
    /// How many indices lead to the fixed places of each variable.
    shapes: FxHashMap<Value, usize>,
    /// The last write to each variable, and to each sort of memory, through other pointers.
    loose: FxHashMap<Value, u32>,
    loose_sorts: [u32; Memory::SORTS],
}

/// The variable that a pointer leads into, and how many indices it takes, if all are constant.
fn fixed(func: &Function, pointer: Value) -> Option<(Value, usize)> {
    let is_variable =
        |value| func.as_inst(value).is_some_and(|inst| matches!(func.insts[inst].op, Op::Alloca | Op::GlobalAddr));
    if is_variable(pointer) {
        return Some((pointer, 0));
    }
    let gep = func.as_inst(pointer).filter(|&inst| func.insts[inst].op == Op::Gep)?;
    let (&base, indices) = func.args(gep).split_first()?;
    let is_fixed = is_variable(base) && indices.iter().all(|&index| func.as_const(index).is_some());
    is_fixed.then_some((base, indices.len()))
}

impl Clock {
    /// Nothing is known of what is in memory.
    fn forget(&mut self) {
        self.now += 1;
        self.sorts.fill(self.now);
        self.loose_sorts.fill(self.now);
        self.any_variable = self.now;
    }

    /// The variable of a pointer to a fixed place that overlaps with none of the others known.
    fn fixed(&mut self, func: &Function, place: Place, pointer: Value) -> Option<Value> {
        if !(Memory::VARIABLE | Memory::GROUPSHARED).contains(place.sorts) {
            return None;
        }
        let (root, count) = fixed(func, pointer)?;
        (*self.shapes.entry(root).or_insert(count) == count).then_some(root)
    }

    /// When a fixed place was written last.
    fn fixed_written(&self, place: Place, pointer: Value, root: Value) -> u32 {
        let exact = self.exact.get(&pointer).copied().unwrap_or(0);
        let loose = match place.variable {
            Some(_) => self.loose.get(&root).copied().unwrap_or(0).max(self.any_variable),
            None => place.sorts.places().map(|sort| self.loose_sorts[sort]).max().unwrap_or(self.now),
        };
        exact.max(loose)
    }

    /// When what an instruction reads was written last; none if it may not stand for another.
    fn written(&mut self, ctx: &Context, func: &Function, inst: Inst) -> Option<u32> {
        let op = func.insts[inst].op;
        if op.is_pure() {
            return Some(0);
        }
        if !op.repeats() {
            return None;
        }
        let place = memory::reads(ctx, func, inst);
        if Memory::FIXED.contains(place.sorts) {
            return Some(0);
        }
        if op == Op::Load
            && let Some(&pointer) = func.args(inst).first()
            && let Some(root) = self.fixed(func, place, pointer)
        {
            return Some(self.fixed_written(place, pointer, root));
        }
        if let Some(variable) = place.variable {
            return Some(self.variables.get(&variable).map_or(self.any_variable, |&at| at.max(self.any_variable)));
        }
        place.sorts.places().map(|sort| self.sorts[sort]).max()
    }

    /// Notes what an instruction writes. If it stores a value that can be loaded again, through which pointer.
    fn write(&mut self, ctx: &Context, func: &Function, inst: Inst) -> Option<(Value, Value)> {
        let place = memory::writes(ctx, func, inst);
        if place.sorts.is_empty() {
            return None;
        }
        self.now += 1;
        let pointer = func.args(inst).first().copied().filter(|_| func.insts[inst].op == Op::Store);
        match pointer.filter(|&pointer| self.fixed(func, place, pointer).is_some()) {
            Some(pointer) => drop(self.exact.insert(pointer, self.now)),
            None => match place.variable {
                Some(variable) => drop(self.loose.insert(variable, self.now)),
                None => place.sorts.places().for_each(|sort| self.loose_sorts[sort] = self.now),
            },
        }
        match place.variable {
            Some(variable) => drop(self.variables.insert(variable, self.now)),
            None => {
                place.sorts.places().for_each(|sort| self.sorts[sort] = self.now);
                if place.sorts.contains(Memory::VARIABLE) {
                    self.any_variable = self.now;
                }
            }
        }
        // Any pointer to memory of other sorts may lead there, but not one to another variable.
        if place.variable.is_some() {
            self.sorts[Memory::VARIABLE.bits().trailing_zeros() as usize] = self.now;
        }
        let (Op::Store, &[pointer, value]) = (func.insts[inst].op, func.args(inst)) else { return None };
        // What other lanes write is not seen by itself; what is a resource may convert what is stored.
        place.sorts.difference(Memory::VARIABLE | Memory::GROUPSHARED).is_empty().then_some((pointer, value))
    }
}
