//! Computes the joins of disjoint paths from a branch (Rosemann, Moll, Hack: "An abstract interpretation for SPMD
//! divergence on reducible control flow graphs", 2021).
//!
//! Input: a control-flow graph and a branch. Output: the blocks at which disjoint paths from the branch join. Each
//! target of the branch starts with a label of its own. Labels propagate along edges in reverse post-order; a block
//! that gets two different labels is a join, and continues with a new label. The walk stops at the immediate
//! post-dominator of the branch. Back edges to a loop header have labels of their own: paths that stay in the loop may
//! join there.

use hlslc_ir::cfg::{Cfg, PostDominators};
use hlslc_ir::{Block, Function};
use std::collections::BTreeMap;

/// The joins and post-dominators of branches.
pub(super) struct Influence {
    post: PostDominators,
}

impl Influence {
    pub fn new(post: PostDominators) -> Self {
        Self { post }
    }

    /// The immediate post-dominator of a branch; `None` if that is the end of the function.
    pub fn end(&self, cfg: &Cfg, block: Block) -> Option<Block> {
        let at = self.post.tree().parent(cfg.position(block))?;
        cfg.reverse_post_order().get(at as usize).copied()
    }

    /// The blocks at which disjoint paths from the branch of a block join.
    pub fn joins(&self, func: &Function, cfg: &Cfg, block: Block) -> Vec<Block> {
        let order = cfg.reverse_post_order();
        let end = self.end(cfg, block).map(|end| cfg.position(end));
        let mut joined = Vec::new();
        // The labels of blocks that are still to be visited, by position; and those of headers that are reached by back
        // edges.
        let (mut open, mut headers): (BTreeMap<u32, u32>, BTreeMap<u32, u32>) = (BTreeMap::new(), BTreeMap::new());
        let mut reach = |open: &mut BTreeMap<u32, u32>, from: u32, to: u32, label: u32| {
            let labels = if to <= from { &mut headers } else { open };
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
