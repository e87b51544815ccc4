//! Threads jumps (compare LLVM's pass of that name; Mueller, Whalley: "Avoiding conditional branches by code
//! replication", 1995): redirects an edge past a branch that it decides.
//!
//! Input: SSA values, once regions are no more than hints on branches. Output: where a block does little but branch on
//! a condition that an incoming edge determines (`found = true` on one edge, `false` on the other, then `if (found)`), that
//! edge leads directly to the target. What the block computes is duplicated on every threaded edge, and its later uses go
//! through variables. An edge also determines the condition if it comes from a branch on the same one (`if (c) …; if (c)
//! …`); operations before the second branch that do not depend on their position are hoisted above the first, after which
//! they execute in any case.
//!
//! The result is as well nested as the input, and no block gets several edges that were joined before: lanes would pass it
//! one edge after the other, which wave operations can observe. A value that other lanes of a quad read ([`Quads`]) is not
//! duplicated, as only the lanes of one edge would have each copy. So either no two edges determine the same outcome, or all
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
use crate::analysis::quads::Quads;
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

/// The most instructions of a block that are copied to each threaded edge.
const MOST: usize = 2;

/// The most instructions that are hoisted instead, which prolongs their live ranges.
const MOST_HOISTED: usize = 16;

/// The most steps up the dominator tree in search of a branch on the same condition.
const MOST_STEPS: usize = 16;

/// The most pairs of incoming and outgoing edges of one block.
const MOST_PAIRS: usize = 1 << 16;

/// A block with edges to thread.
struct Decided {
    block: Block,
    edges: Vec<Edge>,
    hoisted: Option<Hoisted>,
}

/// The instructions to hoist before a branch on the same condition.
struct Hoisted {
    to: Block,
    insts: SmallVec<[Inst; 4]>,
}

struct Edge {
    from: Block,
    number: usize,
    takes: usize,
}

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let passes_constants = |&block: &Block| {
        let is_constant = |&arg: &Value| func.as_const(arg).is_some();
        func.blocks[block].terminator.targets().any(|to| to.args.iter().any(is_constant))
    };
    let repeated = repeated_conditions(func);
    if repeated.is_empty() && !func.layout.iter().any(passes_constants) {
        return false;
    }
    let (cfg, dominators) = (cx.analyses.cfg(func), cx.analyses.dominators(func));
    let ctx = &mut module.ctx;
    let mut fixed = named_by_regions(func);
    let mut headers: EntitySet<Block> = EntitySet::new();
    for &block in cfg.reverse_post_order() {
        if cfg.preds(block).iter().any(|&from| dominators.dominates(block, from)) {
            headers.insert(block);
            fixed[block] = true;
        }
    }
    let mut graph = Graph {
        cfg: &cfg,
        dominators: &dominators,
        headers,
        fixed,
        repeated,
        quads: Quads::new(func),
        analyses: &mut *cx.analyses,
    };
    // Blocks whose edges will change are not considered again in this run.
    let mut touched: EntitySet<Block> = EntitySet::new();
    let mut all: Vec<Decided> = Vec::new();
    for &block in cfg.reverse_post_order() {
        let near = || cfg.preds(block).iter().copied().chain(targets(func, block)).chain([block]);
        if near().any(|near| touched.contains(near)) {
            continue;
        }
        if let Some(decided) = decided(ctx, func, &mut graph, block) {
            let above = || decided.hoisted.iter().map(|hoisted| hoisted.to);
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
    for Decided { block, hoisted, .. } in &all {
        let Some(hoisted) = hoisted else { continue };
        func.retain_insts(*block, |_, inst| !hoisted.insts.contains(&inst));
        func.append_insts(hoisted.to, hoisted.insts.iter().copied());
    }
    let mut threaded: EntitySet<Block> = EntitySet::new();
    threaded.extend(all.iter().map(|decided| decided.block));
    through_variables(ctx, func, &cfg, |home, _| threaded.contains(home));
    let notes = notes_in(func, all.iter().map(|decided| std::slice::from_ref(&decided.block)));
    let mut copies: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
    for (decided, notes) in all.iter().zip(&notes) {
        for edge in &decided.edges {
            let Some(to) = func.blocks[decided.block].terminator.target(edge.takes).cloned() else { continue };
            let Some(copy) = copy_blocks(func, &[decided.block], &[Terminator::Jump(to)], notes).pop() else {
                continue;
            };
            func.blocks[copy].region = Region::None;
            if let Some(edge) = func.blocks[edge.from].terminator.target_mut(edge.number) {
                edge.block = copy;
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

/// The properties of the function before the pass changes it.
struct Graph<'a> {
    cfg: &'a Cfg,
    dominators: &'a Dominators,
    /// The headers of loops.
    headers: EntitySet<Block>,
    /// The blocks that must not be threaded.
    fixed: SecondaryMap<Block, bool>,
    /// The conditions of more than one block.
    repeated: EntitySet<Value>,
    quads: Quads,
    analyses: &'a mut Analyses,
}

impl Graph<'_> {
    fn post_dominator(&mut self, func: &Function, block: Block) -> Option<Block> {
        let at = self.analyses.post_dominators(func).tree().parent(self.cfg.position(block))?;
        self.cfg.reverse_post_order().get(at as usize).copied()
    }
}

/// The values that are the condition of more than one block.
fn repeated_conditions(func: &Function) -> EntitySet<Value> {
    let (mut once, mut repeated) = (EntitySet::new(), EntitySet::new());
    for &block in &func.layout {
        if let Terminator::Branch { cond, .. } | Terminator::Switch { value: cond, .. } = func.blocks[block].terminator
            && !once.insert(cond)
        {
            repeated.insert(cond);
        }
    }
    repeated
}

/// The incoming edges of a block to thread, if the block does little but branch.
fn decided(ctx: &mut Context, func: &Function, graph: &mut Graph<'_>, block: Block) -> Option<Decided> {
    let data = &func.blocks[block];
    let (Terminator::Branch { cond, .. } | Terminator::Switch { value: cond, .. }) = data.terminator else {
        return None;
    };
    let preds = graph.cfg.preds(block);
    let is_repeated = graph.repeated.contains(cond);
    if (!is_repeated && (data.params.is_empty() || data.insts.len() > MOST))
        || data.insts.len() > MOST + MOST_HOISTED
        || graph.fixed[block]
        || preds.len() < 2
        || func.as_const(cond).is_some()
        || func.entry() == Some(block)
        || targets(func, block).any(|to| graph.headers.contains(to))
        || data.terminator.targets().count().saturating_mul(preds.len()) > MOST_PAIRS
    {
        return None;
    }
    let mut edges = Vec::with_capacity(preds.len());
    for (from, number, to) in graph.cfg.numbered_incoming(func, block) {
        let known_from_branch =
            || if is_repeated { known_from_branch(func, graph, (from, number), cond) } else { None };
        let bits = evaluate(ctx, func, block, cond, &to.args).or_else(known_from_branch);
        let takes = bits.and_then(|bits| number_of_target(func, block, bits));
        edges.extend(takes.map(|takes| Edge { from, number, takes }));
    }
    if edges.len() + 1 < preds.len() {
        return None;
    }
    let hoisted = if is_repeated { to_hoist(ctx, func, graph, (block, cond)) } else { None };
    let is_hoisted = |inst: &Inst| hoisted.as_ref().is_some_and(|hoisted| hoisted.insts.contains(inst));
    let mut duplicated = data.insts.iter().filter(|inst| !is_hoisted(inst));
    let is_read_in_quad = |&inst: &Inst| func.result(inst).is_some_and(|result| graph.quads.reads(result));
    if duplicated.clone().count() > MOST
        || duplicated.clone().any(is_read_in_quad)
        || data.params.iter().any(|&param| graph.quads.reads(param))
        || !duplicated.all(|&inst| may_duplicate(ctx, func, inst))
    {
        return None;
    }
    let target_of = |edge: &Edge| data.terminator.target(edge.takes).map(|to| to.block);
    let mut seen: EntitySet<Block> = EntitySet::new();
    let differ = edges.len() == preds.len() && edges.iter().filter_map(target_of).all(|to| seen.insert(to));
    (differ || {
        let post_dominator = graph.post_dominator(func, block);
        let leaves = |&edge: &&Edge| post_dominator.is_some() && target_of(edge) == post_dominator;
        edges.iter().filter(leaves).count() + 1 == preds.len()
    })
    .then_some(Decided { block, edges, hoisted })
}

/// The value of the condition on an edge that comes from a branch on the same condition, directly or by dominance.
fn known_from_branch(func: &Function, graph: &Graph<'_>, edge: (Block, usize), cond: Value) -> Option<u64> {
    let (mut from, mut number) = (edge.0, Some(edge.1));
    for _ in 0..MOST_STEPS {
        if let (Some(number), Terminator::Branch { cond: above, .. }) = (number, &func.blocks[from].terminator)
            && *above == cond
        {
            return Some(u64::from(number == 0));
        }
        let above = graph.dominators.parent(from)?;
        let has_one_pred = graph.cfg.preds(from).len() == 1;
        number = None;
        if let (true, Terminator::Branch { then, .. }) = (has_one_pred, &func.blocks[above].terminator) {
            number = Some(usize::from(then.block != from));
        }
        from = above;
    }
    None
}

/// The instructions of a block that can be hoisted, if its immediate dominator branches on the same condition and the
/// block is the immediate post-dominator of that one.
fn to_hoist(ctx: &Context, func: &Function, graph: &mut Graph<'_>, (block, cond): (Block, Value)) -> Option<Hoisted> {
    let to = graph.dominators.parent(block)?;
    let is_same_condition =
        matches!(func.blocks[to].terminator, Terminator::Branch { cond: above, .. } if above == cond);
    if !is_same_condition || graph.post_dominator(func, to) != Some(block) {
        return None;
    }
    let data = &func.blocks[block];
    // The values that are defined in the block and cannot be hoisted.
    let mut local: EntitySet<Value> = EntitySet::new();
    local.extend(data.params.iter().copied());
    let mut insts = SmallVec::new();
    for &inst in &data.insts {
        let moves = memory::is_fixed(ctx, func, inst) && memory::only_reads(func.insts[inst].op);
        if moves && !func.args(inst).iter().any(|&arg| local.contains(arg)) {
            insts.push(inst);
        } else {
            local.extend(func.result(inst));
        }
    }
    Some(Hoisted { to, insts })
}

/// Whether an instruction may be duplicated, and its result be stored in a variable.
fn may_duplicate(ctx: &Context, func: &Function, inst: Inst) -> bool {
    let data = &func.insts[inst];
    let is_aggregate = matches!(ctx.type_data(data.ty), TypeData::Tuple(_) | TypeData::Struct(_) | TypeData::Array(..));
    data.op.is_pure() && !data.op.info().effects.convergent && !data.op.info().effects.fresh && !is_aggregate
}

/// The value of the condition of a block for the arguments of an edge, if it is constant.
fn evaluate(ctx: &mut Context, func: &Function, block: Block, cond: Value, args: &[Value]) -> Option<u64> {
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
    ctx.scalar_bits(known(&computed, cond)?)
}

/// The number of the target that a block takes for a value of its condition.
fn number_of_target(func: &Function, block: Block, bits: u64) -> Option<usize> {
    match &func.blocks[block].terminator {
        Terminator::Branch { .. } => Some(usize::from(bits == 0)),
        Terminator::Switch { cases, .. } => Some(cases.iter().position(|case| case.0 == bits).unwrap_or(cases.len())),
        Terminator::Missing | Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => None,
    }
}
