//! Traces a value back to immutable memory.
//!
//! Input: a value. Output: the sequence of scalars in immutable memory of which the value is a copy, if it is one: the
//! value of a load, a part of one, or adjacent parts that are constructed again, as conversions between shapes produce
//! them. Scalars are counted in the order of their type, matrices by rows. Nothing is changed. Cost: linear in the
//! instructions that compute the value.

use crate::analysis::memory;
use hlslc_ir::context::{ConstData, Context};
use hlslc_ir::{Function, Op, Type, TypeData, Value};

/// The most operations between a value and its origin, and the depth to which addresses are compared.
const DEEPEST: u32 = 16;

/// Consecutive scalars in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// The pointer from which they are counted.
    pub root: Value,
    /// The number of scalars before the first.
    pub first: u64,
    /// Their number.
    pub count: u64,
}

/// The origin of a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    /// Memory that never changes.
    Memory(Run),
    /// It is zero.
    Zero,
}

/// The origin of a value, if it is known.
pub(super) fn origin(ctx: &mut Context, func: &Function, value: Value) -> Option<Origin> {
    if let Some(id) = func.as_const(value) {
        return is_zero(ctx.const_data(id).1).then_some(Origin::Zero);
    }
    run(ctx, func, value, DEEPEST).map(Origin::Memory)
}

fn is_zero(data: &ConstData) -> bool {
    matches!(data, ConstData::Zero | ConstData::Scalar(0))
}

/// The number of scalars in a type; `None` if it contains anything else.
pub(super) fn scalars(ctx: &mut Context, ty: Type) -> Option<u64> {
    match *ctx.type_data(ty) {
        TypeData::Scalar(_) => Some(1),
        TypeData::Vector(_, lanes) => Some(u64::from(lanes)),
        TypeData::Array(element, count) => scalars(ctx, element)?.checked_mul(u64::from(count)),
        TypeData::Struct(_) => scalars_before(ctx, ty, ctx.part_count(ty)?),
        TypeData::Void
        | TypeData::Tuple(_)
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Foreign(_)
        | TypeData::Opaque(_) => None,
    }
}

/// The number of scalars before a part.
pub(super) fn scalars_before(ctx: &mut Context, ty: Type, index: u32) -> Option<u64> {
    match *ctx.type_data(ty) {
        TypeData::Vector(..) => Some(u64::from(index)),
        TypeData::Array(element, _) => scalars(ctx, element)?.checked_mul(u64::from(index)),
        TypeData::Struct(_) => {
            let mut sum = 0_u64;
            for part in 0..index {
                let ty = ctx.part_type(ty, part)?;
                sum = sum.checked_add(scalars(ctx, ty)?)?;
            }
            Some(sum)
        }
        TypeData::Void
        | TypeData::Scalar(_)
        | TypeData::Tuple(_)
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Foreign(_)
        | TypeData::Opaque(_) => None,
    }
}

fn run(ctx: &mut Context, func: &Function, value: Value, depth: u32) -> Option<Run> {
    let inst = func.as_inst(value).filter(|_| depth > 0)?;
    let data = &func.insts[inst];
    let args = func.args(inst);
    let count = scalars(ctx, data.ty)?;
    if data.op == Op::Load && memory::is_fixed(ctx, func, inst) {
        let (root, first) = rooted(ctx, func, *args.first()?)?;
        return Some(Run { root, first, count });
    }
    if data.op == Op::Extract {
        let whole = *args.first()?;
        let of = run(ctx, func, whole, depth - 1)?;
        let before = scalars_before(ctx, func.ty(whole), data.imm.index()?)?;
        return Some(Run { first: of.first + before, count, ..of });
    }
    let (&first, rest) = args.split_first().filter(|_| data.op == Op::Construct)?;
    let mut all = run(ctx, func, first, depth - 1)?;
    for &part in rest {
        let next = run(ctx, func, part, depth - 1)?;
        if next.first != all.first + all.count || !same(func, next.root, all.root, depth) {
            return None;
        }
        all.count += next.count;
    }
    (count == all.count).then_some(all)
}

/// The base of constant indices, and the number of scalars before the part that they select.
fn rooted(ctx: &mut Context, func: &Function, pointer: Value) -> Option<(Value, u64)> {
    let (mut root, mut first) = (pointer, 0);
    while let Some(gep) = func.as_inst(root).filter(|&inst| func.insts[inst].op == Op::Gep) {
        let (&base, indices) = func.args(gep).split_first()?;
        let (mut ty, _) = ctx.pointee(func.ty(base))?;
        let mut before = 0;
        for &index in indices {
            let Some(index) = func.const_bits(ctx, index) else { return Some((root, first)) };
            let index = u32::try_from(index).ok()?;
            before += scalars_before(ctx, ty, index)?;
            ty = ctx.part_type(ty, index)?;
        }
        (root, first) = (base, first + before);
    }
    Some((root, first))
}

/// Whether two addresses are computed by the same operations on the same values.
fn same(func: &Function, one: Value, two: Value, depth: u32) -> bool {
    if one == two {
        return true;
    }
    let (Some(a), Some(b)) = (func.as_inst(one), func.as_inst(two)) else { return false };
    let (first, second) = (&func.insts[a], &func.insts[b]);
    depth > 0
        && first.op == second.op
        && first.op.is_pure()
        && first.op != Op::Alloca
        && first.imm == second.imm
        && first.ty == second.ty
        && func.args(a).len() == func.args(b).len()
        && func.args(a).iter().zip(func.args(b)).all(|(&one, &two)| same(func, one, two, depth - 1))
}
