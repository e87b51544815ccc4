//! Computes equal things once.
//!
//! Comes in: any function. Goes out: of two equal operations of which one dominates the other, the second is gone.
//!
//! Walks the dominator tree from the top with a table of what was computed. What gives the same wherever it stands takes
//! part everywhere, loads from what no shader writes included. A load from other memory stands for a later one in the
//! same block, and a store for a load of what it stored, until something writes what may be the same memory. Two pointers
//! into one variable behind equally many indices, all constant, lead to different places, as equal ones are one value.
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

use crate::cx::PassCx;
use crate::edit::Renames;
use crate::memory::{self, Place};
use hashbrown::HashTable;
use hlslc_ir::context::Context;
use hlslc_ir::ops::effects::Memory;
use hlslc_ir::{Block, Function, Imm, Inst, Module, Op, Type, Value};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// An operation on values. The operands stay where they are: most operations are met once.
#[derive(Clone, Copy)]
struct Key {
    op: Op,
    imm: Imm,
    ty: Type,
    args: Args,
    /// When the memory it reads was last written, as far as is known; 0 for what is never written.
    written: u32,
}

/// Operands.
#[derive(Clone, Copy)]
enum Args {
    /// Those of an instruction.
    Of(Inst),
    /// One value.
    One(Value),
}

impl Args {
    fn get<'a>(&'a self, func: &'a Function) -> &'a [Value] {
        match self {
            Self::Of(inst) => func.args(*inst),
            Self::One(value) => std::slice::from_ref(value),
        }
    }
}

impl Key {
    fn hash(&self, func: &Function) -> u64 {
        let mut hasher = FxHasher::default();
        hasher.write_u64(u64::from(self.ty.as_u32()) << 32 | self.op as u64);
        hasher.write_u32(self.written);
        // Most have none.
        if self.imm != Imm::None {
            self.imm.hash(&mut hasher);
        }
        let args = self.args.get(func);
        if self.op.info().commutative {
            // The same in whatever order.
            let all = args.iter().map(|arg| u64::from(arg.as_u32()).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            hasher.write_u64(all.fold(0, u64::wrapping_add));
        } else {
            for arg in args {
                hasher.write_u32(arg.as_u32());
            }
        }
        hasher.finish()
    }

    fn equals(&self, other: &Self, func: &Function) -> bool {
        if (self.op, self.ty, self.written, self.imm) != (other.op, other.ty, other.written, other.imm) {
            return false;
        }
        match (self.args.get(func), other.args.get(func)) {
            (&[a, b], &[c, d]) if self.op.info().commutative => (a, b) == (c, d) || (a, b) == (d, c),
            (these, those) => these == those,
        }
    }
}

/// What was computed, and where.
struct Known {
    key: Key,
    home: Block,
    value: Value,
}

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let (cfg, dominators) = (cx.analyses.cfg(func), cx.analyses.dominators(func));
    // As large as it can get: to grow is to hash all that is in it again.
    let count = func.layout.iter().map(|&block| func.blocks[block].insts.len()).sum();
    let mut known: HashTable<Known> = HashTable::with_capacity(count);
    let mut clock = Clock::default();
    let mut renames = Renames::default();
    for &block in dominators.pre_order() {
        clock.forget();
        let mut insts = std::mem::take(&mut func.blocks[block].insts);
        insts.retain(|&inst| {
            renames.apply_inst(func, inst);
            let Some(written) = clock.written(&module.ctx, func, inst) else {
                if let Some((key, value)) = clock.write(&module.ctx, func, inst) {
                    let (hash, new) = (key.hash(func), Known { key, home: block, value });
                    match known.find_mut(hash, |known| known.key.equals(&key, func)) {
                        Some(old) => *old = new,
                        None => drop(known.insert_unique(hash, new, |known| known.key.hash(func))),
                    }
                }
                return true;
            };
            let Some(result) = func.result(inst) else { return true };
            let data = &func.insts[inst];
            let (op, flags) = (data.op, data.flags);
            let key = Key { op, imm: data.imm, ty: data.ty, args: Args::Of(inst), written };
            let (hash, new) = (key.hash(func), Known { key, home: block, value: result });
            let value = match known.find_mut(hash, |known| known.key.equals(&key, func)) {
                Some(old) if dominators.dominates(old.home, block) => old.value,
                Some(old) => {
                    *old = new;
                    return true;
                }
                None => {
                    known.insert_unique(hash, new, |known| known.key.hash(func));
                    return true;
                }
            };
            renames.rename(result, value);
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
        if !memory::repeats(op) {
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

    /// Notes what an instruction writes. If it stores a value that can be loaded again, what a load there would be.
    fn write(&mut self, ctx: &Context, func: &Function, inst: Inst) -> Option<(Key, Value)> {
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
        let key = Key { op: Op::Load, imm: Imm::None, ty: func.ty(value), args: Args::One(pointer), written: self.now };
        // What other lanes write is not seen by itself; what is a resource may convert what is stored.
        place.sorts.difference(Memory::VARIABLE | Memory::GROUPSHARED).is_empty().then_some((key, value))
    }
}
