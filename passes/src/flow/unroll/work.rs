//! Estimates the work of one iteration of a loop, to decide whether its copies remain small, and whether the trip count
//! is known from a comparison with a constant.
//!
//! Input: the blocks of an innermost loop. Output: the sum of the costs of the instructions in DXIL, counted as DXC
//! counts, so that about the same loops are unrolled: an operation of the instruction set costs one, a call the number
//! of its operands plus one, an extracted scalar one, a handle its calls, once for each resource; an operation that
//! only selects a part costs nothing. DXC limits the iterations of a loop of one operation by that operation.
//! Operations that other passes removed from the loop, or turned into selects, do not count here, although they do in
//! DXC. Cost: linear in the instructions, up to the limit.

use super::MOST_WORK;
use hlslc_ir::context::Context;
use hlslc_ir::ops::types::{Class, Handles};
use hlslc_ir::ops::{OpInfo, OpSet, Scalars};
use hlslc_ir::types::ResourceType;
use hlslc_ir::{AddressSpace, Block, Function, Inst, Op, Terminator, Type, TypeData, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The cost of a call in addition to its operands in the IR: the opcode operand, and the call itself.
const CALL: usize = 2;
/// The cost of reading or writing a scalar of a signature element.
const ELEMENT: usize = 6;
/// The cost of a row of a constant buffer.
const CONSTANTS: usize = 4;
/// The costs of a load from a typed buffer, a structured buffer and a texture, without the extracted scalars.
const LOADS: [usize; 3] = [5, 7, 10];
/// The costs of a store, which always has four scalars, to the same.
const STORES: [usize; 3] = [10, 11, 11];
/// The cost of a sample or gather: texture, sampler, four coordinates, three offsets, opcode and call.
const SAMPLE: usize = 11;
/// The number of scalars of a gradient, for any texture.
const GRADIENT: usize = 3;
/// The cost of a handle. Handles of constant buffers are created before all loops.
const HANDLE: usize = 7;
/// The number of scalars of one access.
const ROW: usize = 4;
/// The cost of the exit test and the jumps between the parts of the loop, which unrolling removes.
const LOOP_OVERHEAD: usize = 4;
/// The most additions of constants in sequence from one value of the counter to the next.
const MOST_SUMS: usize = 4;

/// Whether a loop contains a barrier. DXC does not duplicate barriers, so such a loop stays unless the source requests
/// otherwise.
pub(super) fn has_barrier(func: &Function, blocks: &[Block]) -> bool {
    const BARRIERS: OpSet = OpSet::of(&[Op::Barrier, Op::BarrierByMemory, Op::BarrierByResource, Op::BarrierByRecord]);
    let mut insts = blocks.iter().flat_map(|&block| &func.blocks[block].insts);
    func.may_hold(&BARRIERS) && insts.any(|&inst| BARRIERS.contains(func.insts[inst].op))
}

/// The cost of one of several copies of an iteration; `None` if it exceeds the limit.
pub(super) fn of_iteration(ctx: &Context, func: &Function, blocks: &[Block]) -> Option<usize> {
    let mut iteration = Iteration { ctx, func, used: used(ctx, func, blocks), handles: FxHashSet::default() };
    let mut sum = 0usize;
    for &block in blocks {
        sum += 1;
        for &inst in &func.blocks[block].insts {
            if sum > MOST_WORK + LOOP_OVERHEAD {
                return None;
            }
            sum += iteration.of(inst);
        }
    }
    let left = sum.saturating_sub(LOOP_OVERHEAD).max(1);
    (left <= MOST_WORK).then_some(left)
}

/// The number of scalars of each value that are used in some blocks. In blocks too large to be unrolled only the last
/// instructions are examined: values that are not found count as used in full.
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
            let made = func.result(inst).map_or(0, |result| scalars(ctx, func.ty(result)));
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

/// An iteration whose work is counted.
struct Iteration<'a> {
    ctx: &'a Context,
    func: &'a Function,
    used: FxHashMap<Value, usize>,
    /// The handles that have been counted.
    handles: FxHashSet<Value>,
}

impl Iteration<'_> {
    fn of(&mut self, inst: Inst) -> usize {
        let (ctx, func) = (self.ctx, self.func);
        let (op, args, row) = (func.insts[inst].op, func.args(inst), func.insts[inst].op.info());
        let scalars = |value: Value| scalars(ctx, func.ty(value));
        let all = func.result(inst).map_or(0, scalars);
        let made = func.result(inst).and_then(|result| self.used.get(&result)).map_or(all, |&used| used.min(all));
        let call = || CALL + args.iter().map(|&arg| scalars(arg)).sum::<usize>();
        let handles: usize = args.iter().map(|&arg| self.handle(arg)).sum();
        let work = match (op, row.scalars) {
            (Op::Handle | Op::GetPointer | Op::GlobalAddr | Op::Alloca, _) | (_, Scalars::Parts) => 0,
            (Op::Load | Op::Store, _) => {
                let stored = args.get(1).map_or(0, |&stored| scalars(stored));
                let count = made.max(stored);
                match args.first().and_then(|&pointer| ctx.pointee(func.ty(pointer))) {
                    Some((_, AddressSpace::Resource)) => {
                        let (rows, is_store) = (all.max(stored).div_ceil(ROW), op == Op::Store);
                        let handle = self.handle_of(args[0]);
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
            (Op::StoreOutput, _) => ELEMENT * args.last().map_or(1, |&stored| scalars(stored)),
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

    /// The cost of creating a handle, at its first use.
    fn handle(&mut self, value: Value) -> usize {
        let TypeData::Resource(of) = self.ctx.type_data(self.func.ty(value)) else { return 0 };
        if !is_constants(of) && self.handles.insert(value) { HANDLE } else { 0 }
    }

    /// The handle of the resource that a pointer points into.
    fn handle_of(&self, mut pointer: Value) -> Value {
        while let Some(inst) = self.func.as_inst(pointer)
            && let (Op::Gep | Op::GetPointer, Some(&base)) = (self.func.insts[inst].op, self.func.args(inst).first())
        {
            pointer = base;
        }
        pointer
    }

    /// The cost of an access.
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

/// Whether a resource is a constant buffer.
fn is_constants(of: &ResourceType) -> bool {
    matches!(of, ResourceType::CBuffer { .. })
}

/// The cost of a call whose operands start with a texture, a sampler, coordinates and an offset; `None` for other
/// operations.
fn sample(row: &OpInfo) -> Option<usize> {
    let [Class::Handle(Handles::TEXTURE), Class::Handle(_), Class::Of(_), Class::Of(_), rest @ ..] = row.operands
    else {
        return None;
    };
    Some(SAMPLE + rest.iter().map(|class| if matches!(class, Class::Of(_)) { GRADIENT } else { 1 }).sum::<usize>())
}

/// The approximate number of scalars of a value: an aggregate counts as a vector for each part, and a result with a
/// status as the scalars before it.
fn scalars(ctx: &Context, ty: Type) -> usize {
    if let TypeData::Tuple(members) = ctx.type_data(ty) {
        return members.first().map_or(1, |&ty| usize::from(ctx.lanes(ty).unwrap_or(1)));
    }
    let vectors = |parts: u32| ROW * parts as usize;
    ctx.lanes(ty).map(usize::from).or(ctx.part_count(ty).map(vectors)).unwrap_or(1)
}

/// Whether the type of the result differs from that of the operands, as for a comparison or a conversion.
fn is_other_type(func: &Function, inst: Inst) -> bool {
    let given = func.args(inst).first().map(|&arg| func.ty(arg));
    given.is_some_and(|given| given != func.insts[inst].ty)
}

/// Whether the first operand points into a resource.
fn is_of_resource(ctx: &Context, func: &Function, args: &[Value]) -> bool {
    let space = args.first().and_then(|&pointer| ctx.pointee(func.ty(pointer))).map(|(_, space)| space);
    matches!(space, Some(AddressSpace::Resource))
}

/// Whether an exit test compares a counter with a constant: a value to which each iteration adds constants, or which is
/// constant after the first iteration. DXC counts the iterations of such loops only. `blocks` are the blocks that the
/// header dominates, the targets of conditional `break`s included, the header first.
pub(super) fn counts_to_constant(func: &Function, header: Block, blocks: &[Block]) -> bool {
    let mut reaches_header = FxHashSet::default();
    for &block in blocks.iter().rev() {
        if func.blocks[block].terminator.targets().any(|to| to.block == header || reaches_header.contains(&to.block)) {
            reaches_header.insert(block);
        }
    }
    reaches_header.insert(header);
    blocks.iter().any(|&block| {
        let Terminator::Branch { cond, then, otherwise } = &func.blocks[block].terminator else { return false };
        let is_exit = !reaches_header.contains(&then.block) || !reaches_header.contains(&otherwise.block);
        let Some(test) = func.as_inst(*cond).filter(|_| is_exit) else { return false };
        let (&[a, b], true) = (func.args(test), is_other_type(func, test)) else { return false };
        let counted = match (func.as_const(a), func.as_const(b)) {
            (None, Some(_)) => a,
            (Some(_), None) => b,
            (None, None) | (Some(_), Some(_)) => return false,
        };
        let params = func.blocks[header].params.iter().enumerate();
        params.filter(|&(_, &param)| is_sum_of(func, counted, param)).any(|(index, &param)| {
            let edges = blocks.iter().flat_map(|&from| func.blocks[from].terminator.targets());
            let mut latch_args = edges.filter(|to| to.block == header).filter_map(|to| to.args.get(index));
            latch_args.all(|&arg| arg != param && (func.as_const(arg).is_some() || is_sum_of(func, arg, param)))
        })
    })
}

/// Whether a value is another one plus constants.
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
