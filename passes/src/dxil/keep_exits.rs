//! Keeps exit blocks inside their loop if they contain wave operations. For DXIL, whose loops are defined by the graph
//! alone.
//!
//! Input: any function with region annotations. Output: if a block on an exit path of a loop uses a wave operation (or
//! the result of one in the loop), the loop can be reached from that block again. A block without a path back to the
//! header does not belong to the natural loop, so a reader of the graph executes it after all lanes have left: `if (i
//! == lane) { n = WaveActiveCountBits(true); break; }` would count all of them. So the exit becomes a branch on a
//! condition that is opaque and always true, whose other edge leads to the continue block, as in DXC. Cost: linear,
//! times the loop nesting depth.
//!
//! ```text
//! block3:                                         block3:
//!   %v4 = call i32 @dx.wave.countbits(i1 true)      %v4 = call i32 @dx.wave.countbits(i1 true)
//!   br block6                                 =>    br i1 %always, block6, block5
//! block5: ; continue                              block5:
//!   br block1                                       br block1
//! ```

use crate::locals::variables::restore_dominance;
use crate::run::pass::PassCx;
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::{Cfg, Loops};
use hlslc_ir::context::Context;
use hlslc_ir::module::GlobalData;
use hlslc_ir::ops::OpSet;
use hlslc_ir::{AddressSpace, Block, BlockCall, ConstData, Function, Global, Imm, Module, Op, Terminator, Value};
use hlslc_semantics::OPAQUE_VALUE;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::sync::LazyLock;

/// The operations that communicate between lanes.
static CROSS_LANE: LazyLock<OpSet> = LazyLock::new(|| OpSet::which(|op| op.info().effects.uses_other_lanes()));

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let insts = || func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
    if !func.may_hold(&CROSS_LANE) || !insts().any(|&inst| func.insts[inst].op.info().effects.uses_other_lanes()) {
        return false;
    }
    let (cfg, loops) = (cx.analyses.cfg(func), cx.analyses.loops(func));
    let mut exits = Exits::default();
    for at in (0..loops.all().len()).rev() {
        find_exits(func, &cfg, &loops, at, &mut exits);
    }
    if exits.is_empty() {
        return false;
    }
    let condition = condition(module, func);
    for (block, of) in exits {
        let continue_target = loops.all()[of].continue_target;
        branch(&mut module.ctx, func, block, continue_target, condition);
    }
    cx.analyses.graph_changed();
    restore_dominance(&mut module.ctx, func, cx.analyses);
    true
}

/// The last blocks of exit paths with wave operations, and the loop in which each is to stay.
type Exits = IndexMap<Block, usize, FxBuildHasher>;

/// Adds the exits of one loop; those of its inner loops are known.
fn find_exits(func: &Function, cfg: &Cfg, loops: &Loops, at: usize, out: &mut Exits) {
    let this = loops.all()[at];
    let inside = |block: Block| loops.inside(block).is_some_and(|inner| inner == at || loops.encloses(at, inner));
    // A block from which the header can be reached is in the natural loop.
    let mut in_natural_loop: SecondaryMap<Block, bool> = SecondaryMap::new();
    let mut work: Vec<Block> = cfg.preds(this.header).iter().copied().filter(|&pred| inside(pred)).collect();
    if work.is_empty() || !cfg.is_reachable(this.continue_target) {
        return;
    }
    in_natural_loop[this.header] = true;
    while let Some(block) = work.pop() {
        if !std::mem::replace(&mut in_natural_loop[block], true) {
            work.extend(cfg.preds(block).iter().filter(|&&pred| inside(pred)));
        }
    }
    // The results of wave operations in the loop, and values that depend on them.
    let mut wave_results: SecondaryMap<Value, bool> = SecondaryMap::new();
    let mut matters: SecondaryMap<Block, bool> = SecondaryMap::new();
    for &block in cfg.reverse_post_order().iter().filter(|&&block| inside(block)) {
        let data = &func.blocks[block];
        for &inst in &data.insts {
            let follows = func.args(inst).iter().any(|&arg| wave_results[arg])
                || func.insts[inst].op.info().effects.uses_other_lanes();
            if follows {
                if let Some(result) = func.result(inst) {
                    wave_results[result] = true;
                }
                matters[block] |= !in_natural_loop[block];
            }
        }
        let mut leaves = !in_natural_loop[block];
        for to in data.terminator.targets() {
            let params = &func.blocks[to.block].params;
            for (&param, &arg) in params.iter().zip(&to.args) {
                wave_results[param] |= wave_results[arg];
            }
            if inside(to.block) {
                leaves = false;
                matters[to.block] |= matters[block] && !in_natural_loop[to.block];
            }
        }
        if leaves && matters[block] && data.terminator != Terminator::Unreachable {
            // If the exit stays in an inner loop of this one, it also stays in this one.
            let stays = out.get(&block).is_some_and(|&inner| in_natural_loop[loops.all()[inner].header]);
            if !stays {
                out.insert(block, at);
            }
        }
    }
}

/// Computes the condition that is always true: that the opaque value is 0.
fn condition(module: &mut Module, func: &mut Function) -> Option<Value> {
    let global = opaque_variable(module);
    let ctx = &mut module.ctx;
    let entry = func.entry()?;
    let (loc, number, bool) = (func.loc, ctx.i32(), ctx.bool());
    let load = func.make_inst(ctx, Op::LoadHidden, number, Imm::Global(global), &[], loc);
    let zero = ctx.const_i32(0);
    let zero = func.constant(ctx, zero);
    let is_zero = func.make_inst(ctx, Op::IEq, bool, Imm::None, &[func.result(load)?, zero], loc);
    func.prepend_insts(entry, [load, is_zero]);
    func.result(is_zero)
}

/// The variable of the module that holds the opaque value.
fn opaque_variable(module: &mut Module) -> Global {
    if let Some((id, _)) = module.globals.iter().find(|(_, data)| data.name == OPAQUE_VALUE) {
        return id;
    }
    let number = module.ctx.i32();
    let ty = module.ctx.array(number, 1);
    let init = module.ctx.constant(ty, ConstData::Zero);
    module.globals.push(GlobalData {
        name: OPAQUE_VALUE.into(),
        ty,
        space: AddressSpace::Constant,
        specialization: None,
        foreign: None,
        decorations: Vec::new(),
        init: Some(init),
        span: hlslc_base::Span::NONE,
    })
}

/// Makes an exit of a loop conditional, with an edge to the continue block that is never taken.
fn branch(ctx: &mut Context, func: &mut Function, block: Block, continue_target: Block, condition: Option<Value>) {
    let Some(cond) = condition else { return };
    let terminator = std::mem::replace(&mut func.blocks[block].terminator, Terminator::Missing);
    let then = match terminator {
        Terminator::Jump(to) => to,
        other @ (Terminator::Missing
        | Terminator::Branch { .. }
        | Terminator::Switch { .. }
        | Terminator::Return(_)
        | Terminator::Unreachable) => {
            let end = func.make_block(func.blocks[block].loc);
            func.blocks[end].terminator = other;
            func.blocks[end].region = std::mem::take(&mut func.blocks[block].region);
            let place = func.layout.iter().position(|&placed| placed == block).map_or(0, |at| at + 1);
            func.layout.insert(place, end);
            BlockCall::plain(end)
        }
    };
    let params = func.blocks[continue_target].params.clone();
    let args = params.iter().map(|&param| {
        let undef = ctx.constant(func.ty(param), ConstData::Undef);
        func.constant(ctx, undef)
    });
    let otherwise = BlockCall { block: continue_target, args: args.collect() };
    func.blocks[block].terminator = Terminator::Branch { cond, then, otherwise };
}
