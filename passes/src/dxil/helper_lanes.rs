//! Computes whether a lane is a helper lane where the target has no operation for it. For DXIL.
//!
//! Input: any code. Output: `ishelperlane` occurs only in pixel shaders of shader model 6.6 and later, and in functions of a
//! library that has pixel shaders, which they may call. Other stages have no helper lanes. Before 6.6, a lane is a helper lane if it covers no sample at the start, or was discarded; a
//! variable records that, as in DXC. Cost: linear.
//!
//! ```text
//! discard i1 %v0                           =>   %v5 = or i1 %v4, %v0 … store … discard i1 %v0
//! %v1 = ishelperlane                            %v1 = load ptr(function, i1) %v2
//! ```

use crate::edit::Renames;
use crate::run::pass::PassCx;
use hlslc_base::{ShaderModel, Stage};
use hlslc_ir::ops::OpSet;
use hlslc_ir::{Builder, Function, Imm, Module, Op, Value};

/// The first shader model with the operation.
const NATIVE: ShaderModel = ShaderModel::new(6, 6);

/// The operations that the pass replaces.
const REPLACED: OpSet = OpSet::of(&[Op::IsHelperLane]);

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let is_replaced = |op: Op| op == Op::IsHelperLane;
    let mut insts = func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
    if !func.may_hold(&REPLACED) || !insts.any(|&inst| is_replaced(func.insts[inst].op)) {
        return false;
    }
    let is_native = cx.options.model >= NATIVE;
    let has_helpers = match module.entries.iter().find(|entry| entry.func == cx.func) {
        Some(entry) => entry.stage() == Stage::Pixel,
        // A function that is no entry point may be called by any of them, or by those of another library.
        None if is_native => {
            module.entries.is_empty() || module.entries.iter().any(|entry| entry.stage() == Stage::Pixel)
        }
        None => module.entries.iter().all(|entry| entry.stage() == Stage::Pixel),
    };
    if has_helpers && is_native {
        return false;
    }
    let Some(entry) = func.entry() else { return false };
    let prologue = func.make_block(func.loc);
    let variable = has_helpers.then(|| start(module, func, prologue));
    let mut renames = Renames::default();
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        for inst in func.take_insts(block) {
            let op = func.insts[inst].op;
            let (result, condition) = (func.result(inst), func.args(inst).first().copied());
            let mut b = Builder::new(&mut module.ctx, func);
            b.switch_to(block);
            match (variable, result, condition) {
                (None, Some(result), _) if is_replaced(op) => {
                    let never = b.bool(false);
                    renames.rename(result, never);
                }
                (Some(variable), Some(result), _) if is_replaced(op) => {
                    let is_helper = b.load(variable);
                    renames.rename(result, is_helper);
                }
                (Some(variable), _, Some(condition)) if op == Op::Discard => {
                    let before = b.load(variable);
                    let after = b.op(Op::Or, &[before, condition]);
                    b.store(variable, after);
                    func.append_inst(block, inst);
                }
                _ => func.append_inst(block, inst),
            }
        }
    }
    renames.apply(func);
    func.move_insts_to_start(prologue, entry);
    true
}

/// Creates the variable that holds whether the lane is a helper lane; initially that is so if it covers no sample.
fn start(module: &mut Module, func: &mut Function, prologue: hlslc_ir::Block) -> Value {
    let mut b = Builder::new(&mut module.ctx, func);
    b.switch_to(prologue);
    let truth = b.ctx.bool();
    let variable = b.alloca(truth);
    let number = b.ctx.i32();
    let covered = b.value(Op::Coverage, number, Imm::None, &[]);
    let nothing = b.i32(0);
    let is_helper = b.op(Op::IEq, &[covered, nothing]);
    b.store(variable, is_helper);
    variable
}
