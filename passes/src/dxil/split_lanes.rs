//! Splits an array of vectors into one array for each component, as DXC does: the index of the array then is the index of
//! each component array, and a use of one component does not keep the others alive.
//!
//! Input: code after `scalarise`, for memory without vectors. Output: if all components of the vectors of a local
//! variable, static or constant table are selected by constants, the vectors are tuples, which `flatten-memory` splits
//! like structs. Memory with a [fixed layout](hlslc_ir::fixed_layout) is kept, and so is group-shared memory, whose
//! adjacent components are accessed together. Cost: linear.
//!
//! ```text
//! @t = constant global [2 x <2 x float>]         =>   @t = constant global [2 x {float, float}]
//! %v2 = gep ptr(…) %v1, i32 %v0, 1
//! ```

use crate::edit::{each_function, set_type};
use crate::run::pass::ModuleCx;
use cranelift_entity::{EntitySet, SecondaryMap};
use hlslc_ir::context::{ConstData, Context};
use hlslc_ir::fixed_layout;
use hlslc_ir::ops::OpSet;
use hlslc_ir::{AddressSpace, Const, Function, Global, Imm, Module, Op, Type, TypeData, Value};

/// The operations that yield the addresses of variables.
const ADDRESSES: OpSet = OpSet::of(&[Op::Alloca, Op::GlobalAddr, Op::LoadHidden]);

pub(crate) fn run(module: &mut Module, cx: &mut ModuleCx<'_>) -> bool {
    if cx.options.target.limits().has_vectors(cx.options.model) {
        return false;
    }
    let globals = globals(module);
    for id in module.globals.keys().filter(|&id| globals.contains(id)).collect::<Vec<_>>() {
        let data = &mut module.globals[id];
        data.ty = with_tuples(&mut module.ctx, data.ty);
        data.init = data.init.map(|init| constant_with_tuples(&mut module.ctx, init, data.ty));
    }
    let changed = each_function(module, |module, _, func| {
        if !func.may_hold(&ADDRESSES) {
            return false;
        }
        let pointers = pointers(module, func, &globals);
        for &pointer in &pointers {
            let (ty, space) = module.ctx.pointee(func.ty(pointer)).expect("an address is a pointer");
            let ty = with_tuples(&mut module.ctx, ty);
            let ty = module.ctx.pointer(ty, space);
            set_type(func, pointer, ty);
        }
        !pointers.is_empty()
    });
    changed || !globals.is_empty()
}

/// Whether a type contains arrays of vectors.
fn has_vectors(ctx: &Context, ty: Type, in_array: bool) -> bool {
    match ctx.type_data(ty) {
        TypeData::Vector(_, lanes) => in_array && *lanes > 1,
        &TypeData::Array(element, _) => has_vectors(ctx, element, true),
        &TypeData::Struct(id) => ctx.struct_data(id).fields.iter().any(|field| has_vectors(ctx, field.ty, in_array)),
        TypeData::Tuple(parts) => parts.iter().any(|&part| has_vectors(ctx, part, in_array)),
        TypeData::Void
        | TypeData::Scalar(_)
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(_)
        | TypeData::Foreign(_) => false,
    }
}

/// The type with tuples in place of vectors.
fn with_tuples(ctx: &mut Context, ty: Type) -> Type {
    match *ctx.type_data(ty) {
        TypeData::Array(element, count) => {
            let element = with_tuples(ctx, element);
            ctx.array(element, count)
        }
        TypeData::Vector(scalar, lanes) => {
            let scalar = ctx.scalar(scalar);
            ctx.tuple((0..lanes).map(|_| scalar))
        }
        TypeData::Struct(_) | TypeData::Tuple(_) => {
            let parts: Vec<Type> = (0..ctx.parts(ty))
                .map(|at| {
                    let part = ctx.part(ty, at);
                    with_tuples(ctx, part)
                })
                .collect();
            ctx.tuple(parts)
        }
        TypeData::Void
        | TypeData::Scalar(_)
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(_)
        | TypeData::Foreign(_) => ty,
    }
}

/// A constant with tuples in place of vectors.
fn constant_with_tuples(ctx: &mut Context, constant: Const, ty: Type) -> Const {
    if matches!(ctx.type_data(ty), TypeData::Scalar(_)) {
        return constant;
    }
    let parts: Vec<Const> = (0..ctx.parts(ty))
        .map(|at| {
            let part = ctx.const_part(constant, at).expect("a constant has the parts of its type");
            let ty = ctx.part(ty, at);
            constant_with_tuples(ctx, part, ty)
        })
        .collect();
    ctx.constant(ty, ConstData::Composite(parts))
}

/// Whether a path selects a scalar, and all its indices of components and members are constant and within bounds.
fn selects_scalar(ctx: &mut Context, func: &Function, mut ty: Type, path: &[Value]) -> bool {
    for &index in path {
        let at = func.const_bits(ctx, index);
        let within = at.filter(|&at| at < u64::from(ctx.parts(ty)));
        if within.is_none() && !matches!(ctx.type_data(ty), TypeData::Array(..)) {
            return false;
        }
        ty = ctx.part(ty, within.unwrap_or(0) as u32);
    }
    matches!(ctx.type_data(ty), TypeData::Scalar(_))
}

/// Reports the variables whose addresses have other uses than the selection of a scalar.
fn used_otherwise<V: Copy>(
    ctx: &mut Context,
    func: &Function,
    addresses: &SecondaryMap<Value, Option<V>>,
    mut found: impl FnMut(V),
) {
    for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
        let args = func.args(inst);
        for (at, &arg) in args.iter().enumerate() {
            let Some(variable) = addresses[arg] else { continue };
            let is_base = at == 0 && func.insts[inst].op == Op::Gep;
            let variable_ty = ctx.pointee(func.ty(arg)).filter(|_| is_base);
            if !variable_ty.is_some_and(|(variable_ty, _)| selects_scalar(ctx, func, variable_ty, &args[1..])) {
                found(variable);
            }
        }
    }
}

/// The globals whose vectors are split.
fn globals(module: &mut Module) -> EntitySet<Global> {
    let is_own = |space| matches!(space, AddressSpace::Private | AddressSpace::Constant);
    let mut found = EntitySet::new();
    let all = module.globals.iter();
    let candidates = all.filter(|(_, data)| is_own(data.space) && has_vectors(&module.ctx, data.ty, false));
    found.extend(candidates.map(|(id, _)| id));
    if found.is_empty() {
        return found;
    }
    let mut excluded = fixed_layout::globals(module);
    for func in module.funcs.values().filter(|func| func.may_hold(&ADDRESSES)) {
        let mut addresses = SecondaryMap::new();
        for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
            let Imm::Global(global) = func.insts[inst].imm else { continue };
            match func.result(inst).filter(|_| func.insts[inst].op == Op::GlobalAddr) {
                Some(address) => addresses[address] = Some(global).filter(|&global| found.contains(global)),
                None => {
                    excluded.insert(global);
                }
            }
        }
        used_otherwise(&mut module.ctx, func, &addresses, |global| {
            excluded.insert(global);
        });
    }
    let mut with_tuples = EntitySet::new();
    with_tuples.extend(module.globals.keys().filter(|&id| found.contains(id) && !excluded.contains(id)));
    with_tuples
}

/// The addresses of variables in a function whose vectors are split: of globals, and of locals whose uses allow it.
fn pointers(module: &mut Module, func: &Function, globals: &EntitySet<Global>) -> Vec<Value> {
    let mut locals = SecondaryMap::new();
    let mut found = Vec::new();
    for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
        let Some(address) = func.result(inst) else { continue };
        match (func.insts[inst].op, func.insts[inst].imm) {
            (Op::GlobalAddr, Imm::Global(global)) if globals.contains(global) => found.push(address),
            (Op::Alloca, _) => {
                let pointee = module.ctx.pointee(func.ty(address));
                if pointee.is_some_and(|(ty, _)| has_vectors(&module.ctx, ty, false)) {
                    locals[address] = Some(address);
                    found.push(address);
                }
            }
            _ => {}
        }
    }
    if locals.values().any(Option::is_some) {
        let mut excluded = fixed_layout::locals(module, func);
        used_otherwise(&mut module.ctx, func, &locals, |local| {
            excluded.insert(local);
        });
        found.retain(|&address| !excluded.contains(address));
    }
    found
}
