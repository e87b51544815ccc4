//! Accesses scalars as words, in memory that only holds words: a 64-bit scalar is two of them, a Boolean one.

use crate::edit::Renames;
use hlslc_ir::context::Context;
use hlslc_ir::{Block, Builder, ConstData, Function, Imm, Inst, InstData, Op, Scalar, TypeData, Value};

/// Composes a 64-bit scalar of its low and high words.
pub(super) fn join(b: &mut Builder<'_>, scalar: Scalar, low: Value, high: Value) -> Value {
    if scalar == Scalar::F64 {
        let ty = b.ctx.scalar(scalar);
        return b.value(Op::MakeDouble, ty, Imm::None, &[low, high]);
    }
    let (low, high) = (b.cast(Op::ZExt, low, scalar), b.cast(Op::ZExt, high, scalar));
    let by = wide_number(b, 32);
    let high = b.op(Op::Shl, &[high, by]);
    b.op(Op::Or, &[low, high])
}

/// The low and high words of a 64-bit scalar.
pub(super) fn halves(b: &mut Builder<'_>, value: Value) -> (Value, Value) {
    if b.ctx.scalar_of(b.func.ty(value)) == Some(Scalar::F64) {
        let word = b.ctx.i32();
        let ty = b.ctx.tuple([word, word]);
        let pair = b.value(Op::SplitDouble, ty, Imm::None, &[value]);
        return (b.extract(pair, 0), b.extract(pair, 1));
    }
    let by = wide_number(b, 32);
    let high = b.op(Op::LShr, &[value, by]);
    (b.cast(Op::Trunc, value, Scalar::I32), b.cast(Op::Trunc, high, Scalar::I32))
}

/// Splits 64-bit scalars into pairs, which are four words each: the first of each pair, and the number.
pub(super) fn pairs(lanes: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..lanes).step_by(2).map(move |first| (first, 2.min(lanes - first)))
}

/// Some scalars of a vector as words.
pub(super) fn words(b: &mut Builder<'_>, value: Value, first: u32, count: u32) -> Value {
    let mut words = Vec::with_capacity(4);
    for lane in first..first + count {
        let number = b.extract(value, lane);
        let (low, high) = halves(b, number);
        words.extend([low, high]);
    }
    let ty = b.ctx.vector(Scalar::I32, words.len() as u16);
    b.construct(ty, &words)
}

/// The alignment of an access to words in place of an access to scalars of another type. It is that of the scalars, but
/// the address in a byte address buffer is known to be aligned to words only.
pub(super) fn alignment(held: Scalar, stands_for: Scalar, is_bytes: bool) -> Imm {
    if is_bytes || held.bytes() >= stands_for.bytes() { Imm::None } else { Imm::Index(stands_for.bytes()) }
}

fn wide_number(b: &mut Builder<'_>, value: u64) -> Value {
    let ty = b.ctx.scalar(Scalar::I64);
    b.const_of(ty, ConstData::Scalar(value))
}

/// Replaces the load of an element of 64-bit scalars or Booleans of a typed buffer or texture by that of its words.
/// Returns whether the instruction was one.
pub(super) fn split_typed(
    ctx: &mut Context,
    func: &mut Function,
    block: Block,
    inst: Inst,
    renames: &mut Renames,
) -> bool {
    let InstData { op, ty, loc, .. } = func.insts[inst];
    let (Op::LoadTyped | Op::LoadTexture, TypeData::Tuple(parts)) = (op, ctx.type_data(ty)) else { return false };
    let Some(&element) = parts.first() else { return false };
    let (Some(scalar), Some(lanes)) = (ctx.scalar_of(element), ctx.lanes(element)) else { return false };
    let is_truth = scalar == Scalar::Bool;
    let Some(result) = func.result(inst).filter(|_| is_truth || scalar.bytes() == 8) else { return false };
    let args = func.args(inst).to_vec();
    let mut b = Builder::new(ctx, func);
    b.loc = loc;
    b.switch_to(block);
    // The checker allows at most two 64-bit scalars in an element.
    let words_ty = b.ctx.vector(Scalar::I32, if is_truth { lanes } else { (lanes * 2).min(4) });
    let loaded_ty = b.ctx.checked(words_ty);
    let loaded = b.value(op, loaded_ty, Imm::None, &args);
    let words = b.extract(loaded, 0);
    let value = if is_truth {
        let zero = b.zero(words_ty);
        b.op(Op::INe, &[words, zero])
    } else {
        let number = |lane| {
            let (low, high) = (b.extract(words, 2 * lane), b.extract(words, 2 * lane + 1));
            join(&mut b, scalar, low, high)
        };
        let numbers: Vec<Value> = (0..u32::from(lanes.min(2))).map(number).collect();
        b.construct(element, &numbers)
    };
    let mapped = b.extract(loaded, 1);
    let whole = b.construct(ty, &[value, mapped]);
    renames.rename(result, whole);
    true
}

/// Splits a raw load or store of 64-bit scalars into accesses to two scalars as words. Returns whether the instruction
/// was one.
pub(super) fn split(ctx: &mut Context, func: &mut Function, block: Block, inst: Inst, renames: &mut Renames) -> bool {
    let (op, ty, loc) = (func.insts[inst].op, func.insts[inst].ty, func.insts[inst].loc);
    if !matches!(op, Op::LoadRaw | Op::StoreRaw) {
        return false;
    }
    let args = func.args(inst).to_vec();
    let accessed = match (op, ctx.type_data(ty)) {
        (Op::LoadRaw, TypeData::Tuple(parts)) => parts.first().copied(),
        (Op::StoreRaw, _) => args.get(3).map(|&stored| func.ty(stored)),
        _ => None,
    };
    let Some(accessed) = accessed else { return false };
    let (Some(scalar), Some(lanes)) = (ctx.scalar_of(accessed), ctx.lanes(accessed)) else { return false };
    let &[handle, element, offset, ..] = args.as_slice() else { return false };
    if scalar.bytes() != 8 {
        return false;
    }
    let is_bytes =
        matches!(ctx.resource_type(func.ty(handle)), Some(hlslc_ir::ResourceType::RawBuffer { element: None, .. }));
    let imm = alignment(Scalar::I32, scalar, is_bytes);
    let mut b = Builder::new(ctx, func);
    b.loc = loc;
    b.switch_to(block);
    let void = b.ctx.void();
    let mut numbers = Vec::with_capacity(usize::from(lanes));
    let mut mapped: Option<Value> = None;
    for (first, count) in pairs(u32::from(lanes)) {
        let mut at = [element, offset];
        if first > 0 {
            let step = b.i32(first * 8);
            let moving = usize::from(!is_bytes);
            at[moving] = b.op(Op::Add, &[at[moving], step]);
        }
        if op == Op::StoreRaw {
            let words = words(&mut b, args[3], first, count);
            b.inst(op, void, imm, &[handle, at[0], at[1], words]);
            continue;
        }
        let words_ty = b.ctx.vector(Scalar::I32, count as u16 * 2);
        let loaded_ty = b.ctx.checked(words_ty);
        let loaded = b.value(op, loaded_ty, imm, &[handle, at[0], at[1]]);
        let words = b.extract(loaded, 0);
        for number in 0..count {
            let (low, high) = (b.extract(words, 2 * number), b.extract(words, 2 * number + 1));
            numbers.push(join(&mut b, scalar, low, high));
        }
        let check = b.extract(loaded, 1);
        mapped = Some(match mapped {
            Some(all) => b.op(Op::And, &[all, check]),
            None => check,
        });
    }
    if let (Some(mapped), Some(result)) = (mapped, b.func.result(inst)) {
        let value = b.construct(accessed, &numbers);
        let whole = b.construct(ty, &[value, mapped]);
        renames.rename(result, whole);
    }
    true
}
