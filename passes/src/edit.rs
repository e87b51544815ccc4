//! Provides edits of functions that several passes need: renaming of values, copies of blocks, rematerialisation; and
//! dense tables.
//!
//! Input: a function. Output: the function with one change made everywhere. Invariant: nothing here decides whether a
//! change pays.

pub(crate) mod copy_blocks;
pub(crate) mod leaves;
pub(crate) mod remake;

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};
use hlslc_ir::cfg::Cfg;
use hlslc_ir::{Block, Func, Function, Inst, Module, Value, ValueDef};

/// Calls `f` for every function with a body.
pub(crate) fn each_function(module: &mut Module, mut f: impl FnMut(&mut Module, Func, &mut Function) -> bool) -> bool {
    let mut changed = false;
    let ids: Vec<Func> = module.funcs.keys().filter(|&id| !module.funcs[id].layout.is_empty()).collect();
    for id in ids {
        changed |= with_function(module, id, |module, func| f(module, id, func));
    }
    changed
}

/// Calls `f` with a function, which is moved out of the module for the duration of the call.
pub(crate) fn with_function<T>(module: &mut Module, id: Func, f: impl FnOnce(&mut Module, &mut Function) -> T) -> T {
    let empty = Function::new(String::new(), module.ctx.void(), module.ctx.no_loc());
    let func = std::mem::replace(&mut module.funcs[id], empty);
    let mut taken = Taken { module, id, func };
    f(taken.module, &mut taken.func)
}

/// A function that was moved out of its module, and is moved back even if a pass panics.
struct Taken<'m> {
    module: &'m mut Module,
    id: Func,
    func: Function,
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        std::mem::swap(&mut self.module.funcs[self.id], &mut self.func);
    }
}

/// A table with a row for each existing value.
pub(crate) fn by_value<T: Clone>(func: &Function, row: T) -> SecondaryMap<Value, T> {
    let mut table = SecondaryMap::with_default(row);
    table.resize(func.values.len());
    table
}

/// A table with a row for each existing block.
pub(crate) fn by_block<T: Clone>(func: &Function, row: T) -> SecondaryMap<Block, T> {
    let mut table = SecondaryMap::with_default(row);
    table.resize(func.blocks.len());
    table
}

/// A table with a row for each existing instruction.
pub(crate) fn by_inst<T: Clone>(func: &Function, row: T) -> SecondaryMap<Inst, T> {
    let mut table = SecondaryMap::with_default(row);
    table.resize(func.insts.len());
    table
}

/// The number of uses of each value, by instructions and terminators.
pub(crate) fn use_counts(func: &Function) -> SecondaryMap<Value, u32> {
    let mut uses = by_value(func, 0);
    for &block in &func.layout {
        let args = func.blocks[block].insts.iter().flat_map(|&inst| func.args(inst).iter().copied());
        args.chain(func.blocks[block].terminator.values()).for_each(|value| uses[value] += 1);
    }
    uses
}

/// The block of each instruction.
pub(crate) fn homes(func: &Function) -> SecondaryMap<Inst, PackedOption<Block>> {
    let mut homes = by_inst(func, PackedOption::default());
    for &block in &func.layout {
        func.blocks[block].insts.iter().for_each(|&inst| homes[inst] = block.into());
    }
    homes
}

/// Replacements of values (a union-find structure).
#[derive(Debug, Default)]
pub(crate) struct Renames {
    to: SecondaryMap<Value, PackedOption<Value>>,
    any: bool,
}

impl Renames {
    /// Replaces `from` by `to`.
    pub fn rename(&mut self, from: Value, to: Value) {
        let to = self.find(to);
        if from != to {
            if self.to.get(from).is_none() {
                // Later values are mostly renamed next, so the table grows in steps.
                self.to.resize((from.index() + 1).next_power_of_two().max(64));
            }
            self.to[from] = to.into();
            self.any = true;
        }
    }

    /// Removes the replacements of these values, which must be all that were renamed.
    pub fn forget(&mut self, renamed: impl Iterator<Item = Value>) {
        for value in renamed {
            if self.to.get(value).is_some() {
                self.to[value] = None.into();
            }
        }
        self.any = false;
    }

    /// The replacement of a value. Compresses the path that it follows.
    #[inline]
    pub fn find(&mut self, value: Value) -> Value {
        let mut root = value;
        while let Some(next) = self.to[root].expand() {
            root = next;
        }
        let mut at = value;
        while let Some(next) = self.to[at].expand() {
            self.to[at] = root.into();
            at = next;
            if at == root {
                break;
            }
        }
        root
    }

    /// Whether any value was renamed.
    #[inline]
    pub fn any(&self) -> bool {
        self.any
    }

    /// Applies the renames to the operands of one instruction.
    #[inline]
    pub fn apply_inst(&mut self, func: &mut Function, inst: Inst) {
        if !self.any {
            return;
        }
        for value in func.args_mut(inst) {
            *value = self.find(*value);
        }
    }

    /// Applies the renames to the terminator of a block.
    pub fn apply_terminator(&mut self, func: &mut Function, block: Block) {
        if !self.any {
            return;
        }
        func.blocks[block].terminator.map_values(|value| self.find(value));
    }

    /// Applies the renames to a whole function.
    pub fn apply(&mut self, func: &mut Function) {
        if !self.any {
            return;
        }
        for index in 0..func.layout.len() {
            let block = func.layout[index];
            for at in 0..func.blocks[block].insts.len() {
                self.apply_inst(func, func.blocks[block].insts[at]);
            }
            self.apply_terminator(func, block);
        }
        func.debug.rename(|value| self.find(value));
    }

    /// Applies the renames where the operands of all reachable instructions were renamed already, in an order in which
    /// definitions precede uses: only terminators and unreachable blocks remain.
    pub fn apply_rest(&mut self, func: &mut Function, cfg: &Cfg) {
        if !self.any {
            return;
        }
        for index in 0..func.layout.len() {
            let block = func.layout[index];
            if !cfg.is_reachable(block) {
                for at in 0..func.blocks[block].insts.len() {
                    self.apply_inst(func, func.blocks[block].insts[at]);
                }
            }
            self.apply_terminator(func, block);
        }
        func.debug.rename(|value| self.find(value));
    }
}

/// Changes the type of a value and of the instruction that defines it.
pub(crate) fn set_type(func: &mut Function, value: Value, ty: hlslc_ir::Type) {
    func.values[value].ty = ty;
    if let ValueDef::Inst(inst) = func.values[value].def {
        func.insts[inst].ty = ty;
    }
}
