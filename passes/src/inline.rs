//! Replaces every call by the body of the function called, until only entry points are left.
//!
//! Comes in: functions that call each other without cycles (the front end reports recursion; a cycle found here is
//! reported and left). Goes out: entry functions without calls, every `alloca` at the start of its function; the
//! other functions have lost their bodies.
//!
//! Functions are taken callees first, so each body is complete when it is copied. A call in the middle of a block
//! cuts the block: the head jumps into the copy, each `ret` of the copy jumps to the rest of the block, whose
//! parameter is the result. The rest takes the block's terminator with its selection; a loop annotation stays with
//! the head, which is what the loop comes back to. A function that returns from inside a selection or loop leaves it
//! through several levels; its copy is put into a loop that runs once, so that a return is a `break`. Targets without
//! structured control flow forget that loop again. Cost: linear in the size of the result, which draws on a budget.
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

use crate::cx::ModuleCx;
use crate::edit::with_function;
use crate::errors;
use cranelift_entity::{EntityList, SecondaryMap};
use hlslc_ir::cfg::{Cfg, Dominators};
use hlslc_ir::context::Context;
use hlslc_ir::function::{InstData, LoopHint, ValueData};
use hlslc_ir::{
    AddressSpace, Block, BlockCall, Func, Function, Imm, Inst, Loc, Module, Op, Region, Terminator, Value, ValueDef,
};
use rustc_hash::FxHashMap;

pub(crate) fn run(module: &mut Module, cx: &mut ModuleCx<'_>) -> bool {
    let mut changed = false;
    let mut early = FxHashMap::default();
    for id in callees_first(module, cx) {
        changed |=
            with_function(module, id, |module, func| inline_calls(module, func, &mut early, cx) | hoist_allocas(func));
    }
    let mut is_entry = SecondaryMap::with_default(false);
    module.entries.iter().for_each(|entry| is_entry[entry.func] = true);
    for (id, func) in &mut module.funcs {
        // A library without entry points keeps its functions.
        if !is_entry[id] && !func.layout.is_empty() && !module.entries.is_empty() {
            *func = Function::new(std::mem::take(&mut func.name), func.ret, func.loc);
            changed = true;
        }
    }
    changed
}

fn calls(func: &Function) -> Vec<Func> {
    let insts = func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
    insts.filter_map(|&inst| callee(func, inst)).collect()
}

fn callee(func: &Function, inst: Inst) -> Option<Func> {
    match (func.insts[inst].op, func.insts[inst].imm) {
        (Op::Call, Imm::Func(callee)) => Some(callee),
        _ => None,
    }
}

/// The functions, each after those it calls. Reports cycles and leaves out the call that closes one.
fn callees_first(module: &Module, cx: &mut ModuleCx<'_>) -> Vec<Func> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut state = SecondaryMap::with_default(State::New);
    let mut order = Vec::new();
    for root in module.funcs.keys() {
        let mut stack = Vec::new();
        if state[root] == State::New {
            state[root] = State::Open;
            stack.push((root, calls(&module.funcs[root])));
        }
        while let Some((func, rest)) = stack.last_mut() {
            match rest.pop() {
                Some(to) if state[to] == State::New => {
                    state[to] = State::Open;
                    stack.push((to, calls(&module.funcs[to])));
                }
                Some(to) if state[to] == State::Open => {
                    let callee = &module.funcs[to];
                    cx.diagnostics.push(errors::recursive_call(module.ctx.span(callee.loc), &callee.name));
                }
                Some(_) => {}
                None => {
                    state[*func] = State::Done;
                    order.push(*func);
                    stack.pop();
                }
            }
        }
    }
    order
}

/// Inlines all calls of one function. Callees without a body (a cycle was reported) stay.
fn inline_calls(
    module: &mut Module,
    func: &mut Function,
    early: &mut FxHashMap<Func, bool>,
    cx: &mut ModuleCx<'_>,
) -> bool {
    if calls(func).is_empty() {
        return false;
    }
    let limit = cx.options.budgets.instructions as usize;
    let blocks = std::mem::take(&mut func.layout);
    for block in blocks {
        func.layout.push(block);
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut current = block;
        for inst in insts {
            let body = callee(func, inst).map(|callee| &module.funcs[callee]).filter(|f| !f.layout.is_empty());
            let Some(body) = body else {
                func.blocks[current].insts.push(inst);
                continue;
            };
            if func.insts.len() + body.insts.len() > limit {
                let span = module.ctx.span(func.loc);
                cx.diagnostics.push(errors::inlined_too_large(span, &func.name, limit as u32));
                func.blocks[current].insts.push(inst);
                continue;
            }
            let (rest, result) = cut(func, current, inst, &mut module.ctx);
            let at = func.layout.len();
            let mut copy =
                Copy { ctx: &mut module.ctx, func, result, values: SecondaryMap::new(), blocks: SecondaryMap::new() };
            copy.body(body, inst, current, rest);
            if let Some(callee) = callee(func, inst)
                && *early.entry(callee).or_insert_with(|| returns_early(body))
            {
                wrap_in_loop(func, current, rest, at);
            }
            func.layout.push(rest);
            current = rest;
        }
    }
    true
}

/// Whether a function returns from inside a selection or loop.
fn returns_early(func: &Function) -> bool {
    let dominators = Dominators::new(&Cfg::new(func));
    dominators.pre_order().iter().any(|&block| {
        let Terminator::Return(_) = func.blocks[block].terminator else { return false };
        let mut at = dominators.parent(block);
        while let Some(above) = at {
            let inside = match func.blocks[above].region {
                Region::None => false,
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

/// Puts what `head` jumps to, placed from `at` on, into a loop that runs once and ends at `rest`.
fn wrap_in_loop(func: &mut Function, head: Block, rest: Block, at: usize) {
    let loc = func.blocks[head].loc;
    let (start, again) = (func.make_block(loc), func.make_block(loc));
    let inside = std::mem::replace(&mut func.blocks[head].terminator, Terminator::Jump(BlockCall::plain(start)));
    func.blocks[start].terminator = inside;
    func.blocks[start].region = Region::Loop { merge: rest, continue_target: again, hint: LoopHint::None };
    func.blocks[again].terminator = Terminator::Jump(BlockCall::plain(start));
    // The head of the loop comes before the copy.
    func.layout.insert(at, start);
    func.layout.push(again);
}

/// Gives the terminator of `head` to a new block, whose parameter is the result of `call`. A result that holds handles is no
/// parameter: it goes through a variable, which is given too.
fn cut(func: &mut Function, head: Block, call: Inst, ctx: &mut Context) -> (Block, Option<Value>) {
    let loc = func.blocks[head].loc;
    let rest = func.make_block(loc);
    let terminator = std::mem::replace(&mut func.blocks[head].terminator, Terminator::Missing);
    func.blocks[rest].terminator = terminator;
    if let Region::Selection { .. } = func.blocks[head].region {
        func.blocks[rest].region = std::mem::take(&mut func.blocks[head].region);
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
    func.blocks[head].insts.push(alloca);
    let variable = func.result(alloca);
    let load = InstData {
        args: EntityList::from_iter(variable, &mut func.pool),
        op: Op::Load,
        imm: Imm::None,
        ..func.insts[call].clone()
    };
    let load = func.restore_inst(load, Some(result));
    func.blocks[rest].insts.push(load);
    (rest, variable)
}

/// Copies the body of a function into another.
struct Copy<'a> {
    ctx: &'a mut Context,
    func: &'a mut Function,
    /// The variable that returns store to, if the result is no parameter.
    result: Option<Value>,
    values: SecondaryMap<Value, Option<Value>>,
    blocks: SecondaryMap<Block, Option<Block>>,
}

impl Copy<'_> {
    /// Copies `body` for `call` at the end of `head`; its returns lead to `rest`.
    fn body(&mut self, body: &Function, call: Inst, head: Block, rest: Block) {
        let call_loc = self.func.insts[call].loc;
        let mut locs = FxHashMap::default();
        for (index, &param) in body.params().iter().enumerate() {
            self.values[param] = self.func.args(call).get(index).copied();
        }
        // Blocks, parameters and results first: they may be used before they are reached.
        for (index, &block) in body.layout.iter().enumerate() {
            let data = &body.blocks[block];
            let loc = self.loc(data.loc, call_loc, &mut locs);
            let copy = self.func.append_block(loc);
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
        for &block in &body.layout {
            let data = &body.blocks[block];
            let Some(copy) = self.blocks[block] else { continue };
            for &inst in &data.insts {
                let args: Vec<Value> = body.args(inst).iter().map(|&arg| self.value(body, arg)).collect();
                let loc = self.loc(body.insts[inst].loc, call_loc, &mut locs);
                let args = EntityList::from_slice(&args, &mut self.func.pool);
                let result = body.result(inst).and_then(|result| self.values[result]);
                let new = self.func.restore_inst(InstData { args, loc, ..body.insts[inst].clone() }, result);
                self.func.blocks[copy].insts.push(new);
            }
            self.func.blocks[copy].region = self.region(data.region);
            if let (Some(variable), Terminator::Return(Some(value))) = (self.result, &data.terminator) {
                let (value, loc) = (self.value(body, *value), self.loc(data.loc, call_loc, &mut locs));
                let void = self.ctx.void();
                let store = self.func.make_inst(self.ctx, Op::Store, void, Imm::None, &[variable, value], loc);
                self.func.blocks[copy].insts.push(store);
            }
            self.func.blocks[copy].terminator = self.terminator(body, &data.terminator, rest);
        }
        if let Some(entry) = body.entry().and_then(|entry| self.blocks[entry]) {
            self.func.blocks[head].terminator = Terminator::Jump(BlockCall::plain(entry));
        }
    }

    fn value(&mut self, body: &Function, value: Value) -> Value {
        if let Some(copy) = self.values[value] {
            return copy;
        }
        let copy = match body.values[value].def {
            ValueDef::Const(id) => self.func.constant(self.ctx, id),
            // A use that nothing defines: only in blocks that cannot be reached.
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
            Region::None => Region::None,
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
            other => {
                let mut copy = other.clone();
                copy.targets_mut().for_each(|to| to.block = self.block(to.block));
                copy
            }
        };
        copy.map_values(|value| self.value(body, value));
        copy
    }

    /// The location of a copied instruction: its own, seen through one more call.
    fn loc(&mut self, loc: Loc, call: Loc, known: &mut FxHashMap<Loc, Loc>) -> Loc {
        // From the innermost call outwards until a known or outermost one, then back.
        let mut chain = Vec::new();
        let mut at = Some(loc);
        let mut base = call;
        while let Some(loc) = at {
            if let Some(&done) = known.get(&loc) {
                base = done;
                break;
            }
            chain.push(loc);
            at = self.ctx.loc_data(loc).inlined_at;
        }
        for loc in chain.into_iter().rev() {
            base = self.ctx.loc(self.ctx.span(loc), Some(base));
            known.insert(loc, base);
        }
        base
    }
}

/// Moves every `alloca` to the start of the function: in a loop it would take memory again and again.
fn hoist_allocas(func: &mut Function) -> bool {
    let Some(entry) = func.entry() else { return false };
    let mut allocas = Vec::new();
    for index in 1..func.layout.len() {
        let block = func.layout[index];
        let insts = &func.insts;
        func.blocks[block].insts.retain(|&inst| {
            let is_alloca = insts[inst].op == Op::Alloca;
            if is_alloca {
                allocas.push(inst);
            }
            !is_alloca
        });
    }
    if allocas.is_empty() {
        return false;
    }
    allocas.append(&mut func.blocks[entry].insts);
    func.blocks[entry].insts = allocas;
    true
}
