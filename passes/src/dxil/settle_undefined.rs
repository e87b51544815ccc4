//! Replaces undefined operands by values where DXIL does not allow them. For DXIL.
//!
//! Input: scalar code. Output: no operation or branch has an undefined operand. Zero replaces it, which is as good as any
//! value, except where a comparison or a select depends on it, which behaves as in DXC, since shaders were tested with
//! that: an undefined float is NaN; an undefined integer is neither less nor greater, and its equality is undefined
//! itself; a select on an undefined condition takes its first operand, and a branch its second edge. An output is not
//! written if its value is undefined, except in a mesh shader, whose signature counts stored elements as written (as
//! DXC's does). A value that is stored to a resource stays undefined: that is an error of the user, which is reported
//! when the store is emitted. An undefined operand also stays where the op table gives it a meaning: no offset, no
//! sample index. Cost: linear.
//!
//! ```text
//! %v1 = add i32 %v0, undef                =>     %v1 = add i32 %v0, 0
//! %v2 = icmp.eq i32 %v0, undef            =>     %v3 = select i1 true, i32 %v0, 7
//! %v3 = select i1 %v2, i32 %v0, 7
//! ```

use crate::edit::Renames;
use crate::run::pass::PassCx;
use hlslc_base::Stage;
use hlslc_ir::context::{ConstData, Context};
use hlslc_ir::ops::comparison::{Compared, Comparison};
use hlslc_ir::ops::{OpSet, fold};
use hlslc_ir::{Block, Function, Inst, Module, Op, Terminator, Value};
use rustc_hash::FxHashSet;

/// Operations whose result is undefined if an operand is.
pub(crate) const STAYS_UNDEFINED: OpSet = OpSet::of(&[Op::FDiv, Op::Bitcast, Op::Add, Op::Sub, Op::Xor]);

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let mut changed = false;
    let mut renames = Renames::default();
    if !func.constants().any(|id| *module.ctx.const_data(id).1 == ConstData::Undef) {
        return false;
    }
    // Results of operations on undefined operands that are undefined themselves.
    let mut undefined: FxHashSet<Value> = FxHashSet::default();
    let is_mesh = module.entries.iter().any(|entry| entry.func == cx.func && entry.stage() == Stage::Mesh);
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        if !is_mesh {
            changed |= drop_undefined_outputs(&module.ctx, func, block);
        }
        for at in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[at];
            renames.apply_inst(func, inst);
            if func.insts[inst].op.info().keeps_undefined {
                continue;
            }
            let op = func.insts[inst].op;
            if let Some(comparison) = op.comparison() {
                changed |= settle_comparison(&mut module.ctx, func, inst, comparison, &mut renames);
            }
            let is_open = |&value: &Value| undefined.contains(&value) || is_undefined(&module.ctx, func, value);
            if STAYS_UNDEFINED.contains(op) && func.args(inst).iter().any(is_open) {
                undefined.extend(func.result(inst));
            }
            // What is stored to memory must have a value; the error is reported when the store is emitted.
            let stored_from = if op == Op::StoreTyped || (op == Op::StoreOutput && is_mesh) {
                2
            } else if op == Op::StoreRaw {
                3
            } else {
                func.args(inst).len()
            };
            for operand in stored_from..func.args(inst).len() {
                let value = func.args(inst)[operand];
                if undefined.contains(&value) {
                    let undef = module.ctx.constant(func.ty(value), ConstData::Undef);
                    func.args_mut(inst)[operand] = func.constant(&module.ctx, undef);
                    changed = true;
                }
            }
            for operand in 0..stored_from {
                let value = func.args(inst)[operand];
                if (op, operand) == (Op::Select, 0) && is_undefined(&module.ctx, func, value) {
                    let first = module.ctx.constant(func.ty(value), ConstData::Scalar(1));
                    func.args_mut(inst)[operand] = func.constant(&module.ctx, first);
                    changed = true;
                }
                if let Some(zero) = settled(&mut module.ctx, func, func.args(inst)[operand]) {
                    func.args_mut(inst)[operand] = zero;
                    changed = true;
                }
            }
        }
        let (Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. }) = func.blocks[block].terminator
        else {
            continue;
        };
        let value = renames.find(value);
        let Some(zero) = settled(&mut module.ctx, func, value) else { continue };
        if let Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } =
            &mut func.blocks[block].terminator
        {
            *value = zero;
            changed = true;
        }
    }
    renames.apply(func);
    changed
}

/// Settles a comparison with an undefined operand.
fn settle_comparison(
    ctx: &mut Context,
    func: &mut Function,
    inst: Inst,
    comparison: Comparison,
    renames: &mut Renames,
) -> bool {
    let &[a, b] = func.args(inst) else { return false };
    let open = [a, b].map(|value| is_undefined(ctx, func, value));
    if open == [false; 2] {
        return false;
    }
    let ty = func.ty(a);
    match (comparison.of, ctx.scalar_of(ty), func.result(inst)) {
        (Compared::Bits, _, Some(result)) => {
            let undefined = ctx.constant(func.ty(result), ConstData::Undef);
            renames.rename(result, func.constant(ctx, undefined));
        }
        (Compared::Floats, Some(scalar), _) => {
            let nan = ctx.constant(ty, ConstData::Scalar(fold::from_f64(scalar, f64::NAN)));
            for operand in (0..2).filter(|&operand| open[operand]) {
                func.args_mut(inst)[operand] = func.constant(ctx, nan);
            }
        }
        _ => {
            let other = if open[0] { b } else { a };
            func.args_mut(inst).fill(other);
        }
    }
    true
}

/// Removes stores of undefined values to outputs, as in DXC.
fn drop_undefined_outputs(ctx: &Context, func: &mut Function, block: Block) -> bool {
    func.retain_insts(block, |func, inst| {
        let stored = func.args(inst).last().filter(|_| func.insts[inst].op == Op::StoreOutput);
        !stored.is_some_and(|&value| is_undefined(ctx, func, value))
    })
}

fn is_undefined(ctx: &Context, func: &Function, value: Value) -> bool {
    func.as_const(value).is_some_and(|id| *ctx.const_data(id).1 == ConstData::Undef)
}

/// Zero in place of an undefined scalar.
fn settled(ctx: &mut Context, func: &mut Function, value: Value) -> Option<Value> {
    let id = func.as_const(value)?;
    let ty = func.ty(value);
    if *ctx.const_data(id).1 != ConstData::Undef || ctx.scalar_of(ty).is_none() {
        return None;
    }
    let zero = ctx.constant(ty, ConstData::Zero);
    Some(func.constant(ctx, zero))
}
