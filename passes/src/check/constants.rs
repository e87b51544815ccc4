//! Rejects operands that must be constants and are not, by the rows of [`legality`](crate::analysis::legality); and
//! atomic operations on memory of one thread, which no target supports.
//!
//! Input: any function. Output: the same function, and an error for each operation that a row forbids. Cost: linear.

use crate::errors;
use crate::run::pass::PassCx;
use hlslc_ir::context::Context;
use hlslc_ir::ops::OpSet;
use hlslc_ir::{AddressSpace, Const, ConstData, Function, Module, Op, Value};

/// The atomic operations on memory at a pointer.
const ATOMICS: OpSet = OpSet::of(&[Op::AtomicRmw, Op::AtomicCmpXchg]);

/// Whether a pointer points to memory of one thread.
fn is_of_one_thread(ctx: &Context, func: &Function, pointer: Value) -> bool {
    use AddressSpace::{Constant, Function, Input, Output, Private};
    let space = ctx.pointee(func.ty(pointer)).map(|(_, space)| space);
    matches!(space, Some(Function | Private | Constant | Input | Output))
}

/// Reports the operands that must be constants and are not, and atomic operations on memory of one thread.
pub(crate) fn run(module: &Module, func: &Function, cx: &mut PassCx<'_>) {
    let (limits, model) = (cx.options.target.limits(), cx.options.model);
    let mut limited = ATOMICS;
    limits.constants.iter().for_each(|row| limited.insert(row.op));
    if !func.may_hold(&limited) {
        return;
    }
    let cfg = cx.analyses.cfg(func);
    for &inst in cfg.reverse_post_order().iter().flat_map(|&block| &func.blocks[block].insts) {
        let op = func.insts[inst].op;
        if ATOMICS.contains(op) && is_of_one_thread(&module.ctx, func, func.args(inst)[0]) {
            cx.diagnostics.push(errors::not_shared(module.ctx.span(func.insts[inst].loc)));
        }
        let row = limits.row(op).filter(|row| row.free_from.is_none_or(|free| model < free));
        let Some(row) = row else { continue };
        // What comes from DXIL is split already, and the rows say where operands are before that.
        if op.takes_rows_of_scalars() && op.info().args().is_some_and(|count| func.args(inst).len() > count) {
            continue;
        }
        let Some(&arg) = func.args(inst).get(row.operand) else { continue };
        let span = module.ctx.span(func.insts[inst].loc);
        let is_known = |id: &Const| row.may_be_undefined || *module.ctx.const_data(*id).1 != ConstData::Undef;
        let Some(constant) = func.as_const(arg).filter(is_known) else {
            if row.may_vary {
                continue;
            }
            cx.diagnostics.push(errors::not_constant(span, row.what, limits.name));
            continue;
        };
        if let Some((least, most)) = row.range
            && let Some(found) = components(&module.ctx, constant).into_iter().find(|n| !(least..=most).contains(n))
        {
            cx.diagnostics.push(errors::constant_range(span, row.what, found, least, most));
        }
    }
}

/// The scalars in a constant, without undefined ones.
fn components(ctx: &Context, constant: Const) -> Vec<i32> {
    let parts = match ctx.const_data(constant).1 {
        ConstData::Composite(parts) => parts.as_slice(),
        ConstData::Scalar(_) | ConstData::Zero | ConstData::Undef => &[],
    };
    let scalars = parts.iter().chain([&constant]).filter_map(|&part| ctx.scalar_bits(part));
    scalars.map(|bits| bits as i32).collect()
}
