//! Leaves nested branches one by one where nothing is optimised, since readers of DXIL have to reconstruct the structure of the
//! control flow.
//!
//! Input: any function with region annotations. Output: a `return` of an inlined function, which is an edge out of the
//! one-iteration loop around the body of the function, does not leave several branches at once: each branch is left at its
//! merge block, by a new block that goes on or leaves the next branch, as a flag says. Exits of several loops are removed
//! before, as for SPIR-V ([`structurize`](crate::flow::structurize)). From `-O1` on such edges stay, since that is less code.
//! Cost: linear in blocks and edges, times the nesting depth of an edge.
//!
//! This is the elimination of `goto` by flags (Erosa and Hendren, Taming control flow, 1994) for forward edges out of branches.
//!
//! ```text
//! block1:  ; in a branch with merge block4      block1:
//!   br i1 %v1, block9(i32 7), block2              br i1 %v1, block10(i1 true, i32 7), block2
//! block2:                                       block2:
//!   br block4                               =>    br block10(i1 false, undef)
//! block4:                                       block10(i1 %v3, i32 %v4):
//!   br block9(i32 8)                              br i1 %v3, block9(i32 %v4), block4
//!                                               block4:
//!                                                 br block9(i32 8)
//! ```

use crate::analysis::Analyses;
use crate::flow::structurize;
use crate::locals::variables::restore_dominance;
use crate::module::resolve_handles;
use crate::run::pass::{OptLevel, PassCx};
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::{Cfg, Dominators, Loops};
use hlslc_ir::context::{ConstData, Context};
use hlslc_ir::{Block, BlockCall, Function, Module, Region, Scalar, Terminator, Value};
use rustc_hash::FxHashMap;
use std::sync::Arc;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    if cx.options.level >= OptLevel::O1 || func.is_one_block() || !Branches::new(func, cx.analyses).has_exits(func) {
        return false;
    }
    // Values that do not dominate their uses any more go through variables, which hold no handles.
    let mut changed = resolve_handles::run(module, func, cx);
    if changed {
        cx.analyses.graph_changed();
    }
    changed |= structurize::end_loops(module, func, cx.analyses);
    let branches = Branches::new(func, cx.analyses);
    if branches.nest(&mut module.ctx, func) {
        changed = true;
        cx.analyses.graph_changed();
        restore_dominance(&mut module.ctx, func, cx.analyses);
    }
    changed
}

/// A branch that joins again.
struct Branch {
    header: Block,
    merge: Block,
    /// The innermost branch around it.
    parent: Option<usize>,
    /// The innermost loop around it.
    inside: Option<usize>,
    /// The blocks in it that leave the loop, and those that go to its merge block.
    exits: Vec<Block>,
    ends: Vec<Block>,
}

/// The branches of a function, each before those inside it.
struct Branches {
    all: Vec<Branch>,
    /// The innermost branch around the end of each block.
    home: SecondaryMap<Block, Option<usize>>,
    loops: Arc<Loops>,
    cfg: Arc<Cfg>,
    /// The loops that have one iteration.
    is_once: Vec<bool>,
}

impl Branches {
    fn new(func: &Function, analyses: &mut Analyses) -> Self {
        let (cfg, dominators, loops) = (analyses.cfg(func), analyses.dominators(func), analyses.loops(func));
        let is_once = |header: Block| !cfg.preds(header).iter().any(|&from| dominators.dominates(header, from));
        let is_once = loops.all().iter().map(|this| is_once(this.header)).collect();
        let mut found = Self { all: Vec::new(), home: SecondaryMap::new(), loops, cfg, is_once };
        for &block in dominators.pre_order() {
            let around = found.around(block, &dominators);
            found.home[block] = around;
            if let Region::Selection { merge, .. } = func.blocks[block].region {
                found.home[block] = Some(found.all.len());
                let inside = found.loops.inside(block);
                let (exits, ends) = (Vec::new(), Vec::new());
                found.all.push(Branch { header: block, merge, parent: around, inside, exits, ends });
            }
        }
        found.leave_shared();
        for at in 0..found.cfg.reverse_post_order().len() {
            let block = found.cfg.reverse_post_order()[at];
            for to in func.blocks[block].terminator.targets() {
                found.note(block, to.block);
            }
        }
        found
    }

    /// The innermost branch around a block: that around its dominator, unless the block is after it or outside of its loop.
    fn around(&self, block: Block, dominators: &Dominators) -> Option<usize> {
        let mut around = dominators.parent(block).and_then(|above| self.home[above]);
        let here = self.loops.inside(block);
        while let Some(branch) = around.map(|at| &self.all[at]) {
            let in_loop = match (branch.inside, here) {
                (None, _) => true,
                (Some(_), None) => false,
                (Some(outer), Some(inner)) => outer == inner || self.loops.encloses(outer, inner),
            };
            if in_loop && !dominators.dominates(branch.merge, block) {
                break;
            }
            around = branch.parent;
        }
        around
    }

    /// Takes blocks out of branches that are not all around their predecessors: several iterations of an unrolled loop may share one.
    fn leave_shared(&mut self) {
        let cfg = self.cfg.clone();
        for &block in cfg.reverse_post_order() {
            let own = self.home[block].filter(|&at| self.all[at].header == block);
            let mut around = own.map_or(self.home[block], |at| self.all[at].parent);
            let before = cfg.preds(block).iter().filter(|&&from| cfg.position(from) < cfg.position(block));
            for from in before {
                while let Some(at) = around.filter(|&at| !self.is_around(at, self.home[*from])) {
                    around = self.all[at].parent;
                }
            }
            match own {
                Some(at) => self.all[at].parent = around,
                None => self.home[block] = around,
            }
        }
    }

    /// Whether a branch is another one or around it.
    fn is_around(&self, at: usize, mut of: Option<usize>) -> bool {
        while let Some(inner) = of {
            if inner == at {
                return true;
            }
            of = self.all[inner].parent;
        }
        false
    }

    /// Records an edge that leaves a branch, or ends it.
    fn note(&mut self, from: Block, to: Block) {
        let Some(home) = self.home[from] else { return };
        let end = self.loops.inside(from).filter(|&at| self.is_once[at] && self.loops.all()[at].merge == to);
        let branch = &mut self.all[home];
        if branch.merge != to && end.is_some() && branch.inside == end {
            if branch.exits.last() != Some(&from) {
                branch.exits.push(from);
            }
            return;
        }
        let mut around = Some(home);
        while let Some(at) = around {
            let branch = &mut self.all[at];
            if branch.merge == to {
                if branch.ends.last() != Some(&from) {
                    branch.ends.push(from);
                }
                return;
            }
            around = branch.parent;
        }
    }

    /// Whether an edge leaves a branch and the loop around it, or several loops.
    fn has_exits(&self, func: &Function) -> bool {
        let merges = self.loops.all().iter().enumerate().map(|(at, this)| (this.merge, at));
        let merges: FxHashMap<Block, usize> = merges.collect();
        let is_far = |block: Block| {
            let inside = self.loops.inside(block);
            let mut left = func.blocks[block].terminator.targets().filter_map(|to| merges.get(&to.block));
            left.any(|left| inside.is_some_and(|inside| self.loops.encloses(*left, inside)))
        };
        self.all.iter().any(|branch| !branch.exits.is_empty())
            || self.cfg.reverse_post_order().iter().any(|&block| is_far(block))
    }

    /// Gives each branch with exits a merge block that dispatches, inner branches first.
    fn nest(mut self, ctx: &mut Context, func: &mut Function) -> bool {
        let mut placed: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
        for at in (0..self.all.len()).rev() {
            let Some(end) = self.all[at].inside.map(|at| self.loops.all()[at].merge) else { continue };
            let exits = std::mem::take(&mut self.all[at].exits);
            if exits.is_empty() {
                continue;
            }
            let ends = std::mem::take(&mut self.all[at].ends);
            let Branch { header, merge, parent, inside, .. } = self.all[at];
            let join = dispatch(ctx, func, header, [(end, exits.as_slice()), (merge, ends.as_slice())]);
            if let Region::Selection { merge, .. } = &mut func.blocks[header].region {
                *merge = join;
            }
            let last = exits.iter().chain(&ends).max_by_key(|&&block| self.cfg.position(block));
            placed.entry(last.copied().unwrap_or(header)).or_default().push(join);
            // The new block is in the branches around this one.
            self.home[join] = parent;
            if let Some(around) = parent {
                let around = &mut self.all[around];
                if around.merge != end && around.inside == inside {
                    around.exits.push(join);
                } else if around.merge == end {
                    around.ends.push(join);
                }
            }
            if !ends.is_empty() {
                self.note_end(parent, merge, join);
            }
        }
        if placed.is_empty() {
            return false;
        }
        for block in std::mem::take(&mut func.layout) {
            func.layout.push(block);
            let mut after = placed.remove(&block).unwrap_or_default();
            after.reverse();
            // A new block may be the last one before another.
            while let Some(join) = after.pop() {
                func.layout.push(join);
                after.extend(placed.remove(&join).unwrap_or_default().into_iter().rev());
            }
        }
        true
    }

    /// Records that a new block ends a branch whose merge block is also that of an inner one.
    fn note_end(&mut self, mut around: Option<usize>, merge: Block, join: Block) {
        while let Some(at) = around {
            let branch = &mut self.all[at];
            if branch.merge == merge {
                branch.ends.push(join);
                return;
            }
            around = branch.parent;
        }
    }
}

/// Makes a block that branches to one of two targets by a flag, and redirects the edges to them to it. Returns the block.
fn dispatch(ctx: &mut Context, func: &mut Function, header: Block, targets: [(Block, &[Block]); 2]) -> Block {
    let join = func.make_block(func.blocks[header].loc);
    let truth = ctx.scalar(Scalar::Bool);
    let flag = func.add_param(join, truth);
    let places = targets.map(|(to, _)| {
        let types: Vec<_> = func.blocks[to].params.iter().map(|&param| func.ty(param)).collect();
        types.into_iter().map(|ty| func.add_param(join, ty)).collect::<Vec<Value>>()
    });
    for &block in targets[0].1.iter().chain(targets[1].1) {
        let mut terminator = std::mem::replace(&mut func.blocks[block].terminator, Terminator::Missing);
        for to in terminator.targets_mut() {
            let Some(target) = targets.iter().position(|target| target.0 == to.block) else { continue };
            let is_exit = ctx.constant(truth, ConstData::Scalar(u64::from(target == 0)));
            let mut call = BlockCall::plain(join);
            call.args.push(func.constant(ctx, is_exit));
            for (index, places) in places.iter().enumerate() {
                for (at, &place) in places.iter().enumerate() {
                    let undefined = ctx.constant(func.ty(place), ConstData::Undef);
                    call.args.push(if index == target { to.args[at] } else { func.constant(ctx, undefined) });
                }
            }
            *to = call;
        }
        func.blocks[block].terminator = terminator;
    }
    let call = |target: usize| BlockCall { block: targets[target].0, args: places[target].iter().copied().collect() };
    func.blocks[join].terminator = if targets[1].1.is_empty() {
        Terminator::Jump(call(0))
    } else {
        Terminator::Branch { cond: flag, then: call(0), otherwise: call(1) }
    };
    join
}
