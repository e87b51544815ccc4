//! Checks control flow: every loop has an exit and a single entry.

use cranelift_entity::SecondaryMap;
use petgraph::algo::kosaraju_scc;
use petgraph::graphmap::DiGraphMap;

use crate::inst::{BlockId, InstKind};
use crate::module::Body;

use super::body::Dominators;
use super::{Checker, Demand};

impl Checker<'_> {
    /// Looks at the loops among the reached blocks, then at those inside each without its first block, and so on: every
    /// block is looked at once for each loop it is in.
    pub(super) fn loops(
        &mut self,
        body: &Body,
        predecessors: &SecondaryMap<BlockId, Vec<BlockId>>,
        dominators: &Dominators,
    ) {
        let successors = |block| body.terminator(block).map(InstKind::successors).unwrap_or_default();
        // Where every step goes on to a later block there is no loop; most bodies are like that.
        let goes_back = |block| successors(block).iter().any(|&target| target <= block);
        if !body.blocks.keys().any(goes_back) {
            return;
        }
        let mut work = vec![body.blocks.keys().filter(|&block| dominators.is_reached(block)).collect::<Vec<_>>()];
        // Which group of blocks a block was put into last; groups are numbered as they are made.
        let mut group_of: SecondaryMap<BlockId, u32> = SecondaryMap::new();
        let mut groups = 0;
        let mut gather = |blocks: &[BlockId], group_of: &mut SecondaryMap<BlockId, u32>| {
            groups += 1;
            for &block in blocks {
                group_of[block] = groups;
            }
            groups
        };
        while let Some(blocks) = work.pop() {
            let group = gather(&blocks, &mut group_of);
            let mut graph = DiGraphMap::<BlockId, ()>::with_capacity(blocks.len(), blocks.len() * 2);
            for &block in &blocks {
                graph.add_node(block);
                for target in successors(block).into_iter().filter(|&target| group_of[target] == group) {
                    graph.add_edge(block, target, ());
                }
            }
            for cycle in kosaraju_scc(&graph) {
                let is_loop = cycle.len() > 1 || cycle.iter().any(|&block| graph.contains_edge(block, block));
                if !is_loop {
                    continue;
                }
                let own = gather(&cycle, &mut group_of);
                let leaves = |&block: &BlockId| successors(block).iter().any(|&target| group_of[target] != own);
                if !cycle.iter().any(leaves) {
                    self.demand(Demand::DeadLoop);
                }
                let is_entered = |&&block: &&BlockId| {
                    let mut from = predecessors[block].iter();
                    from.any(|&from| dominators.is_reached(from) && group_of[from] != own)
                };
                let mut entered = cycle.iter().filter(is_entered);
                match (entered.next(), entered.next()) {
                    (Some(&first), None) => work.push(cycle.iter().copied().filter(|&block| block != first).collect()),
                    _ => self.demand(Demand::Irreducible),
                }
            }
        }
    }
}
