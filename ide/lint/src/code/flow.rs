//! Computes where control flow diverges: the blocks that not all lanes of a scope execute together.
//!
//! Input: a function with its divergence. Output: for each divergent branch its region, the blocks between the branch and its immediate
//! post-dominator, where the lanes reconverge. A loop that lanes leave in different iterations is in the region of the branch that leaves
//! it. Cost: for each divergent branch the blocks of its region, up to a limit.

use super::Code;
use cranelift_entity::EntitySet;
use hlslc_ir::cfg::PostDominators;
use hlslc_ir::{Block, Terminator};
use hlslc_passes::{Divergence, Fact};

/// Blocks of all regions together.
const MOST_STEPS: usize = 1 << 18;

/// A branch that lanes take differently.
pub(crate) struct Region {
    /// The block that ends in the branch.
    pub branch: Block,
    blocks: EntitySet<Block>,
}

impl Region {
    pub fn contains(&self, block: Block) -> bool {
        self.blocks.contains(block)
    }
}

/// The regions of all branches whose condition has a fact.
pub(crate) fn regions(code: &Code<'_>, divergence: &Divergence<'_>, fact: Fact) -> Vec<Region> {
    let mut regions = Vec::new();
    let mut post = None;
    let mut steps = 0;
    for &branch in code.cfg.reverse_post_order() {
        let (Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. }) =
            code.func.blocks[branch].terminator
        else {
            continue;
        };
        if !divergence.holds(fact, value, branch) {
            continue;
        }
        let post = post.get_or_insert_with(|| PostDominators::new(code.func, &code.cfg));
        let end = post.tree().parent(code.cfg.position(branch));
        let end = end.and_then(|at| code.cfg.reverse_post_order().get(at as usize).copied());
        let mut blocks = EntitySet::new();
        let mut open: Vec<Block> = code.func.blocks[branch].terminator.targets().map(|to| to.block).collect();
        while let Some(block) = open.pop() {
            steps += 1;
            if steps > MOST_STEPS {
                return regions;
            }
            if Some(block) != end && blocks.insert(block) {
                open.extend(code.func.blocks[block].terminator.targets().map(|to| to.block));
            }
        }
        regions.push(Region { branch, blocks });
    }
    regions
}
