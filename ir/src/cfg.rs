//! Computes the control-flow graph of a function, its dominator tree and its loops, on demand.
//!
//! Input: a function whose terminators and regions name existing blocks. All results are snapshots: a change of a
//! terminator invalidates them, a change of a region invalidates the loops. Nothing recurses; the graph costs time linear
//! in blocks and edges, the tree a logarithm more (`hlslc_graph`).

use crate::entity::Block;
use crate::function::{BlockCall, Function, Region, Terminator};
use cranelift_entity::{EntityRef, SecondaryMap};
use hlslc_graph::{DominatorTree, dominators_in_order, immediate_dominators};
use smallvec::SmallVec;

/// Position of a block that cannot be reached.
const UNREACHED: u32 = u32::MAX;

/// Predecessors and a reverse post-order of the reachable blocks.
#[derive(Debug, PartialEq)]
pub struct Cfg {
    /// The predecessors of all blocks, those of a block next to each other.
    preds: Vec<Block>,
    /// First and last index, exclusive, of the predecessors of each block.
    pred_spans: SecondaryMap<Block, (u32, u32)>,
    order: Vec<Block>,
    position: SecondaryMap<Block, u32>,
    /// The edges of switches: target, source, and number among the targets of the source. Sorted.
    switch_edges: Vec<(Block, Block, u32)>,
}

impl Cfg {
    /// The graph of a function.
    pub fn new(func: &Function) -> Self {
        let mut position = SecondaryMap::with_default(UNREACHED);
        if func.is_one_block() {
            func.layout.iter().for_each(|&block| position[block] = 0);
            let (preds, pred_spans) = grouped(&[], 0);
            return Self { preds, pred_spans, order: func.layout.clone(), position, switch_edges: Vec::new() };
        }
        position.resize(func.blocks.len());
        let mut order = Vec::with_capacity(func.layout.len());
        let (mut edges, mut switch_edges) = (Vec::with_capacity(func.layout.len() * 2), Vec::new());
        let mut stack: SmallVec<[(Block, SmallVec<[Block; 4]>); 8]> = SmallVec::new();
        let mut visit = |block: Block, position: &mut SecondaryMap<Block, u32>| {
            position[block] = 0;
            // Targets are taken from the end, so that in the reversed order the first one comes first.
            let targets: SmallVec<[Block; 4]> = func.blocks[block].terminator.targets().map(|to| to.block).collect();
            edges.extend(targets.iter().map(|&to| (to, block)));
            if matches!(func.blocks[block].terminator, Terminator::Switch { .. }) {
                switch_edges.extend(targets.iter().enumerate().map(|(number, &to)| (to, block, number as u32)));
            }
            (block, targets)
        };
        if let Some(entry) = func.entry() {
            stack.push(visit(entry, &mut position));
        }
        while let Some((block, targets)) = stack.last_mut() {
            match targets.pop() {
                Some(to) if position[to] == UNREACHED => stack.push(visit(to, &mut position)),
                Some(_) => {}
                None => {
                    order.push(*block);
                    stack.pop();
                }
            }
        }
        order.reverse();
        for (i, &block) in order.iter().enumerate() {
            position[block] = i as u32;
        }
        switch_edges.sort_unstable();
        let (preds, pred_spans) = grouped(&edges, func.blocks.len());
        Self { preds, pred_spans, order, position, switch_edges }
    }

    /// The reachable predecessors of a block, one for each edge, in the order of the traversal.
    #[inline]
    pub fn preds(&self, block: Block) -> &[Block] {
        let (start, end) = self.pred_spans[block];
        &self.preds[start as usize..end as usize]
    }

    /// The incoming edges of a block from reachable blocks, each with its source: in the order of [`preds`](Self::preds), and for
    /// each source in the order of its targets. `func` is the function of the graph; the arguments of its edges may have changed.
    /// The cost is linear in the incoming edges, even if a switch with many other targets is one of the sources.
    pub fn incoming<'a>(&'a self, func: &'a Function, block: Block) -> impl Iterator<Item = (Block, &'a BlockCall)> {
        self.numbered_incoming(func, block).map(|(from, _, to)| (from, to))
    }

    /// [`incoming`](Self::incoming), each edge with its number among the targets of its source.
    pub fn numbered_incoming<'a>(
        &'a self,
        func: &'a Function,
        block: Block,
    ) -> impl Iterator<Item = (Block, usize, &'a BlockCall)> {
        let preds = self.preds(block);
        // Edges from the same block are adjacent.
        let blocks = preds.iter().enumerate().filter(move |&(at, pred)| at == 0 || preds[at - 1] != *pred);
        blocks.flat_map(move |(_, &from)| {
            let terminator = &func.blocks[from].terminator;
            let start = self.switch_edges.partition_point(|&(to, pred, _)| (to, pred) < (block, from));
            let many = self.switch_edges[start..].iter().take_while(move |&&(to, pred, _)| (to, pred) == (block, from));
            let few = many.clone().next().is_none().then(|| terminator.targets().enumerate());
            let many = many.filter_map(|&(.., number)| Some((number as usize, terminator.target(number as usize)?)));
            let all = few.into_iter().flatten().chain(many);
            all.filter(move |(_, to)| to.block == block).map(move |(number, to)| (from, number, to))
        })
    }

    /// The number of the first target of a switch that is the given block.
    pub fn number_of_target(&self, switch: Block, block: Block) -> Option<usize> {
        let at = self.switch_edges.partition_point(|&(to, from, _)| (to, from) < (block, switch));
        let &(to, from, number) = self.switch_edges.get(at)?;
        ((to, from) == (block, switch)).then_some(number as usize)
    }

    /// The reachable blocks, each before its successors, except along back edges.
    #[inline]
    pub fn reverse_post_order(&self) -> &[Block] {
        &self.order
    }

    /// Whether a path from the entry leads to the block.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.position[block] != UNREACHED
    }

    /// The index of a reachable block in the reverse post-order.
    #[inline]
    pub fn position(&self, block: Block) -> u32 {
        self.position[block]
    }
}

/// The sources of edges (target, source), those of a target next to each other in the order of the edges, and where those of each
/// target are: a counting sort.
fn grouped(edges: &[(Block, Block)], blocks: usize) -> (Vec<Block>, SecondaryMap<Block, (u32, u32)>) {
    let mut spans: SecondaryMap<Block, (u32, u32)> = SecondaryMap::new();
    let Some(&(_, first)) = edges.first() else { return (Vec::new(), spans) };
    spans.resize(blocks);
    for &(to, _) in edges {
        spans[to].1 += 1;
    }
    let mut next = 0;
    for span in spans.values_mut().filter(|span| span.1 != 0) {
        let start = next;
        next += span.1;
        *span = (start, start);
    }
    let mut sources = vec![first; edges.len()];
    for &(to, from) in edges {
        sources[spans[to].1 as usize] = from;
        spans[to].1 += 1;
    }
    (sources, spans)
}

/// The dominator tree: the blocks that lie on every path from the entry to a block.
#[derive(Debug, PartialEq)]
pub struct Dominators {
    /// Immediate dominator; none for the entry and unreachable blocks.
    parent: SecondaryMap<Block, Option<Block>>,
    /// First and last number of the block's subtree in a walk over the tree.
    span: SecondaryMap<Block, (u32, u32)>,
    order: Vec<Block>,
}

impl Dominators {
    /// The dominator tree of a graph.
    pub fn new(cfg: &Cfg) -> Self {
        // By position in the reverse post-order.
        let order = cfg.reverse_post_order();
        if let &[only] = order {
            let mut span = SecondaryMap::with_default((1, 0));
            span[only] = (0, 0);
            return Self { parent: SecondaryMap::new(), span, order: vec![only] };
        }
        let preds = |at: usize| cfg.preds(order[at]).iter().map(|&pred| cfg.position(pred));
        let idom = dominators_in_order(order.len(), preds).unwrap_or_else(|| {
            let preds: Vec<SmallVec<[u32; 4]>> = (0..order.len()).map(|at| preds(at).collect()).collect();
            immediate_dominators(&preds, 0)
        });
        let mut parent = SecondaryMap::new();
        let mut span = SecondaryMap::with_default((1, 0));
        let rows = order.iter().map(|block| block.index() + 1).max().unwrap_or(0);
        parent.resize(rows);
        span.resize(rows);
        for (i, &block) in order.iter().enumerate().skip(1) {
            parent[block] = Some(order[idom[i] as usize]);
        }
        let mut tree = Self { parent, span, order: order.to_vec() };
        tree.number(order, &idom);
        tree
    }

    /// Numbers the tree in pre-order. The children of a block are visited in the order of the reverse post-order.
    fn number(&mut self, order: &[Block], idom: &[u32]) {
        let mut sizes: SmallVec<[u32; 32]> = SmallVec::from_elem(1, order.len());
        for at in (1..order.len()).rev() {
            sizes[idom[at] as usize] += sizes[at];
        }
        // The number of the next child of each block.
        let mut next: SmallVec<[u32; 32]> = SmallVec::from_elem(1, order.len());
        for (at, &block) in order.iter().enumerate() {
            let number = if at == 0 { 0 } else { next[idom[at] as usize] };
            if at > 0 {
                next[idom[at] as usize] += sizes[at];
            }
            next[at] = number + 1;
            self.span[block] = (number, number + sizes[at] - 1);
            self.order[number as usize] = block;
        }
    }

    /// The immediate dominator.
    pub fn parent(&self, block: Block) -> Option<Block> {
        self.parent[block]
    }

    /// The reachable blocks in pre-order of the tree: each before those that it dominates.
    pub fn pre_order(&self) -> &[Block] {
        &self.order
    }

    /// Whether every path to `below` leads through `above`. A block dominates itself. False if either cannot be
    /// reached.
    #[inline]
    pub fn dominates(&self, above: Block, below: Block) -> bool {
        let (above, below) = (self.span[above], self.span[below]);
        above.0 <= below.0 && below.1 <= above.1 && below.0 <= below.1
    }
}

/// The post-dominator tree: the blocks that lie on every path from a block to the end of the function, and so the control
/// dependences of blocks on branches.
///
/// The nodes of the tree are the positions of the blocks in the graph, and one after them all, the root.
#[derive(Debug, PartialEq)]
pub struct PostDominators {
    tree: DominatorTree,
}

impl PostDominators {
    /// The post-dominator tree of a function.
    pub fn new(func: &Function, cfg: &Cfg) -> Self {
        let order = cfg.reverse_post_order();
        let exit = order.len() as u32;
        // The reversed graph.
        let mut succs: Vec<SmallVec<[u32; 4]>> = Vec::with_capacity(order.len() + 1);
        for &block in order {
            let targets = func.blocks[block].terminator.targets();
            let mut to: SmallVec<[u32; 4]> = targets.map(|to| cfg.position(to.block)).collect();
            if to.is_empty() {
                to.push(exit);
            }
            succs.push(to);
        }
        succs.push(SmallVec::new());
        Self { tree: DominatorTree::new(&succs, exit) }
    }

    /// The tree. Blocks from which no path leads to the end are not in it.
    pub fn tree(&self) -> &DominatorTree {
        &self.tree
    }

    /// The blocks that are control dependent on the branch of a block, as paths up the tree (Ferrante, Ottenstein, Warren,
    /// 1987): the first node of each path, and the depth of the node at which all of them end, which is excluded. Empty
    /// without a branch.
    pub fn decided(&self, func: &Function, cfg: &Cfg, block: Block) -> (SmallVec<[u32; 4]>, u32) {
        let targets = || func.blocks[block].terminator.targets().map(|to| cfg.position(to.block));
        let Some(end) = self.tree.parent(cfg.position(block)).filter(|_| targets().nth(1).is_some()) else {
            return (SmallVec::new(), 0);
        };
        (targets().filter(|&to| self.tree.is_reached(to)).collect(), self.tree.depth(end))
    }
}

/// A loop that a region names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The header, to which the back edges lead.
    pub header: Block,
    /// The block that a `break` leads to.
    pub merge: Block,
    /// The block that a `continue` leads to.
    pub continue_target: Block,
    /// Position of the innermost loop around this one.
    pub parent: Option<usize>,
}

/// The loops that regions name, as far as they can be reached.
#[derive(Debug, PartialEq)]
pub struct Loops {
    all: Vec<Loop>,
    inside: SecondaryMap<Block, Option<usize>>,
    /// The last loop inside each loop, or the loop itself if there is none.
    last: Vec<usize>,
}

impl Loops {
    /// The loops of a function. A loop consists of the blocks that its header dominates and its merge block does not. The
    /// merge and continue blocks of outer loops to which a loop jumps belong to those outer loops.
    pub fn new(func: &Function, dominators: &Dominators) -> Self {
        let mut all: Vec<Loop> = Vec::new();
        let mut inside: SecondaryMap<Block, Option<usize>> = SecondaryMap::new();
        // The innermost loops of merge and continue blocks.
        let mut known: SecondaryMap<Block, Option<Option<usize>>> = SecondaryMap::new();
        for &block in dominators.pre_order() {
            let above = || dominators.parent(block).and_then(|above| inside[above]);
            let around = known[block].unwrap_or_else(above);
            inside[block] = around;
            if let Region::Loop { merge, continue_target, .. } = func.blocks[block].region {
                let this = all.len();
                known[continue_target] = Some(Some(this));
                known[merge] = Some(around);
                inside[block] = Some(this);
                all.push(Loop { header: block, merge, continue_target, parent: around });
            }
        }
        let mut last: Vec<usize> = (0..all.len()).collect();
        for at in (0..all.len()).rev() {
            if let Some(parent) = all[at].parent {
                last[parent] = last[parent].max(last[at]);
            }
        }
        Self { all, inside, last }
    }

    /// The innermost loop that a block is in.
    pub fn inside(&self, block: Block) -> Option<usize> {
        self.inside[block]
    }

    /// The indices of a loop and of all loops inside it.
    pub fn with_inner(&self, of: usize) -> std::ops::RangeInclusive<usize> {
        of..=self.last.get(of).copied().unwrap_or(of)
    }

    /// Whether one loop is in another. No loop is in itself.
    pub fn encloses(&self, outer: usize, inner: usize) -> bool {
        outer < inner && self.last.get(outer).is_some_and(|&last| inner <= last)
    }

    /// All loops, each before those inside it.
    pub fn all(&self) -> &[Loop] {
        &self.all
    }

    /// The loops that contain a loop, innermost first.
    pub fn around(&self, of: usize) -> impl Iterator<Item = &Loop> {
        let parent = |at: usize| self.all.get(at).and_then(|this| this.parent);
        std::iter::successors(parent(of), move |&at| parent(at)).filter_map(|at| self.all.get(at))
    }
}
