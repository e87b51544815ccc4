//! Gives each exit of a construct a form that SPIR-V can express.
//!
//! Input: any function with region annotations. Output: a loop that never iterates, which is the body of an inlined function with
//! several returns or an iteration of an unrolled loop, is a `switch` with only a default, and an exit from it a `break`, as DXC writes
//! it: drivers assume that a loop iterates, keep values alive around it and unroll no loop with one inside. Every edge out of a loop
//! leads to the merge block of that loop, and every edge out of a `switch` to its own merge block or to a block of the innermost loop.
//! An edge that went further leads to the nearest merge block on its path, with a number for its destination, and a new merge block
//! dispatches on it.
//!
//! Constructs are processed from the inside out, so an exit through three levels becomes one through two, and so on. Merge
//! blocks with more predecessors dominate less than before: values that no longer dominate their uses go through a
//! variable, which is promoted again immediately; addresses are rematerialised at their uses. Cost: linear, times the
//! levels that an exit leaves.
//!
//! ```text
//! block2:  ; in a loop with merge block5 inside one with merge block9
//!   br i1 %v1, block9(i32 7), block3
//! block4:
//!   br i1 %v2, block2, block5
//!       =>
//! block2:
//!   br i1 %v1, block10(i32 1, 7), block3
//! block4:
//!   br i1 %v2, block2, block10(i32 0, undef)
//! block10(i32 %v3, i32 %v4):
//!   %v5 = icmp.eq i32 %v3, 1
//!   br i1 %v5, block9(i32 %v4), block5 !selection merge block5
//! ```

use crate::analysis::Analyses;
use crate::flow::nest_returns::{is_once, nest};
use crate::locals::variables::restore_dominance;
use crate::run::pass::PassCx;
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::{Cfg, Dominators};
use hlslc_ir::context::Context;
use hlslc_ir::function::SelectionHint;
use hlslc_ir::{Block, BlockCall, Builder, ConstData, Function, Module, Op, Region, Terminator, Value};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    // What needs no flag is nested first; exits that are routed out of loops may be nested then.
    let mut changed = nest(func, cx.analyses);
    if route_exits(&mut module.ctx, func, cx.analyses, Once::IsSwitch) {
        restore_dominance(&mut module.ctx, func, cx.analyses);
        nest(func, cx.analyses);
        changed = true;
    }
    let switched = make_switches(&mut module.ctx, func, cx.analyses);
    if switched {
        cx.analyses.graph_changed();
    }
    changed | switched
}

/// Ends all loops at their merge blocks, those that never iterate as well, and leaves them loops.
pub(crate) fn end_loops(module: &mut Module, func: &mut Function, analyses: &mut Analyses) -> bool {
    let changed = route_exits(&mut module.ctx, func, analyses, Once::IsLoop);
    if changed {
        restore_dominance(&mut module.ctx, func, analyses);
    }
    changed
}

/// What a loop that never iterates is, for the rules of exits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Once {
    IsLoop,
    IsSwitch,
}

/// A construct whose exits are restricted.
struct Construct {
    header: Block,
    merge: Block,
    /// Where a loop continues; a switch does not.
    continue_target: Option<Block>,
    parent: Option<usize>,
    /// The blocks that lead to its merge block by edges that may lead there directly.
    near: Vec<Block>,
    /// The blocks with an edge that has to stop at its merge block first.
    far: Vec<Block>,
}

impl Construct {
    fn is_loop(&self) -> bool {
        self.continue_target.is_some()
    }
}

/// The constructs of a function, each before those inside it.
struct Exits {
    all: Vec<Construct>,
    /// The innermost construct around the end of each block.
    inside: SecondaryMap<Block, Option<usize>>,
    once: Once,
}

impl Exits {
    /// Finds the constructs as [`Loops`](hlslc_ir::cfg::Loops) does: one consists of the blocks that its header dominates and its merge
    /// block does not.
    fn new(func: &Function, cfg: &Cfg, dominators: &Dominators, once: Once) -> Self {
        let (mut all, mut inside): (Vec<Construct>, SecondaryMap<Block, Option<usize>>) =
            (Vec::new(), SecondaryMap::new());
        let mut known: SecondaryMap<Block, Option<Option<usize>>> = SecondaryMap::new();
        for &block in dominators.pre_order() {
            let above = || dominators.parent(block).and_then(|above| inside[above]);
            let around = known[block].unwrap_or_else(above);
            inside[block] = around;
            let data = &func.blocks[block];
            let (merge, continue_target) = match (data.region, &data.terminator) {
                (Region::Loop { merge, .. }, _) if once == Once::IsSwitch && is_once(func, cfg, block) => (merge, None),
                (Region::Loop { merge, continue_target, .. }, _) => (merge, Some(continue_target)),
                (Region::Selection { merge, .. }, Terminator::Switch { .. }) if once == Once::IsSwitch => (merge, None),
                (Region::None | Region::Hint(_) | Region::Selection { .. }, _) => continue,
            };
            let this = all.len();
            if let Some(continue_target) = continue_target {
                known[continue_target] = Some(Some(this));
            }
            known[merge] = Some(around);
            inside[block] = Some(this);
            all.push(Construct {
                header: block,
                merge,
                continue_target,
                parent: around,
                near: Vec::new(),
                far: Vec::new(),
            });
        }
        Self { all, inside, once }
    }

    /// The construct that an edge from `from` to `to` leaves or continues, and the one at whose merge block it has to stop first.
    fn left_by(&self, from: Option<usize>, to: Block) -> Option<(usize, Option<usize>)> {
        let (mut in_loop, mut in_any, mut next) = (None, None, from);
        while let Some(at) = next {
            let this = &self.all[at];
            let continues = this.continue_target == Some(to) && to != this.header;
            if this.merge == to || continues {
                // A jump may leave any number of switches for the innermost loop, but only the innermost construct for a switch.
                return Some((at, if this.is_loop() { in_loop } else { in_loop.or(in_any) }));
            }
            if this.is_loop() {
                in_loop = in_loop.or(Some(at));
            }
            in_any = in_any.or(Some(at));
            next = this.parent;
        }
        None
    }

    /// Records the exits at the end of a block.
    fn note(&mut self, block: Block, func: &Function) {
        for to in func.blocks[block].terminator.targets() {
            match self.left_by(self.inside[block], to.block) {
                Some((_, Some(stop))) => push_new(&mut self.all[stop].far, block),
                Some((at, None)) if self.all[at].merge == to.block => push_new(&mut self.all[at].near, block),
                Some((_, None)) | None => {}
            }
        }
    }
}

/// Adds a block to a list that has it at its end or not at all.
fn push_new(list: &mut Vec<Block>, block: Block) {
    if list.last() != Some(&block) {
        list.push(block);
    }
}

fn route_exits(ctx: &mut Context, func: &mut Function, analyses: &mut Analyses, once: Once) -> bool {
    if !func.layout.iter().any(|&block| matches!(func.blocks[block].region, Region::Loop { .. })) {
        return false;
    }
    let (cfg, dominators) = (analyses.cfg(func), analyses.dominators(func));
    let mut exits = Exits::new(func, &cfg, &dominators, once);
    for &block in cfg.reverse_post_order() {
        exits.note(block, func);
    }
    let mut placed = Placed::default();
    // Inner constructs come first: an edge that leaves several of them leaves them in sequence.
    for at in (0..exits.all.len()).rev() {
        if exits.all[at].far.is_empty() {
            continue;
        }
        let (merge, parent) = (exits.all[at].merge, exits.all[at].parent);
        let new = end_at_merge(ctx, func, &mut exits, &mut placed, at);
        for &block in &new {
            exits.inside[block] = parent;
            exits.note(block, func);
        }
        placed.before.entry(merge).or_default().extend(new);
    }
    if placed.before.is_empty() {
        return false;
    }
    for block in std::mem::take(&mut func.layout) {
        func.layout.extend(placed.before.remove(&block).into_iter().flatten());
        func.layout.push(block);
        func.layout.extend(placed.after.remove(&block).into_iter().flatten());
    }
    analyses.graph_changed();
    true
}

/// New blocks, by the old one that they precede or follow.
#[derive(Default)]
struct Placed {
    before: FxHashMap<Block, Vec<Block>>,
    after: FxHashMap<Block, Vec<Block>>,
}

/// Routes the exits of one construct through a new merge block. Returns the new blocks that dispatch, in order.
fn end_at_merge(
    ctx: &mut Context,
    func: &mut Function,
    exits: &mut Exits,
    placed: &mut Placed,
    at: usize,
) -> Vec<Block> {
    let mut blocks = std::mem::take(&mut exits.all[at].far);
    let Construct { header, merge: old, .. } = exits.all[at];
    let stops_here = |exits: &Exits, from: Block, to: Block| matches!(exits.left_by(exits.inside[from], to), Some((_, Some(stop))) if stop == at);
    // The old merge block is destination 0, if anything leads there. Each destination has its own parameters for its arguments.
    let near = std::mem::take(&mut exits.all[at].near);
    let mut all: IndexSet<Block, FxBuildHasher> = IndexSet::default();
    if !near.is_empty() || exits.once == Once::IsLoop {
        all.insert(old);
    }
    for &block in &blocks {
        let targets = func.blocks[block].terminator.targets().map(|to| to.block);
        all.extend(targets.filter(|&to| stops_here(exits, block, to)));
    }
    blocks.extend(near);
    let merge = func.make_block(func.blocks[old].loc);
    let number = ctx.i32();
    let number = (all.len() > 1).then(|| func.add_param(merge, number));
    let mut places: Vec<Vec<Value>> = Vec::new();
    for &to in &all {
        let types: Vec<_> = func.blocks[to].params.iter().map(|&param| func.ty(param)).collect();
        places.push(types.into_iter().map(|ty| func.add_param(merge, ty)).collect());
    }
    for &block in &blocks {
        let mut terminator = std::mem::replace(&mut func.blocks[block].terminator, Terminator::Missing);
        let is_switch = matches!(terminator, Terminator::Switch { .. });
        for to in terminator.targets_mut() {
            let Some(which) = all.get_index_of(&to.block) else { continue };
            let mut call = BlockCall::plain(merge);
            if number.is_some() {
                let which_value = ctx.const_i32(which as u32);
                call.args.push(func.constant(ctx, which_value));
            }
            for (index, place) in places.iter().enumerate() {
                for (at, &param) in place.iter().enumerate() {
                    call.args.push(if index == which { to.args[at] } else { undef(ctx, func, param) });
                }
            }
            // Two cases must not lead to one block with different values.
            *to = if is_switch && !call.args.is_empty() {
                let way = func.make_block(func.blocks[block].loc);
                func.blocks[way].terminator = Terminator::Jump(call);
                exits.inside[way] = exits.inside[block];
                placed.after.entry(block).or_default().push(way);
                BlockCall::plain(way)
            } else {
                call
            };
        }
        func.blocks[block].terminator = terminator;
    }
    if let Region::Loop { merge: of, .. } | Region::Selection { merge: of, .. } = &mut func.blocks[header].region {
        *of = merge;
    }
    exits.all[at].merge = merge;
    match number {
        Some(number) => dispatch(ctx, func, merge, number, &all, &places),
        None => {
            let args = places.iter().flatten().copied().collect();
            func.blocks[merge].terminator = Terminator::Jump(BlockCall { block: all[0], args });
            vec![merge]
        }
    }
}

fn undef(ctx: &mut Context, func: &mut Function, like: Value) -> Value {
    let id = ctx.constant(func.ty(like), ConstData::Undef);
    func.constant(ctx, id)
}

/// Ends `merge` with a chain of branches on the destination, the first destination last. Returns the new blocks.
fn dispatch(
    ctx: &mut Context,
    func: &mut Function,
    merge: Block,
    number: Value,
    all: &IndexSet<Block, FxBuildHasher>,
    places: &[Vec<Value>],
) -> Vec<Block> {
    let mut new = vec![merge];
    let mut current = merge;
    let call = |index: usize| BlockCall { block: all[index], args: places[index].iter().copied().collect() };
    for which in 1..all.len() {
        let is_last = which + 1 == all.len();
        let next = if is_last { all[0] } else { func.make_block(func.blocks[merge].loc) };
        let mut b = Builder::new(ctx, func);
        b.switch_to(current);
        let which_value = b.i32(which as u32);
        let cond = b.op(Op::IEq, &[number, which_value]);
        let otherwise = if is_last { call(0) } else { BlockCall::plain(next) };
        let data = &mut func.blocks[current];
        data.terminator = Terminator::Branch { cond, then: call(which), otherwise };
        data.region = Region::Selection { merge: next, hint: SelectionHint::None };
        if !is_last {
            new.push(next);
            current = next;
        }
    }
    new
}

/// Writes each loop that never iterates as a switch with only a default.
fn make_switches(ctx: &mut Context, func: &mut Function, analyses: &mut Analyses) -> bool {
    let cfg = analyses.cfg(func);
    let once: Vec<Block> =
        cfg.reverse_post_order().iter().copied().filter(|&header| is_once(func, &cfg, header)).collect();
    let mut bodies: FxHashMap<Block, Block> = FxHashMap::default();
    for &header in &once {
        let Region::Loop { merge, .. } = func.blocks[header].region else { continue };
        let default = match &func.blocks[header].terminator {
            Terminator::Jump(to) => to.clone(),
            Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::Return(_)
            | Terminator::Unreachable
            | Terminator::Missing => {
                let body = func.make_block(func.blocks[header].loc);
                func.blocks[body].terminator =
                    std::mem::replace(&mut func.blocks[header].terminator, Terminator::Missing);
                bodies.insert(header, body);
                BlockCall::plain(body)
            }
        };
        let zero = ctx.const_i32(0);
        let value = func.constant(ctx, zero);
        func.blocks[header].terminator = Terminator::Switch { value, cases: Vec::new(), default };
        func.blocks[header].region = Region::Selection { merge, hint: SelectionHint::None };
    }
    if !bodies.is_empty() {
        for block in std::mem::take(&mut func.layout) {
            func.layout.push(block);
            func.layout.extend(bodies.remove(&block));
        }
    }
    !once.is_empty()
}
