//! Turns a select among elements of one resource array into a select of the index.
//!
//! Input: SSA values, and variables of handles at which different ones join (`mem2reg` keeps those). Output: every handle
//! that is used comes directly from its declared resource. No target can join handles, and binding needs to know which
//! resource a handle is of.
//!
//! The variables become parameters while this pass runs. A data-flow analysis to the fixed point, through loops, finds for
//! each parameter and `select` whether all its incoming handles are of one resource. If so, the indices are joined instead,
//! and the handle is made from the joined index. If not, the resource is unknown at compile time on every target: that
//! use is an error, as in DXC. Local arrays of handles of one resource are turned into arrays of indices first
//! ([`arrays`]). Cost:
//! linear.
//!
//! Raw handles are resolved in the same way: an operation that makes a handle of a raw handle is rewritten to name the resource, once
//! that is known. In libraries of DXIL for linking the others remain, since such a library may select them at run time.
//!
//! ```text
//! %v1 = alloca target(…)                    br i1 %v0, block1, block2(i32 0)
//! store %v1, %a0                          block1:
//! br i1 %v0, block1, block2                 br block2(i32 1)
//! block1:                           =>    block2(i32 %v3):
//! store %v1, %a1                            %v4 = call target(…) @dx.resource.handlefrombinding[@A](…, i32 %v3, i1 false)
//! br block2                                 … uses %v4
//! block2:
//! … uses load %v1
//! ```

mod arrays;

use crate::analysis::legality::Target;
use crate::edit::Renames;
use crate::errors;
use crate::locals::mem2reg::promote_handles;
use crate::run::pass::PassCx;
use cranelift_entity::{EntityList, SecondaryMap};
use hlslc_base::{ShaderModel, Span};
use hlslc_ir::cfg::{Cfg, Dominators};
use hlslc_ir::context::Context;
use hlslc_ir::function::ValueData;
use hlslc_ir::layout::{Extent, LayoutRules, Layouts};
use hlslc_ir::ops::OpSet;
use hlslc_ir::{
    Block, ConstData, Function, Imm, Inst, InstData, Module, Op, Resource, ResourceType, Terminator, Type, Value,
    ValueDef,
};

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let cfg = cx.analyses.cfg(func);
    // Many functions of a library have no handles, though others may.
    let is_handle = |ty| module.ctx.resource_type(ty).is_some() || module.ctx.is_raw_handle(ty);
    let has_handles = module.ctx.has_handles() && func.values.values().any(|value| is_handle(value.ty));
    let mut changed = has_handles && arrays::index(module, func, &cfg);
    changed |= cx.analyses.has_variables(func) && promote_handles(&mut module.ctx, func, cx.analyses);
    if !has_handles {
        return changed;
    }
    let flow = HandleFlow::find(&module.ctx, func, &cfg);
    if !flow.all.is_empty() {
        changed = true;
        flow.resolve(&mut module.ctx, func);
    }
    changed |= open_raw(module, func);
    if !report(module, func, &cfg, cx) {
        drop_open_params(&mut module.ctx, func);
    }
    changed
}

/// The lattice element of a handle: the resource that it names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// Nothing is known yet (top).
    Any,
    /// This resource, and whether the index may differ between lanes.
    One(Resource, bool),
    /// Several resources, none on some path, or unknown (bottom).
    Open,
}

impl Origin {
    fn meet(self, other: Self) -> Self {
        match (self, other) {
            (Self::Any, one) | (one, Self::Any) => one,
            (Self::One(a, first), Self::One(b, second)) if a == b => Self::One(a, first || second),
            _ => Self::Open,
        }
    }
}

/// The block parameters and selects of handle type.
struct HandleFlow {
    all: Vec<Value>,
    origin: SecondaryMap<Value, Option<Origin>>,
}

/// The resource, index and non-uniform flag of a handle, raw or not, that the value is defined as.
pub(crate) fn made(func: &Function, value: Value) -> Option<(Resource, Value, bool)> {
    let inst = func.as_inst(value)?;
    match (func.insts[inst].op, func.insts[inst].imm, func.args(inst)) {
        (Op::Handle | Op::RawHandle, Imm::Handle { resource, non_uniform }, &[index]) => {
            Some((resource, index, non_uniform))
        }
        _ => None,
    }
}

/// Whether a value is a handle, raw or not.
fn is_handle(ctx: &Context, func: &Function, value: Value) -> bool {
    let ty = func.ty(value);
    ctx.resource_type(ty).is_some() || ctx.is_raw_handle(ty)
}

/// The operation that makes handles of a type.
fn maker(ctx: &Context, ty: Type) -> Op {
    if ctx.is_raw_handle(ty) { Op::RawHandle } else { Op::Handle }
}

/// Makes the handles of raw handles whose resource is known of the resource.
fn open_raw(module: &Module, func: &mut Function) -> bool {
    const OPENED: OpSet = OpSet::of(&[Op::HandleOfRaw]);
    if !func.may_hold(&OPENED) {
        return false;
    }
    let mut typed: SecondaryMap<Value, bool> = SecondaryMap::new();
    for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
        if let (Op::GetPointer, Some(&handle)) = (func.insts[inst].op, func.args(inst).first()) {
            typed[handle] = true;
        }
    }
    let mut changed = false;
    for at in 0..func.layout.len() {
        let block = func.layout[at];
        for at in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[at];
            let (Op::HandleOfRaw, &[raw]) = (func.insts[inst].op, func.args(inst)) else { continue };
            let Some((resource, index, non_uniform)) = made(func, raw) else { continue };
            // Another module may have another type for what a buffer holds.
            let ty = module.resources[resource].ty;
            let Some(result) = func.result(inst).filter(|&result| {
                let stated = func.insts[inst].ty;
                ty == stated || !typed[result] && is_alike(&module.ctx, ty, stated)
            }) else {
                continue;
            };
            (func.insts[inst].ty, func.values[result].ty) = (ty, ty);
            func.change_inst(inst, Op::Handle, Imm::Handle { resource, non_uniform }, &[index]);
            changed = true;
        }
    }
    changed
}

/// Whether accesses by bytes read the same of two buffers.
fn is_alike(ctx: &Context, one: Type, other: Type) -> bool {
    use ResourceType::{CBuffer, RawBuffer, TBuffer};
    let (Some(one), Some(other)) = (ctx.resource_type(one), ctx.resource_type(other)) else { return false };
    let is_same = |rules: LayoutRules, a: Type, b: Type| {
        let mut layouts = Layouts::new(rules);
        let [a, b] = [a, b].map(|ty| layouts.extent(ctx, ty, None));
        let bytes = |extent: Extent| extent.size.checked_next_multiple_of(extent.align.max(1));
        if rules == LayoutRules::STRUCTURED { bytes(a) == bytes(b) } else { a.size == b.size }
    };
    match (one, other) {
        (RawBuffer { element: Some(a), access }, RawBuffer { element: Some(b), access: other }) => {
            access == other && is_same(LayoutRules::STRUCTURED, *a, *b)
        }
        (CBuffer { layout: a }, CBuffer { layout: b }) | (TBuffer { layout: a }, TBuffer { layout: b }) => {
            is_same(LayoutRules::CONSTANT_BUFFER, *a, *b)
        }
        _ => false,
    }
}

/// Whether raw handles may remain in a function.
fn keeps_raw(cx: &PassCx<'_>) -> bool {
    cx.options.target == Target::Dxil && cx.options.is_library && cx.options.model == ShaderModel::OFFLINE
}

/// The condition and the two operands of a select.
fn select_args(func: &Function, inst: Inst) -> Option<[Value; 3]> {
    match (func.insts[inst].op, func.args(inst)) {
        (Op::Select, &[cond, a, b]) => Some([cond, a, b]),
        _ => None,
    }
}

impl HandleFlow {
    /// Computes for each parameter and select the resource that it names.
    fn find(ctx: &Context, func: &Function, cfg: &Cfg) -> Self {
        let mut flow = Self { all: Vec::new(), origin: SecondaryMap::new() };
        for &block in cfg.reverse_post_order() {
            let data = &func.blocks[block];
            let params: &[Value] = if func.entry() == Some(block) { &[] } else { &data.params };
            let selects = data.insts.iter().filter(|&&inst| func.insts[inst].op == Op::Select);
            let selects = selects.filter_map(|&inst| func.result(inst));
            let handles = params.iter().copied().chain(selects).filter(|&value| is_handle(ctx, func, value));
            flow.all.extend(handles);
        }
        for &merged in &flow.all {
            flow.origin[merged] = Some(Origin::Any);
        }
        let mut users: SecondaryMap<Value, Vec<Value>> = SecondaryMap::new();
        let inputs: Vec<Vec<Value>> = flow.all.iter().map(|&merged| inputs(func, cfg, merged)).collect();
        for (&merged, inputs) in flow.all.iter().zip(&inputs) {
            for &input in inputs {
                users[input].push(merged);
            }
        }
        let mut work: Vec<Value> = Vec::new();
        for (&merged, inputs) in flow.all.iter().zip(&inputs) {
            let known = inputs.iter().fold(Origin::Any, |known, &input| known.meet(flow.origin(func, input)));
            flow.origin[merged] = Some(known);
            work.push(merged);
        }
        // Each element can descend three times at most, so the iteration ends.
        while let Some(value) = work.pop() {
            for &user in &users[value] {
                let old = flow.origin(func, user);
                let new = old.meet(flow.origin(func, value));
                if new != old {
                    flow.origin[user] = Some(new);
                    work.push(user);
                }
            }
        }
        flow
    }

    fn origin(&self, func: &Function, value: Value) -> Origin {
        if let Some(origin) = self.origin[value] {
            return origin;
        }
        match made(func, value) {
            Some((resource, _, non_uniform)) => Origin::One(resource, non_uniform),
            None => Origin::Open,
        }
    }

    fn resolved(&self, func: &Function, value: Value) -> Option<Imm> {
        match self.origin[value].and(Some(self.origin(func, value))) {
            Some(Origin::One(resource, non_uniform)) => Some(Imm::Handle { resource, non_uniform }),
            _ => None,
        }
    }

    /// Replaces the values whose resource is known by their indices.
    fn resolve(&self, ctx: &mut Context, func: &mut Function) {
        let i32 = ctx.i32();
        let mut index: SecondaryMap<Value, Option<Value>> = SecondaryMap::new();
        let mut renames = Renames::default();
        for &merged in &self.all {
            let Some(imm) = self.resolved(func, merged) else { continue };
            let value = func.values.push(ValueData { ty: i32, def: func.values[merged].def });
            index[merged] = Some(value);
            match func.values[merged].def {
                ValueDef::Param(block, at) => {
                    func.blocks[block].params[at as usize] = value;
                    let loc = func.blocks[block].loc;
                    let handle = {
                        let ty = func.ty(merged);
                        func.make_inst(ctx, maker(ctx, ty), ty, imm, &[value], loc)
                    };
                    func.prepend_insts(block, [handle]);
                    if let Some(result) = func.result(handle) {
                        renames.rename(merged, result);
                    }
                }
                // The select now computes the index, and a handle after it takes over its result.
                ValueDef::Inst(_) | ValueDef::Const(_) => {}
            }
        }
        let undef = ctx.constant(i32, ConstData::Undef);
        let undef = func.constant(ctx, undef);
        let index_of = |func: &Function, value: Value| {
            index[value].or_else(|| made(func, value).map(|(_, index, _)| index)).unwrap_or(undef)
        };
        for at in 0..func.layout.len() {
            let block = func.layout[at];
            for inst in func.take_insts(block) {
                let merged = func.result(inst).filter(|&result| index[result].is_some());
                let parts = merged.and_then(|merged| Some((self.resolved(func, merged)?, index[merged]?)));
                let (Some([cond, a, b]), Some((imm, value))) = (select_args(func, inst), parts) else {
                    func.append_inst(block, inst);
                    continue;
                };
                let args = [cond, index_of(func, a), index_of(func, b)];
                let args = EntityList::from_slice(&args, &mut func.pool);
                let data = func.insts[inst].clone();
                let index = func.restore_inst(InstData { args, ty: i32, ..data.clone() }, Some(value));
                func.append_inst(block, index);
                let args = EntityList::from_slice(&[value], &mut func.pool);
                let handle = InstData { op: maker(ctx, data.ty), args, imm, ..data };
                let handle = func.restore_inst(handle, func.result(inst));
                func.append_inst(block, handle);
            }
            let mut terminator = std::mem::replace(&mut func.blocks[block].terminator, Terminator::Missing);
            for to in terminator.targets_mut() {
                for (at, arg) in to.args.iter_mut().enumerate() {
                    let is_index = func.blocks[to.block].params.get(at).is_some_and(|&param| func.ty(param) == i32);
                    if is_index && is_handle(ctx, func, *arg) {
                        *arg = index_of(func, *arg);
                    }
                }
            }
            func.blocks[block].terminator = terminator;
        }
        renames.apply(func);
    }
}

/// The operands of a select, or the arguments for a parameter.
fn inputs(func: &Function, cfg: &Cfg, merged: Value) -> Vec<Value> {
    match func.values[merged].def {
        ValueDef::Param(block, at) => {
            let edges = cfg.preds(block).iter().flat_map(|&pred| func.blocks[pred].terminator.targets());
            edges.filter(|to| to.block == block).filter_map(|to| to.args.get(at as usize).copied()).collect()
        }
        ValueDef::Inst(inst) => select_args(func, inst).map_or(Vec::new(), |[_, a, b]| vec![a, b]),
        ValueDef::Const(_) => Vec::new(),
    }
}

/// The place where one of several resources is selected: a select, or the branch before the join.
fn selected_at(module: &Module, func: &Function, cfg: &Cfg, handle: Value) -> Option<Span> {
    let loc = match func.values[handle].def {
        ValueDef::Inst(inst) => select_args(func, inst).map(|_| func.insts[inst].loc),
        ValueDef::Param(block, _) if func.entry() != Some(block) => {
            let above = Dominators::new(cfg).parent(block)?;
            Some(func.blocks[above].loc)
        }
        ValueDef::Param(..) | ValueDef::Const(_) => None,
    };
    loc.map(|loc| module.ctx.span(loc)).filter(|&span| span != Span::NONE)
}

/// Reports the first use of a handle whose resource is not known. Returns whether there is one.
fn report(module: &Module, func: &Function, cfg: &Cfg, cx: &mut PassCx<'_>) -> bool {
    let keeps_raw = keeps_raw(cx);
    for &block in cfg.reverse_post_order() {
        for &inst in &func.blocks[block].insts {
            let op = func.insts[inst].op;
            let is_defined = || func.args(inst).first().is_some_and(|&raw| func.as_const(raw).is_none());
            if keeps_raw && op == Op::HandleOfRaw && is_defined() {
                continue;
            }
            if matches!(op, Op::Select | Op::Construct | Op::Extract | Op::Insert | Op::Load | Op::Store | Op::Call) {
                continue;
            }
            // A handle that is undefined is not known either.
            let mut args = func.args(inst).iter();
            let is_made = |arg| op != Op::HandleOfRaw && (made(func, arg).is_some() || is_of_raw(func, arg));
            let open = args.find(|&&arg| is_handle(&module.ctx, func, arg) && !is_made(arg));
            if let Some(&open) = open {
                let used = module.ctx.span(func.insts[inst].loc);
                cx.diagnostics.push(match selected_at(module, func, cfg, open) {
                    Some(place) if op == Op::HandleOfRaw => errors::local_resource(place).label(used, "used here"),
                    None if op == Op::HandleOfRaw && func.as_const(open).is_none() => errors::local_resource(used),
                    Some(place) => errors::chosen_resource(place).label(used, "used here"),
                    None => errors::open_resource(used),
                });
                return true;
            }
        }
    }
    false
}

/// Whether a value is a handle of a raw one.
fn is_of_raw(func: &Function, value: Value) -> bool {
    func.as_inst(value).is_some_and(|inst| func.insts[inst].op == Op::HandleOfRaw)
}

/// Removes the remaining parameters of handle type, which have no uses that matter. Raw handles may be parameters.
fn drop_open_params(ctx: &mut Context, func: &mut Function) {
    let is_handle = |ctx: &Context, func: &Function, value: Value| ctx.resource_type(func.ty(value)).is_some();
    let entry = func.entry();
    let mut renames = Renames::default();
    let mut dropped: SecondaryMap<Block, bool> = SecondaryMap::new();
    for at in 0..func.layout.len() {
        let block = func.layout[at];
        let params = &func.blocks[block].params;
        dropped[block] = entry != Some(block) && params.iter().any(|&param| is_handle(ctx, func, param));
    }
    for at in 0..func.layout.len() {
        let block = func.layout[at];
        let mut terminator = std::mem::replace(&mut func.blocks[block].terminator, Terminator::Missing);
        for to in terminator.targets_mut().filter(|to| dropped[to.block]) {
            to.args.retain(|arg| !is_handle(ctx, func, *arg));
        }
        func.blocks[block].terminator = terminator;
    }
    for at in 0..func.layout.len() {
        let block = func.layout[at];
        if !dropped[block] {
            continue;
        }
        let mut params = std::mem::take(&mut func.blocks[block].params);
        for &param in &params {
            if !is_handle(ctx, func, param) {
                continue;
            }
            let undef = ctx.constant(func.ty(param), ConstData::Undef);
            renames.rename(param, func.constant(ctx, undef));
        }
        params.retain(|param| !is_handle(ctx, func, *param));
        for (index, &param) in params.iter().enumerate() {
            func.values[param].def = ValueDef::Param(block, index as u32);
        }
        func.blocks[block].params = params;
    }
    renames.apply(func);
}
