//! Checks that the control flow of DXIL has the form that structurizers require.
//!
//! Input: the body of a function of DXIL. Output: what is wrong with its graph. DXIL has no word for what belongs to a loop or where
//! the lanes of a branch join, and drivers and translators to SPIR-V find it in the graph. Theirs is
//! * a graph in which every loop has one entry, its head, and
//! * exits of loops that belong to the loop alone: a block outside a loop that is reached from inside is reached from nowhere
//!   else. LLVM's loop-simplify form has both. dxil-spirv makes such a block the merge block of the loop, and SPIR-V allows a
//!   block to be that of one construct only.

use dxil::inst::{BlockId, InstKind};
use dxil::module::Body;
use std::collections::BTreeSet;

/// What is wrong with the graph of a body.
pub fn faults(body: &Body) -> Vec<String> {
    let graph = Graph::new(body);
    let mut found = Vec::new();
    for (to, predecessors) in graph.predecessors.iter().enumerate() {
        // An edge against the order leads back to the head of a loop, which dominates its blocks.
        let mut back = predecessors.iter().filter(|&&from| graph.places[to] <= graph.places[from]);
        if back.any(|&from| !graph.dominates(to, from)) {
            found.push(format!("the loop of block {to} has a second entry"));
        }
    }
    for head in 0..graph.successors.len() {
        let inside = graph.loop_of(head);
        for &block in &inside {
            for &exit in graph.successors[block].iter().filter(|exit| !inside.contains(exit)) {
                if graph.predecessors[exit].iter().any(|pred| !inside.contains(pred)) {
                    found.push(format!("block {exit} is an exit of the loop of block {head}, and not of it alone"));
                }
            }
        }
    }
    found
}

struct Graph {
    successors: Vec<Vec<usize>>,
    predecessors: Vec<Vec<usize>>,
    /// The place of each block in a reverse post-order.
    places: Vec<usize>,
    /// The immediate dominator of each block; the entry is its own.
    dominators: Vec<usize>,
}

impl Graph {
    fn new(body: &Body) -> Self {
        let index = |block: BlockId| block.as_u32() as usize;
        let successors: Vec<Vec<usize>> = body
            .blocks
            .keys()
            .map(|block| match body.terminator(block) {
                Some(InstKind::Br(to)) => vec![index(*to)],
                Some(InstKind::CondBr { on_true, on_false, .. }) => vec![index(*on_true), index(*on_false)],
                Some(InstKind::Switch { default, cases, .. }) => {
                    let cases = cases.iter().map(|&(_, to)| index(to));
                    cases.chain([index(*default)]).collect()
                }
                _ => Vec::new(),
            })
            .collect();
        let order = reverse_post_order(&successors);
        // What is not reached counts for nothing.
        let mut predecessors = vec![Vec::new(); successors.len()];
        for &from in &order {
            successors[from].iter().for_each(|&to| predecessors[to].push(from));
        }
        let mut places = vec![usize::MAX; successors.len()];
        order.iter().enumerate().for_each(|(place, &block)| places[block] = place);
        let dominators = dominators(&order, &places, &predecessors);
        Self { successors, predecessors, places, dominators }
    }

    fn dominates(&self, above: usize, below: usize) -> bool {
        let mut at = below;
        while self.places[at] > self.places[above] {
            at = self.dominators[at];
        }
        at == above
    }

    /// The blocks of the loop with a head; none if it is no head.
    fn loop_of(&self, head: usize) -> BTreeSet<usize> {
        let latches = self.predecessors[head].iter().filter(|&&from| self.dominates(head, from));
        let mut work: Vec<usize> = latches.copied().collect();
        let mut inside = BTreeSet::new();
        if !work.is_empty() {
            inside.insert(head);
        }
        while let Some(block) = work.pop() {
            if inside.insert(block) {
                work.extend(&self.predecessors[block]);
            }
        }
        inside
    }
}

fn reverse_post_order(successors: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; successors.len()];
    let mut order = Vec::new();
    let mut work = vec![(0, false)];
    while let Some((block, is_done)) = work.pop() {
        if is_done {
            order.push(block);
        } else if !std::mem::replace(&mut seen[block], true) {
            work.push((block, true));
            work.extend(successors[block].iter().map(|&to| (to, false)));
        }
    }
    order.reverse();
    order
}

/// Immediate dominators, as Cooper, Harvey and Kennedy find them.
fn dominators(order: &[usize], places: &[usize], predecessors: &[Vec<usize>]) -> Vec<usize> {
    let mut of = vec![usize::MAX; places.len()];
    of[0] = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for &block in &order[1..] {
            let mut known = predecessors[block].iter().copied().filter(|&pred| of[pred] != usize::MAX);
            let Some(first) = known.next() else { continue };
            let new = known.fold(first, |mut a, mut b| {
                while a != b {
                    while places[a] > places[b] {
                        a = of[a];
                    }
                    while places[b] > places[a] {
                        b = of[b];
                    }
                }
                a
            });
            changed |= std::mem::replace(&mut of[block], new) != new;
        }
    }
    of
}
