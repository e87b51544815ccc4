//! Gives a value to what the source leaves undefined, where DXIL does not let it be. For DXIL.
//!
//! Comes in: scalar code. Goes out: no operation or branch has an undefined operand: it is zero instead, which is as
//! good as any, and no output is given an undefined value: it is not written. Only where the op table says that an undefined operand means something does it stay: no offset, no
//! sample number. Cost: linear.
//!
//! ```text
//! %v1 = icmp.eq i32 %v0, undef     =>     %v1 = icmp.eq i32 %v0, 0
//! ```

use crate::cx::PassCx;
use hlslc_ir::context::{ConstData, Context};
use hlslc_ir::{Block, Function, Module, Op, Terminator, Value};

pub(crate) fn run(module: &mut Module, func: &mut Function, _: &mut PassCx<'_>) -> bool {
    let mut changed = false;
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        changed |= drop_undefined_outputs(&module.ctx, func, block);
        for at in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[at];
            if func.insts[inst].op.info().keeps_undefined {
                continue;
            }
            for operand in 0..func.args(inst).len() {
                let value = func.args(inst)[operand];
                if let Some(zero) = settled(&mut module.ctx, func, value) {
                    func.args_mut(inst)[operand] = zero;
                    changed = true;
                }
            }
        }
        let (Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. }) = func.blocks[block].terminator
        else {
            continue;
        };
        let Some(zero) = settled(&mut module.ctx, func, value) else { continue };
        if let Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } =
            &mut func.blocks[block].terminator
        {
            *value = zero;
            changed = true;
        }
    }
    changed
}

/// Drops what gives outputs no value: they are not written then, as in DXC.
fn drop_undefined_outputs(ctx: &Context, func: &mut Function, block: Block) -> bool {
    let mut insts = std::mem::take(&mut func.blocks[block].insts);
    let before = insts.len();
    insts.retain(|&inst| {
        let stored = func.args(inst).last().filter(|_| func.insts[inst].op == Op::StoreOutput);
        !stored.and_then(|&value| func.as_const(value)).is_some_and(|id| *ctx.const_data(id).1 == ConstData::Undef)
    });
    let changed = insts.len() != before;
    func.blocks[block].insts = insts;
    changed
}

/// Zero for an undefined scalar.
fn settled(ctx: &mut Context, func: &mut Function, value: Value) -> Option<Value> {
    let id = func.as_const(value)?;
    let ty = func.ty(value);
    if *ctx.const_data(id).1 != ConstData::Undef || ctx.scalar_of(ty).is_none() {
        return None;
    }
    let zero = ctx.constant(ty, ConstData::Zero);
    Some(func.constant(ctx, zero))
}
