//! Clamps constant sampling biases to the range of Direct3D, as DXC does. For DXIL.
//!
//! Input: any code, scalar or not. Output: every constant bias lies between -16 and 15.99. Cost: one visit of each
//! instruction.
//!
//! ```text
//! resource.samplebias %t, %s, %uv, 0, 20.0, undef     =>     resource.samplebias %t, %s, %uv, 0, 15.99, undef
//! ```

use crate::run::pass::PassCx;
use hlslc_ir::ops::OpSet;
use hlslc_ir::{Function, Module, Op};

/// Least and greatest bias.
const BIASES: (f32, f32) = (-16.0, 15.99);
/// Position of the bias among the operands, from the last one.
const BIAS: usize = 2;

/// Runs the pass.
pub(crate) fn run(module: &mut Module, func: &mut Function, _: &mut PassCx<'_>) -> bool {
    const BIASED: OpSet = OpSet::of(&[Op::SampleBias, Op::WriteFeedbackBias]);
    let mut changed = false;
    if !func.may_hold(&BIASED) {
        return false;
    }
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        for at in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[at];
            if !matches!(func.insts[inst].op, Op::SampleBias | Op::WriteFeedbackBias) {
                continue;
            }
            let Some(position) = func.args(inst).len().checked_sub(BIAS) else { continue };
            let Some(&bias) = func.args(inst).get(position) else { continue };
            let Some(bits) = func.const_bits(&module.ctx, bias) else { continue };
            let wanted = f32::from_bits(bits as u32);
            let clamped = wanted.clamp(BIASES.0, BIASES.1);
            if clamped != wanted && !wanted.is_nan() {
                let constant = module.ctx.const_f32(clamped);
                func.args_mut(inst)[position] = func.constant(&module.ctx, constant);
                changed = true;
            }
        }
    }
    changed
}
