//! Where disjoint paths from a branch join (Rosemann, Moll and Hack, "An abstract interpretation for SPMD divergence on reducible
//! control flow graphs").
//!
//! Comes in: a graph. Each target of the branch is a label of its own. Labels go along the edges in reverse post-order; a block
//! that gets two different ones joins disjoint paths and is a label of its own from there on. They stop at the immediate
//! post-dominator of the branch. An edge back to the head of a loop counts apart: paths that stay in the loop may join there.

use hlslc_ir::cfg::{Cfg, PostDominators};
use hlslc_ir::{Block, Function};
use std::collections::BTreeMap;

/// What branches have an effect on.
pub(super) struct Influence {
    post: PostDominators,
}

impl Influence {
    pub fn new(post: PostDominators) -> Self {
        Self { post }
    }

    /// Where all paths from a branch come together again; none if only at the end of the function.
    pub fn end(&self, cfg: &Cfg, block: Block) -> Option<Block> {
        let at = self.post.tree().parent(cfg.position(block))?;
        cfg.reverse_post_order().get(at as usize).copied()
    }

    /// The blocks in which disjoint paths from the branch at the end of a block join.
    pub fn joins(&self, func: &Function, cfg: &Cfg, block: Block) -> Vec<Block> {
        let order = cfg.reverse_post_order();
        let end = self.end(cfg, block).map(|end| cfg.position(end));
        let mut joined = Vec::new();
        // By position: the label, of blocks that are still to be gone through; and of heads that paths lead back to.
        let (mut open, mut heads): (BTreeMap<u32, u32>, BTreeMap<u32, u32>) = (BTreeMap::new(), BTreeMap::new());
        let mut reach = |open: &mut BTreeMap<u32, u32>, from: u32, to: u32, label: u32| {
            let labels = if to <= from { &mut heads } else { open };
            let known = labels.entry(to).or_insert(label);
            if *known != label {
                *known = to;
                joined.extend(order.get(to as usize));
            }
        };
        let from = cfg.position(block);
        for target in func.blocks[block].terminator.targets() {
            let to = cfg.position(target.block);
            reach(&mut open, from, to, to);
        }
        while let Some((at, label)) = open.pop_first() {
            let Some(&here) = order.get(at as usize) else { break };
            if Some(at) == end {
                continue;
            }
            for target in func.blocks[here].terminator.targets() {
                reach(&mut open, at, cfg.position(target.block), label);
            }
        }
        joined.sort_unstable();
        joined.dedup();
        joined
    }
}
