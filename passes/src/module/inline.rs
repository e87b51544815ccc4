//! Inlines functions: replaces calls by the bodies of their callees, by the policy of each function.
//!
//! Input: functions whose call graph has no cycles (the front end reports recursion; a cycle found here is reported and
//! kept). Output: entry points, exported functions and the functions that stay functions ([`Inline::Keep`]), which call
//! only functions of the last kind and have every `alloca` at their start; a function without callers has lost its
//! body.
//!
//! The order is top-down: callees are inlined into a remaining function, then the callees of those, and so on. A body
//! is copied only to its final place, never into another body that is copied in turn. A call splits its block: the
//! first half jumps into the copy, and each `ret` of the copy jumps to the second half, whose parameter is the result.
//! The second half keeps the terminator with its selection; a loop annotation stays with the first half, to which the
//! back edge leads. A function that returns from inside a selection or loop leaves several levels at once; its copy is
//! put into a loop of one iteration, so that a return is a `break`. Targets without structured control flow remove that
//! loop again. Cost: linear in the size of the result, which a budget bounds.
//!
//! ```text
//! block0:                              block0:
//!   %v1 = call i32 @twice(i32 %v0)       br block1
//!   ret i32 %v1                        block1:
//!                             =>         %v2 = add i32 %v0, %v0
//!                                        br block2(i32 %v2)
//!                                      block2(i32 %v1):
//!                                        ret i32 %v1
//! ```

use crate::edit::{by_block, by_value, with_function};
use crate::errors;
use crate::run::pass::ModuleCx;
use cranelift_entity::{EntityList, EntitySet, SecondaryMap};
use hlslc_ir::cfg::{Cfg, Dominators};
use hlslc_ir::context::Context;
use hlslc_ir::debug::{DebugRecord, Point, Step};
use hlslc_ir::function::{Inline, InstData, LoopHint, ValueData};
use hlslc_ir::ops::OpSet;
use hlslc_ir::reach::{CallGraph, roots};
use hlslc_ir::{
    AddressSpace, Block, BlockCall, Cursor, Func, Function, Imm, Inst, Loc, Module, Op, Region, Terminator, Value,
    ValueDef,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

pub(crate) fn run(module: &mut Module, cx: &mut ModuleCx<'_>) -> bool {
    let graph = CallGraph::new(module);
    if report_cycles(module, &graph, cx) {
        return false;
    }
    let remaining = remaining(module, &graph);
    let mut changed = false;
    let mut early = SecondaryMap::new();
    let mut budget = Budget { left: cx.options.budgets.module_instructions as usize };
    for &id in &remaining {
        let run =
            |module: &mut Module, func: &mut Function| Inliner::new(module, func, &mut early).run(&mut budget, cx);
        match with_function(module, id, run) {
            Ok(inlined) => changed |= inlined,
            Err(TooLarge) => return true,
        }
    }
    let mut stays = EntitySet::new();
    stays.extend(remaining);
    for (id, func) in &mut module.funcs {
        if !stays.contains(id) && !func.layout.is_empty() {
            *func = func.without_body();
            changed = true;
        }
    }
    changed
}

/// The functions that remain: the roots, which code outside of the module calls, and the functions reachable from them
/// that are not inlined. In a module without roots, all functions.
fn remaining(module: &Module, graph: &CallGraph) -> Vec<Func> {
    let roots = roots(module);
    if roots.is_empty() {
        return module.funcs.keys().collect();
    }
    let count = roots.len();
    let reached = graph.reached(roots);
    let (roots, others) = reached.split_at(count);
    let kept = others.iter().filter(|&&func| module.funcs[func].inline == Inline::Keep);
    roots.iter().chain(kept).copied().collect()
}

/// Reports each recursive call by a depth-first search of the call graph. Returns whether there is one.
fn report_cycles(module: &Module, graph: &CallGraph, cx: &mut ModuleCx<'_>) -> bool {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut state = SecondaryMap::with_default(State::New);
    let mut found = false;
    for root in module.funcs.keys().filter(|&func| !graph.callees(func).is_empty()) {
        let mut stack = Vec::new();
        if state[root] == State::New {
            state[root] = State::Open;
            stack.push((root, 0));
        }
        while let Some((func, at)) = stack.last_mut() {
            let Some(&to) = graph.callees(*func).get(*at) else {
                state[*func] = State::Done;
                stack.pop();
                continue;
            };
            *at += 1;
            match state[to] {
                State::New => {
                    state[to] = State::Open;
                    stack.push((to, 0));
                }
                State::Open => {
                    let callee = &module.funcs[to];
                    cx.diagnostics.push(errors::recursive_call(module.ctx.span(callee.loc), &callee.name));
                    found = true;
                }
                State::Done => {}
            }
        }
    }
    found
}

/// A body whose calls are being inlined: that of the function, or a copy of a callee's.
struct Frame {
    blocks: std::vec::IntoIter<Block>,
    /// The remaining instructions of the current block.
    insts: std::vec::IntoIter<Inst>,
    /// The block to which they are moved.
    current: Block,
    /// The latch of the loop around the copy, if there is one.
    end: Option<Block>,
    /// The variables of the copies in it, and its own.
    allocas: Vec<Inst>,
    own: Vec<Inst>,
}

impl Frame {
    fn new(blocks: Vec<Block>, end: Option<Block>) -> Self {
        let current = blocks.first().copied().unwrap_or(Block::from_u32(0));
        let (insts, allocas, own) = (Vec::new().into_iter(), Vec::new(), Vec::new());
        Self { blocks: blocks.into_iter(), insts, current, end, allocas, own }
    }
}

/// The number of instructions that may still be copied, into all functions together.
struct Budget {
    left: usize,
}

/// The budget is exceeded, which was reported.
struct TooLarge;

const CALLS: OpSet = OpSet::of(&[Op::Call]);
const VARIABLES: OpSet = OpSet::of(&[Op::Alloca]);

/// Inlines the callees of a function.
struct Inliner<'a> {
    module: &'a mut Module,
    func: &'a mut Function,
    /// For each function that was examined, whether it returns early.
    early: &'a mut SecondaryMap<Func, Option<bool>>,
    /// The block with the second half of each block that was split.
    rest: SecondaryMap<Block, Option<Block>>,
    /// The inlined calls, each with the block that it ended.
    calls: Vec<(Inst, Block)>,
}

impl<'a> Inliner<'a> {
    fn new(module: &'a mut Module, func: &'a mut Function, early: &'a mut SecondaryMap<Func, Option<bool>>) -> Self {
        Self { module, func, early, rest: SecondaryMap::new(), calls: Vec::new() }
    }

    fn run(mut self, budget: &mut Budget, cx: &mut ModuleCx<'_>) -> Result<bool, TooLarge> {
        let Some(entry) = self.func.entry() else { return Ok(false) };
        let mut insts = self.func.layout.iter().flat_map(|&block| &self.func.blocks[block].insts);
        if !self.func.may_hold(&CALLS) || !insts.any(|&inst| self.callee(inst).is_some()) {
            return Ok(variables_first(self.func, entry));
        }
        let limit = cx.options.budgets.instructions as usize;
        let layout = std::mem::take(&mut self.func.layout);
        let mut stack = vec![Frame::new(layout, None)];
        let mut changed = false;
        while let Some(frame) = stack.last_mut() {
            if let Some(inst) = frame.insts.next() {
                if self.func.insts[inst].op == Op::Alloca {
                    // In a loop it would be allocated in each iteration.
                    changed |= frame.current != entry;
                    frame.own.push(inst);
                    continue;
                }
                let Some(callee) = self.callee(inst) else {
                    self.func.append_inst(frame.current, inst);
                    continue;
                };
                let more = self.module.funcs[callee].insts.len();
                let span = self.module.ctx.span(self.func.loc);
                if self.func.insts.len() + more > limit {
                    cx.diagnostics.push(errors::inlined_too_large(span, &self.func.name, limit as u32));
                    return Ok(true);
                }
                if more > budget.left {
                    let limit = cx.options.budgets.module_instructions;
                    cx.diagnostics.push(errors::module_too_large(span, &self.func.name, limit));
                    return Err(TooLarge);
                }
                budget.left -= more;
                changed = true;
                let header = frame.current;
                let (rest, result) = split(self.func, header, inst, &mut self.module.ctx, &mut frame.own);
                self.rest[header] = Some(rest);
                self.calls.push((inst, header));
                frame.current = rest;
                let inner = self.inline(callee, inst, header, (rest, result));
                stack.push(inner);
            } else if let Some(block) = frame.blocks.next() {
                self.func.layout.push(block);
                frame.current = block;
                frame.insts = self.func.take_insts(block).into_iter();
            } else {
                let Some(mut done) = stack.pop() else { break };
                self.func.layout.extend(done.end);
                done.allocas.append(&mut done.own);
                let Some(around) = stack.last_mut() else {
                    self.func.prepend_insts(entry, done.allocas);
                    break;
                };
                self.func.layout.push(around.current);
                if around.allocas.is_empty() {
                    around.allocas = done.allocas;
                } else {
                    around.allocas.append(&mut done.allocas);
                }
            }
        }
        if !self.func.debug.is_empty() {
            self.move_points();
        }
        Ok(changed)
    }

    /// Moves debug records at the end of a block that was split to the end of its last part, and those before a call to the end
    /// of the part that it ended.
    fn move_points(&mut self) {
        // The path is compressed, so that each block is visited once, however often blocks were split.
        let mut ends: SecondaryMap<Block, Option<Block>> = SecondaryMap::new();
        for block in self.func.blocks.keys() {
            let mut passed = Vec::new();
            let mut at = block;
            while let Some(next) = ends[at].or(self.rest[at]) {
                passed.push(at);
                at = next;
            }
            for block in passed {
                ends[block] = Some(at);
            }
        }
        let calls: FxHashMap<Inst, Block> = self.calls.drain(..).collect();
        self.func.debug.move_points(|point| match point {
            Point::End(block) => Point::End(ends[block].unwrap_or(block)),
            Point::Before(inst) => calls.get(&inst).map_or(point, |&header| Point::End(header)),
        });
    }

    /// The function that an instruction calls, if that is to be inlined.
    fn callee(&self, inst: Inst) -> Option<Func> {
        let (Op::Call, Imm::Func(callee)) = (self.func.insts[inst].op, self.func.insts[inst].imm) else { return None };
        let body = &self.module.funcs[callee];
        (body.inline == Inline::Always && !body.layout.is_empty()).then_some(callee)
    }

    /// Copies the body of `callee` to between `header` and the block that [`split`] returned.
    fn inline(&mut self, callee: Func, call: Inst, header: Block, (rest, result): (Block, Option<Value>)) -> Frame {
        let body = &self.module.funcs[callee];
        let early = *self.early[callee].get_or_insert_with(|| returns_early(body));
        self.func.reserve(body.insts.len());
        let mut copy = Copy {
            ctx: &mut self.module.ctx,
            func: self.func,
            result,
            values: by_value(body, None),
            blocks: by_block(body, None),
            locs: self.module.debug.as_ref().map(|_| FxHashMap::default()),
        };
        let blocks = copy.body(body, call, header, rest);
        let end = early.then(|| {
            let (start, latch) = wrap_in_loop(self.func, header, rest);
            self.func.layout.push(start);
            latch
        });
        Frame::new(blocks, end)
    }
}

/// Moves all variables to the start of a function without calls to inline. In a loop they would be allocated in each
/// iteration.
fn variables_first(func: &mut Function, entry: Block) -> bool {
    let is_variable = |func: &Function, inst: Inst| func.insts[inst].op == Op::Alloca;
    let (mut variables, mut changed) = (Vec::new(), false);
    if !func.may_hold(&VARIABLES) {
        return false;
    }
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        let insts = &func.blocks[block].insts;
        let others = insts.iter().skip_while(|&&inst| block == entry && is_variable(func, inst));
        if others.copied().any(|inst| is_variable(func, inst)) {
            func.retain_insts(block, |func, inst| {
                let moves = is_variable(func, inst);
                variables.extend(moves.then_some(inst));
                !moves
            });
            changed |= block != entry;
        }
    }
    // The variables of the entry block come first; they may have stayed there.
    if !variables.is_empty() {
        let kept = func.blocks[entry].insts.iter().take_while(|&&inst| is_variable(func, inst)).count();
        let mut cursor = Cursor::new(func, entry);
        cursor.pass(kept);
        cursor.insert_all(variables);
    }
    changed
}

/// Whether a function returns from inside a selection or loop.
fn returns_early(func: &Function) -> bool {
    let dominators = Dominators::new(&Cfg::new(func));
    dominators.pre_order().iter().any(|&block| {
        let Terminator::Return(_) = func.blocks[block].terminator else { return false };
        let mut at = dominators.parent(block);
        while let Some(above) = at {
            let inside = match func.blocks[above].region {
                Region::None | Region::Hint(_) => false,
                Region::Selection { merge, .. } | Region::Loop { merge, .. } => !dominators.dominates(merge, block),
            };
            if inside {
                return true;
            }
            at = dominators.parent(above);
        }
        matches!(func.blocks[block].region, Region::Loop { .. })
    })
}

/// Puts the target of the jump in `header` into a loop of one iteration that ends at `rest`. Returns its header and
/// latch, which are not in the layout yet.
fn wrap_in_loop(func: &mut Function, header: Block, rest: Block) -> (Block, Block) {
    let loc = func.blocks[header].loc;
    let (start, latch) = (func.make_block(loc), func.make_block(loc));
    let inside = std::mem::replace(&mut func.blocks[header].terminator, Terminator::Jump(BlockCall::plain(start)));
    func.blocks[start].terminator = inside;
    func.blocks[start].region = Region::Loop { merge: rest, continue_target: latch, hint: LoopHint::None };
    func.blocks[latch].terminator = Terminator::Jump(BlockCall::plain(start));
    (start, latch)
}

/// Moves the terminator of `header` to a new block, whose parameter is the result of `call`. A result that holds
/// handles cannot be a parameter: it goes through a variable, which is returned and added to `allocas`.
fn split(
    func: &mut Function,
    header: Block,
    call: Inst,
    ctx: &mut Context,
    allocas: &mut Vec<Inst>,
) -> (Block, Option<Value>) {
    let loc = func.blocks[header].loc;
    let rest = func.make_block(loc);
    let terminator = std::mem::replace(&mut func.blocks[header].terminator, Terminator::Missing);
    func.blocks[rest].terminator = terminator;
    if func.blocks[header].region.is_selection() {
        func.blocks[rest].region = std::mem::take(&mut func.blocks[header].region);
    }
    let Some(result) = func.result(call) else { return (rest, None) };
    let InstData { ty, loc, .. } = func.insts[call];
    if !ctx.holds_address(ty) {
        func.values[result].def = ValueDef::Param(rest, 0);
        func.blocks[rest].params.push(result);
        return (rest, None);
    }
    let pointer = ctx.pointer(ty, AddressSpace::Function);
    let alloca = func.make_inst(ctx, Op::Alloca, pointer, Imm::None, &[], loc);
    allocas.push(alloca);
    let variable = func.result(alloca);
    let load = InstData {
        args: EntityList::from_iter(variable, &mut func.pool),
        op: Op::Load,
        imm: Imm::None,
        ..func.insts[call].clone()
    };
    let load = func.restore_inst(load, Some(result));
    func.append_inst(rest, load);
    (rest, variable)
}

/// Copies the body of a function into another.
struct Copy<'a> {
    ctx: &'a mut Context,
    func: &'a mut Function,
    /// The variable that returns store to, if the result cannot be a parameter.
    result: Option<Value>,
    values: SecondaryMap<Value, Option<Value>>,
    blocks: SecondaryMap<Block, Option<Block>>,
    /// The locations that were copied already.
    locs: Option<FxHashMap<Loc, Loc>>,
}

impl Copy<'_> {
    /// Copies `body` for `call` at the end of `header`; its returns jump to `rest`. Returns the blocks, which are not
    /// in the layout yet.
    fn body(&mut self, body: &Function, call: Inst, header: Block, rest: Block) -> Vec<Block> {
        let call_loc = self.func.insts[call].loc;
        let mut blocks = Vec::with_capacity(body.layout.len());
        for (index, &param) in body.params().iter().enumerate() {
            self.values[param] = self.func.args(call).get(index).copied();
        }
        // Blocks, parameters and results come first, as uses may precede their definitions in the layout.
        for (index, &block) in body.layout.iter().enumerate() {
            let data = &body.blocks[block];
            let loc = self.loc(data.loc, call_loc);
            let copy = self.func.make_block(loc);
            blocks.push(copy);
            self.blocks[block] = Some(copy);
            if index > 0 {
                for &param in &data.params {
                    self.values[param] = Some(self.func.add_param(copy, body.ty(param)));
                }
            }
            for &inst in &data.insts {
                if let Some(result) = body.result(inst) {
                    // The definition follows when the instruction is copied.
                    self.values[result] = Some(self.func.values.push(ValueData { ..body.values[result] }));
                }
            }
        }
        let has_records = !body.debug.is_empty();
        let mut insts: SecondaryMap<Inst, Option<Inst>> = SecondaryMap::new();
        let mut args: Vec<Value> = Vec::new();
        for &block in &body.layout {
            let data = &body.blocks[block];
            let Some(copy) = self.blocks[block] else { continue };
            // One more for a store of the result.
            self.func.blocks[copy].insts.reserve(data.insts.len() + 1);
            for &inst in &data.insts {
                args.clear();
                args.extend(body.args(inst).iter().map(|&arg| self.value(body, arg)));
                let loc = self.loc(body.insts[inst].loc, call_loc);
                let args = EntityList::from_slice(&args, &mut self.func.pool);
                let result = body.result(inst).and_then(|result| self.values[result]);
                let new = self.func.restore_inst(InstData { args, loc, ..body.insts[inst].clone() }, result);
                if has_records {
                    insts[inst] = Some(new);
                }
                self.func.append_inst(copy, new);
            }
            self.func.blocks[copy].region = self.region(data.region);
            if let (Some(variable), Terminator::Return(Some(value))) = (self.result, &data.terminator) {
                let (value, loc) = (self.value(body, *value), self.loc(data.loc, call_loc));
                let void = self.ctx.void();
                let store = self.func.make_inst(self.ctx, Op::Store, void, Imm::None, &[variable, value], loc);
                self.func.append_inst(copy, store);
            }
            self.func.blocks[copy].terminator = self.terminator(body, &data.terminator, rest);
        }
        self.records(body, &insts, call_loc);
        if let Some(entry) = body.entry().and_then(|entry| self.blocks[entry]) {
            self.func.blocks[header].terminator = Terminator::Jump(BlockCall::plain(entry));
        }
        blocks
    }

    /// Copies the debug records of the body.
    fn records(&mut self, body: &Function, insts: &SecondaryMap<Inst, Option<Inst>>, call: Loc) {
        for record in body.debug.iter() {
            let inlined_at = Some(record.inlined_at.map_or(call, |loc| self.loc(loc, call)));
            let by = record.by.map(|loc| self.loc(loc, call));
            let value = |value: Value| self.values[value];
            let copy = record.copied(value, |point| match point {
                Point::Before(inst) => insts[inst].map(Point::Before),
                Point::End(block) => self.blocks[block].map(Point::End),
            });
            self.func.debug.extend(copy.map(|copy| DebugRecord { inlined_at, by, ..copy }));
        }
        for step in &body.debug.steps {
            let loc = self.loc(step.loc, call);
            let point = match step.point {
                Point::Before(inst) => insts[inst].map(Point::Before),
                Point::End(block) => self.blocks[block].map(Point::End),
            };
            self.func.debug.steps.extend(point.map(|point| Step { loc, point }));
        }
    }

    fn value(&mut self, body: &Function, value: Value) -> Value {
        if let Some(copy) = self.values[value] {
            return copy;
        }
        let copy = match body.values[value].def {
            ValueDef::Const(id) => self.func.constant(self.ctx, id),
            // A use without a definition occurs in unreachable blocks only.
            ValueDef::Inst(_) | ValueDef::Param(..) => {
                let undef = self.ctx.constant(body.ty(value), hlslc_ir::ConstData::Undef);
                self.func.constant(self.ctx, undef)
            }
        };
        self.values[value] = Some(copy);
        copy
    }

    fn block(&self, block: Block) -> Block {
        self.blocks[block].unwrap_or(block)
    }

    fn region(&self, region: Region) -> Region {
        match region {
            Region::None | Region::Hint(_) => region,
            Region::Selection { merge, hint } => Region::Selection { merge: self.block(merge), hint },
            Region::Loop { merge, continue_target, hint } => {
                Region::Loop { merge: self.block(merge), continue_target: self.block(continue_target), hint }
            }
        }
    }

    fn terminator(&mut self, body: &Function, terminator: &Terminator, rest: Block) -> Terminator {
        let mut copy = match terminator {
            Terminator::Return(value) => {
                let args = value.iter().copied().filter(|_| self.result.is_none()).collect();
                Terminator::Jump(BlockCall { block: rest, args })
            }
            Terminator::Missing
            | Terminator::Jump(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::Unreachable => {
                let mut copy = terminator.clone();
                copy.targets_mut().for_each(|to| to.block = self.block(to.block));
                copy
            }
        };
        copy.map_values(|value| self.value(body, value));
        copy
    }

    /// The location of a copied instruction: the original one, inlined at the call. Only debug information contains
    /// calls.
    fn loc(&mut self, loc: Loc, call: Loc) -> Loc {
        let Some(locs) = &mut self.locs else { return loc };
        // From the innermost call outwards to a known or outermost one, then back.
        let mut chain: SmallVec<[Loc; 8]> = SmallVec::new();
        let mut at = Some(loc);
        let mut base = call;
        while let Some(loc) = at {
            if let Some(&done) = locs.get(&loc) {
                base = done;
                break;
            }
            chain.push(loc);
            at = self.ctx.loc_data(loc).inlined_at;
        }
        for loc in chain.into_iter().rev() {
            base = self.ctx.loc(self.ctx.span(loc), Some(base));
            locs.insert(loc, base);
        }
        base
    }
}
