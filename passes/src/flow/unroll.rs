//! Unrolls loops completely: loops marked `[unroll]`; loops that keep an operand from being the constant that a target
//! requires ([`legality`](crate::analysis::legality)); and, if the target leaves loops to the compiler, small loops that
//! index a table or a local array by their counter, so that each copy has constant indices.
//!
//! Input: SSA values (after `mem2reg` and `simplify`), with region annotations. Output: each such loop is a sequence of
//! copies of its body. A loop marked `[unroll]` whose iterations cannot be counted is an error, as in DXC; one with
//! `[unroll(n)]` ends after `n` iterations, as in DXC, with a warning if it could continue. A loop whose bound is loaded
//! from a buffer in each iteration stays a loop, which is decided before loads are combined ([`keep_tested`]).
//!
//! The trip count, or for a loop that has to be unrolled the most that it can be, is found by executing the loop on constants ([`count`]). The body is then copied once for each
//! iteration, with its back edge redirected to the next copy; code after an early exit is copied once if control flow is
//! unstructured ([`iteration`]). Values that are used after the loop go through variables. All candidate loops that do
//! not contain each other are unrolled at once, so that the graph is analysed once; inner loops follow in the next
//! repetition of the pipeline, when the bounds that depend on the outer counter are constants. Where control flow has to
//! stay structured, the sequence becomes a loop of one iteration, so that a `break` is still valid, and so does each copy
//! of a body with an early `continue`. Cost: linear in the size of the result, which two budgets bound.
//!
//! ```text
//! block1(i32 %v0):                                  block1: … with 0
//!   %v1 = icmp.ult i32 %v0, 2                       block2: … with 1
//!   br i1 %v1, block2, block3 !loop … unroll   =>   block3:
//! ```

mod count;
mod exits;
mod iteration;
mod required;
mod work;

use crate::analysis::memory;
use crate::edit::copy_blocks::{DebugNotes, copy_blocks, notes_in};
use crate::errors;
use crate::locals::mem2reg::promote;
use crate::locals::variables::{restore_dominance, through_variables};
use crate::run::pass::OptLevel;
use crate::run::pass::PassCx;
use crate::run::remarks::{Reason as Why, Remark};
use count::{Body, Count, count_iterations};
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

/// Removes the hint of a loop marked `[unroll]` or `[unroll(n)]` if its exit test reads a buffer or a texture in each
/// iteration, so that it remains a loop, as in DXC. This is decided early: later, such a read may have been hoisted out
/// of the loop.
pub(crate) fn keep_tested(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let is_hinted = |func: &Function, block: Block| {
        let Region::Loop { hint, .. } = func.blocks[block].region else { return false };
        matches!(hint, LoopHint::Unroll | LoopHint::UnrollCount(_))
    };
    let limits = cx.options.target.limits();
    if !limits.unrolls_on_request || !func.layout.iter().any(|&block| is_hinted(func, block)) {
        return false;
    }
    let loops = cx.analyses.loops(func);
    let mut changed = false;
    for (at, this) in loops.all().iter().enumerate() {
        if !is_hinted(func, this.header) {
            continue;
        }
        let inside = |block: Block| loops.inside(block).is_some_and(|inner| inner == at || loops.encloses(at, inner));
        let Terminator::Branch { cond, then, otherwise } = &func.blocks[this.header].terminator else { continue };
        if inside(then.block) != inside(otherwise.block) && is_read_in(&module.ctx, func, *cond, this.header) {
            forget_hint(func, this.header);
            changed = true;
        }
    }
    changed
}

/// Whether the computation of a value in a block reads a buffer or a texture.
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

/// Whether an instruction reads only constants, variables and inputs.
fn is_plain(ctx: &Context, func: &Function, inst: Inst) -> bool {
    let plain = Memory::CONSTANT.union(Memory::VARIABLE).union(Memory::INPUT);
    plain.contains(memory::reads(ctx, func, inst).sorts)
}

/// Unrolls the outermost loops among those that are to be unrolled.
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
    let mut new_after: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
    let starts: Vec<Option<Block>> =
        plans.all.iter().map(|plan| limits.structured.then(|| enter_through(func, plan, &cfg))).collect();
    let notes = notes_in(func, plans.all.iter().map(|plan| plan.body.as_slice()));
    for (((plan, notes), start), last) in plans.all.iter().zip(&notes).zip(starts).zip(last) {
        let new = copy_iterations(ctx, func, (plan, notes), start, &cfg);
        if let Some(last) = last {
            new_after.insert(last, new);
        }
    }
    let layout = std::mem::take(&mut func.layout);
    for block in layout {
        func.layout.push(block);
        func.layout.extend(new_after.remove(&block).into_iter().flatten());
    }
    cx.analyses.graph_changed();
    promote(ctx, func, cx.analyses);
    true
}

/// A loop to unroll.
struct Plan {
    this: Loop,
    /// The blocks that are copied for each iteration, in reverse post-order, the header first.
    body: Vec<Block>,
    /// The number of times that the header is entered.
    iterations: u32,
    /// For a loop with a lower bound on its iterations: the block of the last iteration that leaves it, and the exit
    /// edge.
    leave: Option<(Block, BlockCall)>,
}

/// The loops to unroll.
struct Plans {
    all: Vec<Plan>,
    /// The index of the plan that each loop is part of.
    of_loop: Vec<Option<usize>>,
}

impl Plans {
    fn of(&self, loops: &Loops, block: Block) -> Option<usize> {
        loops.inside(block).and_then(|at| self.of_loop[at])
    }
}

/// An error of the user was reported.
struct Failed;

/// The reason to unroll a loop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    /// `[unroll]`: the loop must be unrolled, or an error is reported.
    All,
    /// `[unroll(n)]`.
    AtMost(u32),
    /// An operand in it has to be constant.
    IfPossible,
    /// The source asks a driver to unroll it, and it indexes a local array: drivers decide by the size of a loop, and an array with a
    /// dynamic index is in memory.
    ArrayIfPossible,
    /// It indexes a table or a local array by its counter.
    IfSmall,
    /// It contains no loop, and one iteration is this much work.
    IfLittle(usize),
}

impl Reason {
    /// Whether the loop may also stay.
    fn is_free(self) -> bool {
        matches!(self, Self::IfPossible | Self::ArrayIfPossible | Self::IfSmall | Self::IfLittle(_))
    }

    /// What is counted: a loop that is unrolled because it pays has the same iterations in every execution.
    fn count(self) -> Count {
        match self {
            Self::All | Self::AtMost(_) | Self::IfPossible => Count::AtMost,
            Self::ArrayIfPossible | Self::IfSmall | Self::IfLittle(_) => Count::Exactly,
        }
    }

    /// The reason in words.
    fn text(self) -> &'static str {
        match self {
            Self::All | Self::AtMost(_) => "as its attribute demands",
            Self::IfPossible => "as an operand in it must be a constant",
            Self::ArrayIfPossible => "as its attribute asks, and it indexes a local array",
            Self::IfSmall => "as it indexes a table or a local array by its counter",
            Self::IfLittle(_) => "as its iterations are few and small",
        }
    }

    /// The most iterations for which unrolling pays, within a budget.
    fn limit(self, budget: u32) -> u32 {
        match self {
            Self::IfSmall => budget.min(MOST_ITERATIONS),
            Self::IfLittle(work) => budget.min((MOST_WORK / work.max(1)).saturating_add(1) as u32),
            Self::All | Self::AtMost(_) | Self::IfPossible | Self::ArrayIfPossible => budget,
        }
    }
}

/// The most iterations of a loop that is unrolled because it pays.
const MOST_ITERATIONS: u32 = 16;
/// The most instructions in the result, unless their work is little.
const MOST_CODE: usize = 96;
/// The most work in the result if a loop is unrolled because its iterations are few and small. It is DXC's limit,
/// counted as there: 150, of which the last test and its branch are two.
const MOST_WORK: usize = 148;

/// Selects the loops to unroll, and counts their iterations.
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
        let requested = reason(func, this.header, needed[at], limits.unrolls_on_request).or_else(|| {
            let is_asked = matches!(func.blocks[this.header].region, Region::Loop { hint: LoopHint::Unroll, .. });
            let level = cx.options.level >= OptLevel::O1;
            let mut around = loops.with_inner(at).flat_map(|at| &own[at]);
            (is_asked && level && around.any(|&block| indexes_local_array(ctx, func, block)))
                .then_some(Reason::ArrayIfPossible)
        });
        let pays = || {
            let has_no_hint =
                optimises && matches!(func.blocks[this.header].region, Region::Loop { hint: LoopHint::None, .. });
            if has_no_hint && indexes_known_memory(ctx, func, this.header, &own[at]) {
                return Some(Reason::IfSmall);
            }
            let is_innermost = loops.with_inner(at).count() == 1;
            let work =
                if has_no_hint && is_innermost { work::of_iteration(ctx, func, &own[at])? } else { return None };
            work::counts_to_constant(func, this.header, &own[at]).then_some(Reason::IfLittle(work))
        };
        let id = cx.func;
        let stays = |why: &'static str| move || Remark::header(id, this.header, Why::Rolled).with(why);
        let Some(reason) = requested.or_else(pays) else {
            let why = "nothing asks for it, and its iterations are large or not counted by constants";
            cx.remarks.note(stays(why));
            continue;
        };
        let mut body: Vec<Block> = loops.with_inner(at).flat_map(|at| own[at].iter().copied()).collect();
        body.sort_unstable_by_key(|&block| cfg.position(block));
        let span = ctx.span(func.blocks[this.header].loc);
        let inside = |block: Block| loops.inside(block).is_some_and(|inner| inner == at || loops.encloses(at, inner));
        let found = Body { header: this.header, blocks: &body, inside: &inside };
        let budget_of_iterations = cx.options.budgets.unroll;
        let limit = reason.limit(budget_of_iterations);
        let counted = count_iterations(ctx, func, cfg, &found, (reason.count(), limit));
        if limits.unrolls_on_request {
            // Each loop is attempted once.
            forget_hint(func, this.header);
        }
        let (iterations, leave) = match (reason, counted) {
            (Reason::AtMost(most), counted) => {
                let Some((iterations, leave)) = cut(ctx, func, &found, most, counted) else { continue };
                if leave.is_some() {
                    cx.diagnostics.push(errors::loop_is_cut(span, most));
                }
                (iterations, leave)
            }
            (_, Some(iterations)) => (iterations, None),
            (reason, None) if reason.is_free() => {
                let why = "its iterations cannot be counted, or are more than pay";
                cx.remarks.note(stays(why));
                continue;
            }
            (_, None) => {
                cx.diagnostics.push(errors::cannot_unroll(span, limit));
                return Err(Failed);
            }
        };
        let body = if limits.structured { body } else { iteration::blocks(ctx, func, cfg, body, limits) };
        // DXC does not duplicate a barrier; the header is entered once more than there are iterations, to leave.
        if matches!(reason, Reason::IfLittle(_)) && iterations > 2 && work::has_barrier(func, &own[at]) {
            cx.remarks.note(stays("it contains a barrier"));
            continue;
        }
        let once: usize = body.iter().map(|&block| func.blocks[block].insts.len() + 1).sum();
        let is_little = || {
            let work = if loops.with_inner(at).count() == 1 { work::of_iteration(ctx, func, &own[at]) } else { None };
            work.is_some_and(|work| work * iterations as usize <= MOST_WORK)
        };
        if reason == Reason::IfSmall && once * iterations as usize > MOST_CODE && !is_little() {
            cx.remarks.note(stays("its copies would be too many instructions"));
            continue;
        }
        size = size.saturating_add(once.saturating_mul(iterations as usize));
        if size > budget as usize {
            if reason.is_free() {
                cx.remarks.note(stays("the budget of instructions is used up"));
                return Ok(plans);
            }
            cx.diagnostics.push(errors::unrolled_too_large(span, budget));
            return Err(Failed);
        }
        // A loop that is left at its header enters it once more, to leave.
        let leaves_at_header = func.blocks[this.header].terminator.targets().any(|to| !inside(to.block));
        let trips = iterations.saturating_sub(u32::from(leaves_at_header));
        cx.remarks.note(|| Remark::header(id, this.header, Why::Unrolled).with(trips.to_string()).with(reason.text()));
        plans.of_loop[at] = Some(plans.all.len());
        plans.all.push(Plan { this, body, iterations, leave });
    }
    Ok(plans)
}

fn reason(func: &Function, header: Block, needed: bool, on_request: bool) -> Option<Reason> {
    let Region::Loop { hint, .. } = func.blocks[header].region else { return None };
    match hint {
        LoopHint::Unroll if on_request => Some(Reason::All),
        LoopHint::UnrollCount(count) if on_request => Some(Reason::AtMost(count)),
        LoopHint::None | LoopHint::Keep | LoopHint::Unroll | LoopHint::UnrollCount(_) => {
            needed.then_some(Reason::IfPossible)
        }
    }
}

/// Whether a loop reads a local array or a table at an index that depends only on a parameter of its header and
/// constants. Each iteration then has a constant index.
fn indexes_known_memory(ctx: &Context, func: &Function, header: Block, blocks: &[Block]) -> bool {
    let counts = |index: Value| {
        let mut at = index;
        for _ in 0..4 {
            match func.values[at].def {
                ValueDef::Param(block, _) => return block == header,
                ValueDef::Const(_) => return false,
                ValueDef::Inst(inst) => {
                    let mut variable_args = func.args(inst).iter().filter(|&&arg| func.as_const(arg).is_none());
                    match (variable_args.next(), variable_args.next()) {
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
    // In a loop with samples and the like, their cost dominates.
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

/// Whether a block accesses a local array at an index that is not constant.
fn indexes_local_array(ctx: &Context, func: &Function, block: Block) -> bool {
    func.blocks[block].insts.iter().any(|&inst| {
        let Some((&base, path)) = func.args(inst).split_first() else { return false };
        func.insts[inst].op == Op::Gep
            && matches!(ctx.pointee(func.ty(base)), Some((_, AddressSpace::Function)))
            && path.iter().any(|&index| func.as_const(index).is_none())
    })
}

fn forget_hint(func: &mut Function, header: Block) {
    if let Region::Loop { hint, .. } = &mut func.blocks[header].region {
        *hint = LoopHint::None;
    }
}

/// The number of times that the header is entered if the loop ends after `most` iterations, and the exit edge of the
/// last one if that is earlier than by itself. `None` if the loop has to stay: like DXC, this needs an exit test at the
/// header or latch.
fn cut(
    ctx: &Context,
    func: &Function,
    body: &Body<'_>,
    most: u32,
    counted: Option<u32>,
) -> Option<(u32, Option<(Block, BlockCall)>)> {
    let exit_edge = |block: Block| match &func.blocks[block].terminator {
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
    let mut latches = body
        .blocks
        .iter()
        .copied()
        .filter(|&block| func.blocks[block].terminator.targets().any(|to| to.block == body.header));
    let latch = latches.next().filter(|_| latches.next().is_none());
    // The exit test is at the latch.
    if let Some(leave) = latch.and_then(exit_edge) {
        return match counted {
            Some(iterations) if iterations <= most => Some((iterations, None)),
            Some(_) | None => Some((most, Some(leave))),
        };
    }
    // The exit test is at the header, which is entered once more to leave.
    match counted {
        Some(iterations) if iterations <= most.saturating_add(1) => Some((iterations, None)),
        Some(_) => exit_edge(body.header).map(|leave| (most.saturating_add(1), Some(leave))),
        // DXC would have to duplicate the exit test before the loop, which it does not do if the test reads a buffer or
        // a texture.
        None => {
            let may_repeat = |inst: Inst| {
                let op = func.insts[inst].op;
                op.is_pure() || (memory::only_reads(op) && is_plain(ctx, func, inst))
            };
            let reads = func.blocks[body.header].insts.iter().any(|&inst| !may_repeat(inst));
            exit_edge(body.header).filter(|_| !reads).map(|leave| (most.saturating_add(1), Some(leave)))
        }
    }
}

/// Makes the original body the first iteration and adds copies for the others. Returns the new blocks in order. If
/// control flow is structured, the sequence is entered through `start`.
fn copy_iterations(
    ctx: &mut Context,
    func: &mut Function,
    (plan, notes): (&Plan, &DebugNotes),
    start: Option<Block>,
    cfg: &Cfg,
) -> Vec<Block> {
    let Plan { this, body, iterations, leave } = plan;
    let loc = func.blocks[this.header].loc;
    func.blocks[this.header].region = Region::None;
    let continues_early = this.continue_target != this.header && cfg.preds(this.continue_target).len() > 1;
    let mut added = Vec::new();
    let terminators: Vec<Terminator> = body.iter().map(|&block| func.blocks[block].terminator.clone()).collect();
    let mut previous: Vec<Block> = body.clone();
    let at_continue = body.iter().position(|&block| block == this.continue_target);
    let mut headers = vec![(this.header, at_continue.map(|at| body[at]))];
    for _ in 1..*iterations {
        let copy = copy_blocks(func, body, &terminators, notes);
        redirect_back_edges(func, &previous, copy[0]);
        added.extend_from_slice(&copy);
        headers.push((copy[0], at_continue.map(|at| copy[at])));
        previous = copy;
    }
    // The last iteration has no back edge.
    let end = func.make_block(loc);
    func.blocks[end].terminator = Terminator::Unreachable;
    for &block in &previous {
        for to in func.blocks[block].terminator.targets_mut().filter(|to| to.block == previous[0]) {
            *to = BlockCall::plain(end);
        }
    }
    if let Some((block, exit)) = leave
        && let Some(&last) = body.iter().position(|other| other == block).and_then(|at| previous.get(at))
    {
        leave_at(func, last, exit.block);
    }
    added.push(end);
    if let Some(start) = start {
        for &(header, merge) in headers.iter().filter(|_| continues_early) {
            added.extend(merge.map(|merge| loop_of_one_iteration(ctx, func, header, merge)));
        }
        let latch = loop_of_one_iteration(ctx, func, start, this.merge);
        added.extend([start, latch]);
    }
    added
}

/// Makes a loop of one iteration of the blocks from `header` to `merge`. Returns its new latch, which is never
/// executed.
fn loop_of_one_iteration(ctx: &mut Context, func: &mut Function, header: Block, merge: Block) -> Block {
    let latch = func.make_block(func.blocks[header].loc);
    let params = func.blocks[header].params.clone();
    let args = params.iter().map(|&param| undef(ctx, func, param)).collect();
    func.blocks[latch].terminator = Terminator::Jump(BlockCall { block: header, args });
    func.blocks[header].region = Region::Loop { merge, continue_target: latch, hint: LoopHint::None };
    latch
}

/// Redirects the entry edges of a loop to a new block, which passes its parameters on to the header.
fn enter_through(func: &mut Function, plan: &Plan, cfg: &Cfg) -> Block {
    let header = plan.this.header;
    let start = func.make_block(func.blocks[header].loc);
    let types: Vec<_> = func.blocks[header].params.iter().map(|&param| func.ty(param)).collect();
    let args = types.into_iter().map(|ty| func.add_param(start, ty)).collect();
    func.blocks[start].terminator = Terminator::Jump(BlockCall { block: header, args });
    for &entry in cfg.preds(header).iter().filter(|&pred| !plan.body.contains(pred)) {
        for to in func.blocks[entry].terminator.targets_mut().filter(|to| to.block == header) {
            to.block = start;
        }
    }
    start
}

fn undef(ctx: &mut Context, func: &mut Function, like: Value) -> Value {
    let id = ctx.constant(func.ty(like), ConstData::Undef);
    func.constant(ctx, id)
}

/// Makes a block of the last iteration leave the loop unconditionally.
fn leave_at(func: &mut Function, block: Block, target: Block) {
    let out = func.blocks[block].terminator.targets().find(|to| to.block == target).cloned();
    if let Some(out) = out {
        func.blocks[block].terminator = Terminator::Jump(out);
        func.blocks[block].region = Region::None;
    }
}

/// Redirects the back edges of one copy to the next copy.
fn redirect_back_edges(func: &mut Function, body: &[Block], next: Block) {
    for &block in body {
        for to in func.blocks[block].terminator.targets_mut().filter(|to| to.block == body[0]) {
            to.block = next;
        }
    }
}
