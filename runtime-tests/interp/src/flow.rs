//! Finds where lanes that diverge reconverge: at the immediate post-dominator of the branch (Fung and others, 2007).
//!
//! Input: the successors of each block of a function, the entry first. Output: for each block the nearest one that every path from it
//! leads through, if there is one. Blocks that no path leads out of (a loop without an end) are taken to lead to the end of the
//! function.

use hlslc_graph::DominatorTree;
use smallvec::SmallVec;

/// The block where the paths from each block join; `None` where they join only past the end.
pub(crate) fn joins(successors: &[SmallVec<[u32; 4]>]) -> Vec<Option<u32>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[&[u32]]) -> Vec<Option<u32>> {
        joins(&edges.iter().map(|edges| edges.iter().copied().collect()).collect::<Vec<_>>())
    }

    #[test]
    fn branches_join_after() {
        assert_eq!(graph(&[&[1, 2], &[3], &[3], &[]]), [Some(3), Some(3), Some(3), None]);
    }

    #[test]
    fn an_exit_of_a_loop_joins_after_the_loop() {
        // 0 → 1 (head) → 2 → {3 (break), 1}, 1 → 4; 3 → 4.
        assert_eq!(graph(&[&[1], &[2, 4], &[3, 1], &[4], &[]]), [Some(1), Some(4), Some(4), Some(4), None]);
    }

    #[test]
    fn a_loop_without_an_end_joins_nowhere() {
        assert_eq!(graph(&[&[1, 2], &[1], &[]])[0], None);
    }
}
