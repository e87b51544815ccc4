//! Gives each loop dedicated exit blocks, as in LLVM's loop-simplify form. For DXIL, whose readers have to reconstruct
//! the structure of the control flow.
//!
//! Input: any function without region annotations. Output: all predecessors of an exit block of a loop are in the loop.
//! Readers regard such a block as the place at which the lanes of the loop reconverge; if it were also the join of a
//! branch around the loop, or the target of an early return elsewhere, one block would be the merge block of two
//! constructs, which SPIR-V forbids. Inner loops come first, so an edge out of several loops passes one new block, that
//! of the innermost loop, as in DXC. Cost: linear in edges, times the loops that an edge leaves.
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

/// The exit blocks of a loop, each with its predecessors in the loop.
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
    // The new blocks to insert before each block.
    let mut before: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
    let mut changed = false;
    for (index, exits) in exits.into_iter().enumerate() {
        for (to, mut from) in exits {
            from.retain(|&block| func.blocks[block].terminator.targets().any(|target| target.block == to));
            if from.is_empty() || preds[to].iter().all(|&pred| loops.contains(index, pred)) {
                continue;
            }
            let exit = redirect_through_block(func, to, &from);
            preds[to].retain(|pred| !from.contains(pred));
            preds[to].push(exit);
            preds[exit] = from;
            // If the exit block is in a loop that does not contain this one, the new block is outside of that loop.
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

/// Redirects the edges from some blocks to another through a new block, which takes their arguments.
fn redirect_through_block(func: &mut Function, to: Block, from: &[Block]) -> Block {
    let exit = func.make_block(func.blocks[to].loc);
    let arguments: Vec<SmallVec<[Value; 2]>> = from
        .iter()
        .flat_map(|&block| func.blocks[block].terminator.targets())
        .filter(|target| target.block == to)
        .map(|target| target.args.clone())
        .collect();
    let first = arguments.first().cloned().unwrap_or_default();
    let is_one = arguments.iter().all(|args| *args == first);
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
