//! Replaces a `switch` of few cases by nested branches.
//!
//! Input: any function with region annotations. Output: a switch of at most [`MOST`] labels, no arm of which goes on in another one, and each of
//! which leaves at one place, is a chain of comparisons and branches: each arm is nested in the other arm of the branch before it.
//!
//! SPIR-V has `OpSwitch`, but drivers without a jump for it (Mesa's, for one) make of it one branch after another, each of which is
//! reached from every arm before it, so that all conditions are tested. In a chain, what follows the arm that was taken is left out. DXC
//! writes a chain for a switch with an attribute. A larger switch stays, as a driver may have a table of jumps for it.
//!
//! Lanes take the arms as before, and join at the end of the switch. Cost: linear for each switch.
//!
//! ```text
//!   switch i32 %v0, block9 [0: block1, 1: block2] !selection merge block9
//!       =>
//!   %v1 = icmp.eq i32 %v0, 0
//!   br i1 %v1, block1, block3 !selection merge block9
//! block3:
//!   %v2 = icmp.eq i32 %v0, 1
//!   br i1 %v2, block2, block4 !selection merge block4
//! block4:
//!   br block9
//! ```

use crate::run::pass::PassCx;
use hlslc_ir::cfg::{Cfg, Dominators};
use hlslc_ir::context::Context;
use hlslc_ir::{Block, BlockCall, Builder, ConstData, Function, Module, Op, Region, Terminator};
use smallvec::SmallVec;

/// The most labels of a switch that is replaced, beside the default: each becomes a comparison.
const MOST: usize = 16;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let is_switch = |&block: &Block| matches!(func.blocks[block].terminator, Terminator::Switch { .. });
    let switches: Vec<Block> = func.layout.iter().copied().filter(is_switch).collect();
    let mut changed = false;
    // An inner switch is replaced first; that changes nothing about the places at which an outer one is left.
    for &block in switches.iter().rev() {
        let (cfg, dominators) = (cx.analyses.cfg(func), cx.analyses.dominators(func));
        let Some(plan) = Plan::new(func, &cfg, &dominators, block) else { continue };
        plan.apply(&mut module.ctx, func);
        cx.analyses.graph_changed();
        changed = true;
    }
    changed
}

/// An arm: the constants for which it is taken, the edge to it, and the block that leaves it for the end of the switch, if it is not
/// empty.
struct Arm {
    constants: SmallVec<[u64; 2]>,
    to: BlockCall,
    exit: Option<Block>,
}

struct Plan {
    header: Block,
    merge: Block,
    arms: Vec<Arm>,
    /// The arm that is taken otherwise.
    last: Arm,
}

impl Plan {
    fn new(func: &Function, cfg: &Cfg, dominators: &Dominators, header: Block) -> Option<Self> {
        let Region::Selection { merge, .. } = func.blocks[header].region else { return None };
        let Terminator::Switch { cases, default, .. } = &func.blocks[header].terminator else { return None };
        if cases.len() > MOST || !cfg.is_reachable(merge) {
            return None;
        }
        let mut arms: Vec<Arm> = Vec::new();
        for (constant, to) in cases {
            match arms.iter_mut().find(|arm| arm.to == *to) {
                Some(arm) => arm.constants.push(*constant),
                None if to == default => {}
                None => arms.push(Arm { constants: SmallVec::from_slice(&[*constant]), to: to.clone(), exit: None }),
            }
        }
        if arms.is_empty() {
            return None;
        }
        let last = Arm { constants: SmallVec::new(), to: default.clone(), exit: None };
        let mut plan = Self { header, merge, arms, last };
        for arm in plan.arms.iter_mut().chain([&mut plan.last]) {
            if arm.to.block == merge {
                continue;
            }
            // Only the switch leads to an arm.
            let start = arm.to.block;
            if cfg.preds(start).iter().any(|&from| from != header) {
                return None;
            }
            let leaves = |&&from: &&Block| dominators.dominates(start, from);
            let mut exits = cfg.preds(merge).iter().filter(leaves);
            arm.exit = exits.next().copied();
            let ends_once = arm
                .exit
                .is_some_and(|exit| func.blocks[exit].terminator.targets().filter(|to| to.block == merge).count() == 1);
            if !ends_once || exits.next().is_some() {
                return None;
            }
        }
        // Two edges to one block with different arguments.
        let starts = || plan.arms.iter().chain([&plan.last]).map(|arm| arm.to.block).filter(|&to| to != merge);
        let is_twice = starts().enumerate().any(|(at, to)| starts().skip(at + 1).any(|other| other == to));
        (!is_twice).then_some(plan)
    }

    fn apply(self, ctx: &mut Context, func: &mut Function) {
        let Self { header, merge, arms, last } = self;
        let Region::Selection { hint, .. } = func.blocks[header].region else { return };
        let Terminator::Switch { value, .. } = func.blocks[header].terminator else { return };
        let loc = func.blocks[header].loc;
        let types: Vec<_> = func.blocks[merge].params.iter().map(|&param| func.ty(param)).collect();
        let count = arms.len();
        let (mut from, mut end) = (header, merge);
        let (mut tests, mut joins) = (Vec::new(), Vec::new());
        for (at, arm) in arms.into_iter().enumerate() {
            let mut builder = Builder::new(ctx, func);
            builder.loc = loc;
            builder.switch_to(from);
            let ty = builder.func.ty(value);
            let mut cond = None;
            for constant in arm.constants {
                let constant = builder.const_of(ty, ConstData::Scalar(constant));
                let equal = builder.op(Op::IEq, &[value, constant]);
                cond = Some(cond.map_or(equal, |other| builder.op(Op::Or, &[other, equal])));
            }
            let Some(cond) = cond else { return };
            leave(func, arm.exit, merge, end);
            let then = BlockCall { block: if arm.to.block == merge { end } else { arm.to.block }, args: arm.to.args };
            func.blocks[from].region = Region::Selection { merge: end, hint };
            let otherwise = if at + 1 == count {
                leave(func, last.exit, merge, end);
                BlockCall {
                    block: if last.to.block == merge { end } else { last.to.block },
                    args: last.to.args.clone(),
                }
            } else {
                let test = func.make_block(loc);
                let join = func.make_block(loc);
                let args = types.iter().map(|&ty| func.add_param(join, ty)).collect();
                func.blocks[join].terminator = Terminator::Jump(BlockCall { block: end, args });
                tests.push(test);
                joins.push(join);
                end = join;
                BlockCall { block: test, args: SmallVec::default() }
            };
            let next = otherwise.block;
            func.blocks[from].terminator = Terminator::Branch { cond, then, otherwise };
            from = next;
        }
        // The tests follow the switch, and the inner joins come first.
        let at = func.layout.iter().position(|&block| block == header).map_or(0, |at| at + 1);
        func.layout.splice(at..at, tests);
        let at = func.layout.iter().position(|&block| block == merge).unwrap_or(func.layout.len());
        func.layout.splice(at..at, joins.into_iter().rev());
    }
}

/// Makes the edge by which an arm leaves the switch lead to another block.
fn leave(func: &mut Function, exit: Option<Block>, merge: Block, end: Block) {
    let Some(exit) = exit else { return };
    for to in func.blocks[exit].terminator.targets_mut() {
        if to.block == merge {
            to.block = end;
        }
    }
}
