//! Simplifies operands by their demanded bits (compare LLVM's `SimplifyDemandedBits`): bypasses operations on integers
//! that only change bits which their user does not demand.
//!
//! Input: any function. Output: no operand is a mask that only clears bits which its user ignores, nor an `or` or `xor`
//! that only sets or flips such bits; an `and` or a shift by a constant of which no bit is demanded is zero. At most 16 operations
//! are bypassed for one operand. `(x & 0xff00) >> 8 & 31` demands five bits
//! of `x >> 8`, and a shift demands none of the bits that it shifts out. Each use is examined by itself, so other users of
//! an operand see it unchanged, and an operation without uses is removed by the next [`dce`](crate::flow::dce). A block parameter
//! demands all bits.
//!
//! A backward walk visits users before their operands, except across jumps. Cost: linear.
//!
//! ```text
//! %v1 = and i32 %v0, 65280
//! %v2 = lshr i32 %v1, 8              =>   %v2 = lshr i32 %v0, 8
//! %v3 = and i32 %v2, 31                   %v3 = and i32 %v2, 31
//! ```

use crate::run::pass::PassCx;
use crate::scalar::rules::{all_bits, splat, splat_bits};
use cranelift_entity::SecondaryMap;
use hlslc_ir::context::Context;
use hlslc_ir::{Function, Inst, Module, Op, Value};

/// The most operations that one operand bypasses.
const MOST_BYPASSED: usize = 16;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let ctx = &mut module.ctx;
    // Without a bitwise operation on a constant, only shifts demand fewer than all bits, and those rarely demand none.
    let is_mask = |&inst: &Inst| {
        let by_constant =
            || func.args(inst).get(1).and_then(|&mask| all_bits(ctx, func, mask).zip(func.as_const(mask)));
        matches!(func.insts[inst].op, Op::And | Op::Or | Op::Xor) && by_constant().is_some()
    };
    if !func.layout.iter().any(|&block| func.blocks[block].insts.iter().any(is_mask)) {
        return false;
    }
    let cfg = cx.analyses.cfg(func);
    let mut changed = false;
    // For each value, the bits that the users visited so far demand.
    let mut read: SecondaryMap<Value, u64> = SecondaryMap::new();
    for &block in cfg.reverse_post_order().iter().rev() {
        func.blocks[block].terminator.values().for_each(|value| read[value] = u64::MAX);
        for at in (0..func.blocks[block].insts.len()).rev() {
            let inst = func.blocks[block].insts[at];
            for index in 0..func.args(inst).len() {
                let operand = func.args(inst)[index];
                let bits = bits_read(ctx, func, inst, index, &read);
                let left = bypass_unread(ctx, func, operand, bits);
                if left != operand {
                    func.args_mut(inst)[index] = left;
                    changed = true;
                }
                read[left] |= bits;
            }
        }
    }
    changed
}

/// The bits of an operand on which the demanded bits of the result depend.
fn bits_read(ctx: &Context, func: &Function, inst: Inst, index: usize, read: &SecondaryMap<Value, u64>) -> u64 {
    const ALL: u64 = u64::MAX;
    let args = func.args(inst);
    if func.insts[inst].op == Op::F16ToF32 {
        return 0xffff;
    }
    let Some((result, all)) = func.result(inst).and_then(|result| Some((result, all_bits(ctx, func, result)?))) else {
        return ALL;
    };
    let result = read[result] & all;
    let constant = || args.get(1).and_then(|&arg| splat_bits(ctx, func, arg));
    let by = || constant().filter(|&by| by < u64::from(all.count_ones()));
    match (func.insts[inst].op, index) {
        (Op::And, 0) => result & constant().unwrap_or(ALL),
        (Op::Or, 0) => result & !constant().unwrap_or(0),
        (Op::And | Op::Or | Op::Xor, _) | (Op::Select, 1 | 2) => result,
        // Carries go upwards, so a bit of the result depends on the bits of the operands at its position and below.
        (Op::Add | Op::Sub | Op::Mul, _) => ALL.checked_shr(result.leading_zeros()).unwrap_or(0),
        (Op::Shl, 0) => by().map_or(ALL, |by| result >> by),
        (Op::LShr, 0) => by().map_or(ALL, |by| result << by & all),
        (Op::AShr, 0) => by().map_or(ALL, |by| {
            // The upper bits of the result are copies of the sign.
            let sign = if result & !(all >> by) == 0 { 0 } else { all ^ all >> 1 };
            result << by & all | sign
        }),
        (Op::Trunc, 0) => result,
        (Op::ZExt, 0) => all_bits(ctx, func, args[0]).map_or(ALL, |bits| result & bits),
        _ => ALL,
    }
}

/// The value that may replace an operand of which only some bits are demanded.
fn bypass_unread(ctx: &mut Context, func: &mut Function, operand: Value, read: u64) -> Value {
    let Some(all) = all_bits(ctx, func, operand) else { return operand };
    let read = read & all;
    let mut at = operand;
    for _ in 0..MOST_BYPASSED {
        let Some(inst) = func.as_inst(at) else { break };
        let &[of, by] = func.args(inst) else { break };
        let Some(constant) = splat_bits(ctx, func, by) else { break };
        let op = func.insts[inst].op;
        let shifts = |by: Op| op == by && constant < u64::from(all.count_ones());
        let nothing = op == Op::And && read & constant == 0
            || shifts(Op::Shl) && read & (all << constant) == 0
            || shifts(Op::LShr) && read & (all >> constant) == 0;
        if nothing {
            return splat(ctx, func, func.ty(operand), 0);
        }
        let same = op == Op::And && read & !constant == 0 || matches!(op, Op::Or | Op::Xor) && read & constant == 0;
        if !same {
            break;
        }
        at = of;
    }
    at
}
