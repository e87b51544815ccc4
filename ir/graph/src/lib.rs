//! Computes the dominators of any graph of numbered nodes: blocks of the IR, blocks of DXIL, and, with reversed edges,
//! post-dominators.
//!
//! Input: the predecessors of each node, and the root. Output: a [`DominatorTree`], in which the parent of a node is its
//! immediate dominator. The algorithm is that of Lengauer and Tarjan ("A fast algorithm for finding dominators in a
//! flowgraph", 1979) with simple path compression: O(m log n) for every graph, where iterative algorithms are quadratic for
//! a loop with many exits. Nothing recurses.

#![warn(clippy::wildcard_enum_match_arm)]

use smallvec::SmallVec;

/// No node.
const NONE: u32 = u32::MAX;

/// The dominator tree of the nodes that the root reaches; other nodes are not in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DominatorTree {
    /// The nearest dominator of each node; none for the root.
    parents: Vec<u32>,
    /// First and last number of the subtree of each node in a walk over the tree.
    spans: Vec<(u32, u32)>,
    depths: Vec<u32>,
}

impl DominatorTree {
    /// The tree of a graph, given by the predecessors of each node.
    pub fn new(preds: &[SmallVec<[u32; 4]>], root: u32) -> Self {
        let parents = immediate_dominators(preds, root);
        // Children as lists, the first one made last.
        let (mut first, mut next) = (vec![NONE; parents.len()], vec![NONE; parents.len()]);
        for (node, &parent) in parents.iter().enumerate().rev() {
            if parent != NONE {
                next[node] = std::mem::replace(&mut first[parent as usize], node as u32);
            }
        }
        let mut tree = Self { spans: vec![(1, 0); parents.len()], depths: vec![NONE; parents.len()], parents };
        let mut numbers = 0;
        let mut stack = Vec::with_capacity(tree.parents.len());
        if (root as usize) < tree.parents.len() {
            stack.push((root, 0));
        }
        while let Some(&(node, depth)) = stack.last() {
            let at = node as usize;
            if tree.depths[at] == NONE {
                tree.depths[at] = depth;
                tree.spans[at].0 = numbers;
                numbers += 1;
            }
            // What is left of its list is what was not walked over.
            let child = first[at];
            if child == NONE {
                tree.spans[at].1 = numbers - 1;
                stack.pop();
            } else {
                first[at] = next[child as usize];
                stack.push((child, depth + 1));
            }
        }
        tree
    }

    /// Whether the root leads to a node. Not to one that the graph does not have.
    pub fn is_reached(&self, node: u32) -> bool {
        self.depth(node) != NONE
    }

    /// The nearest node above; none for the root and for nodes that it does not lead to.
    pub fn parent(&self, node: u32) -> Option<u32> {
        self.parents.get(node as usize).copied().filter(|&parent| parent != NONE)
    }

    /// The depth of a node in the tree; `u32::MAX` for those that the root does not reach.
    pub fn depth(&self, node: u32) -> u32 {
        self.depths.get(node as usize).copied().unwrap_or(NONE)
    }

    /// First and last number of what is below a node in a walk over the tree; its own is the first. Empty for nodes
    /// that the root does not lead to.
    pub fn span(&self, node: u32) -> (u32, u32) {
        self.spans.get(node as usize).copied().unwrap_or((1, 0))
    }

    /// Whether every path from the root to `below` leads through `above`. A node dominates itself. False if the root leads
    /// not to both.
    pub fn dominates(&self, above: u32, below: u32) -> bool {
        let (above, below) = (self.span(above), self.span(below));
        above.0 <= below.0 && below.1 <= above.1 && below.0 <= below.1
    }
}

/// The immediate dominator of each node of a graph, given by the predecessors of each; `u32::MAX` for the root and for
/// nodes that the root does not lead to.
pub fn immediate_dominators(preds: &[SmallVec<[u32; 4]>], root: u32) -> Vec<u32> {
    let mut idom = vec![NONE; preds.len()];
    if preds.len() <= 1 {
        return idom;
    }
    let walk = SpanningTree::new(preds, root);
    let found = walk.dominators(preds);
    for (number, &node) in walk.nodes.iter().enumerate().skip(1) {
        idom[node as usize] = walk.nodes[found[number] as usize];
    }
    idom
}

/// Up to how many nodes a graph is small: to go up its tree step by step is then no matter.
const FEW: usize = 64;

/// The same for a small reducible graph whose nodes are numbered in a reverse post-order from the root, which is the first; nothing
/// for any other.
///
/// An edge whose target dominates its source leads no path past a dominator, so the edges that go forward decide (Cooper, Harvey
/// and Kennedy, "A simple, fast dominance algorithm", 2001, of which one walk is enough here).
pub fn dominators_in_order<P: Iterator<Item = u32>>(count: usize, preds: impl Fn(usize) -> P) -> Option<Vec<u32>> {
    if count > FEW {
        return None;
    }
    let mut idom = vec![NONE; count];
    let mut has_back_edges = false;
    for node in 1..count {
        let mut found = NONE;
        for pred in preds(node) {
            if pred as usize >= node {
                has_back_edges = true;
                continue;
            }
            let (mut one, mut other) = (pred, if found == NONE { pred } else { found });
            while one != other {
                // What comes later is not above what comes earlier.
                let later = if one > other { &mut one } else { &mut other };
                *later = idom[*later as usize];
            }
            found = one;
        }
        if found == NONE {
            return None;
        }
        idom[node] = found;
    }
    let dominates = |above: usize, below: u32| {
        let mut at = below;
        while at as usize > above {
            at = idom[at as usize];
        }
        at as usize == above
    };
    let is_back = |node: usize| preds(node).all(|pred| (pred as usize) < node || dominates(node, pred));
    (!has_back_edges || (0..count).all(is_back)).then_some(idom)
}

/// A walk over a graph in depth: the nodes by the number they were reached at, and the other way round.
struct SpanningTree {
    nodes: Vec<u32>,
    numbers: Vec<u32>,
    /// Number of the node that each was reached from, by number.
    parents: Vec<u32>,
}

impl SpanningTree {
    fn new(preds: &[SmallVec<[u32; 4]>], root: u32) -> Self {
        // Successors in one list, those of a node from `start[node]` on.
        let mut start = vec![0u32; preds.len() + 1];
        preds.iter().flatten().for_each(|&pred| start[pred as usize + 1] += 1);
        for at in 1..start.len() {
            start[at] += start[at - 1];
        }
        let mut next = start.clone();
        let mut succs = vec![0u32; start.last().map_or(0, |&edges| edges as usize)];
        for (node, preds) in preds.iter().enumerate() {
            for &pred in preds {
                let slot = &mut next[pred as usize];
                succs[*slot as usize] = node as u32;
                *slot += 1;
            }
        }
        let count = preds.len();
        let (nodes, parents) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut tree = Self { nodes, numbers: vec![NONE; count], parents };
        let mut stack = Vec::with_capacity(count);
        if (root as usize) < preds.len() {
            stack.push((root, 0));
        }
        while let Some((node, parent)) = stack.pop() {
            if tree.numbers[node as usize] != NONE {
                continue;
            }
            let number = tree.nodes.len() as u32;
            tree.numbers[node as usize] = number;
            tree.nodes.push(node);
            tree.parents.push(parent);
            let (from, to) = (start[node as usize] as usize, start[node as usize + 1] as usize);
            stack.extend(succs[from..to].iter().rev().map(|&to| (to, number)));
        }
        tree
    }

    /// Immediate dominators, numbers for numbers, after Lengauer and Tarjan with simple path compression: candidates
    /// first (from how high up a node can be reached past its parents), then what they imply, from the bottom up.
    fn dominators(&self, preds: &[SmallVec<[u32; 4]>]) -> Vec<u32> {
        let count = self.nodes.len();
        let mut forest = Forest {
            ancestor: vec![NONE; count],
            label: (0..count as u32).collect(),
            semi: (0..count as u32).collect(),
            path: Vec::with_capacity(count),
        };
        let mut idom = vec![0u32; count];
        // Nodes with the same candidate, as lists.
        let (mut first, mut next) = (vec![NONE; count], vec![NONE; count]);
        for node in (1..count as u32).rev() {
            for &pred in &preds[self.nodes[node as usize] as usize] {
                let pred = self.numbers[pred as usize];
                if pred != NONE {
                    let best = forest.best(pred);
                    let candidate = forest.semi[best as usize];
                    let own = &mut forest.semi[node as usize];
                    *own = candidate.min(*own);
                }
            }
            let parent = self.parents[node as usize];
            let candidate = forest.semi[node as usize] as usize;
            next[node as usize] = std::mem::replace(&mut first[candidate], node);
            forest.ancestor[node as usize] = parent;
            let mut waiting = std::mem::replace(&mut first[parent as usize], NONE);
            while waiting != NONE {
                let best = forest.best(waiting);
                let above = forest.semi[best as usize] < forest.semi[waiting as usize];
                idom[waiting as usize] = if above { best } else { parent };
                waiting = next[waiting as usize];
            }
        }
        for node in 1..count {
            if idom[node] != forest.semi[node] {
                idom[node] = idom[idom[node] as usize];
            }
        }
        idom
    }
}

/// The trees that nodes were linked into, from the bottom up.
struct Forest {
    ancestor: Vec<u32>,
    /// The node with the highest candidate on the path up that was compressed.
    label: Vec<u32>,
    semi: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    /// The node with the highest candidate between `node` and the root of its tree, which does not count itself.
    fn best(&mut self, node: u32) -> u32 {
        let mut at = node;
        while self.ancestor[at as usize] != NONE && self.ancestor[self.ancestor[at as usize] as usize] != NONE {
            self.path.push(at);
            at = self.ancestor[at as usize];
        }
        while let Some(at) = self.path.pop() {
            let above = self.ancestor[at as usize] as usize;
            let (own, other) = (self.label[at as usize], self.label[above]);
            if self.semi[other as usize] < self.semi[own as usize] {
                self.label[at as usize] = other;
            }
            self.ancestor[at as usize] = self.ancestor[above];
        }
        self.label[node as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dominators by definition: without the one, the other cannot be reached.
    fn by_definition(preds: &[SmallVec<[u32; 4]>]) -> Vec<u32> {
        let count = preds.len() as u32;
        let reached = |without: Option<u32>| {
            let mut reached = vec![false; preds.len()];
            reached[0] = without != Some(0);
            for _ in 0..count {
                for node in 0..count {
                    let comes = preds[node as usize].iter().any(|&pred| reached[pred as usize]);
                    if comes && without != Some(node) {
                        reached[node as usize] = true;
                    }
                }
            }
            reached
        };
        let all = reached(None);
        let without: Vec<Vec<bool>> = (0..count).map(|node| reached(Some(node))).collect();
        let dominates = |a: u32, b: u32| all[b as usize] && !without[a as usize][b as usize];
        (0..count)
            .map(|node| {
                let above = || (0..count).filter(|&a| a != node && dominates(a, node));
                above().find(|&a| above().all(|b| dominates(b, a))).unwrap_or(NONE)
            })
            .collect()
    }

    #[test]
    fn dominators_are_what_the_definition_says() {
        // Small graphs of all kinds, from a fixed sequence of numbers.
        let mut state = 1u32;
        let mut random = move |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        let mut in_order = 0;
        for _ in 0..500 {
            let count = 2 + random(9);
            let mut preds = vec![SmallVec::new(); count as usize];
            for _ in 0..random(3 * count) {
                let (from, to) = (random(count), 1 + random(count - 1));
                preds[to as usize].push(from);
            }
            let expected = by_definition(&preds);
            assert_eq!(immediate_dominators(&preds, 0), expected, "{preds:?}");
            // Every node has a predecessor before it, and those after it are below it.
            let dominates = |above: u32, below: u32| {
                std::iter::successors(Some(below), |&at| Some(expected[at as usize]).filter(|&up| up != NONE))
                    .any(|at| at == above)
            };
            let is_in_order = (1..count).all(|node| {
                let preds = &preds[node as usize];
                preds.iter().any(|&pred| pred < node) && preds.iter().all(|&pred| pred < node || dominates(node, pred))
            });
            let found = dominators_in_order(preds.len(), |node| preds[node].iter().copied());
            if is_in_order {
                in_order += 1;
                assert_eq!(found.as_deref(), Some(&expected[..]), "{preds:?}");
            } else {
                assert_eq!(found, None, "{preds:?}");
            }
            let tree = DominatorTree::new(&preds, 0);
            for node in 0..count {
                let parent = expected[node as usize];
                let is_reached = node == 0 || parent != NONE;
                assert_eq!(tree.is_reached(node), is_reached, "{preds:?}");
                assert_eq!(tree.parent(node), (parent != NONE).then_some(parent), "{preds:?}");
                let path_up = || std::iter::successors(Some(node).filter(|_| is_reached), |&at| tree.parent(at));
                assert_eq!(tree.depth(node).wrapping_add(1), path_up().count() as u32, "{preds:?}");
                for above in 0..count {
                    assert_eq!(tree.dominates(above, node), path_up().any(|at| at == above), "{preds:?}");
                }
            }
        }
        assert!((1..500).contains(&in_order), "graphs of both kinds");
    }

    #[test]
    fn irreducible_or_large_graphs_are_not_walked_in_order() {
        let loops: [&[u32]; 3] = [&[], &[0, 1], &[1, 2]];
        assert_eq!(dominators_in_order(3, |node| loops[node].iter().copied()), Some(vec![NONE, 0, 1]));
        let irreducible: [&[u32]; 3] = [&[], &[0, 2], &[0, 1]];
        assert_eq!(dominators_in_order(3, |node| irreducible[node].iter().copied()), None);
        assert_eq!(dominators_in_order(FEW + 1, |node| (node as u32).checked_sub(1).into_iter()), None);
    }
}
