//! Replaces a loop that never iterates, the body of an inlined function with several returns or an iteration of an unrolled loop, by
//! nested branches.
//!
//! Input: any function with region annotations. Output: where what follows an early exit can only be reached by one arm of the branch
//! around the exit, it stands in that arm, and both arms join at the end of the loop, which is no loop any more. Blocks and operations
//! stay as they are; only the merge blocks that annotations name change, and each branch gets one of its own.
//!
//! A loop stays if an exit lies in one arm and both arms go on after the branch: that takes a flag or a copy. It stays as well if an exit
//! leaves another loop ([`structurize`](crate::flow::structurize) routes such exits before this runs again). Cost: linear in blocks, times
//! the exits of a loop for each branch in it, at most [`MOST_CHECKS`].
//!
//! This is the reconstruction of `if`/`else` from dominance (compare Peterson, Kasami, Tokura, On the capabilities of while, repeat, and
//! exit statements, 1973) for forward edges alone.
//!
//! ```text
//! block1:                                        block1:
//!   br block2 !loop merge block9 continue …        br block2
//! block2:                                        block2:
//!   br i1 %v1, block3, block4 !selection …4  =>    br i1 %v1, block3, block4 !selection merge block10
//! block3:                                        block3:
//!   br block9(i32 7)                               br block10(i32 7)
//! block4:                                        block4:
//!   br block9(i32 8)                               br block10(i32 8)
//!                                                block10(i32 %v5):
//!                                                  br block9(i32 %v5)
//! ```

use crate::analysis::Analyses;
use cranelift_entity::{EntitySet, SecondaryMap};
use hlslc_ir::cfg::{Cfg, Dominators};
use hlslc_ir::function::SelectionHint;
use hlslc_ir::{Block, BlockCall, Function, Region, Terminator, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The most tests of whether a branch is around an exit, for one loop.
const MOST_CHECKS: usize = 1 << 18;

/// The most branches that are nested for one loop. SPIR-V allows a depth of 1023.
const MOST_NESTED: usize = 128;

/// Whether a block is the header of a loop to which nothing leads back, and which is continued nowhere.
pub(crate) fn is_once(func: &Function, cfg: &Cfg, header: Block) -> bool {
    let Region::Loop { continue_target, .. } = func.blocks[header].region else { return false };
    let leads_back = |&from: &Block| cfg.position(from) >= cfg.position(header);
    cfg.is_reachable(header) && !cfg.is_reachable(continue_target) && !cfg.preds(header).iter().any(leads_back)
}

/// Nests the exits of all loops that never iterate, where that is possible.
pub(crate) fn nest(func: &mut Function, analyses: &mut Analyses) -> bool {
    let cfg = analyses.cfg(func);
    let once: Vec<Block> =
        cfg.reverse_post_order().iter().copied().filter(|&header| is_once(func, &cfg, header)).collect();
    let mut changed = false;
    // An inner loop that is nested is no obstacle to the exits of an outer one.
    for &header in once.iter().rev() {
        let (cfg, dominators) = (analyses.cfg(func), analyses.dominators(func));
        let Some(plan) = Plan::new(func, &cfg, &dominators, header) else { continue };
        plan.apply(func, &dominators);
        analyses.graph_changed();
        changed = true;
    }
    changed
}

/// How the exits of one loop are nested.
struct Plan {
    header: Block,
    merge: Block,
    /// The branches whose merge block becomes the end of the loop, outer ones first.
    nested: Vec<Block>,
    /// Empty blocks that lead to the end.
    forwards: EntitySet<Block>,
    /// The blocks with an edge to the end, or to a block that leads there.
    exits: Vec<Block>,
}

/// The search for a plan.
struct Search<'a> {
    func: &'a Function,
    cfg: &'a Cfg,
    dominators: &'a Dominators,
    plan: Plan,
    checks: usize,
}

impl Plan {
    fn new(func: &Function, cfg: &Cfg, dominators: &Dominators, header: Block) -> Option<Self> {
        let Region::Loop { merge, .. } = func.blocks[header].region else { return None };
        let exits = if cfg.is_reachable(merge) { cfg.preds(merge).to_vec() } else { Vec::new() };
        if exits.iter().any(|&from| !dominators.dominates(header, from)) {
            return None;
        }
        let plan = Self { header, merge, nested: Vec::new(), forwards: EntitySet::new(), exits };
        let mut search = Search { func, cfg, dominators, plan, checks: 0 };
        let mut work: Vec<Block> = vec![header];
        while let Some(block) = work.pop() {
            search.step(block, &mut work)?;
        }
        Some(search.plan)
    }

    /// Gives each nested branch a merge block.
    fn apply(mut self, func: &mut Function, dominators: &Dominators) {
        self.bypass_forwards(func);
        let mut joins: SecondaryMap<Block, Option<Block>> = SecondaryMap::new();
        let around = |joins: &SecondaryMap<Block, Option<Block>>, block: Block| {
            std::iter::successors(Some(block), |&at| dominators.parent(at).filter(|_| at != self.header))
                .find_map(|at| joins[at])
        };
        let loc = func.blocks[self.merge].loc;
        let mut placed = Vec::new();
        for &branch in &self.nested {
            let outer = if branch == self.header { None } else { dominators.parent(branch) };
            let outer = outer.and_then(|above| around(&joins, above)).unwrap_or(self.merge);
            let join = func.make_block(loc);
            let types: Vec<_> = func.blocks[self.merge].params.iter().map(|&param| func.ty(param)).collect();
            let args = types.into_iter().map(|ty| func.add_param(join, ty)).collect();
            func.blocks[join].terminator = Terminator::Jump(BlockCall { block: outer, args });
            let hint = match func.blocks[branch].region {
                Region::Selection { hint, .. } | Region::Hint(hint) => hint,
                Region::None | Region::Loop { .. } => SelectionHint::None,
            };
            func.blocks[branch].region = Region::Selection { merge: join, hint };
            joins[branch] = Some(join);
            placed.push(join);
        }
        if joins[self.header].is_none() {
            func.blocks[self.header].region = Region::None;
        }
        for &block in &self.exits {
            let Some(join) = around(&joins, block) else { continue };
            for to in func.blocks[block].terminator.targets_mut() {
                if to.block == self.merge {
                    to.block = join;
                }
            }
        }
        // Inner branches end first.
        let at = func.layout.iter().position(|&block| block == self.merge).unwrap_or(func.layout.len());
        func.layout.splice(at..at, placed.into_iter().rev());
    }

    /// Leads what goes to empty blocks directly to the end.
    fn bypass_forwards(&mut self, func: &mut Function) {
        if self.forwards.is_empty() {
            return;
        }
        for &block in &self.exits {
            let mut terminator = std::mem::replace(&mut func.blocks[block].terminator, Terminator::Missing);
            for to in terminator.targets_mut() {
                while self.forwards.contains(to.block) {
                    let data = &func.blocks[to.block];
                    let Terminator::Jump(next) = &data.terminator else { break };
                    let known: FxHashMap<Value, Value> =
                        data.params.iter().copied().zip(to.args.iter().copied()).collect();
                    let args = next.args.iter().map(|arg| known.get(arg).copied().unwrap_or(*arg)).collect();
                    *to = BlockCall { block: next.block, args };
                }
            }
            func.blocks[block].terminator = terminator;
        }
        for block in func.layout.iter().copied().filter(|&block| self.forwards.contains(block)) {
            func.blocks[block].terminator = Terminator::Unreachable;
        }
        let forwards = &self.forwards;
        self.exits.retain(|&block| !forwards.contains(block));
    }
}

impl Search<'_> {
    fn is_end(&self, block: Block) -> bool {
        block == self.plan.merge || self.plan.forwards.contains(block)
    }

    /// Whether a block is in the loop.
    fn is_inside(&self, block: Block) -> bool {
        let merge = self.plan.merge;
        self.cfg.is_reachable(block)
            && self.dominators.dominates(self.plan.header, block)
            && !(self.cfg.is_reachable(merge) && self.dominators.dominates(merge, block))
    }

    /// Whether a block is in the construct with a header and a merge block.
    fn is_in(&self, (header, merge): (Block, Block), block: Block) -> bool {
        self.dominators.dominates(header, block)
            && !(self.cfg.is_reachable(merge) && self.dominators.dominates(merge, block))
    }

    /// The blocks of a construct that go to the end.
    fn exits_of(&mut self, construct: (Block, Block)) -> Option<SmallVec<[Block; 8]>> {
        self.checks += self.plan.exits.len();
        let found = self.plan.exits.iter().copied().filter(|&exit| self.is_in(construct, exit));
        (self.checks <= MOST_CHECKS).then(|| found.collect())
    }

    /// Goes on after one block, all successors of which end at the end of the loop. `None`: the exits cannot be nested.
    fn step(&mut self, block: Block, work: &mut Vec<Block>) -> Option<()> {
        let data = &self.func.blocks[block];
        match (data.region, &data.terminator) {
            (Region::Loop { merge, .. }, _) if block != self.plan.header => {
                if !self.exits_of((block, merge))?.is_empty() {
                    return None;
                }
                self.go_on(block, merge, work)
            }
            (Region::Selection { merge, .. }, terminator) => {
                let exits = self.exits_of((block, merge))?;
                if exits.is_empty() {
                    return self.go_on(block, merge, work);
                }
                let is_switch = matches!(terminator, Terminator::Switch { .. });
                if self.cfg.is_reachable(merge) && self.leads_to_end(merge) {
                    self.plan.forwards.insert(merge);
                    self.plan.exits.extend(self.cfg.preds(merge));
                    if self.cfg.preds(merge).iter().any(|&from| self.switches_to_ends(from)) {
                        return None;
                    }
                } else if self.cfg.is_reachable(merge) && (is_switch || !self.is_in_one_arm(block, merge)) {
                    return None;
                }
                self.nest(block)?;
                if is_switch {
                    // A switch may be left from anywhere in it that is in no other loop or switch.
                    return self.may_leave(block, merge);
                }
                self.enter(block, work)
            }
            (Region::None | Region::Hint(_) | Region::Loop { .. }, Terminator::Jump(to)) => {
                self.go_on(block, to.block, work)
            }
            (Region::None | Region::Hint(_) | Region::Loop { .. }, Terminator::Branch { then, otherwise, .. }) => {
                let inside = [then, otherwise].map(|to| self.is_inside(to.block) && !self.is_end(to.block));
                let ends = [then, otherwise].map(|to| self.is_end(to.block));
                match inside {
                    [true, true] => None,
                    [false, false] => {
                        // One leaves the loop around.
                        (then.block == otherwise.block || ends == [true, true] || ends == [false, false]).then_some(())
                    }
                    _ => {
                        if ends[0] || ends[1] {
                            self.nest(block)?;
                        }
                        self.enter(block, work)
                    }
                }
            }
            (Region::None | Region::Hint(_) | Region::Loop { .. }, Terminator::Switch { .. }) => None,
            (_, Terminator::Return(_) | Terminator::Unreachable | Terminator::Missing) => Some(()),
        }
    }

    fn nest(&mut self, block: Block) -> Option<()> {
        self.plan.nested.push(block);
        (self.plan.nested.len() <= MOST_NESTED).then_some(())
    }

    /// Goes on at each successor in the loop.
    fn enter(&self, block: Block, work: &mut Vec<Block>) -> Option<()> {
        let targets: SmallVec<[Block; 2]> = self.func.blocks[block].terminator.targets().map(|to| to.block).collect();
        targets.into_iter().rev().try_for_each(|to| self.go_on(block, to, work))
    }

    /// Goes on at a block, unless it is the end or outside of the loop.
    fn go_on(&self, from: Block, to: Block, work: &mut Vec<Block>) -> Option<()> {
        if self.is_end(to) || !self.is_inside(to) {
            return Some(());
        }
        if !self.dominators.dominates(from, to) {
            return None;
        }
        work.push(to);
        Some(())
    }

    /// Whether a merge block is empty and leads to the end.
    fn leads_to_end(&self, merge: Block) -> bool {
        let data = &self.func.blocks[merge];
        let Terminator::Jump(to) = &data.terminator else { return false };
        data.insts.is_empty() && data.region == Region::None && self.is_end(to.block)
    }

    /// Whether a switch leads to several blocks that will be one: two of its cases must not bring different values there.
    fn switches_to_ends(&self, from: Block) -> bool {
        let terminator = &self.func.blocks[from].terminator;
        let mut ends = terminator.targets().map(|to| to.block).filter(|&to| self.is_end(to));
        let first = ends.next();
        matches!(terminator, Terminator::Switch { .. }) && ends.any(|to| Some(to) != first)
    }

    /// Whether all paths from a branch to its merge block start with the same arm.
    fn is_in_one_arm(&self, branch: Block, merge: Block) -> bool {
        let targets = self.func.blocks[branch].terminator.targets().filter(|to| to.block == merge).count();
        match targets {
            0 => self.dominators.parent(merge) != Some(branch),
            1 => self.cfg.preds(merge).len() == 1,
            _ => false,
        }
    }

    /// Whether all exits in a switch are in no loop or other switch inside it.
    fn may_leave(&self, switch: Block, merge: Block) -> Option<()> {
        let barriers: Vec<(Block, Block)> = self
            .func
            .layout
            .iter()
            .copied()
            .filter(|&block| block != switch && self.cfg.is_reachable(block) && self.is_in((switch, merge), block))
            .filter_map(|block| match (self.func.blocks[block].region, &self.func.blocks[block].terminator) {
                (Region::Loop { merge, .. }, _) | (Region::Selection { merge, .. }, Terminator::Switch { .. }) => {
                    Some((block, merge))
                }
                (Region::None | Region::Hint(_) | Region::Selection { .. }, _) => None,
            })
            .collect();
        let exits = self.plan.exits.iter().filter(|&&exit| self.is_in((switch, merge), exit));
        let mut checks = exits.flat_map(|&exit| barriers.iter().map(move |&barrier| (barrier, exit)));
        (!checks.any(|(barrier, exit)| self.is_in(barrier, exit))).then_some(())
    }
}
