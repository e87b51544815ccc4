//! Turns a local array of handles of one resource into an array of their indices, so that a dynamic index may select
//! any element. An array that only holds a copy of a complete array of resources, such as a parameter, is removed: its
//! elements are those of the original.
//!
//! Input: variables of arrays of handles, before they are promoted. Output: arrays of integers, and handles that are
//! created from the loaded index. Arrays with handles of several resources, or with other uses than accesses to
//! elements, stay. Cost: linear.

use super::{Origin, made};
use crate::edit::set_type;
use cranelift_entity::{EntityList, PrimaryMap, SecondaryMap};
use hlslc_ir::cfg::Cfg;
use hlslc_ir::context::Context;
use hlslc_ir::module::ResourceData;
use hlslc_ir::{ConstData, Function, Imm, Inst, InstData, Module, Op, Resource, Type, TypeData, Value};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// The arrays of handles with the resource of their elements, and the array that each address points into.
#[derive(Default)]
struct Arrays {
    origin: IndexMap<Value, Origin, FxBuildHasher>,
    into: SecondaryMap<Value, Option<Value>>,
    /// The arrays that hold the elements of a resource from the first on.
    copies: SecondaryMap<Value, Copied>,
    /// Pairs of arrays: the first is given an element of the second.
    given: Vec<(Value, Value)>,
}

/// The effect of the stores into an array.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Copied {
    /// There are none.
    #[default]
    Nothing,
    /// One store of the elements of the resource, in their order.
    InOrder,
    /// Other stores.
    No,
}

/// Transforms the arrays for which that is possible. Returns whether there are any.
pub(super) fn index(module: &mut Module, func: &mut Function, cfg: &Cfg) -> bool {
    let mut arrays = Arrays::default();
    let Module { ctx, resources, .. } = module;
    for &inst in cfg.reverse_post_order().iter().flat_map(|&block| &func.blocks[block].insts) {
        arrays.note(ctx, func, inst);
    }
    arrays.follow_copies();
    arrays.origin.retain(|_, origin| matches!(origin, Origin::One(..)));
    if arrays.origin.is_empty() {
        return false;
    }
    for &block in cfg.reverse_post_order() {
        let insts = func.take_insts(block);
        let mut out = Vec::with_capacity(insts.len());
        for inst in insts {
            arrays.change(ctx, resources, func, inst, &mut out);
        }
        func.append_insts(block, out);
    }
    true
}

/// The type with integers in place of handles; `None` if it is not an array of handles.
fn indices(ctx: &mut Context, ty: Type) -> Option<Type> {
    match *ctx.type_data(ty) {
        TypeData::Resource(_) | TypeData::Node(_) | TypeData::Opaque(_) | TypeData::Foreign(_) => Some(ctx.i32()),
        TypeData::Array(element, count) => indices(ctx, element).map(|element| ctx.array(element, count)),
        TypeData::Void
        | TypeData::Scalar(_)
        | TypeData::Vector(..)
        | TypeData::Struct(_)
        | TypeData::Tuple(_)
        | TypeData::Pointer(..) => None,
    }
}

/// The values that an array is constructed of; empty if they are not known.
fn parts(func: &Function, value: Value) -> &[Value] {
    let made = func.as_inst(value).filter(|&inst| func.insts[inst].op == Op::Construct);
    made.map_or(&[], |inst| func.args(inst))
}

/// The handles that an array is constructed of; empty if they are not known.
fn handles(func: &Function, value: Value) -> Vec<(Resource, Value, bool)> {
    parts(func, value).iter().map(|&part| made(func, part)).collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// Whether a value is a constant, which no handle is.
fn is_nothing(ctx: &Context, func: &Function, value: Value) -> bool {
    let data = func.as_const(value).map(|constant| ctx.const_data(constant).1);
    matches!(data, Some(ConstData::Zero | ConstData::Undef))
}

/// Joins the origin of an array with that of what is stored into it. Returns whether it changed.
fn meet(origins: &mut IndexMap<Value, Origin, FxBuildHasher>, array: Value, stored: Origin) -> bool {
    let Some(known) = origins.get_mut(&array) else { return false };
    let met = known.meet(stored);
    let changed = met != *known;
    *known = met;
    changed
}

impl Arrays {
    fn note(&mut self, ctx: &mut Context, func: &Function, inst: Inst) {
        let (op, args) = (func.insts[inst].op, func.args(inst));
        let of = |this: &Self, value: Value| this.into[value].filter(|variable| this.origin.contains_key(variable));
        match (op, func.result(inst), args) {
            (Op::Alloca, Some(variable), _) => {
                let held = ctx.pointee(func.ty(variable)).map(|(ty, _)| ty);
                let is_array = held.is_some_and(|ty| matches!(ctx.type_data(ty), TypeData::Array(..)));
                if held.filter(|_| is_array).and_then(|ty| indices(ctx, ty)).is_some() {
                    self.origin.insert(variable, Origin::Any);
                }
            }
            (Op::Gep, Some(address), &[variable, ..]) if self.origin.contains_key(&variable) => {
                if ctx.pointee(func.ty(address)).is_some_and(|(ty, _)| ctx.resource_type(ty).is_some()) {
                    self.into[address] = Some(variable);
                } else {
                    self.origin.insert(variable, Origin::Open);
                }
            }
            // This initialises a static variable, before handles are stored.
            (Op::Store, _, &[variable, value])
                if self.origin.contains_key(&variable) && is_nothing(ctx, func, value) => {}
            (Op::Store, _, &[address, value]) if of(self, address).is_some() && is_nothing(ctx, func, value) => {}
            (Op::Store, _, &[variable, value]) if self.origin.contains_key(&variable) => {
                let stored = match parts(func, value) {
                    [] => Origin::Open,
                    parts => parts
                        .iter()
                        .fold(Origin::Any, |known, &part| known.meet(self.stored_origin(func, variable, part))),
                };
                let parts = handles(func, value);
                let is_number = |(at, part): (u64, &(Resource, Value, bool))| func.const_bits(ctx, part.1) == Some(at);
                let is_in_order =
                    !parts.is_empty() && (0..).zip(&parts).all(is_number) && self.copies[variable] == Copied::Nothing;
                self.copies[variable] = if is_in_order { Copied::InOrder } else { Copied::No };
                if let Some(known) = self.origin.get_mut(&variable) {
                    *known = known.meet(stored);
                }
            }
            (Op::Store, _, &[address, value]) if of(self, address).is_some() => {
                let Some(variable) = of(self, address) else { return };
                self.copies[variable] = Copied::No;
                let stored = self.stored_origin(func, variable, value);
                if let Some(known) = self.origin.get_mut(&variable) {
                    *known = known.meet(stored);
                }
            }
            (Op::Load, _, &[address]) if of(self, address).is_some() => {}
            // Any other use of the variable or of an address in it is not supported.
            _ => {
                for &arg in args {
                    let variable = of(self, arg).or(Some(arg));
                    if let Some(known) = variable.and_then(|variable| self.origin.get_mut(&variable)) {
                        *known = Origin::Open;
                    }
                }
            }
        }
    }

    /// The origin of a handle that is stored into an array, as far as the value shows it. That of an element of another array follows from
    /// what is stored there.
    fn stored_origin(&mut self, func: &Function, variable: Value, value: Value) -> Origin {
        if let Some((resource, _, non_uniform)) = made(func, value) {
            return Origin::One(resource, non_uniform);
        }
        let load = func.as_inst(value).filter(|&inst| func.insts[inst].op == Op::Load);
        let from = load.and_then(|inst| self.into[*func.args(inst).first()?]);
        match from {
            Some(from) => {
                self.given.push((variable, from));
                Origin::Any
            }
            None => Origin::Open,
        }
    }

    /// Propagates the origins of arrays to those that are given their elements, to the fixed point: each changes at most three times.
    fn follow_copies(&mut self) {
        let mut changed = !self.given.is_empty();
        while changed {
            changed = false;
            for &(to, from) in &self.given {
                let stored = self.origin.get(&from).copied().unwrap_or(Origin::Open);
                changed |= meet(&mut self.origin, to, stored);
            }
            // An array without a store has no handles.
            if changed {
                continue;
            }
            for &(to, from) in &self.given {
                if self.origin.get(&from) == Some(&Origin::Any) {
                    changed |= meet(&mut self.origin, to, Origin::Open);
                }
            }
        }
    }

    /// The resource of the element at an address, if its array is transformed.
    fn resource(&self, address: Value) -> Option<(Resource, bool)> {
        match self.origin.get(&self.into[address]?)? {
            Origin::One(resource, non_uniform) => Some((*resource, *non_uniform)),
            Origin::Any | Origin::Open => None,
        }
    }

    /// The index of the element at an address, if the array is a copy of an array of resources.
    fn copied(&self, func: &Function, address: Value) -> Option<Value> {
        match func.args(func.as_inst(address)?) {
            &[variable, index] if self.copies[variable] == Copied::InOrder => Some(index),
            _ => None,
        }
    }

    fn change(
        &self,
        ctx: &mut Context,
        resources: &PrimaryMap<Resource, ResourceData>,
        func: &mut Function,
        inst: Inst,
        out: &mut Vec<Inst>,
    ) {
        if let Some(address) = func.result(inst)
            && (self.origin.contains_key(&address) || self.resource(address).is_some())
            && let Some((to, space)) = ctx.pointee(func.ty(address))
            && let Some(to) = indices(ctx, to)
        {
            let ty = ctx.pointer(to, space);
            set_type(func, address, ty);
            out.push(inst);
            return;
        }
        if let (Op::Store, &[address, value]) = (func.insts[inst].op, func.args(inst))
            && (self.origin.contains_key(&address) || self.resource(address).is_some())
            && is_nothing(ctx, func, value)
        {
            return;
        }
        if let (Op::Store, &[variable, value]) = (func.insts[inst].op, func.args(inst))
            && self.origin.contains_key(&variable)
            && let Some(ty) = indices(ctx, func.ty(value))
        {
            let parts: Vec<Value> = handles(func, value).into_iter().map(|(_, index, _)| index).collect();
            let made = func.make_inst(ctx, Op::Construct, ty, Imm::None, &parts, func.insts[inst].loc);
            if let Some(indices) = func.result(made) {
                func.args_mut(inst)[1] = indices;
            }
            out.extend([made, inst]);
            return;
        }
        let found = func.args(inst).first().and_then(|&address| self.resource(address));
        match (found, func.insts[inst].op, func.args(inst)) {
            (Some(_), Op::Store, &[_, value]) => {
                if let Some((_, index, _)) = made(func, value) {
                    func.args_mut(inst)[1] = index;
                }
                out.push(inst);
            }
            (Some((resource, non_uniform)), Op::Load, &[address]) => {
                let data = func.insts[inst].clone();
                // The index of a resource that is no array has to be a constant.
                let only = (resources[resource].count == Some(1)).then(|| ctx.const_i32(0));
                let index = only.map(|zero| func.constant(ctx, zero)).or_else(|| self.copied(func, address));
                let index = index.or_else(|| {
                    let number = ctx.i32();
                    let load = func.make_inst(ctx, Op::Load, number, Imm::None, &[address], data.loc);
                    out.push(load);
                    func.result(load)
                });
                let args = EntityList::from_iter(index, &mut func.pool);
                let imm = Imm::Handle { resource, non_uniform };
                out.push(func.restore_inst(InstData { op: Op::Handle, args, imm, ..data }, func.result(inst)));
            }
            _ => out.push(inst),
        }
    }
}
