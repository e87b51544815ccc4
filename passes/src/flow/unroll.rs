//! Complete loop unrolling: of loops marked `[unroll]`, of those that keep an operand from being the constant that a target
//! requires ([`legality`](crate::analysis::legality)), and, where the target leaves loops to the compiler, of small ones that index a
//! table or a local array by their counter, so that each iteration has constant indices.
//!
//! Input: SSA values (after `mem2reg` and `simplify`), with region annotations. Output: each such loop is a sequence of
//! copies of its body. A loop marked `[unroll]` whose iterations cannot be counted is an error, as in DXC; one with
//! `[unroll(n)]` ends after `n` iterations, as in DXC, with a warning if it could continue. A loop whose bound is loaded
//! from a buffer in each iteration stays a loop, which is decided before loads are combined ([`keep_tested`]).
//!
//! The trip count is found by executing the loop on constants ([`count`]). The body is then copied once for each iteration,
//! with its back edge leading to the next copy; code after an early exit is copied once if control flow is unstructured
//! ([`round`]). Values that are used after the loop go through variables. All candidate loops that do not contain each
//! other are unrolled at once, so that the graph is analysed once; inner loops follow in the next repetition of the
//! pipeline, when the bounds they take from the outer counter are constants. Where control flow has to stay structured, the
//! sequence is put into a loop of one iteration, so that a `break` still is one, and so is each copy of a body with an
//! early `continue`. Cost: linear in the size of the result, which two budgets bound.
//!
//! ```text
//! block1(i32 %v0):                                  block1: … with 0
//!   %v1 = icmp.ult i32 %v0, 2                       block2: … with 1
//!   br i1 %v1, block2, block3 !loop … unroll   =>   block3:
//! ```

mod count;
mod exits;
mod required;
mod round;
mod work;

use crate::analysis::memory;
use crate::edit::copy_blocks::{Notes, copy_blocks, notes_in};
use crate::errors;
use crate::locals::mem2reg::promote;
use crate::locals::variables::{restore_dominance, through_variables};
use crate::run::pass::OptLevel;
use crate::run::pass::PassCx;
use count::{Body, count_rounds};
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::{Cfg, Loop, Loops};
use hlslc_ir::context::Context;
use hlslc_ir::function::LoopHint;
use hlslc_ir::ops::effects::Memory;
use hlslc_ir::{
    AddressSpace, Block, BlockCall, ConstData, Function, Inst, Module, Op, Region, Terminator, Value, ValueDef,
};
use required::loops_to_unroll;
use rustc_hash::{FxHashMap, FxHashSet};

/// Lets loops that ask for it with `[unroll]` or `[unroll(n)]` be loops after all, as DXC does, where what ends them reads a
/// buffer or a texture each time. Later this is not to be seen: what is read may then be read once in front of the loop.
pub(crate) fn keep_tested(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let asks = |func: &Function, block: Block| {
        let Region::Loop { hint, .. } = func.blocks[block].region else { return false };
        matches!(hint, LoopHint::Unroll | LoopHint::UnrollCount(_))
    };
    let limits = cx.options.target.limits();
    if !limits.unrolls_on_request || !func.layout.iter().any(|&block| asks(func, block)) {
        return false;
    }
    let loops = cx.analyses.loops(func);
    let mut changed = false;
    for (at, this) in loops.all().iter().enumerate() {
        if !asks(func, this.head) {
            continue;
        }
        let inside = |block: Block| loops.inside(block).is_some_and(|inner| inner == at || loops.encloses(at, inner));
        let Terminator::Branch { cond, then, otherwise } = &func.blocks[this.head].terminator else { continue };
        if inside(then.block) != inside(otherwise.block) && is_read_in(&module.ctx, func, *cond, this.head) {
            forget_hint(func, this.head);
            changed = true;
        }
    }
    changed
}

/// Whether a block reads a buffer or a texture for a value.
fn is_read_in(ctx: &Context, func: &Function, value: Value, block: Block) -> bool {
    let mut needed = FxHashSet::from_iter([value]);
    for &inst in func.blocks[block].insts.iter().rev() {
        if !func.result(inst).is_some_and(|result| needed.contains(&result)) {
            continue;
        }
        if memory::only_reads(func.insts[inst].op) && !is_plain(ctx, func, inst) {
            return true;
        }
        needed.extend(func.args(inst));
    }
    false
}

/// Whether what an instruction reads are constants, variables and inputs.
fn is_plain(ctx: &Context, func: &Function, inst: Inst) -> bool {
    let plain = Memory::CONSTANT.union(Memory::VARIABLE).union(Memory::INPUT);
    plain.contains(memory::reads(ctx, func, inst).sorts)
}

/// Unrolls the loops that are in no other to be unrolled.
pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    if !func.layout.iter().any(|&block| matches!(func.blocks[block].region, Region::Loop { .. })) {
        return false;
    }
    let ctx = &mut module.ctx;
    let loops = cx.analyses.loops(func);
    if loops.all().is_empty() {
        return false;
    }
    let (cfg, dominators) = (cx.analyses.cfg(func), cx.analyses.dominators(func));
    let limits = cx.options.target.limits();
    let needed = loops_to_unroll(ctx, func, (&cfg, &dominators, &loops), limits, cx.options.flat_arrays);
    let Ok(mut plans) = plan(ctx, func, (&cfg, &loops), &needed, cx) else { return false };
    if plans.all.is_empty() {
        return false;
    }
    let mut cfg = cfg;
    if !limits.structured && exits::flag(ctx, func, &loops, &mut plans.all) {
        cx.analyses.graph_changed();
        restore_dominance(ctx, func, cx.analyses);
        cfg = cx.analyses.cfg(func);
        for plan in &mut plans.all {
            plan.body.sort_unstable_by_key(|&block| cfg.position(block));
        }
    }
    let mut of: SecondaryMap<Block, Option<usize>> = SecondaryMap::new();
    for (number, plan) in plans.all.iter().enumerate() {
        plan.body.iter().for_each(|&block| of[block] = Some(number));
    }
    through_variables(ctx, func, &cfg, |home, user| of[home].is_some() && of[home] != of[user]);
    let mut last: Vec<Option<Block>> = vec![None; plans.all.len()];
    for &block in &func.layout {
        if let Some(plan) = plans.of(&loops, block) {
            last[plan] = Some(block);
        }
    }
    let mut behind: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
    let starts: Vec<Option<Block>> =
        plans.all.iter().map(|plan| limits.structured.then(|| enter_through(func, plan, &cfg))).collect();
    let notes = notes_in(func, plans.all.iter().map(|plan| plan.body.as_slice()));
    for (((plan, notes), start), last) in plans.all.iter().zip(&notes).zip(starts).zip(last) {
        let new = copy_rounds(ctx, func, (plan, notes), start, &cfg);
        if let Some(last) = last {
            behind.insert(last, new);
        }
    }
    let layout = std::mem::take(&mut func.layout);
    for block in layout {
        func.layout.push(block);
        func.layout.extend(behind.remove(&block).into_iter().flatten());
    }
    cx.analyses.graph_changed();
    promote(ctx, func, cx.analyses);
    true
}

/// A loop to unroll.
struct Plan {
    this: Loop,
    /// The blocks of a round in reverse post-order, the head first.
    body: Vec<Block>,
    /// How often the head is entered.
    rounds: u32,
    /// If the loop is cut short: the block of the last round that leaves it, and its way out.
    leave: Option<(Block, BlockCall)>,
}

/// The loops to unroll.
struct Plans {
    all: Vec<Plan>,
    /// For each loop the plan that it is part of.
    of_loop: Vec<Option<usize>>,
}

impl Plans {
    fn of(&self, loops: &Loops, block: Block) -> Option<usize> {
        loops.inside(block).and_then(|at| self.of_loop[at])
    }
}

/// A user error was reported.
struct Failed;

/// What somebody wants of a loop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wish {
    /// `[unroll]`: it is an error if that cannot be.
    All,
    /// `[unroll(n)]`.
    AtMost(u32),
    /// A constant is needed.
    IfPossible,
    /// A table or a local array is indexed by what the rounds count.
    IfSmall,
    /// There is no loop inside, and a round is this much work.
    IfLittle(usize),
}

impl Wish {
    /// Whether the loop may as well stay.
    fn is_free(self) -> bool {
        matches!(self, Self::IfPossible | Self::IfSmall | Self::IfLittle(_))
    }

    /// How many rounds are worth it, of those that a budget allows.
    fn limit(self, budget: u32) -> u32 {
        match self {
            Self::IfSmall => budget.min(MOST_ROUNDS),
            Self::IfLittle(work) => budget.min((MOST_WORK / work.max(1)).saturating_add(1) as u32),
            Self::All | Self::AtMost(_) | Self::IfPossible => budget,
        }
    }
}

/// How many rounds a loop may have that is unrolled because it pays.
const MOST_ROUNDS: u32 = 16;
/// How many instructions may come of it, if they are more work than is little.
const MOST_CODE: usize = 96;
/// How much work may come of a loop that is unrolled because its rounds are few and small. It is what DXC allows, counted as there:
/// 150, of which the last test and its branch are two.
const MOST_WORK: usize = 148;

/// Decides which loops to unroll, and how often each goes round.
fn plan(
    ctx: &mut Context,
    func: &mut Function,
    graph: (&Cfg, &Loops),
    needed: &[bool],
    cx: &mut PassCx<'_>,
) -> Result<Plans, Failed> {
    let (cfg, loops) = graph;
    let limits = cx.options.target.limits();
    let optimises = cx.options.level >= OptLevel::O1 && limits.unrolls_on_request;
    let mut own: Vec<Vec<Block>> = vec![Vec::new(); loops.all().len()];
    for &block in cfg.reverse_post_order() {
        if let Some(at) = loops.inside(block) {
            own[at].push(block);
        }
    }
    let mut plans = Plans { all: Vec::new(), of_loop: vec![None; loops.all().len()] };
    let (mut size, budget) = (func.insts.len(), cx.options.budgets.instructions);
    for (at, &this) in loops.all().iter().enumerate() {
        if let Some(around) = this.parent.and_then(|parent| plans.of_loop[parent]) {
            plans.of_loop[at] = Some(around);
            continue;
        }
        let asked = wish(func, this.head, needed[at], limits.unrolls_on_request);
        let pays = || {
            let open = optimises && matches!(func.blocks[this.head].region, Region::Loop { hint: LoopHint::None, .. });
            if open && indexes_known_memory(ctx, func, this.head, &own[at]) {
                return Some(Wish::IfSmall);
            }
            let is_innermost = loops.with_inner(at).count() == 1;
            let work = if open && is_innermost { work::of_round(ctx, func, &own[at])? } else { return None };
            work::counts_to_constant(func, this.head, &own[at]).then_some(Wish::IfLittle(work))
        };
        let Some(wish) = asked.or_else(pays) else { continue };
        let mut body: Vec<Block> = loops.with_inner(at).flat_map(|at| own[at].iter().copied()).collect();
        body.sort_unstable_by_key(|&block| cfg.position(block));
        let span = ctx.span(func.blocks[this.head].loc);
        let inside = |block: Block| loops.inside(block).is_some_and(|inner| inner == at || loops.encloses(at, inner));
        let found = Body { head: this.head, blocks: &body, inside: &inside };
        let budget_of_rounds = cx.options.budgets.unroll;
        let limit = wish.limit(budget_of_rounds);
        let counted = count_rounds(ctx, func, cfg, &found, limit);
        if limits.unrolls_on_request {
            // It is tried once.
            forget_hint(func, this.head);
        }
        let (rounds, leave) = match (wish, counted) {
            (Wish::AtMost(most), counted) => {
                let Some((rounds, leave)) = cut(ctx, func, &found, most, counted) else { continue };
                if leave.is_some() {
                    cx.diagnostics.push(errors::loop_is_cut(span, most));
                }
                (rounds, leave)
            }
            (_, Some(rounds)) => (rounds, None),
            (wish, None) if wish.is_free() => continue,
            (_, None) => {
                cx.diagnostics.push(errors::cannot_unroll(span, limit));
                return Err(Failed);
            }
        };
        let body = if limits.structured { body } else { round::blocks(ctx, func, cfg, body, limits) };
        // The head is entered once more to find the end.
        if matches!(wish, Wish::IfLittle(_)) && rounds > 2 && work::has_barrier(func, &own[at]) {
            continue;
        }
        let once: usize = body.iter().map(|&block| func.blocks[block].insts.len() + 1).sum();
        let is_little = || {
            let work = if loops.with_inner(at).count() == 1 { work::of_round(ctx, func, &own[at]) } else { None };
            work.is_some_and(|work| work * rounds as usize <= MOST_WORK)
        };
        if wish == Wish::IfSmall && once * rounds as usize > MOST_CODE && !is_little() {
            continue;
        }
        size = size.saturating_add(once.saturating_mul(rounds as usize));
        if size > budget as usize {
            if wish.is_free() {
                return Ok(plans);
            }
            cx.diagnostics.push(errors::unrolled_too_large(span, budget));
            return Err(Failed);
        }
        plans.of_loop[at] = Some(plans.all.len());
        plans.all.push(Plan { this, body, rounds, leave });
    }
    Ok(plans)
}

fn wish(func: &Function, head: Block, needed: bool, on_request: bool) -> Option<Wish> {
    let Region::Loop { hint, .. } = func.blocks[head].region else { return None };
    match hint {
        LoopHint::Unroll if on_request => Some(Wish::All),
        LoopHint::UnrollCount(count) if on_request => Some(Wish::AtMost(count)),
        LoopHint::None | LoopHint::Keep | LoopHint::Unroll | LoopHint::UnrollCount(_) => {
            needed.then_some(Wish::IfPossible)
        }
    }
}

/// Whether a loop reads a local array or a table by what its head is given and constants: each
/// round then knows which element it means.
fn indexes_known_memory(ctx: &Context, func: &Function, head: Block, blocks: &[Block]) -> bool {
    let counts = |index: Value| {
        let mut at = index;
        for _ in 0..4 {
            match func.values[at].def {
                ValueDef::Param(block, _) => return block == head,
                ValueDef::Const(_) => return false,
                ValueDef::Inst(inst) => {
                    let mut open = func.args(inst).iter().filter(|&&arg| func.as_const(arg).is_none());
                    match (open.next(), open.next()) {
                        (Some(&arg), None) => at = arg,
                        _ => return false,
                    }
                }
            }
        }
        false
    };
    let is_known = |base: Value| {
        let space = ctx.pointee(func.ty(base)).map(|(_, space)| space);
        matches!(space, Some(AddressSpace::Function | AddressSpace::Constant))
    };
    let mut insts = blocks.iter().flat_map(|&block| &func.blocks[block].insts);
    // Samples and their like are what such a loop costs then.
    if insts.clone().any(|&inst| func.insts[inst].op.info().effects.convergent) {
        return false;
    }
    insts.any(|&inst| {
        func.insts[inst].op == Op::Gep
            && func
                .args(inst)
                .split_first()
                .is_some_and(|(&base, path)| is_known(base) && path.iter().any(|&at| counts(at)))
    })
}

fn forget_hint(func: &mut Function, head: Block) {
    if let Region::Loop { hint, .. } = &mut func.blocks[head].region {
        *hint = LoopHint::None;
    }
}

/// How often the head of a loop is entered that ends after `most` iterations, and how the last round leaves if that cuts it
/// short. Nothing if the loop has to stay: DXC, too, cuts a loop only where it is tested for its end.
fn cut(
    ctx: &Context,
    func: &Function,
    body: &Body<'_>,
    most: u32,
    counted: Option<u32>,
) -> Option<(u32, Option<(Block, BlockCall)>)> {
    let way_out = |block: Block| match &func.blocks[block].terminator {
        Terminator::Branch { then, otherwise, .. } => {
            match ((body.inside)(then.block), (body.inside)(otherwise.block)) {
                (true, false) => Some((block, otherwise.clone())),
                (false, true) => Some((block, then.clone())),
                (true, true) | (false, false) => None,
            }
        }
        Terminator::Missing
        | Terminator::Jump(_)
        | Terminator::Switch { .. }
        | Terminator::Return(_)
        | Terminator::Unreachable => None,
    };
    let mut ways_back = body
        .blocks
        .iter()
        .copied()
        .filter(|&block| func.blocks[block].terminator.targets().any(|to| to.block == body.head));
    let back = ways_back.next().filter(|_| ways_back.next().is_none());
    // Tested behind each iteration.
    if let Some(leave) = back.and_then(way_out) {
        return match counted {
            Some(rounds) if rounds <= most => Some((rounds, None)),
            Some(_) | None => Some((most, Some(leave))),
        };
    }
    // Tested before each iteration, and once more to find the end.
    match counted {
        Some(rounds) if rounds <= most.saturating_add(1) => Some((rounds, None)),
        Some(_) => way_out(body.head).map(|leave| (most.saturating_add(1), Some(leave))),
        // A test that reads a buffer or a texture is not repeated in front of the loop, which DXC needs to unroll it.
        None => {
            let may_repeat = |inst: Inst| {
                let op = func.insts[inst].op;
                op.is_pure() || (memory::only_reads(op) && is_plain(ctx, func, inst))
            };
            let reads = func.blocks[body.head].insts.iter().any(|&inst| !may_repeat(inst));
            way_out(body.head).filter(|_| !reads).map(|leave| (most.saturating_add(1), Some(leave)))
        }
    }
}

/// Makes the original body the first round and adds copies for the others. The blocks that are new, in order. Where control
/// flow stays structured, the row is entered through `start`.
fn copy_rounds(
    ctx: &mut Context,
    func: &mut Function,
    (plan, notes): (&Plan, &Notes),
    start: Option<Block>,
    cfg: &Cfg,
) -> Vec<Block> {
    let Plan { this, body, rounds, leave } = plan;
    let loc = func.blocks[this.head].loc;
    func.blocks[this.head].region = Region::None;
    let continues_early = this.continue_target != this.head && cfg.preds(this.continue_target).len() > 1;
    let mut added = Vec::new();
    let terminators: Vec<Terminator> = body.iter().map(|&block| func.blocks[block].terminator.clone()).collect();
    let mut previous: Vec<Block> = body.clone();
    let at_continue = body.iter().position(|&block| block == this.continue_target);
    let mut heads = vec![(this.head, at_continue.map(|at| body[at]))];
    for _ in 1..*rounds {
        let copy = copy_blocks(func, body, &terminators, notes);
        lead_back_to(func, &previous, copy[0]);
        added.extend_from_slice(&copy);
        heads.push((copy[0], at_continue.map(|at| copy[at])));
        previous = copy;
    }
    // The last round does not lead back.
    let end = func.make_block(loc);
    func.blocks[end].terminator = Terminator::Unreachable;
    for &block in &previous {
        for to in func.blocks[block].terminator.targets_mut().filter(|to| to.block == previous[0]) {
            *to = BlockCall::plain(end);
        }
    }
    if let Some((block, way)) = leave
        && let Some(&last) = body.iter().position(|other| other == block).and_then(|at| previous.get(at))
    {
        leave_at(func, last, way.block);
    }
    added.push(end);
    if let Some(start) = start {
        for &(head, merge) in heads.iter().filter(|_| continues_early) {
            added.extend(merge.map(|merge| run_once(ctx, func, head, merge)));
        }
        let again = run_once(ctx, func, start, this.merge);
        added.extend([start, again]);
    }
    added
}

/// The way back of a new loop around what starts with `head` and ends before `merge`; it is never taken.
fn run_once(ctx: &mut Context, func: &mut Function, head: Block, merge: Block) -> Block {
    let again = func.make_block(func.blocks[head].loc);
    let params = func.blocks[head].params.clone();
    let args = params.iter().map(|&param| undef(ctx, func, param)).collect();
    func.blocks[again].terminator = Terminator::Jump(BlockCall { block: head, args });
    func.blocks[head].region = Region::Loop { merge, continue_target: again, hint: LoopHint::None };
    again
}

/// Lets what jumps to the head of a loop from outside jump to a new block, which passes on what it is given.
fn enter_through(func: &mut Function, plan: &Plan, cfg: &Cfg) -> Block {
    let head = plan.this.head;
    let start = func.make_block(func.blocks[head].loc);
    let types: Vec<_> = func.blocks[head].params.iter().map(|&param| func.ty(param)).collect();
    let args = types.into_iter().map(|ty| func.add_param(start, ty)).collect();
    func.blocks[start].terminator = Terminator::Jump(BlockCall { block: head, args });
    for &entry in cfg.preds(head).iter().filter(|&pred| !plan.body.contains(pred)) {
        for to in func.blocks[entry].terminator.targets_mut().filter(|to| to.block == head) {
            to.block = start;
        }
    }
    start
}

fn undef(ctx: &mut Context, func: &mut Function, like: Value) -> Value {
    let id = ctx.constant(func.ty(like), ConstData::Undef);
    func.constant(ctx, id)
}

/// Makes a block of the last round take its way out of the loop.
fn leave_at(func: &mut Function, block: Block, behind: Block) {
    let out = func.blocks[block].terminator.targets().find(|to| to.block == behind).cloned();
    if let Some(out) = out {
        func.blocks[block].terminator = Terminator::Jump(out);
        func.blocks[block].region = Region::None;
    }
}

/// Lets the ways back to the head of a copy lead to the next copy.
fn lead_back_to(func: &mut Function, body: &[Block], next: Block) {
    for &block in body {
        for to in func.blocks[block].terminator.targets_mut().filter(|to| to.block == body[0]) {
            to.block = next;
        }
    }
}
