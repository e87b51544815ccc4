//! The order of blocks that SPIR-V asks for, from the region annotations.
//!
//! A construct's blocks stand together: its header, what belongs to it, the continue block of a loop, and behind all
//! of it the merge block. That is a reverse post-order in which a header visits its merge block first, then its
//! continue block, then the ways in.

use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::Cfg;
use hlslc_ir::{Block, Function, Region};
use smallvec::SmallVec;

/// The blocks to write, in order. Merge and continue blocks of reachable headers are there even if nothing leads to
/// them.
pub(crate) fn structured_order(func: &Function, cfg: &Cfg) -> Vec<Block> {
    let mut seen: SecondaryMap<Block, bool> = SecondaryMap::new();
    let mut order = Vec::with_capacity(func.layout.len());
    let mut stack: Vec<(Block, SmallVec<[Block; 4]>)> = Vec::new();
    if let Some(entry) = func.entry() {
        seen[entry] = true;
        stack.push((entry, next_blocks(func, cfg, entry)));
    }
    while let Some((block, targets)) = stack.last_mut() {
        match targets.pop() {
            Some(to) if !seen[to] => {
                seen[to] = true;
                stack.push((to, next_blocks(func, cfg, to)));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Blocks to visit from a block, the first to be visited last.
fn next_blocks(func: &Function, cfg: &Cfg, block: Block) -> SmallVec<[Block; 4]> {
    if !cfg.is_reachable(block) {
        return SmallVec::new();
    }
    let data = &func.blocks[block];
    // What is visited first ends up last, so the targets stand in their order before them.
    let mut list: SmallVec<[Block; 4]> = data.terminator.targets().map(|to| to.block).collect();
    match data.region {
        Region::None => {}
        Region::Selection { merge, .. } => list.push(merge),
        Region::Loop { merge, continue_target, .. } => {
            list.push(continue_target);
            list.push(merge);
        }
    }
    list
}
