//! Orders blocks as SPIR-V requires, from the region annotations.
//!
//! The blocks of a construct are contiguous: its header, its body, the continue block of a loop, and after all of it the
//! merge block. That is a reverse post-order in which a header visits its merge block first, then its continue block, then
//! its successors.
//!
//! A `return` inside a construct leads to the single return block of the function, which SPIR-V takes for a jump out of the
//! construct. Such a jump gets a copy of the return block: [`returns_to_copy`].

use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::{Cfg, Dominators};
use hlslc_ir::{Block, Function, Region, Terminator};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// The most instructions that copies of one return block may have in total.
const MAX_COPIED: usize = 2048;

/// The blocks to write, in order. Merge and continue blocks of reachable headers are there even if nothing leads to
/// them.
pub(crate) fn structured_order(func: &Function, cfg: &Cfg) -> Vec<Block> {
    let mut seen: SecondaryMap<Block, bool> = SecondaryMap::new();
    let mut order = Vec::with_capacity(func.layout.len());
    let mut stack: Vec<(Block, SmallVec<[Block; 4]>)> = Vec::new();
    if let Some(entry) = func.entry() {
        seen[entry] = true;
        stack.push((entry, next_blocks(func, cfg, entry)));
    }
    while let Some((block, targets)) = stack.last_mut() {
        match targets.pop() {
            Some(to) if !seen[to] => {
                seen[to] = true;
                stack.push((to, next_blocks(func, cfg, to)));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Blocks to visit from a block, the first to be visited last.
fn next_blocks(func: &Function, cfg: &Cfg, block: Block) -> SmallVec<[Block; 4]> {
    if !cfg.is_reachable(block) {
        return SmallVec::new();
    }
    let data = &func.blocks[block];
    // What is visited first ends up last, so the targets stand in their order before them.
    let mut list: SmallVec<[Block; 4]> = data.terminator.targets().map(|to| to.block).collect();
    match data.region {
        Region::None | Region::Hint(_) => {}
        Region::Selection { merge, .. } => list.push(merge),
        Region::Loop { merge, continue_target, .. } => {
            list.push(continue_target);
            list.push(merge);
        }
    }
    list
}

/// Loops that never iterate, as the block that would lead back and the head it would lead to. SPIR-V asks every loop
/// for a back edge.
pub(crate) fn loops_without_back_edge(func: &Function, cfg: &Cfg) -> FxHashMap<Block, Block> {
    let mut list = FxHashMap::default();
    for &header in cfg.reverse_post_order() {
        let Region::Loop { continue_target, .. } = func.blocks[header].region else { continue };
        let has_back_edge = cfg.preds(header).iter().any(|&from| cfg.position(from) >= cfg.position(header));
        if !has_back_edge && cfg.is_reachable(continue_target) {
            list.insert(continue_target, header);
        }
    }
    list
}

/// The heads of the innermost construct around something and of the innermost loop.
type Around = (Option<Block>, Option<Block>);

/// The constructs around each block: the heads of the innermost one and of the innermost loop. A head is in its own.
struct Constructs {
    innermost: SecondaryMap<Block, Option<Block>>,
    innermost_loop: SecondaryMap<Block, Option<Block>>,
}

impl Constructs {
    fn new(func: &Function, dominators: &Dominators) -> Self {
        let mut this = Self { innermost: SecondaryMap::new(), innermost_loop: SecondaryMap::new() };
        // What is around a merge block is what is around the head of its construct.
        let mut after: SecondaryMap<Block, Option<Around>> = SecondaryMap::new();
        for &block in dominators.pre_order() {
            let above = || dominators.parent(block).map(|up| (this.innermost[up], this.innermost_loop[up]));
            let around = after[block].or_else(above).unwrap_or_default();
            let own = Some(block);
            let (innermost, innermost_loop) = match func.blocks[block].region {
                Region::None | Region::Hint(_) => around,
                Region::Selection { merge, .. } => {
                    after[merge] = Some(around);
                    (own, around.1)
                }
                Region::Loop { merge, .. } => {
                    after[merge] = Some(around);
                    (own, own)
                }
            };
            this.innermost[block] = innermost;
            this.innermost_loop[block] = innermost_loop;
        }
        this
    }

    /// Whether a jump is in no construct, or leaves the innermost one (or the innermost loop) by its merge block.
    fn may_jump(&self, func: &Function, from: Block, to: Block) -> bool {
        let ends_at = |header: Option<Block>| match header.map(|header| func.blocks[header].region) {
            Some(Region::Selection { merge, .. } | Region::Loop { merge, .. }) => merge == to,
            Some(Region::None | Region::Hint(_)) | None => false,
        };
        let innermost = self.innermost[from];
        innermost.is_none() || ends_at(innermost) || ends_at(self.innermost_loop[from])
    }
}

/// The jumps (from, to) to a block that ends the function which leave a construct otherwise than by its merge block.
pub(crate) fn returns_to_copy(func: &Function, cfg: &Cfg) -> FxHashSet<(Block, Block)> {
    let mut jumps = FxHashSet::default();
    let constructs = Constructs::new(func, &Dominators::new(cfg));
    for &to in cfg.reverse_post_order() {
        let data = &func.blocks[to];
        let ends = matches!(data.terminator, Terminator::Return(_) | Terminator::Unreachable);
        let needs_company = data.insts.iter().any(|&inst| func.insts[inst].op.info().effects.convergent);
        let preds = cfg.preds(to);
        if !ends || needs_company || preds.len() < 2 || data.insts.len() * preds.len() > MAX_COPIED {
            continue;
        }
        jumps.extend(preds.iter().filter(|&&from| !constructs.may_jump(func, from, to)).map(|&from| (from, to)));
    }
    jumps
}
