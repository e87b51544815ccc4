//! Tracks versions of memory in a walk of the dominator tree: the time of the last write.
//!
//! Input: the blocks in pre-order, and the instructions of each. Output: for each load the number of the last store that it
//! may see; two equal loads with the same number load the same value.
//!
//! A block with one predecessor starts with the state at the end of it, whatever was visited in between. A join starts with
//! the state at the end of its immediate dominator, advanced by all stores below that: all blocks on the paths between lie
//! below it, and the walk has visited them. For a loop header that does not hold, so nothing is available there; for SPIR-V
//! nothing is available after a loop either, since a value loaded in it would be used after it, and a
//! [driver](../../docs/15-faults-of-others.md) loses such values. Numbers only grow, so those of sibling subtrees differ.
//! Cost: linear in stores; after many stores nothing is available.

use crate::analysis::memory::{self, Place};
use cranelift_entity::EntitySet;
use hlslc_ir::cfg::{Cfg, Dominators};
use hlslc_ir::context::Context;
use hlslc_ir::ops::effects::Memory;
use hlslc_ir::{Block, Function, Inst, Op, Region, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The most writes on paths between a dominator and a join that are applied at the join; after more, nothing is
/// available.
const MOST_BETWEEN: usize = 64;

/// The times of the last writes to memory, at the current point of the walk.
pub(super) struct Clock {
    now: u32,
    times: Times,
    /// The last write to each variable.
    variables: FxHashMap<Value, u32>,
    /// The last write through each pointer to a fixed place.
    exact: FxHashMap<Value, u32>,
    /// The last write to each variable through other pointers.
    loose: FxHashMap<Value, u32>,
    /// The number of constant indices in pointers to fixed places of each variable.
    shapes: FxHashMap<Value, usize>,
    /// The entries of the tables that were overwritten, with their previous contents, in order.
    undo: Vec<(Written, Option<u32>)>,
    /// The writes in blocks that the walk has left, dominated by a block that it is in.
    below: Vec<Written>,
    /// The blocks on the path in the dominator tree from the entry to the current block, without that block.
    above: SmallVec<[Above; 8]>,
    /// Whether each loop has one header that dominates its latches.
    is_reducible: bool,
    /// The merge blocks of loops in which no value that was loaded before them may be used, for targets with structured
    /// control flow.
    after_loops: EntitySet<Block>,
}

/// The last writes to memory that is not tracked by variable.
#[derive(Clone, Copy, Default)]
struct Times {
    /// To memory other than variables of this function, by address space.
    sorts: [u32; Memory::SORTS],
    /// To each address space through pointers that are not to a fixed place.
    loose_sorts: [u32; Memory::SORTS],
    /// To any variable; also the time since which nothing is known of variables.
    any_variable: u32,
}

/// A key in one of the tables.
#[derive(Clone, Copy)]
enum Written {
    Variable(Value),
    Exact(Value),
    Loose(Value),
}

/// A block that dominates the current one, with the state of the walk at its end.
struct Above {
    block: Block,
    times: Times,
    undo: usize,
    below: usize,
    /// The last writes in the blocks that it dominates, as far as the walk has left them.
    times_below: Times,
}

impl Times {
    /// Keeps the later of two times for each entry.
    fn merge(&mut self, other: &Self) {
        let later = |to: &mut [u32], from: &[u32]| to.iter_mut().zip(from).for_each(|(to, &from)| *to = from.max(*to));
        later(&mut self.sorts, &other.sorts);
        later(&mut self.loose_sorts, &other.loose_sorts);
        self.any_variable = self.any_variable.max(other.any_variable);
    }
}

/// The variable that a pointer points into, and the number of its indices, if all of them are constant.
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
    pub fn new(func: &Function, cfg: &Cfg, dominators: &Dominators, structured: bool) -> Self {
        let is_back_edge = |block: Block, from: Block| cfg.position(from) >= cfg.position(block);
        let has_header = |&block: &Block| {
            cfg.preds(block).iter().all(|&from| !is_back_edge(block, from) || dominators.dominates(block, from))
        };
        let mut after_loops = EntitySet::new();
        if structured {
            let merge = |&block: &Block| match func.blocks[block].region {
                Region::Loop { merge, .. } => Some(merge),
                Region::None | Region::Selection { .. } | Region::Hint(_) => None,
            };
            after_loops.extend(func.layout.iter().filter_map(merge));
        }
        Self {
            now: 0,
            times: Times::default(),
            variables: FxHashMap::default(),
            exact: FxHashMap::default(),
            loose: FxHashMap::default(),
            shapes: FxHashMap::default(),
            undo: Vec::new(),
            below: Vec::new(),
            above: SmallVec::new(),
            after_loops,
            is_reducible: func.is_one_block() || cfg.reverse_post_order().iter().all(has_header),
        }
    }

    /// The time of the last write to any memory.
    pub fn now(&self) -> u32 {
        self.now
    }

    /// Moves the walk to its next block.
    pub fn enter(&mut self, cfg: &Cfg, dominators: &Dominators, block: Block) {
        let parent = dominators.parent(block);
        while self.above.last().is_some_and(|above| Some(above.block) != parent) {
            self.back();
            let Some(through) = self.above.pop() else { break };
            if let Some(above) = self.above.last_mut() {
                above.times_below.merge(&through.times_below);
            }
        }
        self.back();
        let preds = cfg.preds(block);
        if self.after_loops.contains(block) {
            self.forget();
            return;
        }
        if preds.len() == 1 {
            return;
        }
        let is_header = preds.iter().any(|&from| cfg.position(from) >= cfg.position(block));
        match self.above.last().map(|above| (above.below, above.times_below)) {
            Some((start, times)) if !is_header && self.is_reducible && self.below.len() - start <= MOST_BETWEEN => {
                self.now += 1;
                self.times.merge(&times);
                for at in start..self.below.len() {
                    self.set(self.below[at]);
                }
            }
            _ => self.forget(),
        }
    }

    /// Records the state at the end of a block, from which its children in the dominator tree start.
    pub fn leave(&mut self, block: Block) {
        self.above.push(Above {
            block,
            times: self.times,
            undo: self.undo.len(),
            below: self.below.len(),
            times_below: Times::default(),
        });
    }

    /// Restores the state at the end of the innermost block of the path, and adds the writes since then to those below
    /// it.
    fn back(&mut self) {
        let Some(above) = self.above.last_mut() else { return };
        above.times_below.merge(&self.times);
        self.times = above.times;
        for (written, before) in self.undo.drain(above.undo..).rev() {
            let (table, key) = match written {
                Written::Variable(key) => (&mut self.variables, key),
                Written::Exact(key) => (&mut self.exact, key),
                Written::Loose(key) => (&mut self.loose, key),
            };
            match before {
                Some(before) => table.insert(key, before),
                None => table.remove(&key),
            };
            self.below.push(written);
        }
    }

    /// Records a write at the current time.
    fn set(&mut self, written: Written) {
        let before = match written {
            Written::Variable(key) => self.variables.insert(key, self.now),
            Written::Exact(key) => self.exact.insert(key, self.now),
            Written::Loose(key) => self.loose.insert(key, self.now),
        };
        self.undo.push((written, before));
    }

    /// Makes all contents of memory unknown.
    fn forget(&mut self) {
        self.now += 1;
        self.times =
            Times { sorts: [self.now; Memory::SORTS], loose_sorts: [self.now; Memory::SORTS], any_variable: self.now };
    }

    /// The variable of a pointer to a fixed place, if all such places of the variable that were met so far have as many
    /// indices, so that two of them are equal or do not overlap.
    fn fixed(&mut self, func: &Function, place: Place, pointer: Value) -> Option<Value> {
        if !(Memory::VARIABLE | Memory::GROUPSHARED).contains(place.sorts) {
            return None;
        }
        let (root, count) = fixed(func, pointer)?;
        (*self.shapes.entry(root).or_insert(count) == count).then_some(root)
    }

    /// The time of the last write that may have changed a fixed place.
    fn fixed_written(&self, place: Place, pointer: Value, root: Value) -> u32 {
        let exact = self.exact.get(&pointer).copied().unwrap_or(0);
        let loose = match place.variable {
            Some(_) => self.loose.get(&root).copied().unwrap_or(0).max(self.times.any_variable),
            None => place.sorts.places().map(|sort| self.times.loose_sorts[sort]).max().unwrap_or(self.now),
        };
        exact.max(loose)
    }

    /// The time of the last write to what an instruction reads; `None` if another equal instruction may not replace it.
    pub fn written(&mut self, ctx: &Context, func: &Function, inst: Inst) -> Option<u32> {
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
        let any_variable = self.times.any_variable;
        if let Some(variable) = place.variable {
            return Some(self.variables.get(&variable).map_or(any_variable, |&at| at.max(any_variable)));
        }
        place.sorts.places().map(|sort| self.times.sorts[sort]).max()
    }

    /// Records what an instruction writes. Returns the pointer and the value of a store whose value a load may reuse.
    pub fn write(&mut self, ctx: &Context, func: &Function, inst: Inst) -> Option<(Value, Value)> {
        let place = memory::writes(ctx, func, inst);
        if place.sorts.is_empty() {
            return None;
        }
        self.now += 1;
        let pointer = func.args(inst).first().copied().filter(|_| func.insts[inst].op == Op::Store);
        match pointer.filter(|&pointer| self.fixed(func, place, pointer).is_some()) {
            Some(pointer) => self.set(Written::Exact(pointer)),
            None => match place.variable {
                Some(variable) => self.set(Written::Loose(variable)),
                None => place.sorts.places().for_each(|sort| self.times.loose_sorts[sort] = self.now),
            },
        }
        match place.variable {
            Some(variable) => self.set(Written::Variable(variable)),
            None => {
                place.sorts.places().for_each(|sort| self.times.sorts[sort] = self.now);
                if place.sorts.contains(Memory::VARIABLE) {
                    self.times.any_variable = self.now;
                }
            }
        }
        // A pointer to an unknown variable may be to this one; a pointer to another known variable may not.
        if place.variable.is_some() {
            self.times.sorts[Memory::VARIABLE.bits().trailing_zeros() as usize] = self.now;
        }
        let (Op::Store, &[pointer, value]) = (func.insts[inst].op, func.args(inst)) else { return None };
        // Another lane's write is not visible without a barrier, and a store to a resource may convert the value.
        place.sorts.difference(Memory::VARIABLE | Memory::GROUPSHARED).is_empty().then_some((pointer, value))
    }
}
