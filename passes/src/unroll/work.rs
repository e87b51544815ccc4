//! How much work a round of a loop is, to tell whether all rounds together are little, and whether it counts to a constant.
//!
//! In: the blocks of a loop with no other inside. Out: a sum over what each instruction comes to in DXIL, counted as DXC counts,
//! so that much the same loops go: an operation of the instruction set is one, a call as many as it has operands and one more, a
//! number taken out of a result one; what only names a place or a part is nothing, and what a round computes as every other does
//! is not computed in it. Cost: linear in the instructions, up to the most that is little.

use super::MOST_WORK;
use crate::memory;
use hlslc_ir::context::Context;
use hlslc_ir::ops::Scalars;
use hlslc_ir::{AddressSpace, Block, Function, Inst, Op, Terminator, Type, TypeData, Value};
use rustc_hash::FxHashSet;

/// What every call has beside the operands of the IR: which operation it is, and itself.
const CALL: usize = 2;
/// What a call that reads or writes an element of a resource comes to, without its components.
const ACCESS: usize = 6;
/// How many numbers come with one access.
const ROW: usize = 4;
/// What a texture is read by beside place and offset: a coordinate and an offset for each dimension that it could have.
const TEXEL: usize = 3;
/// What the test and the way back are, which go.
const ROUND: usize = 3;
/// How many constants are added to what counts, one after the other, at most.
const MOST_SUMS: usize = 4;

/// What is left of a round where it is one of many; nothing if it is too much already.
pub(super) fn of_round(ctx: &Context, func: &Function, blocks: &[Block]) -> Option<usize> {
    let mut sum = 0usize;
    let mut varies: FxHashSet<Value> = blocks.iter().flat_map(|&block| &func.blocks[block].params).copied().collect();
    for &block in blocks {
        sum += 1;
        for &inst in &func.blocks[block].insts {
            if sum > MOST_WORK {
                break;
            }
            let is_same = memory::is_fixed(ctx, func, inst) && !func.args(inst).iter().any(|arg| varies.contains(arg));
            if is_same {
                continue;
            }
            varies.extend(func.result(inst));
            sum += of(ctx, func, inst);
        }
        if sum > MOST_WORK {
            return None;
        }
    }
    Some(sum.saturating_sub(ROUND).max(1))
}

fn of(ctx: &Context, func: &Function, inst: Inst) -> usize {
    let (op, args, row) = (func.insts[inst].op, func.args(inst), func.insts[inst].op.info());
    let numbers = |value: Value| numbers(ctx, func.ty(value));
    let made = func.result(inst).map_or(0, numbers);
    let call = || CALL + args.iter().map(|&arg| numbers(arg)).sum::<usize>();
    match (op, row.scalars) {
        (Op::Handle | Op::GetPointer | Op::GlobalAddr | Op::Alloca, _) | (_, Scalars::Parts) => 0,
        (Op::Load | Op::Store, _) => {
            let count = made.max(args.get(1).map_or(0, |&stored| numbers(stored)));
            match args.first().and_then(|&pointer| ctx.pointee(func.ty(pointer))) {
                Some((_, AddressSpace::Resource)) => ACCESS * count.div_ceil(ROW) + count,
                Some((_, AddressSpace::Input | AddressSpace::Output)) => ACCESS * count,
                _ => count,
            }
        }
        (Op::Gep, _) => usize::from(!is_of_resource(ctx, func, args)),
        (_, Scalars::Choice) => made.max(1),
        (_, Scalars::Each) if row.is_basic || is_other_type(func, inst) => made.max(1),
        (_, Scalars::Each) => made.max(1) * (CALL + args.len()),
        (Op::LoadInput, _) => ACCESS * made,
        (Op::StoreOutput, _) => ACCESS * args.last().map_or(1, |&stored| numbers(stored)),
        (Op::LoadTexture, _) => call() + TEXEL + made,
        _ => call() + if made > 1 { made } else { 0 },
    }
}

/// How many numbers a value is, about: those of an aggregate are taken for as many as vectors could hold, of a result with a status
/// for as many as it comes with.
fn numbers(ctx: &Context, ty: Type) -> usize {
    if let TypeData::Tuple(members) = ctx.type_data(ty) {
        return members.first().map_or(1, |&ty| usize::from(ctx.lanes(ty).unwrap_or(1)));
    }
    let vectors = |parts: u32| ROW * parts as usize;
    ctx.lanes(ty).map(usize::from).or(ctx.part_count(ty).map(vectors)).unwrap_or(1)
}

/// Whether an operation makes something of another type than it is given: a comparison or a conversion.
fn is_other_type(func: &Function, inst: Inst) -> bool {
    let given = func.args(inst).first().map(|&arg| func.ty(arg));
    given.is_some_and(|given| given != func.insts[inst].ty)
}

/// Whether the first operand points into a resource.
fn is_of_resource(ctx: &Context, func: &Function, args: &[Value]) -> bool {
    let space = args.first().and_then(|&pointer| ctx.pointee(func.ty(pointer))).map(|(_, space)| space);
    matches!(space, Some(AddressSpace::Resource))
}

/// Whether a test for the end of the loop compares with a constant what has a constant added in every round, or is one
/// after the first. DXC counts the rounds of no other. The blocks are those that the head leads to, a `break` behind a test among them, the head first.
pub(super) fn counts_to_constant(func: &Function, head: Block, blocks: &[Block]) -> bool {
    let mut comes_back = FxHashSet::default();
    for &block in blocks.iter().rev() {
        if func.blocks[block].terminator.targets().any(|to| to.block == head || comes_back.contains(&to.block)) {
            comes_back.insert(block);
        }
    }
    comes_back.insert(head);
    blocks.iter().any(|&block| {
        let Terminator::Branch { cond, then, otherwise } = &func.blocks[block].terminator else { return false };
        let ends = !comes_back.contains(&then.block) || !comes_back.contains(&otherwise.block);
        let Some(test) = func.as_inst(*cond).filter(|_| ends) else { return false };
        let (&[a, b], true) = (func.args(test), is_other_type(func, test)) else { return false };
        let counted = match (func.as_const(a), func.as_const(b)) {
            (None, Some(_)) => a,
            (Some(_), None) => b,
            (None, None) | (Some(_), Some(_)) => return false,
        };
        let params = func.blocks[head].params.iter().enumerate();
        params.filter(|&(_, &param)| is_sum_of(func, counted, param)).any(|(index, &param)| {
            let ways = blocks.iter().flat_map(|&from| func.blocks[from].terminator.targets());
            let mut back = ways.filter(|to| to.block == head).filter_map(|to| to.args.get(index));
            back.all(|&arg| arg != param && (func.as_const(arg).is_some() || is_sum_of(func, arg, param)))
        })
    })
}

/// Whether a value is another with constants added.
fn is_sum_of(func: &Function, value: Value, of: Value) -> bool {
    let mut at = value;
    for _ in 0..MOST_SUMS {
        if at == of {
            return true;
        }
        let Some(inst) = func.as_inst(at).filter(|&inst| matches!(func.insts[inst].op, Op::Add | Op::Sub)) else {
            break;
        };
        match *func.args(inst) {
            [a, b] if func.as_const(b).is_some() => at = a,
            [a, b] if func.as_const(a).is_some() && func.insts[inst].op == Op::Add => at = b,
            _ => break,
        }
    }
    at == of
}
