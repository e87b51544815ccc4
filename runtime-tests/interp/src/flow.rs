//! Finds where lanes that diverged reconverge, by two rules.
//!
//! **As early as they can**: the block that is first in topological order goes on, and the others wait (thread frontiers; Diamos and
//! others, 2011). The blocks of a loop are together in that order, and an edge to the next iteration ranks after all of them. So lanes
//! that `continue` wait at the end of an iteration for those that stay, and lanes that left the loop wait after it for all others.
//! This is what the maximal reconvergence of SPIR-V defines for structured loops, and what HLSL means.
//!
//! **At the immediate post-dominator of a branch** (Fung and others, 2007), as simple machines have it.
//!
//! Input: the successors of each block of a function, the entry first. Output: the rank of each edge: lanes at edges with the same rank go
//! on together, and those with the lowest rank go first; and for each block its post-dominator. A cycle with several entries is
//! no natural loop: an edge back into it ranks as its target does. Blocks that no path leads out of (a loop without an end) are
//! taken to lead to the end of the function.

use hlslc_graph::DominatorTree;
use smallvec::SmallVec;

/// The rank of a place where lanes wait, the lowest of which goes on.
pub(crate) type Rank = u64;

/// A natural loop.
#[derive(Clone, Copy, Debug)]
struct Loop {
    header: u32,
    /// The loop around it.
    parent: Option<usize>,
    /// The place of its last block.
    last: u32,
}

/// The order of the blocks of a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flow {
    loops: Vec<Loop>,
    /// The innermost loop of each block.
    innermost: Vec<Option<usize>>,
    /// The place of each block in the order.
    places: Vec<u32>,
    post_dominators: Vec<Option<u32>>,
}

/// What stands in the order of a loop, or of what is outside of all.
#[derive(Clone, Copy)]
enum Item {
    Block(u32),
    Loop(usize),
}

impl Flow {
    /// Analyses a function by the successors of its blocks.
    pub(crate) fn new(successors: &[SmallVec<[u32; 4]>]) -> Self {
        let (loops, innermost) = natural_loops(successors);
        let (places, post_dominators) = (vec![u32::MAX; successors.len()], post_dominators(successors));
        let mut flow = Self { loops, innermost, places, post_dominators };
        flow.place(&reverse_postorder(successors));
        flow
    }

    /// The rank of lanes that take an edge.
    pub(crate) fn rank(&self, from: u32, to: u32) -> Rank {
        match self.next_iteration(from, to) {
            // Inner loops first: their headers have later places.
            Some(again) => Rank::from(again.last) << 32 | Rank::from(u32::MAX - self.places[to as usize]),
            None => Rank::from(self.places[to as usize]) << 32,
        }
    }

    /// The immediate post-dominator of a block, if there is one.
    pub(crate) fn post_dominator(&self, block: u32) -> Option<u32> {
        self.post_dominators[block as usize]
    }

    /// The loop that an edge begins an iteration of.
    fn next_iteration(&self, from: u32, to: u32) -> Option<Loop> {
        let mut around = self.innermost[from as usize];
        while let Some(one) = around {
            if self.loops[one].header == to {
                return Some(self.loops[one]);
            }
            around = self.loops[one].parent;
        }
        None
    }

    /// Gives each block its place. In a reducible graph the reverse postorder of blocks, and of loops by their headers, is
    /// topological, since no path enters a loop but by its header.
    fn place(&mut self, order: &[u32]) {
        let mut items: Vec<Vec<Item>> = vec![Vec::new(); self.loops.len()];
        let mut outside = Vec::new();
        for &block in order {
            let inside = self.innermost[block as usize];
            if let Some(one) = inside.filter(|&one| self.loops[one].header == block) {
                match self.loops[one].parent {
                    Some(parent) => items[parent].push(Item::Loop(one)),
                    None => outside.push(Item::Loop(one)),
                }
            }
            match inside {
                Some(one) => items[one].push(Item::Block(block)),
                None => outside.push(Item::Block(block)),
            }
        }
        let mut next = 0;
        let mut open = vec![(None, outside.into_iter())];
        while let Some((region, list)) = open.last_mut() {
            match list.next() {
                Some(Item::Block(block)) => {
                    self.places[block as usize] = next;
                    next += 1;
                }
                Some(Item::Loop(one)) => {
                    let list = std::mem::take(&mut items[one]);
                    open.push((Some(one), list.into_iter()));
                }
                None => {
                    if let Some(one) = *region {
                        self.loops[one].last = next.saturating_sub(1);
                    }
                    open.pop();
                }
            }
        }
    }
}

/// The immediate post-dominator of each block; `None` where its paths join only past the end.
fn post_dominators(successors: &[SmallVec<[u32; 4]>]) -> Vec<Option<u32>> {
    let end = successors.len() as u32;
    // Reversed: what follows a block is what comes before it.
    let mut turned: Vec<SmallVec<[u32; 4]>> = successors.to_vec();
    for following in &mut turned {
        if following.is_empty() {
            following.push(end);
        }
    }
    turned.push(SmallVec::new());
    let mut tree = DominatorTree::new(&turned, end);
    // A loop without an end: its first block in order gets an exit until all have one.
    while let Some(lost) = (0..end).find(|&block| !tree.is_reached(block)) {
        for block in lost..end {
            if !tree.is_reached(block) {
                turned[block as usize].push(end);
            }
        }
        tree = DominatorTree::new(&turned, end);
    }
    (0..end).map(|block| tree.parent(block).filter(|&join| join != end)).collect()
}

/// The blocks that the entry reaches, each before those it leads to but for edges back.
fn reverse_postorder(successors: &[SmallVec<[u32; 4]>]) -> Vec<u32> {
    let mut order = Vec::with_capacity(successors.len());
    if successors.is_empty() {
        return order;
    }
    let mut is_seen = vec![false; successors.len()];
    is_seen[0] = true;
    let mut open = vec![(0, 0)];
    while let Some((block, at)) = open.last_mut() {
        let Some(&to) = successors[*block as usize].get(*at) else {
            order.push(*block);
            open.pop();
            continue;
        };
        *at += 1;
        if !std::mem::replace(&mut is_seen[to as usize], true) {
            open.push((to, 0));
        }
    }
    order.reverse();
    order
}

/// The natural loops, those around others first, and the innermost of each block.
fn natural_loops(successors: &[SmallVec<[u32; 4]>]) -> (Vec<Loop>, Vec<Option<usize>>) {
    let mut preds: Vec<SmallVec<[u32; 4]>> = vec![SmallVec::new(); successors.len()];
    for (block, following) in (0..).zip(successors) {
        following.iter().for_each(|&to| preds[to as usize].push(block));
    }
    let mut innermost = vec![None; successors.len()];
    if successors.is_empty() {
        return (Vec::new(), innermost);
    }
    let tree = DominatorTree::new(&preds, 0);
    let latches = |header: u32| -> Vec<u32> {
        let reached = preds[header as usize].iter().copied().filter(|&block| tree.is_reached(block));
        reached.filter(|&block| tree.dominates(header, block)).collect()
    };
    let blocks = 0..successors.len() as u32;
    let mut headers: Vec<u32> = blocks.filter(|&block| tree.is_reached(block) && !latches(block).is_empty()).collect();
    headers.sort_by_key(|&header| tree.depth(header));
    let mut loops = Vec::new();
    for header in headers {
        let (number, parent) = (loops.len(), innermost[header as usize]);
        loops.push(Loop { header, parent, last: 0 });
        let mut open = latches(header);
        innermost[header as usize] = Some(number);
        while let Some(block) = open.pop() {
            if innermost[block as usize] != Some(number) {
                innermost[block as usize] = Some(number);
                open.extend(preds[block as usize].iter().copied().filter(|&block| tree.is_reached(block)));
            }
        }
    }
    (loops, innermost)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flow(edges: &[&[u32]]) -> Flow {
        Flow::new(&edges.iter().map(|edges| edges.iter().copied().collect()).collect::<Vec<_>>())
    }

    /// Whether lanes at the first edge go on before those at the second.
    fn is_before(flow: &Flow, first: (u32, u32), second: (u32, u32)) -> bool {
        flow.rank(first.0, first.1) < flow.rank(second.0, second.1)
    }

    #[test]
    fn lanes_wait_where_branches_join() {
        let flow = flow(&[&[1, 2], &[3], &[3], &[]]);
        assert_eq!(flow.rank(1, 3), flow.rank(2, 3));
        assert!(is_before(&flow, (0, 2), (1, 3)) && is_before(&flow, (0, 1), (2, 3)));
    }

    #[test]
    fn lanes_that_leave_a_loop_wait_for_all_others() {
        // 0 → 1 (head) → 2 → {3 (break), 1}, 1 → 4; 3 → 4.
        let flow = flow(&[&[1], &[2, 4], &[3, 1], &[4], &[]]);
        assert!(is_before(&flow, (2, 1), (2, 3)) && is_before(&flow, (2, 1), (1, 4)));
        assert_eq!(flow.rank(3, 4), flow.rank(1, 4));
    }

    #[test]
    fn lanes_that_continue_wait_for_those_that_stay() {
        // 0 → 1 (head) → {2, 1 (continue)}, 2 → {3, 4 (exit)}, 3 → 1.
        let flow = flow(&[&[1], &[2, 1], &[3, 4], &[1], &[]]);
        assert_eq!(flow.rank(1, 1), flow.rank(3, 1));
        assert!(is_before(&flow, (2, 3), (1, 1)) && is_before(&flow, (1, 1), (2, 4)));
    }

    #[test]
    fn an_inner_loop_ends_before_an_iteration_of_the_outer() {
        // 0 → 1 (head) → 2 (head) → {2, 1, 3 (exit)}.
        let flow = flow(&[&[1], &[2], &[2, 1, 3], &[]]);
        assert!(is_before(&flow, (2, 2), (2, 1)) && is_before(&flow, (2, 1), (2, 3)));
    }

    #[test]
    fn a_loop_without_an_end_and_a_cycle_with_two_entries_have_ranks() {
        let endless = flow(&[&[1, 2], &[1], &[]]);
        assert!(is_before(&endless, (0, 1), (1, 1)));
        let two = flow(&[&[1, 2], &[2], &[1]]);
        assert_eq!(two.rank(0, 1), two.rank(2, 1));
    }

    fn dominators_of(edges: &[&[u32]]) -> Vec<Option<u32>> {
        post_dominators(&edges.iter().map(|edges| edges.iter().copied().collect()).collect::<Vec<_>>())
    }

    #[test]
    fn branches_join_after() {
        assert_eq!(dominators_of(&[&[1, 2], &[3], &[3], &[]]), [Some(3), Some(3), Some(3), None]);
    }

    #[test]
    fn an_exit_of_a_loop_joins_after_the_loop() {
        // 0 → 1 (head) → 2 → {3 (break), 1}, 1 → 4; 3 → 4.
        assert_eq!(dominators_of(&[&[1], &[2, 4], &[3, 1], &[4], &[]]), [Some(1), Some(4), Some(4), Some(4), None]);
    }

    #[test]
    fn a_loop_without_an_end_joins_nowhere() {
        assert_eq!(dominators_of(&[&[1, 2], &[1], &[]])[0], None);
    }
}
