//! Turns a choice among elements of one resource array into a choice of the index.
//!
//! Comes in: values, not variables. Goes out: handles come straight from their declared resource; none is a block
//! parameter or the result of a select. DXIL and the binding of resources need to know which resource a handle is of.
//!
//! Where all handles that meet in a parameter (or a select) are of one resource, the index meets instead, and the handle
//! is made behind it. Where they are of different resources, nobody can tell at compile time which one is meant: an
//! error, as in DXC. Chains of parameters are resolved from the inside out, a bounded number of times. Cost: linear in
//! parameters for each level.
//!
//! ```text
//! block3(target(…) %v4):                 block3(i32 %v5):
//!   … uses %v4                      =>     %v4 = call target(…) @dx.resource.handlefrombinding[@A](…, i32 %v5, i1 false)
//! ```

use crate::cx::PassCx;
use crate::errors;
use cranelift_entity::EntityList;
use hlslc_ir::cfg::Cfg;
use hlslc_ir::context::Context;
use hlslc_ir::{Block, Builder, Function, Imm, Inst, InstData, Module, Op, Resource, Value};

/// Parameters that pass handles on to each other, one level a round.
const MAX_ROUNDS: u32 = 64;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let cfg = cx.analyses.cfg(func);
    let mut changed = false;
    for _ in 0..MAX_ROUNDS {
        let again = selects(&mut module.ctx, func) | params(&mut module.ctx, func, &cfg);
        changed |= again;
        if !again {
            break;
        }
    }
    report(module, func, &cfg, cx);
    changed
}

/// The resource, index and non-uniformity of a handle that is made here.
fn made(func: &Function, value: Value) -> Option<(Resource, Value, bool)> {
    let inst = func.as_inst(value)?;
    match (func.insts[inst].imm, func.args(inst)) {
        (Imm::Handle { resource, non_uniform }, &[index]) => Some((resource, index, non_uniform)),
        _ => None,
    }
}

fn is_handle(ctx: &Context, func: &Function, value: Value) -> bool {
    ctx.resource_type(func.ty(value)).is_some()
}

/// Selects between handles of one resource.
fn selects(ctx: &mut Context, func: &mut Function) -> bool {
    let mut changed = false;
    for at in 0..func.layout.len() {
        let block = func.layout[at];
        let insts = std::mem::take(&mut func.blocks[block].insts);
        for inst in insts {
            let found = match (func.insts[inst].op, func.args(inst)) {
                (Op::Select, &[cond, a, b]) => made(func, a).zip(made(func, b)).map(|(a, b)| (cond, a, b)),
                _ => None,
            };
            match found {
                Some((cond, (resource, a, first), (other, b, second))) if resource == other => {
                    let loc = func.insts[inst].loc;
                    let mut build = Builder::new(ctx, func);
                    build.loc = loc;
                    build.switch_to(block);
                    let index = build.select(cond, a, b);
                    let imm = Imm::Handle { resource, non_uniform: first || second };
                    handle_for(func, block, inst, imm, index);
                    changed = true;
                }
                _ => func.blocks[block].insts.push(inst),
            }
        }
    }
    changed
}

/// Appends the making of a handle that takes over the result of `old`.
fn handle_for(func: &mut Function, block: Block, old: Inst, imm: Imm, index: Value) {
    let args = EntityList::from_slice(&[index], &mut func.pool);
    let InstData { ty, loc, .. } = func.insts[old];
    let data = InstData { op: Op::Handle, args, imm, ty, precise: false, loc };
    let new = func.restore_inst(data, func.result(old));
    func.blocks[block].insts.push(new);
}

/// Parameters that only get handles of one resource.
fn params(ctx: &mut Context, func: &mut Function, cfg: &Cfg) -> bool {
    let mut changed = false;
    for &block in cfg.reverse_post_order() {
        for at in 0..func.blocks[block].params.len() {
            let param = func.blocks[block].params[at];
            if !is_handle(ctx, func, param) {
                continue;
            }
            let Some((resource, non_uniform)) = common_resource(func, cfg, block, at, param) else { continue };
            replace_param(ctx, func, cfg, block, at, Imm::Handle { resource, non_uniform });
            changed = true;
        }
    }
    changed
}

/// The one resource of all handles that a parameter gets; itself does not count.
fn common_resource(func: &Function, cfg: &Cfg, block: Block, at: usize, param: Value) -> Option<(Resource, bool)> {
    let mut found: Option<(Resource, bool)> = None;
    for &pred in cfg.preds(block) {
        for to in func.blocks[pred].terminator.targets().filter(|to| to.block == block) {
            let arg = *to.args.get(at)?;
            if arg == param {
                continue;
            }
            let (resource, _, non_uniform) = made(func, arg)?;
            match &mut found {
                Some((known, any)) if *known == resource => *any |= non_uniform,
                Some(_) => return None,
                None => found = Some((resource, non_uniform)),
            }
        }
    }
    found
}

/// Makes the parameter an index, and the handle behind it.
fn replace_param(ctx: &mut Context, func: &mut Function, cfg: &Cfg, block: Block, at: usize, imm: Imm) {
    let param = func.blocks[block].params[at];
    let i32 = ctx.i32();
    let index = func.add_param(block, i32);
    for pred in cfg.preds(block).to_vec() {
        let mut terminator = std::mem::replace(&mut func.blocks[pred].terminator, hlslc_ir::Terminator::Missing);
        for to in terminator.targets_mut().filter(|to| to.block == block && to.args.len() > at) {
            // An edge that is listed twice is done once: it has the new argument already.
            if to.args.len() == func.blocks[block].params.len() {
                continue;
            }
            let arg = to.args[at];
            let passed = if arg == param { index } else { made(func, arg).map_or(index, |(_, index, _)| index) };
            to.args.push(passed);
        }
        func.blocks[pred].terminator = terminator;
    }
    let loc = func.blocks[block].loc;
    let handle = func.make_inst(ctx, Op::Handle, func.ty(param), imm, &[index], loc);
    func.blocks[block].insts.insert(0, handle);
    if let Some(result) = func.result(handle) {
        let mut renames = crate::edit::Renames::default();
        renames.rename(param, result);
        // The parameter itself is passed on along the way back only, where nothing needs it any more.
        renames.apply(func);
    }
}

/// Handles whose resource is still open.
fn report(module: &Module, func: &Function, cfg: &Cfg, cx: &mut PassCx<'_>) {
    for &block in cfg.reverse_post_order() {
        for &inst in &func.blocks[block].insts {
            let op = func.insts[inst].op;
            if matches!(op, Op::Select | Op::Construct | Op::Extract | Op::Insert | Op::Load | Op::Store | Op::Call) {
                continue;
            }
            let open = func.args(inst).iter().any(|&arg| {
                is_handle(&module.ctx, func, arg) && func.as_const(arg).is_none() && made(func, arg).is_none()
            });
            if open {
                cx.diagnostics.push(errors::open_resource(module.ctx.span(func.insts[inst].loc)));
                return;
            }
        }
    }
}
