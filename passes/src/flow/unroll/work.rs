//! Estimates the work of one iteration, to decide whether all iterations together are little, and whether they reduce to a
//! constant.
//!
//! Input: the blocks of an innermost loop. Output: the sum of what each instruction costs in DXIL, counted as DXC counts,
//! so that about the same loops are unrolled: an operation of the instruction set costs one, a call as many as it has
//! operands plus one, an extracted scalar one, a handle its calls, once for each resource; what only names a part costs
//! nothing. DXC bounds the iterations of a loop of one operation by that operation. Operations that other passes removed
//! from the loop, or turned into selects, do not count here, although they do in DXC. Cost: linear in the instructions, up
//! to the limit.

use super::MOST_WORK;
use hlslc_ir::context::Context;
use hlslc_ir::ops::types::{Class, Handles};
use hlslc_ir::ops::{OpInfo, OpSet, Scalars};
use hlslc_ir::types::ResourceType;
use hlslc_ir::{AddressSpace, Block, Function, Inst, Op, Terminator, Type, TypeData, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// What every call has beside the operands of the IR: which operation it is, and itself.
const CALL: usize = 2;
/// What a call that reads or writes an element of the signature comes to.
const ELEMENT: usize = 6;
/// What a row of constants comes to.
const CONSTANTS: usize = 4;
/// What a load of a typed buffer, of a structured one and of a texture comes to, without its numbers.
const LOADS: [usize; 3] = [5, 7, 10];
/// The same for stores, which always have four numbers.
const STORES: [usize; 3] = [10, 11, 11];
/// What a sample or gather comes to: its texture and sampler, four coordinates, three offsets, and itself twice.
const SAMPLE: usize = 11;
/// What a gradient has numbers for, whatever the texture.
const GRADIENT: usize = 3;
/// What makes a handle. Those of constant buffers stand before all loops.
const HANDLE: usize = 7;
/// How many numbers come with one access.
const ROW: usize = 4;
/// What the test and the ways between the parts of a loop are, which go.
const ROUND: usize = 4;
/// How many constants are added to what counts, one after the other, at most.
const MOST_SUMS: usize = 4;

/// Whether a loop has a barrier. It stands once, as DXC says of it: such a loop stays, unless the source asks for its rounds.
pub(super) fn has_barrier(func: &Function, blocks: &[Block]) -> bool {
    const BARRIERS: OpSet = OpSet::of(&[Op::Barrier, Op::BarrierByMemory, Op::BarrierByResource, Op::BarrierByRecord]);
    let mut insts = blocks.iter().flat_map(|&block| &func.blocks[block].insts);
    func.may_hold(&BARRIERS) && insts.any(|&inst| BARRIERS.contains(func.insts[inst].op))
}

/// What is left of a round where it is one of many; nothing if it is too much already.
pub(super) fn of_round(ctx: &Context, func: &Function, blocks: &[Block]) -> Option<usize> {
    let mut round = Round { ctx, func, used: used(ctx, func, blocks), handles: FxHashSet::default() };
    let mut sum = 0usize;
    for &block in blocks {
        sum += 1;
        for &inst in &func.blocks[block].insts {
            if sum > MOST_WORK + ROUND {
                return None;
            }
            sum += round.of(inst);
        }
    }
    let left = sum.saturating_sub(ROUND).max(1);
    (left <= MOST_WORK).then_some(left)
}

/// How many numbers of each value are used in some blocks. In more than can be little the last ones are looked at alone: values
/// that are not found are taken for used whole.
fn used(ctx: &Context, func: &Function, blocks: &[Block]) -> FxHashMap<Value, usize> {
    let (mut used, mut seen) = (FxHashMap::<Value, usize>::default(), 0);
    for &block in blocks.iter().rev() {
        for value in func.blocks[block].terminator.values() {
            used.insert(value, usize::MAX);
        }
        for &inst in func.blocks[block].insts.iter().rev() {
            seen += 1;
            if seen > MOST_WORK * ROW {
                return used;
            }
            let made = func.result(inst).map_or(0, |result| numbers(ctx, func.ty(result)));
            let of_result = func.result(inst).and_then(|result| used.get(&result)).map_or(made, |&of| of.min(made));
            let op = func.insts[inst].op;
            let taken = match () {
                () if op == Op::Extract => of_result,
                () if matches!(op, Op::Swizzle | Op::Leading) => made,
                () => usize::MAX,
            };
            for &arg in func.args(inst) {
                let of = used.entry(arg).or_default();
                *of = of.saturating_add(taken);
            }
        }
    }
    used
}

/// A round whose work is counted.
struct Round<'a> {
    ctx: &'a Context,
    func: &'a Function,
    used: FxHashMap<Value, usize>,
    /// The handles that were counted.
    handles: FxHashSet<Value>,
}

impl Round<'_> {
    fn of(&mut self, inst: Inst) -> usize {
        let (ctx, func) = (self.ctx, self.func);
        let (op, args, row) = (func.insts[inst].op, func.args(inst), func.insts[inst].op.info());
        let numbers = |value: Value| numbers(ctx, func.ty(value));
        let all = func.result(inst).map_or(0, numbers);
        let made = func.result(inst).and_then(|result| self.used.get(&result)).map_or(all, |&used| used.min(all));
        let call = || CALL + args.iter().map(|&arg| numbers(arg)).sum::<usize>();
        let handles: usize = args.iter().map(|&arg| self.handle(arg)).sum();
        let work = match (op, row.scalars) {
            (Op::Handle | Op::GetPointer | Op::GlobalAddr | Op::Alloca, _) | (_, Scalars::Parts) => 0,
            (Op::Load | Op::Store, _) => {
                let stored = args.get(1).map_or(0, |&stored| numbers(stored));
                let count = made.max(stored);
                match args.first().and_then(|&pointer| ctx.pointee(func.ty(pointer))) {
                    Some((_, AddressSpace::Resource)) => {
                        let (rows, is_store) = (all.max(stored).div_ceil(ROW), op == Op::Store);
                        let handle = self.behind(args[0]);
                        let access = self.handle(handle) + self.access(handle, is_store) * rows;
                        access + if is_store { 0 } else { count }
                    }
                    Some((_, AddressSpace::Input | AddressSpace::Output)) => ELEMENT * count,
                    _ => count,
                }
            }
            (Op::Gep, _) => usize::from(!is_of_resource(ctx, func, args)),
            (_, Scalars::Choice) => made.max(1),
            (_, Scalars::Each) if row.is_basic || is_other_type(func, inst) => all.max(1),
            (_, Scalars::Each) => all.max(1) * (CALL + args.len()),
            (Op::LoadInput, _) => ELEMENT * made,
            (Op::StoreOutput, _) => ELEMENT * args.last().map_or(1, |&stored| numbers(stored)),
            (Op::LoadTexture, _) => LOADS[2] + made,
            (Op::LoadRaw, _) => LOADS[1] + made,
            (Op::StoreRaw, _) => STORES[1],
            _ => match sample(row) {
                Some(sample) => sample + made,
                None => call() + if all > 1 { made } else { 0 },
            },
        };
        work + handles
    }

    /// What the handle behind an operand comes to, where it was not counted before.
    fn handle(&mut self, value: Value) -> usize {
        let TypeData::Resource(of) = self.ctx.type_data(self.func.ty(value)) else { return 0 };
        if !is_constants(of) && self.handles.insert(value) { HANDLE } else { 0 }
    }

    /// The handle of what a pointer leads into.
    fn behind(&self, mut pointer: Value) -> Value {
        while let Some(inst) = self.func.as_inst(pointer)
            && let (Op::Gep | Op::GetPointer, Some(&base)) = (self.func.insts[inst].op, self.func.args(inst).first())
        {
            pointer = base;
        }
        pointer
    }

    /// What an access comes to.
    fn access(&self, handle: Value, is_store: bool) -> usize {
        let [typed, raw, texture] = if is_store { STORES } else { LOADS };
        let TypeData::Resource(of) = self.ctx.type_data(self.func.ty(handle)) else { return texture };
        match of {
            ResourceType::CBuffer { .. } => CONSTANTS,
            ResourceType::TypedBuffer { .. } => typed,
            ResourceType::RawBuffer { .. } => raw,
            ResourceType::TBuffer { .. }
            | ResourceType::Texture { .. }
            | ResourceType::FeedbackTexture { .. }
            | ResourceType::Sampler { .. }
            | ResourceType::AccelerationStructure => texture,
        }
    }
}

/// Whether a resource holds the rows of constants.
fn is_constants(of: &ResourceType) -> bool {
    matches!(of, ResourceType::CBuffer { .. })
}

/// What a call comes to that takes a texture, a sampler, a place and an offset before all else; none for others.
fn sample(row: &OpInfo) -> Option<usize> {
    let [Class::Handle(Handles::TEXTURE), Class::Handle(_), Class::Of(_), Class::Of(_), rest @ ..] = row.operands
    else {
        return None;
    };
    Some(SAMPLE + rest.iter().map(|class| if matches!(class, Class::Of(_)) { GRADIENT } else { 1 }).sum::<usize>())
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
