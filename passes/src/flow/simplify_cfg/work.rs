//! Implements the worklist of `simplify-cfg` and its rules.
//!
//! Input: a function and its control-flow graph at the start. Output: the simplified function. In between, the graph is
//! the original one with a record of the changes: blocks that were merged into their predecessor ([`Work::home`]),
//! unreachable blocks, redirected edges, and renamed parameters.

use crate::edit::{Renames, by_block};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use hlslc_ir::cfg::Cfg;
use hlslc_ir::context::Context;
use hlslc_ir::debug::Point;
use hlslc_ir::{Block, BlockCall, Builder, ConstData, Function, Op, Region, Terminator, Value, ValueDef};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::VecDeque;

/// Whether empty blocks are bypassed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Forwarding {
    Off,
    On,
}

pub(super) struct Work<'a> {
    ctx: &'a mut Context,
    pub(super) func: &'a mut Function,
    cfg: &'a Cfg,
    forwarding: Forwarding,
    /// The blocks that a rule may apply to, each once.
    queue: VecDeque<Block>,
    is_queued: SecondaryMap<Block, bool>,
    /// The number of regions that name each block; blocks with one must stay.
    named: SecondaryMap<Block, u32>,
    /// The blocks at whose end a debugger is to stop, which do not count as empty.
    stops: SecondaryMap<Block, bool>,
    /// The number of edges from reachable blocks to each block.
    sources: SecondaryMap<Block, u32>,
    /// The block that a block was merged into.
    merged: SecondaryMap<Block, PackedOption<Block>>,
    /// The blocks whose edges differ from those of the graph.
    touched: SecondaryMap<Block, bool>,
    /// Predecessors that are not in the graph.
    new_preds: FxHashMap<Block, SmallVec<[Block; 4]>>,
    /// The unreachable blocks.
    dead: SecondaryMap<Block, bool>,
    pub(super) renames: Renames,
    /// The terminators that use each block parameter; from the first renamed parameter on.
    users: Option<Users>,
    /// The parameters with uses other than the jump of their own block; computed on first use.
    pub(super) used_elsewhere: Option<SecondaryMap<Value, bool>>,
    /// The number of blocks that may still bypass others.
    pub(super) fuel: usize,
    changed: bool,
    /// Whether a block lost an edge, and has another one that may come from a loop which is unreachable now.
    lost_edge: bool,
}

impl<'a> Work<'a> {
    pub fn new(ctx: &'a mut Context, func: &'a mut Function, cfg: &'a Cfg, forwarding: Forwarding) -> Self {
        let order = cfg.reverse_post_order();
        let mut sources = by_block(func, 0);
        for &block in order {
            sources[block] = cfg.preds(block).len() as u32;
        }
        let mut stops = SecondaryMap::new();
        for step in &func.debug.steps {
            if let Point::End(block) = step.point {
                stops[block] = true;
            }
        }
        let (mut named, mut dead) = (SecondaryMap::new(), SecondaryMap::new());
        for &block in &func.layout {
            named_by(block, func.blocks[block].region).for_each(|name| named[name] += 1);
            if !cfg.is_reachable(block) {
                dead[block] = true;
            }
        }
        let mut is_queued = by_block(func, false);
        for &block in order {
            is_queued[block] = true;
        }
        Self {
            queue: order.iter().copied().collect(),
            is_queued,
            named,
            stops,
            sources,
            merged: SecondaryMap::new(),
            touched: SecondaryMap::new(),
            new_preds: FxHashMap::default(),
            dead,
            renames: Renames::default(),
            users: None,
            used_elsewhere: None,
            fuel: 16 * order.len(),
            changed: false,
            lost_edge: false,
            ctx,
            func,
            cfg,
            forwarding,
        }
    }

    /// Applies all rules until none applies.
    pub fn run(&mut self) -> bool {
        loop {
            while let Some(block) = self.queue.pop_front() {
                self.is_queued[block] = false;
                self.visit(block);
            }
            let (ended, lost) = (self.end_loops(), self.lose_cycles());
            if !ended && !lost {
                return self.changed;
            }
        }
    }

    /// Applies the renames and removes the merged blocks. Returns the unreachable ones.
    pub fn finish(mut self) -> SecondaryMap<Block, bool> {
        if self.changed {
            let merged = &self.merged;
            self.func.layout.retain(|&block| merged[block].is_none());
            self.renames.apply(self.func);
        }
        self.dead
    }

    fn visit(&mut self, block: Block) {
        if self.is_gone(block) {
            return;
        }
        self.renames.apply_terminator(self.func, block);
        self.drop_params(block);
        while self.single_case(block) || self.decide(block) || self.merge(block) {
            self.changed = true;
        }
        // One empty block at a time: those of a cycle then bypass each other, too, which terminates.
        if self.forwarding == Forwarding::On && self.forward(block) {
            self.push(block);
        }
    }

    fn is_gone(&self, block: Block) -> bool {
        self.dead[block] || self.merged[block].is_some()
    }

    /// The block that contains the instructions of a block now.
    fn home(&self, mut block: Block) -> Block {
        while let Some(into) = self.merged[block].expand() {
            block = into;
        }
        block
    }

    pub(super) fn push(&mut self, block: Block) {
        let block = self.home(block);
        if !self.dead[block] && !std::mem::replace(&mut self.is_queued[block], true) {
            self.queue.push_back(block);
        }
    }

    /// The possible predecessors of a block, each once.
    fn preds(&self, block: Block) -> SmallVec<[Block; 4]> {
        let new = self.new_preds.get(&block).map_or(&[][..], |new| new.as_slice());
        let mut preds: SmallVec<[Block; 4]> = SmallVec::new();
        for &pred in self.cfg.preds(block).iter().chain(new) {
            // The edges of one block are adjacent.
            let pred = self.home(pred);
            if !self.dead[pred] && preds.last() != Some(&pred) {
                preds.push(pred);
            }
        }
        preds.sort_unstable();
        preds.dedup();
        preds
    }

    fn push_preds(&mut self, block: Block) {
        for pred in self.preds(block) {
            self.push(pred);
        }
    }

    /// Records that an edge of a block was removed.
    fn lose(&mut self, to: Block) {
        self.sources[to] -= 1;
        if self.sources[to] == 0 && self.func.entry() != Some(to) {
            self.kill(to);
        } else {
            self.lost_edge = true;
            self.push(to);
            // Its remaining edge may be a jump.
            if self.sources[to] == 1 {
                self.push_preds(to);
            }
        }
    }

    /// Records that blocks became unreachable.
    fn kill(&mut self, block: Block) {
        let mut stack = vec![block];
        while let Some(block) = stack.pop() {
            if std::mem::replace(&mut self.dead[block], true) {
                continue;
            }
            self.forget_region(block);
            let targets: SmallVec<[Block; 4]> =
                self.func.blocks[block].terminator.targets().map(|to| to.block).collect();
            for to in targets {
                if self.dead[to] {
                    continue;
                }
                self.sources[to] -= 1;
                if self.sources[to] == 0 && self.func.entry() != Some(to) {
                    stack.push(to);
                } else {
                    self.lost_edge = true;
                    self.push(to);
                    if self.sources[to] == 1 {
                        self.push_preds(to);
                    }
                }
            }
        }
    }

    /// Removes the annotation of a block, perhaps the last one that names some other blocks.
    fn forget_region(&mut self, block: Block) {
        let region = std::mem::take(&mut self.func.blocks[block].region);
        self.unname(block, region);
    }

    /// Records that a region of a block was removed.
    fn unname(&mut self, block: Block, region: Region) {
        for name in named_by(block, region) {
            self.named[name] -= 1;
            if self.named[name] == 0 {
                self.push_preds(name);
                self.push(name);
            }
        }
    }

    pub(super) fn is_named(&self, block: Block) -> bool {
        self.named[block] > 0
    }

    /// Replaces the terminator of a block; its edges are some of the old ones, or bypass an empty block.
    pub(super) fn end(&mut self, block: Block, terminator: Terminator) {
        let old = std::mem::replace(&mut self.func.blocks[block].terminator, terminator);
        self.touched[block] = true;
        self.changed = true;
        let new: SmallVec<[Block; 4]> = self.func.blocks[block].terminator.targets().map(|to| to.block).collect();
        new.iter().for_each(|&to| self.sources[to] += 1);
        let old: SmallVec<[Block; 4]> = old.targets().map(|to| to.block).collect();
        old.into_iter().for_each(|to| self.lose(to));
        new.into_iter().for_each(|to| self.push(to));
        // A block that became empty may make a branch before it redundant.
        if self.func.blocks[block].insts.is_empty() {
            self.push_preds(block);
        }
    }

    /// Adds a predecessor of a block that is not in the graph.
    pub(super) fn add_pred(&mut self, block: Block, pred: Block) {
        self.new_preds.entry(block).or_default().push(pred);
    }

    /// Replaces a parameter by a value; terminators that use it may be decided.
    fn rename(&mut self, param: Value, value: Value) {
        self.renames.rename(param, value);
        let users = match &mut self.users {
            Some(users) => users,
            None => self.users.insert(users_of(self.func, self.cfg)),
        };
        let users = users.remove(&param).unwrap_or_default();
        for &user in &users {
            let user = self.home(user);
            self.push(user);
            let targets: SmallVec<[Block; 4]> =
                self.func.blocks[user].terminator.targets().map(|to| to.block).collect();
            targets.into_iter().for_each(|to| self.push(to));
            // The arguments that an empty block passes on may make two edges equal.
            if self.func.blocks[user].insts.is_empty() {
                self.push_preds(user);
            }
        }
        let value = self.renames.find(value);
        if let (Some(all), ValueDef::Param(..)) = (&mut self.users, self.func.values[value].def) {
            all.entry(value).or_default().extend(users);
        }
        if let Some(used) = &mut self.used_elsewhere {
            used[value] = true;
        }
    }

    /// Replaces parameters that have the same argument on all edges to the block, and those with the arguments of another one.
    fn drop_params(&mut self, block: Block) {
        if self.func.blocks[block].params.is_empty() || self.func.entry() == Some(block) {
            return;
        }
        let params = self.func.blocks[block].params.clone();
        let preds = self.preds(block);
        let is_old = !self.new_preds.contains_key(&block) && preds.iter().all(|&pred| !self.touched[pred]);
        let mut args: SmallVec<[SmallVec<[Value; 4]>; 4]> = SmallVec::new();
        {
            let (func, renames) = (&*self.func, &mut self.renames);
            let mut edge = |to: &BlockCall| {
                args.push(to.args.iter().map(|&arg| renames.find(arg)).collect());
            };
            if is_old {
                self.cfg.incoming(func, block).filter(|(from, _)| !self.dead[*from]).for_each(|(_, to)| edge(to));
            } else {
                let edges = preds.iter().flat_map(|&pred| func.blocks[pred].terminator.targets());
                edges.filter(|to| to.block == block).for_each(edge);
            }
        }
        let mut keep: SmallVec<[bool; 8]> = SmallVec::from_elem(true, params.len());
        let mut given: FxHashMap<SmallVec<[Value; 4]>, Value> = FxHashMap::default();
        for (index, &param) in params.iter().enumerate() {
            let args: SmallVec<[Value; 4]> =
                args.iter().filter_map(|args| args.get(index)).map(|&arg| self.renames.find(arg)).collect();
            let mut others = args.iter().filter(|&&arg| arg != param);
            let first = others.next().copied();
            let source = first.filter(|first| others.all(|arg| arg == first));
            if let Some(source) = source.or_else(|| given.get(&args).copied()) {
                self.rename(param, source);
                keep[index] = false;
            } else if params.len() > 1 {
                given.insert(args, param);
            }
        }
        if keep.iter().all(|&keep| keep) {
            return;
        }
        self.changed = true;
        self.func.blocks[block].params.clear();
        for (&param, _) in params.iter().zip(&keep).filter(|(_, keep)| **keep) {
            let number = self.func.blocks[block].params.len() as u32;
            self.func.values[param].def = ValueDef::Param(block, number);
            self.func.blocks[block].params.push(param);
        }
        for &pred in &preds {
            for to in self.func.blocks[pred].terminator.targets_mut().filter(|to| to.block == block) {
                let mut keep = keep.iter();
                to.args.retain(|_| *keep.next().expect("a jump passes one value for each parameter"));
            }
            self.push(pred);
            // Its edges may now be equal for a block before it, too.
            if self.func.blocks[pred].insts.is_empty() {
                self.push_preds(pred);
            }
        }
        // Without parameters it may be empty.
        self.push_preds(block);
    }

    /// Turns a switch of whose cases all but one have the edge of the default into a branch.
    fn single_case(&mut self, block: Block) -> bool {
        let data = &self.func.blocks[block];
        let (Terminator::Switch { value, cases, default }, Region::None) = (&data.terminator, data.region) else {
            return false;
        };
        let mut others = cases.iter().filter(|case| case.1 != *default);
        let (Some((bits, then)), None) = (others.next(), others.next()) else { return false };
        let (value, bits, then, otherwise) = (*value, *bits, then.clone(), default.clone());
        let mut b = Builder::new(self.ctx, self.func);
        b.switch_to(block);
        let ty = b.func.ty(value);
        let bits = b.const_of(ty, ConstData::Scalar(bits));
        let cond = b.op(Op::IEq, &[value, bits]);
        self.end(block, Terminator::Branch { cond, then, otherwise });
        true
    }

    /// Turns a branch with a known target into a jump.
    fn decide(&mut self, block: Block) -> bool {
        let (func, ctx) = (&*self.func, &*self.ctx);
        let to = match &func.blocks[block].terminator {
            Terminator::Branch { cond, then, otherwise } => match func.const_bits(ctx, *cond) {
                Some(0) => Some(otherwise.clone()),
                Some(_) => Some(then.clone()),
                None => {
                    let [then, otherwise] = [then.clone(), otherwise.clone()].map(|to| self.past_empty(to));
                    (then == otherwise).then_some(then)
                }
            },
            Terminator::Switch { value, cases, default } => match func.const_bits(ctx, *value) {
                Some(bits) => {
                    let case = cases.iter().find(|case| case.0 == bits);
                    Some(case.map_or(default, |case| &case.1).clone())
                }
                None => cases.iter().all(|case| case.1 == *default).then(|| default.clone()),
            },
            Terminator::Missing | Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => None,
        };
        let Some(to) = to else { return false };
        if self.func.blocks[block].region.is_selection() {
            self.forget_region(block);
        }
        let is_new = !self.func.blocks[block].terminator.targets().any(|old| old.block == to.block);
        if is_new {
            self.add_pred(to.block, block);
        }
        self.end(block, Terminator::Jump(to));
        true
    }

    /// The target of an edge through an empty block.
    fn past_empty(&mut self, to: BlockCall) -> BlockCall {
        let data = &self.func.blocks[to.block];
        let is_empty = data.insts.is_empty() && data.params.is_empty() && data.region == Region::None;
        match &data.terminator {
            Terminator::Jump(next)
                if is_empty && !self.is_named(to.block) && !self.stops[to.block] && next.block != to.block =>
            {
                let args = next.args.iter().map(|&arg| self.renames.find(arg)).collect();
                BlockCall { block: next.block, args }
            }
            Terminator::Missing
            | Terminator::Jump(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::Return(_)
            | Terminator::Unreachable => to,
        }
    }

    /// Appends the next block to a block that jumps to it and is its only predecessor.
    fn merge(&mut self, block: Block) -> bool {
        let Terminator::Jump(to) = &self.func.blocks[block].terminator else { return false };
        let next = to.block;
        if next == block || self.is_named(next) || self.sources[next] != 1 || self.func.entry() == Some(next) {
            return false;
        }
        // The header of a loop keeps its annotation, so the merged block must not have one.
        let is_header = matches!(self.func.blocks[block].region, Region::Loop { .. });
        if is_header && self.func.blocks[next].region != Region::None {
            return false;
        }
        let args = to.args.clone();
        let params = std::mem::take(&mut self.func.blocks[next].params);
        for (&param, &arg) in params.iter().zip(&args) {
            self.rename(param, arg);
        }
        self.func.move_insts_to_end(next, block);
        let unreachable = Terminator::Unreachable;
        self.func.blocks[block].terminator = std::mem::replace(&mut self.func.blocks[next].terminator, unreachable);
        if !is_header {
            self.func.blocks[block].region = std::mem::take(&mut self.func.blocks[next].region);
        }
        self.func.blocks[block].loc = self.func.blocks[next].loc;
        self.merged[next] = block.into();
        self.touched[block] = true;
        self.renames.apply_terminator(self.func, block);
        true
    }

    /// Removes the annotations of loops whose body is a chain of jumps.
    fn end_loops(&mut self) -> bool {
        let headers: SmallVec<[(Block, Region); 4]> = self
            .func
            .layout
            .iter()
            .map(|&block| (block, self.func.blocks[block].region))
            .filter(|(_, region)| matches!(region, Region::Loop { .. }))
            .collect();
        if headers.is_empty() || !super::drop_straight_loops(self.func) {
            return false;
        }
        for (header, region) in headers {
            if self.func.blocks[header].region == Region::None && !self.is_gone(header) {
                self.changed = true;
                self.unname(header, region);
            }
        }
        true
    }

    /// Finds blocks that are reachable only from each other now.
    fn lose_cycles(&mut self) -> bool {
        if !std::mem::take(&mut self.lost_edge) {
            return false;
        }
        let mut reached = by_block(self.func, false);
        let mut stack: Vec<Block> = self.func.entry().into_iter().collect();
        while let Some(block) = stack.pop() {
            if !std::mem::replace(&mut reached[block], true) {
                stack.extend(self.func.blocks[block].terminator.targets().map(|to| to.block));
            }
        }
        let mut any = false;
        for &block in self.cfg.reverse_post_order() {
            if !reached[block] && !self.is_gone(block) {
                self.kill(block);
                any = true;
            }
        }
        any
    }
}

/// The blocks whose terminators use each parameter: few values are parameters.
type Users = FxHashMap<Value, SmallVec<[Block; 2]>>;

fn users_of(func: &Function, cfg: &Cfg) -> Users {
    let mut users = Users::default();
    for &block in cfg.reverse_post_order() {
        for value in func.blocks[block].terminator.values() {
            if matches!(func.values[value].def, ValueDef::Param(..)) {
                users.entry(value).or_default().push(block);
            }
        }
    }
    users
}

/// The blocks that the region of a block names.
fn named_by(block: Block, region: Region) -> impl Iterator<Item = Block> {
    let names = match region {
        Region::None | Region::Hint(_) => [None; 3],
        Region::Selection { merge, .. } => [Some(merge), None, None],
        // The header of a loop must be a separate block.
        Region::Loop { merge, continue_target, .. } => [Some(merge), Some(continue_target), Some(block)],
    };
    names.into_iter().flatten()
}
