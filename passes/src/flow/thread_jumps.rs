//! Jump threading (compare LLVM's pass of that name; Mueller, Whalley: "Avoiding conditional branches by code replication",
//! 1995): redirects an edge past a branch that it decides.
//!
//! Input: SSA values, once regions say no more than how a branch is meant. Output: where a block does little but branch on
//! a condition that an incoming edge determines (`found = true` on one edge, `false` on the other, then `if (found)`), that
//! edge leads directly to the target. What the block computes is duplicated on every threaded edge, and its later uses go
//! through variables. An edge also determines the condition if it comes from a branch on the same one (`if (c) …; if (c)
//! …`); operations before the second branch that do not depend on their position are hoisted above the first, after which
//! they execute in any case.
//!
//! The result is as well nested as the input, and no block gets several edges that were joined before: lanes would pass it
//! one edge after the other, which wave operations can observe. So either no two edges determine the same outcome, or all
//! edges but one lead to the common join. Loop headers stay, so that loops keep one entry. Cost: linear, as edges are
//! followed back for a few steps only, plus a logarithm for each edge once such a block exists.
//!
//! ```text
//! block1:                                  block1:
//!   br block3(true, %v1)                     br block4(%v1)
//! block2:                                  block2:
//!   br block3(false, %v2)            =>      br block5(%v2)
//! block3(i1 %v3, i32 %v4):
//!   br i1 %v3, block4(%v4), block5(%v4)
//! ```
//!
//! ```text
//!   br i1 %c, block1, block2                 %v2 = fabs float %v0
//! block1:                                    br i1 %c, block1, block2
//!   br block3(%v1)                         block1:
//! block2:                            =>      br block4(%v1)
//!   br block3(1.0)                         block2:
//! block3(float %v3):                         br block5(1.0)
//!   %v2 = fabs float %v0
//!   br i1 %c, block4(%v3), block5(%v3)
//! ```

use crate::analysis::Analyses;
use crate::analysis::memory;
use crate::edit::copy_blocks::{copy_blocks, notes_in};
use crate::flow::simplify_cfg::named_by_regions;
use crate::locals::mem2reg::promote;
use crate::locals::variables::through_variables;
use crate::run::pass::PassCx;
use crate::scalar::simplify::fold_with;
use cranelift_entity::{EntitySet, SecondaryMap};
use hlslc_ir::cfg::{Cfg, Dominators};
use hlslc_ir::context::Context;
use hlslc_ir::{Block, Const, Function, Inst, Module, Region, Terminator, TypeData, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// How many instructions a block may have that stands on each way into it afterwards.
const MOST: usize = 2;

/// How many may go up instead. Each is alive over more code then.
const MOST_UP: usize = 16;

/// How many steps up the tree of dominators a branch is looked for that asked the same.
const MOST_STEPS: usize = 16;

/// How many ways into a block times ways out of it are looked at.
const MOST_PAIRS: usize = 1 << 16;

/// A block with ways that decide about it: for each of them the target there that is the way, and the target here that it takes.
struct Decided {
    block: Block,
    ways: Vec<Way>,
    up: Option<Up>,
}

/// What goes up in front of a branch that asks the same.
struct Up {
    to: Block,
    insts: SmallVec<[Inst; 4]>,
}

struct Way {
    from: Block,
    number: usize,
    takes: usize,
}

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let passes_constants = |&block: &Block| {
        let is_constant = |&arg: &Value| func.as_const(arg).is_some();
        func.blocks[block].terminator.targets().any(|to| to.args.iter().any(is_constant))
    };
    let repeated = asked_again(func);
    if repeated.is_empty() && !func.layout.iter().any(passes_constants) {
        return false;
    }
    let (cfg, dominators) = (cx.analyses.cfg(func), cx.analyses.dominators(func));
    let ctx = &mut module.ctx;
    let mut fixed = named_by_regions(func);
    let mut heads: EntitySet<Block> = EntitySet::new();
    for &block in cfg.reverse_post_order() {
        if cfg.preds(block).iter().any(|&from| dominators.dominates(block, from)) {
            heads.insert(block);
            fixed[block] = true;
        }
    }
    let mut graph = Graph { cfg: &cfg, dominators: &dominators, heads, fixed, repeated, analyses: &mut *cx.analyses };
    // What one changes another does not look at.
    let mut touched: EntitySet<Block> = EntitySet::new();
    let mut all: Vec<Decided> = Vec::new();
    for &block in cfg.reverse_post_order() {
        let near = || cfg.preds(block).iter().copied().chain(targets(func, block)).chain([block]);
        if near().any(|near| touched.contains(near)) {
            continue;
        }
        if let Some(decided) = decided(ctx, func, &mut graph, block) {
            let above = || decided.up.iter().map(|up| up.to);
            if above().any(|above| touched.contains(above)) {
                continue;
            }
            touched.extend(near().chain(above()));
            all.push(decided);
        }
    }
    if all.is_empty() {
        return false;
    }
    for Decided { block, up, .. } in &all {
        let Some(up) = up else { continue };
        func.blocks[*block].insts.retain(|inst| !up.insts.contains(inst));
        func.blocks[up.to].insts.extend(up.insts.iter().copied());
    }
    let mut goes: EntitySet<Block> = EntitySet::new();
    goes.extend(all.iter().map(|decided| decided.block));
    through_variables(ctx, func, &cfg, |home, _| goes.contains(home));
    let notes = notes_in(func, all.iter().map(|decided| std::slice::from_ref(&decided.block)));
    let mut copies: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
    for (decided, notes) in all.iter().zip(&notes) {
        for way in &decided.ways {
            let Some(to) = func.blocks[decided.block].terminator.target(way.takes).cloned() else { continue };
            let Some(copy) = copy_blocks(func, &[decided.block], &[Terminator::Jump(to)], notes).pop() else {
                continue;
            };
            func.blocks[copy].region = Region::None;
            if let Some(way) = func.blocks[way.from].terminator.target_mut(way.number) {
                way.block = copy;
            }
            copies.entry(decided.block).or_default().push(copy);
        }
    }
    let layout = std::mem::take(&mut func.layout);
    func.layout =
        layout.into_iter().flat_map(|block| copies.remove(&block).into_iter().flatten().chain([block])).collect();
    cx.analyses.graph_changed();
    promote(ctx, func, cx.analyses);
    true
}

fn targets(func: &Function, block: Block) -> impl Iterator<Item = Block> {
    func.blocks[block].terminator.targets().map(|to| to.block)
}

/// What is known of the function while nothing has changed.
struct Graph<'a> {
    cfg: &'a Cfg,
    dominators: &'a Dominators,
    /// Heads of loops.
    heads: EntitySet<Block>,
    /// Blocks that stay where they are.
    fixed: SecondaryMap<Block, bool>,
    /// What more than one block asks.
    repeated: EntitySet<Value>,
    analyses: &'a mut Analyses,
}

impl Graph<'_> {
    fn meeting(&mut self, func: &Function, block: Block) -> Option<Block> {
        let at = self.analyses.post_dominators(func).tree().parent(self.cfg.position(block))?;
        self.cfg.reverse_post_order().get(at as usize).copied()
    }
}

/// The values that more than one block asks.
fn asked_again(func: &Function) -> EntitySet<Value> {
    let (mut once, mut again) = (EntitySet::new(), EntitySet::new());
    for &block in &func.layout {
        if let Terminator::Branch { cond: asked, .. } | Terminator::Switch { value: asked, .. } =
            func.blocks[block].terminator
            && !once.insert(asked)
        {
            again.insert(asked);
        }
    }
    again
}

/// The ways into a block that are led past it, if it does little but to ask where to go on.
fn decided(ctx: &mut Context, func: &Function, graph: &mut Graph<'_>, block: Block) -> Option<Decided> {
    let data = &func.blocks[block];
    let (Terminator::Branch { cond: asked, .. } | Terminator::Switch { value: asked, .. }) = data.terminator else {
        return None;
    };
    let preds = graph.cfg.preds(block);
    let is_repeated = graph.repeated.contains(asked);
    if (!is_repeated && (data.params.is_empty() || data.insts.len() > MOST))
        || data.insts.len() > MOST + MOST_UP
        || graph.fixed[block]
        || preds.len() < 2
        || func.as_const(asked).is_some()
        || func.entry() == Some(block)
        || targets(func, block).any(|to| graph.heads.contains(to))
        || data.terminator.targets().count().saturating_mul(preds.len()) > MOST_PAIRS
    {
        return None;
    }
    let mut ways = Vec::with_capacity(preds.len());
    for (from, number, to) in graph.cfg.numbered_incoming(func, block) {
        let asked_before = || if is_repeated { asked_before(func, graph, (from, number), asked) } else { None };
        let bits = answer(ctx, func, block, asked, &to.args).or_else(asked_before);
        let takes = bits.and_then(|bits| number_of_target(func, block, bits));
        ways.extend(takes.map(|takes| Way { from, number, takes }));
    }
    if ways.len() + 1 < preds.len() {
        return None;
    }
    let up = if is_repeated { goes_up(ctx, func, graph, (block, asked)) } else { None };
    let is_up = |inst: &Inst| up.as_ref().is_some_and(|up| up.insts.contains(inst));
    let mut twice = data.insts.iter().filter(|inst| !is_up(inst));
    if twice.clone().count() > MOST || !twice.all(|&inst| may_stand_twice(ctx, func, inst)) {
        return None;
    }
    let led_to = |way: &Way| data.terminator.target(way.takes).map(|to| to.block);
    let mut seen: EntitySet<Block> = EntitySet::new();
    let differ = ways.len() == preds.len() && ways.iter().filter_map(led_to).all(|to| seen.insert(to));
    (differ || {
        let meeting = graph.meeting(func, block);
        let leaves = |&way: &&Way| meeting.is_some() && led_to(way) == meeting;
        ways.iter().filter(leaves).count() + 1 == preds.len()
    })
    .then_some(Decided { block, ways, up })
}

/// What a way answers if it comes from a branch that asked the same, by its end or by a block above it.
fn asked_before(func: &Function, graph: &Graph<'_>, way: (Block, usize), asked: Value) -> Option<u64> {
    let (mut from, mut number) = (way.0, Some(way.1));
    for _ in 0..MOST_STEPS {
        if let (Some(number), Terminator::Branch { cond, .. }) = (number, &func.blocks[from].terminator)
            && *cond == asked
        {
            return Some(u64::from(number == 0));
        }
        let above = graph.dominators.parent(from)?;
        let is_only_way = graph.cfg.preds(from).len() == 1;
        number = None;
        if let (true, Terminator::Branch { then, .. }) = (is_only_way, &func.blocks[above].terminator) {
            number = Some(usize::from(then.block != from));
        }
        from = above;
    }
    None
}

/// What a block computes that stays the same, where its branch asks what the one before asked whose ways all meet in it.
fn goes_up(ctx: &Context, func: &Function, graph: &mut Graph<'_>, (block, asked): (Block, Value)) -> Option<Up> {
    let to = graph.dominators.parent(block)?;
    let asks_the_same = matches!(func.blocks[to].terminator, Terminator::Branch { cond, .. } if cond == asked);
    if !asks_the_same || graph.meeting(func, to) != Some(block) {
        return None;
    }
    let data = &func.blocks[block];
    // What is known in the block only.
    let mut here: EntitySet<Value> = EntitySet::new();
    here.extend(data.params.iter().copied());
    let mut insts = SmallVec::new();
    for &inst in &data.insts {
        let moves = memory::is_fixed(ctx, func, inst) && memory::only_reads(func.insts[inst].op);
        if moves && !func.args(inst).iter().any(|&arg| here.contains(arg)) {
            insts.push(inst);
        } else {
            here.extend(func.result(inst));
        }
    }
    Some(Up { to, insts })
}

/// Whether an instruction may be computed in several places, and its result go through a variable.
fn may_stand_twice(ctx: &Context, func: &Function, inst: Inst) -> bool {
    let data = &func.insts[inst];
    let is_whole = matches!(ctx.type_data(data.ty), TypeData::Tuple(_) | TypeData::Struct(_) | TypeData::Array(..));
    data.op.is_pure() && !data.op.info().effects.convergent && !data.op.info().effects.fresh && !is_whole
}

/// What a block asks about where it is given these values, if that is known.
fn answer(ctx: &mut Context, func: &Function, block: Block, asked: Value, args: &[Value]) -> Option<u64> {
    let data = &func.blocks[block];
    let mut computed: SmallVec<[(Value, Option<Const>); MOST]> = SmallVec::new();
    let given = |value: Value| {
        let at = data.params.iter().position(|&param| param == value)?;
        args.get(at).and_then(|&arg| func.as_const(arg))
    };
    let known = |computed: &[(Value, Option<Const>)], value: Value| {
        let before = computed.iter().find(|known| known.0 == value).and_then(|known| known.1);
        func.as_const(value).or(before).or_else(|| given(value))
    };
    for &inst in &data.insts {
        let constant = fold_with(ctx, func, inst, |value| known(&computed, value));
        computed.extend(func.result(inst).map(|result| (result, constant)));
    }
    ctx.scalar_bits(known(&computed, asked)?)
}

/// Which target a block takes for a value.
fn number_of_target(func: &Function, block: Block, bits: u64) -> Option<usize> {
    match &func.blocks[block].terminator {
        Terminator::Branch { .. } => Some(usize::from(bits == 0)),
        Terminator::Switch { cases, .. } => Some(cases.iter().position(|case| case.0 == bits).unwrap_or(cases.len())),
        Terminator::Missing | Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => None,
    }
}
