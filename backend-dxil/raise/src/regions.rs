//! Finds structured regions in the flow of a function, which SPIR-V asks for and DXIL has no words for.
//!
//! Input: a function without regions, of any reducible flow. Output: the same with a region for each loop and each choice, so
//! that every edge stays in its construct, or leaves it by its merge block or that of a loop around it. Exits through several loops
//! remain, for the pass `structurize`.
//!
//! The merge block of a loop is where all of its exits meet (their nearest common post-dominator); other blocks that the header
//! dominates belong to it. The merge block of a choice is the first block that its branch immediately dominates and
//! that several edges lead to; where there are more of them, or an edge from an inner construct leads there, a loop of one iteration
//! is put around the choice, whose exits such edges are (after Ramsey, "Beyond Relooper", 2022, in which each such block ends a labelled
//! block). Cost: a few traversals for each nesting level that needs such a loop.

use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::{Cfg, Dominators, PostDominators};
use hlslc_ir::function::{LoopHint, SelectionHint};
use hlslc_ir::{Block, BlockCall, Builder, Context, Function, Region, Terminator, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// How many loops of one iteration a function may be given.
const MOST_LABELS: usize = 4096;

/// Gives a function its regions; an error if its flow has none.
pub(crate) fn find(ctx: &mut Context, func: &mut Function) -> Result<(), String> {
    if func.layout.is_empty() {
        return Ok(());
    }
    let hints = hints(func);
    for &block in &func.layout {
        func.blocks[block].region = Region::None;
    }
    split_switches(func);
    one_back_edge(ctx, func)?;
    merge_loops(ctx, func);
    let mut labels = FxHashSet::default();
    for _ in 0..MOST_LABELS {
        choose(func, &hints);
        if !label(func, &mut labels) {
            order(func);
            return Ok(());
        }
    }
    Err("a flow that needs too many labels".to_owned())
}

/// What the attributes of the source ask of choices.
fn hints(func: &Function) -> FxHashMap<Block, SelectionHint> {
    let hint = |&block: &Block| match func.blocks[block].region {
        Region::Hint(hint) | Region::Selection { hint, .. } => Some((block, hint)),
        Region::None | Region::Loop { .. } => None,
    };
    func.layout.iter().filter_map(hint).collect()
}

/// The headers of loops with the blocks that lead back to them, in reverse postorder.
fn back_edges(cfg: &Cfg, dominators: &Dominators) -> Result<Vec<(Block, Vec<Block>)>, String> {
    let mut found = Vec::new();
    for &block in cfg.reverse_post_order() {
        let back: Vec<Block> =
            cfg.preds(block).iter().copied().filter(|&from| cfg.position(from) >= cfg.position(block)).collect();
        if back.iter().any(|&from| !dominators.dominates(block, from)) {
            return Err("a loop that is entered at several places".to_owned());
        }
        if !back.is_empty() {
            found.push((block, back));
        }
    }
    Ok(found)
}

/// A new block that passes on what it is given to another.
fn forward(ctx: &mut Context, func: &mut Function, to: Block) -> Block {
    let loc = func.blocks[to].loc;
    let new = func.make_block(loc);
    let at = func.layout.iter().position(|&block| block == to).unwrap_or(0);
    func.layout.insert(at, new);
    let types: Vec<_> = func.blocks[to].params.iter().map(|&param| func.ty(param)).collect();
    let args: SmallVec<[Value; 2]> = types.into_iter().map(|ty| func.add_param(new, ty)).collect();
    let mut b = Builder::new(ctx, func);
    b.switch_to(new);
    b.terminate(Terminator::Jump(BlockCall { block: to, args }));
    new
}

/// Redirects the edges from some blocks to another block.
fn redirect(func: &mut Function, from: impl IntoIterator<Item = Block>, old: Block, new: Block) {
    for block in from {
        for target in func.blocks[block].terminator.targets_mut() {
            if target.block == old {
                target.block = new;
            }
        }
    }
}

/// Gives each case of a switch a block of its own, so that cases which lead to one block do not pass on different values, and none
/// falls into another.
fn split_switches(func: &mut Function) {
    let cfg = Cfg::new(func);
    for block in func.layout.clone() {
        let mut terminator = std::mem::replace(&mut func.blocks[block].terminator, Terminator::Missing);
        if let Terminator::Switch { .. } = terminator {
            let loc = func.blocks[block].loc;
            for target in terminator.targets_mut().filter(|target| cfg.preds(target.block).len() > 1) {
                let case = func.append_block(loc);
                let to = std::mem::replace(target, BlockCall::plain(case));
                func.blocks[case].terminator = Terminator::Jump(to);
            }
        }
        func.blocks[block].terminator = terminator;
    }
}

/// Gives each loop a header that does nothing else, and one block that leads back to it, the continue block, which does nothing else
/// either.
fn one_back_edge(ctx: &mut Context, func: &mut Function) -> Result<(), String> {
    let cfg = Cfg::new(func);
    let dominators = Dominators::new(&cfg);
    for (header, back) in back_edges(&cfg, &dominators)? {
        let new = forward(ctx, func, header);
        redirect(func, back, header, new);
        let body = split(func, header);
        func.move_insts_to_end(header, body);
        func.blocks[header].region = Region::Loop { merge: header, continue_target: new, hint: LoopHint::None };
    }
    Ok(())
}

/// Moves the terminator of a block to a new block, to which it jumps.
fn split(func: &mut Function, block: Block) -> Block {
    let loc = func.blocks[block].loc;
    let new = func.append_block(loc);
    let jump = Terminator::Jump(BlockCall::plain(new));
    let data = &mut func.blocks[block];
    let (terminator, region) = (std::mem::replace(&mut data.terminator, jump), std::mem::take(&mut data.region));
    (func.blocks[new].terminator, func.blocks[new].region) = (terminator, region);
    new
}

/// Finds the merge block of each loop.
fn merge_loops(ctx: &mut Context, func: &mut Function) {
    let headers: Vec<Block> =
        func.layout.iter().copied().filter(|&block| matches!(func.blocks[block].region, Region::Loop { .. })).collect();
    for header in headers {
        let Region::Loop { continue_target, hint, .. } = func.blocks[header].region else { continue };
        let cfg = Cfg::new(func);
        let dominators = Dominators::new(&cfg);
        let body = natural_loop(&cfg, header, continue_target);
        let mut exits: Vec<Block> = Vec::new();
        for &block in cfg.reverse_post_order().iter().filter(|block| body.contains(block)) {
            for to in func.blocks[block].terminator.targets() {
                if !body.contains(&to.block) && !exits.contains(&to.block) {
                    exits.push(to.block);
                }
            }
        }
        let merge = match exits.as_slice() {
            [] => {
                // A loop without an end: nothing comes after it.
                let loc = func.blocks[header].loc;
                let never = func.append_block(loc);
                func.blocks[never].terminator = Terminator::Unreachable;
                never
            }
            &[only] => own_merge(ctx, func, &cfg, &dominators, header, only),
            _ => match meeting(func, &cfg, &exits) {
                Some(meets) => own_merge(ctx, func, &cfg, &dominators, header, meets),
                None => {
                    // Some exits end the function: what comes after the last one is after the loop.
                    let last = exits.iter().copied().max_by_key(|&exit| cfg.position(exit)).unwrap_or(header);
                    own_merge(ctx, func, &cfg, &dominators, header, last)
                }
            },
        };
        func.blocks[header].region = Region::Loop { merge, continue_target, hint };
    }
}

/// The blocks from which a path leads back to a header that does not leave through it.
fn natural_loop(cfg: &Cfg, header: Block, latch: Block) -> FxHashSet<Block> {
    let mut body = FxHashSet::from_iter([header]);
    let mut open = vec![latch];
    while let Some(block) = open.pop() {
        if body.insert(block) {
            open.extend(cfg.preds(block));
        }
    }
    body
}

/// The first block that all paths from some blocks lead through.
fn meeting(func: &Function, cfg: &Cfg, blocks: &[Block]) -> Option<Block> {
    let post = PostDominators::new(func, cfg);
    let tree = post.tree();
    let end = cfg.reverse_post_order().len() as u32;
    let mut nodes = blocks.iter().map(|&block| cfg.position(block));
    let mut meets = nodes.next()?;
    for mut other in nodes {
        while meets != other {
            if !tree.is_reached(meets) || !tree.is_reached(other) {
                return None;
            }
            let deeper = if tree.depth(meets) >= tree.depth(other) { &mut meets } else { &mut other };
            *deeper = tree.parent(*deeper)?;
        }
    }
    (meets < end).then(|| cfg.reverse_post_order()[meets as usize])
}

/// A merge block of a loop's own: the block itself, if nothing else leads there.
fn own_merge(
    ctx: &mut Context,
    func: &mut Function,
    cfg: &Cfg,
    dominators: &Dominators,
    header: Block,
    merge: Block,
) -> Block {
    let is_special = |block: Block| {
        func.layout.iter().any(|&other| match func.blocks[other].region {
            Region::Loop { merge, continue_target, .. } => {
                other != header && (merge == block || continue_target == block) || other == block
            }
            Region::None | Region::Selection { .. } | Region::Hint(_) => false,
        })
    };
    if dominators.dominates(header, merge) && !is_special(merge) {
        return merge;
    }
    let from: Vec<Block> =
        cfg.preds(merge).iter().copied().filter(|&from| dominators.dominates(header, from)).collect();
    let new = forward(ctx, func, merge);
    redirect(func, from, merge, new);
    new
}

/// The blocks that several edges lead to, but for those where loops end or go on, by the block that immediately dominates them; in
/// reverse postorder.
fn joins(func: &Function, cfg: &Cfg, dominators: &Dominators) -> SecondaryMap<Block, Vec<Block>> {
    let special = specials(func);
    let mut joins: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
    for &block in cfg.reverse_post_order().iter().filter(|block| !special.contains(block)) {
        let forward = cfg.preds(block).iter().filter(|&&from| cfg.position(from) < cfg.position(block)).count();
        if let Some(above) = dominators.parent(block).filter(|_| forward > 1) {
            joins[above].push(block);
        }
    }
    joins
}

/// Gives each branch that needs one a merge block.
fn choose(func: &mut Function, hints: &FxHashMap<Block, SelectionHint>) {
    let cfg = Cfg::new(func);
    let dominators = Dominators::new(&cfg);
    let (joins, special) = (joins(func, &cfg, &dominators), specials(func));
    for &block in cfg.reverse_post_order() {
        if matches!(func.blocks[block].region, Region::Loop { .. }) {
            continue;
        }
        let targets: Vec<Block> = func.blocks[block].terminator.targets().map(|to| to.block).collect();
        let hint = hints.get(&block).copied().unwrap_or_default();
        // Where nothing joins, what does not leave comes after the choice.
        let own =
            |&to: &Block| dominators.parent(to) == Some(block) && !special.contains(&to) && cfg.preds(to).len() == 1;
        let last = || targets.iter().copied().filter(own).max_by_key(|&to| cfg.position(to));
        let merge = joins[block].first().copied().or_else(last).filter(|_| targets.len() > 1);
        func.blocks[block].region = merge.map_or(Region::None, |merge| Region::Selection { merge, hint });
    }
}

/// The merge and continue blocks of loops.
fn specials(func: &Function) -> FxHashSet<Block> {
    let regions = func.layout.iter().map(|&block| func.blocks[block].region);
    let special = regions.filter_map(|region| match region {
        Region::Loop { merge, continue_target, .. } => Some([merge, continue_target]),
        Region::None | Region::Selection { .. } | Region::Hint(_) => None,
    });
    special.flatten().collect()
}

/// Puts a loop of one iteration around the first choice which has a second join, or whose join an edge from an inner construct leads
/// to. Returns whether there was one.
fn label(func: &mut Function, labels: &mut FxHashSet<Block>) -> bool {
    let cfg = Cfg::new(func);
    let dominators = Dominators::new(&cfg);
    let joins = joins(func, &cfg, &dominators);
    let merge_of = |header: Block| match func.blocks[header].region {
        Region::Selection { merge, .. } | Region::Loop { merge, .. } => Some(merge),
        Region::None | Region::Hint(_) => None,
    };
    // The header of the innermost choice or loop around each block.
    let mut innermost: SecondaryMap<Block, Option<Block>> = SecondaryMap::new();
    let mut after: FxHashMap<Block, Option<Block>> = FxHashMap::default();
    for &block in dominators.pre_order() {
        let above = dominators.parent(block).and_then(|above| innermost[above]);
        let around = after.get(&block).copied().unwrap_or(above);
        innermost[block] = around;
        if let Some(merge) = merge_of(block) {
            after.entry(merge).or_insert(around);
            innermost[block] = Some(block);
        }
    }
    for &head in cfg.reverse_post_order() {
        for &join in &joins[head] {
            let is_own = merge_of(head) == Some(join);
            if !is_own || cfg.preds(join).iter().any(|&from| innermost[from] != Some(head)) {
                wrap(func, &cfg, &dominators, labels, join);
                return true;
            }
        }
    }
    false
}

/// Puts a loop of one iteration around the block that immediately dominates another, which becomes its merge block.
fn wrap(func: &mut Function, cfg: &Cfg, dominators: &Dominators, labels: &mut FxHashSet<Block>, merge: Block) {
    let Some(mut head) = dominators.parent(merge) else { return };
    // What ends later is around what ends earlier.
    while let Some(above) = dominators.parent(head).filter(|above| labels.contains(above))
        && matches!(func.blocks[above].region, Region::Loop { merge: other, .. } if cfg.position(other) < cfg.position(merge))
        && func.blocks[above].terminator.targets().any(|to| to.block == head)
    {
        head = above;
    }
    let loc = func.blocks[head].loc;
    let (label, next) = (func.append_block(loc), func.append_block(loc));
    let inner = if labels.contains(&head) {
        let Region::Loop { continue_target, .. } = func.blocks[head].region else { return };
        let from: Vec<Block> = cfg.preds(head).iter().copied().filter(|&from| from != continue_target).collect();
        redirect(func, from, head, label);
        head
    } else {
        let inner = split(func, head);
        func.blocks[head].terminator = Terminator::Jump(BlockCall::plain(label));
        inner
    };
    func.blocks[label].terminator = Terminator::Jump(BlockCall::plain(inner));
    func.blocks[label].region = Region::Loop { merge, continue_target: next, hint: LoopHint::None };
    func.blocks[next].terminator = Terminator::Jump(BlockCall::plain(label));
    labels.insert(label);
}

/// Puts blocks into an order in which each comes after those that dominate it.
fn order(func: &mut Function) {
    let cfg = Cfg::new(func);
    let reached: Vec<Block> = cfg.reverse_post_order().to_vec();
    let others: Vec<Block> = func.layout.iter().copied().filter(|&block| !cfg.is_reachable(block)).collect();
    func.layout = reached.into_iter().chain(others).collect();
}
