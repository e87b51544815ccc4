//! Computes control dependences: the branches that decide whether a block executes (Ferrante, Ottenstein, Warren: "The
//! program dependence graph and its use in optimization", 1987).
//!
//! Input: a function and its control-flow graph. A block is control dependent on a branch if one edge of the branch always
//! leads to it and another can avoid it. In the post-dominator tree those are the blocks from the target of the edge up to,
//! and without, the immediate post-dominator of the branch, so each edge covers a path of the tree. All paths together can
//! be quadratic (each `break` of a loop covers the loop's whole body), so an edge is handed out once, to the first block on
//! its path that is queried. Blocks that never reach an exit of the function depend on nothing. Cost: a logarithm for each
//! edge and query.

use hlslc_ir::cfg::{Cfg, PostDominators};
use hlslc_ir::{Block, Function};
use std::sync::Arc;

/// The value of a removed entry.
const NONE: u32 = u32::MAX;

/// The edges on which blocks are control dependent, for clients that query each block once.
pub(crate) struct Control {
    post: Arc<PostDominators>,
    /// Number of the target in the tree and source, sorted by the number.
    edges: Vec<(u32, Block)>,
    /// For each edge that was not handed out, the depth of the node at which its path ends, which is excluded.
    ends: MinTree,
}

impl Control {
    /// Computes the dependences of a function.
    pub fn new(func: &Function, cfg: &Cfg, post: Arc<PostDominators>) -> Self {
        let mut edges = Vec::new();
        for &block in cfg.reverse_post_order() {
            let (targets, end) = post.decided(func, cfg, block);
            edges.extend(targets.iter().map(|&to| (post.tree().span(to).0, block, end)));
        }
        edges.sort_unstable();
        let ends = MinTree::new(edges.iter().map(|edge| edge.2));
        Self { post, edges: edges.into_iter().map(|(number, block, _)| (number, block)).collect(), ends }
    }

    /// The blocks on whose branches `block` is control dependent, except those that were returned before.
    pub fn take(&mut self, cfg: &Cfg, block: Block) -> Vec<Block> {
        let mut found = Vec::new();
        if !cfg.is_reachable(block) {
            return found;
        }
        let at = cfg.position(block);
        let (first, last) = self.post.tree().span(at);
        let depth = self.post.tree().depth(at);
        let from = self.edges.partition_point(|edge| edge.0 < first);
        let to = self.edges.partition_point(|edge| edge.0 <= last);
        while let Some(edge) = self.ends.take_below(from, to, depth) {
            found.push(self.edges[edge].1);
        }
        found
    }

    /// The immediate post-dominator of a reachable block; `None` if that is the end of the function.
    pub fn immediate_post_dominator(&self, cfg: &Cfg, block: Block) -> Option<Block> {
        let at = self.post.tree().parent(cfg.position(block))?;
        cfg.reverse_post_order().get(at as usize).copied()
    }

    /// Whether a block is unreachable, or it or a successor never reaches the end of the function.
    pub fn never_ends(&self, func: &Function, cfg: &Cfg, block: Block) -> bool {
        let is_in = |block| cfg.is_reachable(block) && self.post.tree().is_reached(cfg.position(block));
        !is_in(block) || !func.blocks[block].terminator.targets().all(|to| is_in(to.block))
    }
}

/// A segment tree: finds an entry below a limit in logarithmic time.
struct MinTree {
    leaves: usize,
    /// The minimum of the two children of each node; the entries start at `leaves`.
    least: Vec<u32>,
}

impl MinTree {
    fn new(numbers: impl ExactSizeIterator<Item = u32>) -> Self {
        let leaves = numbers.len().next_power_of_two();
        let mut least = vec![NONE; 2 * leaves];
        for (at, number) in numbers.enumerate() {
            least[leaves + at] = number;
        }
        for at in (1..leaves).rev() {
            least[at] = least[2 * at].min(least[2 * at + 1]);
        }
        Self { leaves, least }
    }

    /// Removes an entry below `limit` from a range. Returns its index.
    fn take_below(&mut self, from: usize, to: usize, limit: u32) -> Option<usize> {
        let (mut from, mut to) = (from + self.leaves, to + self.leaves);
        let mut found = None;
        while from < to && found.is_none() {
            if from & 1 == 1 {
                found = (self.least[from] < limit).then_some(from);
                from += 1;
            }
            if to & 1 == 1 && found.is_none() {
                to -= 1;
                found = (self.least[to] < limit).then_some(to);
            }
            (from, to) = (from / 2, to / 2);
        }
        let mut at = found?;
        while at < self.leaves {
            at = if self.least[2 * at] < limit { 2 * at } else { 2 * at + 1 };
        }
        let place = at - self.leaves;
        self.least[at] = NONE;
        while at > 1 {
            at /= 2;
            self.least[at] = self.least[2 * at].min(self.least[2 * at + 1]);
        }
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_below_a_limit_come_out_once() {
        let mut tree = MinTree::new([3, 1, 4, 1, 5].into_iter());
        let mut take = |from, to, limit| {
            let mut found = Vec::new();
            while let Some(at) = tree.take_below(from, to, limit) {
                found.push(at);
            }
            found.sort_unstable();
            found
        };
        assert_eq!(take(1, 1, 9), []);
        assert_eq!(take(0, 3, 4), [0, 1]);
        assert_eq!(take(0, 5, 5), [2, 3]);
        assert_eq!(take(0, 5, 5), []);
    }
}
