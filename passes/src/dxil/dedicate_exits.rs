//! Gives loops exit blocks of their own, as LLVM's loop-simplify form has them. For DXIL, whose readers have to find the
//! structure of the control flow again.
//!
//! Comes in: any function without region annotations. Goes out: every block outside a loop that is reached from inside it is
//! reached from inside it alone. Readers take such a block for the place where the lanes of the loop join; where it is also the
//! end of a branch around the loop, or where an early return from somewhere else leads, one block would be the merge block of
//! two constructs, which SPIR-V forbids. Inner loops come first, so an exit through several loops passes one block for the
//! innermost of them, as in DXC. Cost: linear in edges, times the loops that an edge leaves.
//!
//! ```text
//! block0:                                     block0:
//!   br i1 %v0, block1, block2(0)                br i1 %v0, block1, block2(0)
//! block1:  ; a loop                     =>    block1:
//!   br i1 %v1, block1, block2(1)                br i1 %v1, block1, block3
//! block2(i32 %v2):                            block3:
//!                                               br block2(1)
//!                                             block2(i32 %v2):
//! ```

use crate::analysis::natural_loops::NaturalLoops;
use crate::run::pass::PassCx;
use cranelift_entity::SecondaryMap;
use hlslc_ir::{Block, BlockCall, Function, Module, Terminator, Value};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

/// Of a loop the blocks outside that it leads to, and from where it does.
type Exits = IndexMap<Block, Vec<Block>, FxBuildHasher>;

pub(crate) fn run(_: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    if func.layout.len() < 2 {
        return false;
    }
    let cfg = cx.analyses.cfg(func);
    let mut loops = NaturalLoops::clone(&cx.analyses.natural_loops(func));
    if loops.all.is_empty() {
        return false;
    }
    let mut exits: Vec<Exits> = vec![Exits::default(); loops.all.len()];
    let mut preds: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
    for &block in cfg.reverse_post_order() {
        for to in func.blocks[block].terminator.targets() {
            if preds[to.block].last() == Some(&block) {
                continue;
            }
            preds[to.block].push(block);
            let mut left = loops.inside[block];
            while let Some(index) = left.filter(|&index| !loops.contains(index, to.block)) {
                let from = exits[index].entry(to.block).or_default();
                if from.last() != Some(&block) {
                    from.push(block);
                }
                left = loops.all[index].parent;
            }
        }
    }
    // What is new before a block.
    let mut before: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
    let mut changed = false;
    for (index, exits) in exits.into_iter().enumerate() {
        for (to, mut from) in exits {
            from.retain(|&block| func.blocks[block].terminator.targets().any(|target| target.block == to));
            if from.is_empty() || preds[to].iter().all(|&pred| loops.contains(index, pred)) {
                continue;
            }
            let exit = lead_through_block(func, to, &from);
            preds[to].retain(|pred| !from.contains(pred));
            preds[to].push(exit);
            preds[exit] = from;
            // A loop that the exit leads into begins after it.
            let entered = loops.inside[to].filter(|&inner| !loops.contains(inner, loops.all[index].header));
            loops.inside[exit] = match entered {
                Some(inner) => loops.all[inner].parent,
                None => loops.inside[to],
            };
            before[to].push(exit);
            changed = true;
        }
    }
    if changed {
        for block in std::mem::take(&mut func.layout) {
            func.layout.append(&mut before[block]);
            func.layout.push(block);
        }
        cx.analyses.graph_changed();
    }
    changed
}

/// Makes jumps from some blocks to another go through a new block, which takes what they pass on.
fn lead_through_block(func: &mut Function, to: Block, from: &[Block]) -> Block {
    let exit = func.make_block(func.blocks[to].loc);
    let passed: Vec<SmallVec<[Value; 2]>> = from
        .iter()
        .flat_map(|&block| func.blocks[block].terminator.targets())
        .filter(|target| target.block == to)
        .map(|target| target.args.clone())
        .collect();
    let first = passed.first().cloned().unwrap_or_default();
    let is_one = passed.iter().all(|args| *args == first);
    let args = if is_one {
        first
    } else {
        let types: Vec<_> = first.iter().map(|&arg| func.ty(arg)).collect();
        types.into_iter().map(|ty| func.add_param(exit, ty)).collect()
    };
    for &block in from {
        for target in func.blocks[block].terminator.targets_mut().filter(|target| target.block == to) {
            target.block = exit;
            if is_one {
                target.args.clear();
            }
        }
    }
    func.blocks[exit].terminator = Terminator::Jump(BlockCall { block: to, args });
    exit
}
