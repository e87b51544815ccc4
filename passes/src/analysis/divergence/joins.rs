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

/// No label.
const NONE: u32 = u32::MAX;

/// The joins and post-dominators of branches.
pub(super) struct Influence {
    post: PostDominators,
    /// The labels of blocks that paths from the branch reach, by position; `NONE` between two questions.
    labels: Vec<u32>,
    /// The same for headers that are reached along back edges.
    headers: Vec<u32>,
}

impl Influence {
    pub fn new(post: PostDominators) -> Self {
        Self { post, labels: Vec::new(), headers: Vec::new() }
    }

    /// The immediate post-dominator of a branch; `None` if that is the end of the function.
    pub fn end(&self, cfg: &Cfg, block: Block) -> Option<Block> {
        let at = self.post.tree().parent(cfg.position(block))?;
        cfg.reverse_post_order().get(at as usize).copied()
    }

    /// The blocks at which disjoint paths from the branch of a block join.
    pub fn joins(&mut self, func: &Function, cfg: &Cfg, block: Block) -> Vec<Block> {
        let order = cfg.reverse_post_order();
        let end = self.end(cfg, block).map_or(order.len() as u32, |end| cfg.position(end));
        let Self { labels, headers, .. } = self;
        labels.resize(order.len(), NONE);
        headers.resize(order.len(), NONE);
        let mut joined = Vec::new();
        let mut visited = Vec::new();
        let mut open = 0;
        let mut reach = |open: &mut usize, labels: &mut [u32], from: u32, to: u32, label: u32| {
            let is_back = to <= from;
            let known = &mut if is_back { &mut headers[..] } else { labels }[to as usize];
            if *known == NONE {
                *known = label;
                visited.push(to);
                *open += usize::from(!is_back);
            } else if *known != label {
                *known = to;
                joined.extend(order.get(to as usize));
            }
        };
        let from = cfg.position(block);
        for target in func.blocks[block].terminator.targets() {
            let to = cfg.position(target.block);
            reach(&mut open, labels, from, to, to);
        }
        let mut at = from + 1;
        while open > 0 {
            let Some(&here) = order.get(at as usize) else { break };
            let label = labels[at as usize];
            if label != NONE {
                open -= 1;
                if at != end {
                    for target in func.blocks[here].terminator.targets() {
                        reach(&mut open, labels, at, cfg.position(target.block), label);
                    }
                }
            }
            at += 1;
        }
        for to in visited {
            (labels[to as usize], headers[to as usize]) = (NONE, NONE);
        }
        joined.sort_unstable();
        joined.dedup();
        joined
    }
}
