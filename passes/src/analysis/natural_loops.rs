//! Finds natural loops (Aho, Lam, Sethi, Ullman, §9.6.6), for passes that run after regions have been removed.
//!
//! Input: a graph and its dominator tree. The loop of a back edge (an edge whose target dominates its source) consists of
//! the header and all blocks that reach the edge without passing the header; back edges with one header form one loop.
//! Cost: linear, but a header is visited once for each loop around it that shares it.

use cranelift_entity::SecondaryMap;
use hlslc_ir::Block;
use hlslc_ir::cfg::{Cfg, Dominators};

/// A loop, defined by its back edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaturalLoop {
    /// The block that the back edges lead to.
    pub header: Block,
    /// The sources of the back edges.
    pub latches: Vec<Block>,
    /// The innermost loop around it.
    pub parent: Option<usize>,
}

/// The loops of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct NaturalLoops {
    /// All loops, each before those that contain it.
    pub all: Vec<NaturalLoop>,
    /// The innermost loop around each block.
    pub inside: SecondaryMap<Block, Option<usize>>,
    /// For each loop the first and the last number in a pre-order walk of the loop tree.
    spans: Vec<(u32, u32)>,
}

impl NaturalLoops {
    /// Headers are visited in post-order, so inner loops are complete when an outer loop reaches them.
    pub fn new(cfg: &Cfg, dominators: &Dominators) -> Self {
        let mut this = Self { all: Vec::new(), inside: SecondaryMap::new(), spans: Vec::new() };
        let mut outermost: Vec<usize> = Vec::new();
        for &header in cfg.reverse_post_order().iter().rev() {
            let is_back = |&&pred: &&Block| dominators.dominates(header, pred);
            let mut latches: Vec<Block> = cfg.preds(header).iter().filter(is_back).copied().collect();
            latches.dedup();
            if latches.is_empty() {
                continue;
            }
            let index = this.all.len();
            let mut work = latches.clone();
            this.all.push(NaturalLoop { header, latches, parent: None });
            outermost.push(index);
            this.inside[header] = this.inside[header].or(Some(index));
            while let Some(block) = work.pop() {
                let Some(inner) = this.inside[block] else {
                    this.inside[block] = Some(index);
                    work.extend(cfg.preds(block));
                    continue;
                };
                let inner = find(&mut outermost, inner);
                if inner != index {
                    outermost[inner] = index;
                    this.all[inner].parent = Some(index);
                    work.extend(cfg.preds(this.all[inner].header));
                }
            }
        }
        this.number();
        this
    }

    /// Numbers the loop tree in pre-order; a loop has a higher index than those inside it.
    fn number(&mut self) {
        let mut sizes = vec![1u32; self.all.len()];
        for index in 0..self.all.len() {
            if let Some(parent) = self.all[index].parent {
                sizes[parent] += sizes[index];
            }
        }
        self.spans = vec![(0, 0); self.all.len()];
        let mut next = vec![0u32; self.all.len()];
        let mut free = 0;
        for index in (0..self.all.len()).rev() {
            let from = match self.all[index].parent {
                Some(parent) => &mut next[parent],
                None => &mut free,
            };
            let first = *from;
            *from += sizes[index];
            self.spans[index] = (first, first + sizes[index] - 1);
            next[index] = first + 1;
        }
    }

    /// Whether a loop contains a block.
    pub fn contains(&self, index: usize, block: Block) -> bool {
        let (Some(inner), (first, last)) = (self.inside[block], self.spans[index]) else { return false };
        (first..=last).contains(&self.spans[inner].0)
    }
}

/// The outermost known loop around a loop. Compresses the path that it follows.
fn find(outermost: &mut [usize], index: usize) -> usize {
    let mut root = index;
    while outermost[root] != root {
        root = outermost[root];
    }
    let mut at = index;
    while outermost[at] != root {
        at = std::mem::replace(&mut outermost[at], root);
    }
    root
}
