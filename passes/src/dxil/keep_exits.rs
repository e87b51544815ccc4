//! Keeps the exit blocks of a loop inside it where other lanes matter. For DXIL, whose loops are defined by the graph
//! alone.
//!
//! Input: any function with region annotations. Output: where a block on an exit path of a loop uses a wave operation (or
//! the result of one in the loop), the loop can be reached from that block again. A block without a path back to the header
//! does not belong to the natural loop, so a reader of the graph executes it after all lanes have left: `if (i == lane) { n
//! = WaveActiveCountBits(true); break; }` would count all of them. So the exit becomes a branch on a condition that is
//! opaque and always true, whose other edge leads to the continue block, as in DXC. Cost: linear, times the loop nesting
//! depth.
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
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::sync::LazyLock;

/// DXC's name for the variable that holds what nobody may know.
const CONDITION: &str = "dx.break.cond";

/// What asks other lanes.
static ASKING: LazyLock<OpSet> = LazyLock::new(|| OpSet::which(|op| op.info().effects.uses_other_lanes()));

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let insts = || func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
    if !func.may_hold(&ASKING) || !insts().any(|&inst| func.insts[inst].op.info().effects.uses_other_lanes()) {
        return false;
    }
    let (cfg, loops) = (cx.analyses.cfg(func), cx.analyses.loops(func));
    let mut ways_out = WaysOut::default();
    for at in (0..loops.all().len()).rev() {
        find_ways_out(func, &cfg, &loops, at, &mut ways_out);
    }
    if ways_out.is_empty() {
        return false;
    }
    let condition = condition(module, func);
    for (block, of) in ways_out {
        let again = loops.all()[of].continue_target;
        branch(&mut module.ctx, func, block, again, condition);
    }
    cx.analyses.graph_changed();
    restore_dominance(&mut module.ctx, func, cx.analyses);
    true
}

/// The ends of the ways out of loops on which other lanes matter, and the loop that each is to stay in.
type WaysOut = IndexMap<Block, usize, FxBuildHasher>;

/// Adds those of one loop; those of the loops inside it are known.
fn find_ways_out(func: &Function, cfg: &Cfg, loops: &Loops, at: usize, out: &mut WaysOut) {
    let this = loops.all()[at];
    let inside = |block: Block| loops.inside(block).is_some_and(|inner| inner == at || loops.encloses(at, inner));
    // What leads back to the head is in the loop for everybody.
    let mut round: SecondaryMap<Block, bool> = SecondaryMap::new();
    let mut work: Vec<Block> = cfg.preds(this.header).iter().copied().filter(|&pred| inside(pred)).collect();
    if work.is_empty() || !cfg.is_reachable(this.continue_target) {
        return;
    }
    round[this.header] = true;
    while let Some(block) = work.pop() {
        if !std::mem::replace(&mut round[block], true) {
            work.extend(cfg.preds(block).iter().filter(|&&pred| inside(pred)));
        }
    }
    // What the lanes said in the loop, and what follows from it.
    let mut said: SecondaryMap<Value, bool> = SecondaryMap::new();
    let mut matters: SecondaryMap<Block, bool> = SecondaryMap::new();
    for &block in cfg.reverse_post_order().iter().filter(|&&block| inside(block)) {
        let data = &func.blocks[block];
        for &inst in &data.insts {
            let follows =
                func.args(inst).iter().any(|&arg| said[arg]) || func.insts[inst].op.info().effects.uses_other_lanes();
            if follows {
                if let Some(result) = func.result(inst) {
                    said[result] = true;
                }
                matters[block] |= !round[block];
            }
        }
        let mut leaves = !round[block];
        for to in data.terminator.targets() {
            let params = &func.blocks[to.block].params;
            for (&param, &arg) in params.iter().zip(&to.args) {
                said[param] |= said[arg];
            }
            if inside(to.block) {
                leaves = false;
                matters[to.block] |= matters[block] && !round[to.block];
            }
        }
        if leaves && matters[block] && data.terminator != Terminator::Unreachable {
            // What stays in a loop inside goes round with that.
            let stays = out.get(&block).is_some_and(|&inner| round[loops.all()[inner].header]);
            if !stays {
                out.insert(block, at);
            }
        }
    }
}

/// What is always true: that the hidden number is 0.
fn condition(module: &mut Module, func: &mut Function) -> Option<Value> {
    let global = hidden(module);
    let ctx = &mut module.ctx;
    let entry = func.entry()?;
    let (loc, number, bool) = (func.loc, ctx.i32(), ctx.bool());
    let load = func.make_inst(ctx, Op::LoadHidden, number, Imm::Global(global), &[], loc);
    let zero = ctx.const_i32(0);
    let zero = func.constant(ctx, zero);
    let is_zero = func.make_inst(ctx, Op::IEq, bool, Imm::None, &[func.result(load)?, zero], loc);
    func.blocks[entry].insts.splice(0..0, [load, is_zero]);
    func.result(is_zero)
}

/// The variable of the module that holds it.
fn hidden(module: &mut Module) -> Global {
    if let Some((id, _)) = module.globals.iter().find(|(_, data)| data.name == CONDITION) {
        return id;
    }
    let number = module.ctx.i32();
    let ty = module.ctx.array(number, 1);
    let init = module.ctx.constant(ty, ConstData::Zero);
    module.globals.push(GlobalData {
        name: CONDITION.into(),
        ty,
        space: AddressSpace::Constant,
        specialization: None,
        foreign: None,
        decorations: Vec::new(),
        init: Some(init),
        span: hlslc_base::Span::NONE,
    })
}

/// Lets a way out of a loop go on with the loop where the condition does not hold.
fn branch(ctx: &mut Context, func: &mut Function, block: Block, again: Block, condition: Option<Value>) {
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
    let params = func.blocks[again].params.clone();
    let args = params.iter().map(|&param| {
        let undef = ctx.constant(func.ty(param), ConstData::Undef);
        func.constant(ctx, undef)
    });
    let otherwise = BlockCall { block: again, args: args.collect() };
    func.blocks[block].terminator = Terminator::Branch { cond, then, otherwise };
}
