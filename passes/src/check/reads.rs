//! Rejects sums and products of floats that have an undefined operand.
//!
//! Input: scalar code in SSA form, in which variables have become values. Output: the same code. The first addition,
//! subtraction or multiplication of floats that is not dead and has an undefined operand is an error. DXC's optimiser gives
//! a value to almost every other operation with an undefined operand, and so do later passes here; these it keeps, and its
//! validator rejects them.
//!
//! ```text
//! float3 spec; color += spec * light;      // the product is reported
//! ```
//!
//! A quotient and a reinterpretation of an undefined value are undefined. A product of undefined values and constants alone
//! is reported where it is used, and a product of such products is not: the validator looks that far, and this pass accepts
//! what DXC accepts. If a branch depends on an undefined value, DXC may take either edge, so nothing is reported for that
//! function. A block parameter counts as undefined only if all its incoming values are. Cost: linear, and nothing if no
//! value is undefined.

use crate::dxil::settle_undefined::STAYS_UNDEFINED;
use crate::errors;
use crate::flow::dce;
use crate::run::pass::PassCx;
use hlslc_ir::context::ConstData;
use hlslc_ir::types::Scalar;
use hlslc_ir::{Function, Inst, Module, Op, Value};
use rustc_hash::FxHashMap;

/// Runs the check.
pub(crate) fn run(module: &Module, func: &Function, cx: &mut PassCx<'_>) {
    if !cx.options.checks_reads || !func.constants().any(|id| *module.ctx.const_data(id).1 == ConstData::Undef) {
        return;
    }
    let mut reads = undefined_operands(module, func);
    if !reads.is_empty() {
        let is_live = dce::live_insts(&module.ctx, func, cx.analyses);
        reads.retain(|&inst| is_live[inst]);
        let spans = reads.iter().map(|&inst| module.ctx.span(func.insts[inst].loc));
        if let Some(first) = spans.min_by_key(|span| (span.lo, span.hi)) {
            cx.diagnostics.push(errors::nothing_is_read(first));
        }
    }
}

/// The kind of an undefined value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// It is undefined.
    Nothing,
    /// It is a product of undefined values and constants.
    Mixed,
    /// It is a product of such products.
    Deep,
}

/// The sums, differences and products of floats with an undefined operand and one that is neither undefined nor
/// constant.
fn undefined_operands(module: &Module, func: &Function) -> Vec<Inst> {
    let is_undefined =
        |value: Value| func.as_const(value).is_some_and(|id| *module.ctx.const_data(id).1 == ConstData::Undef);
    let mut known: FxHashMap<Value, Known> = FxHashMap::default();
    let mut reads = Vec::new();
    for &block in &func.layout {
        for &inst in &func.blocks[block].insts {
            let op = func.insts[inst].op;
            let undefined = |value: &Value| {
                if is_undefined(*value) { Some(Known::Nothing) } else { known.get(value).copied() }
            };
            let args = func.args(inst);
            if !args.iter().any(|arg| undefined(arg).is_some()) {
                continue;
            }
            let is_open = |value: &Value| undefined(value).is_none() && func.as_const(*value).is_none();
            let has = |what: Known| args.iter().any(|arg| undefined(arg) == Some(what));
            let is_sum = matches!(op, Op::FAdd | Op::FSub | Op::FMul);
            let result = if is_sum && args.iter().any(is_open) {
                if has(Known::Nothing) || has(Known::Mixed) {
                    reads.push(inst);
                }
                continue;
            } else if is_sum || op == Op::FNeg {
                if has(Known::Mixed) || has(Known::Deep) { Known::Deep } else { Known::Mixed }
            } else if STAYS_UNDEFINED.contains(op) && has(Known::Nothing) {
                Known::Nothing
            } else if module.ctx.scalar_of(func.insts[inst].ty) == Some(Scalar::Bool) {
                return Vec::new();
            } else {
                continue;
            };
            known.extend(func.result(inst).map(|value| (value, result)));
        }
        let condition = func.blocks[block].terminator.operand();
        if condition.is_some_and(|value| is_undefined(value) || known.contains_key(&value)) {
            return Vec::new();
        }
    }
    reads
}
