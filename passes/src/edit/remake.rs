//! Rematerialises addresses and handles at their uses (Briggs, Cooper, Torczon: "Rematerialization", 1992).
//!
//! No target can keep a pointer or a handle in a variable or select one at a join, so the verifier forbids parameters of
//! these types. Their operands (the index of an array, the element of a buffer) are numbers, which can be parameters. A
//! pass that changes the graph so that a definition no longer dominates a use therefore keeps the address where it is, and
//! repeats the operations that compute it at the start of the block of the use.
//!
//! Input: a block, and the values that do not dominate it any more. Output: instructions for its start, and a map of the
//! replaced values. Cost: linear in the operations that are repeated.
//!
//! ```text
//! block1:                                    block1:
//!   %v1 = gep ptr(function, …) %v0, i32 %i     …
//!   …                                   =>   block2:
//! block2:                                      %v2 = gep ptr(function, …) %v0, i32 %i
//!   %v3 = load ptr(function, i32) %v1          %v3 = load ptr(function, i32) %v2
//! ```

use crate::edit::Renames;
use cranelift_entity::EntityList;
use hlslc_ir::context::Context;
use hlslc_ir::{Function, Inst, InstData, Op, Value};
use rustc_hash::FxHashSet;

/// The operation that computes an address or handle, if it can be repeated elsewhere. An `alloca` cannot, as each is
/// another variable, nor can a load of a handle.
pub(crate) fn maker(ctx: &Context, func: &Function, value: Value) -> Option<Inst> {
    let inst = func.as_inst(value)?;
    let op = func.insts[inst].op;
    (ctx.is_address(func.ty(value)) && op.is_pure() && op != Op::Alloca).then_some(inst)
}

/// The instructions that a block needs at its start in place of values that do not dominate it.
#[derive(Default)]
pub(crate) struct Remade {
    /// In the order of their dependences.
    pub insts: Vec<Inst>,
    /// The replacements of the values in this block.
    pub renames: Renames,
    done: FxHashSet<Value>,
}

impl Remade {
    /// Starts with another block, reusing the memory.
    pub fn restart(&mut self) {
        self.insts.clear();
        self.renames.forget(self.done.drain());
    }

    /// Makes `value` available: an address is recomputed, after those of its operands that are `lost`, too; other
    /// values come from `fetch`.
    pub fn provide(
        &mut self,
        ctx: &mut Context,
        func: &mut Function,
        value: Value,
        lost: impl Fn(Value) -> bool,
        mut fetch: impl FnMut(&mut Context, &mut Function, Value) -> Inst,
    ) {
        // Whether the operands of a value have been pushed.
        let mut work = vec![(value, false)];
        while let Some((value, ready)) = work.pop() {
            if self.done.contains(&value) {
                continue;
            }
            let new = match maker(ctx, func, value) {
                Some(_) if !ready => {
                    work.push((value, true));
                    let inst = func.as_inst(value).into_iter();
                    let args = inst.flat_map(|inst| func.args(inst)).copied();
                    work.extend(args.filter(|&arg| lost(arg)).map(|arg| (arg, false)));
                    continue;
                }
                Some(inst) => self.copy(func, inst),
                None => fetch(ctx, func, value),
            };
            self.done.insert(value);
            self.insts.push(new);
            if let Some(result) = func.result(new) {
                self.renames.rename(value, result);
            }
        }
    }

    /// Repeats an operation with the replacements of its operands.
    fn copy(&mut self, func: &mut Function, inst: Inst) -> Inst {
        let args: Vec<Value> = func.args(inst).iter().map(|&arg| self.renames.find(arg)).collect();
        let args = EntityList::from_slice(&args, &mut func.pool);
        let result = func.result(inst).map(|result| func.values.push(func.values[result]));
        func.restore_inst(InstData { args, ..func.insts[inst].clone() }, result)
    }
}
