//! Lists deliberate faults of passes as data: the pass after which each is inserted, and its change of the IR.
//!
//! Each is a mistake that a pass could well make: an operand, a store, an edge of a branch. All leave IR that verifies, so that
//! nothing but running the program shows them. A fault is everywhere in the program where it can be, as a wrong pass would be.

use hlslc::{Module, OwnPass};
use hlslc_ir::ops::{AtomicOp, ReduceOp};
use hlslc_ir::{ConstData, Context, Function, Imm, Inst, Op, Region, Scalar, Terminator, Value};

/// A fault.
pub struct Fault {
    /// The error.
    pub what: &'static str,
    /// The wrong pass.
    pub pass: OwnPass,
}

const fn fault(after: &'static str, what: &'static str, run: fn(&mut Module) -> bool) -> Fault {
    Fault { what, pass: OwnPass { after, run } }
}

/// Faults that tests have to find.
pub const FAULTS: [Fault; 28] = [
    fault("propagate-constants", "a constant sum is one too high", |module| each(module, Op::Add, &mut one_more)),
    fault("simplify", "x - y became y - x", |module| each(module, Op::Sub, &mut reverse)),
    fault("simplify-cfg", "the edges of a branch changed places", |module| each_end(module, swapped_edges)),
    fault("simplify-cfg", "two cases of a switch changed places", |module| each_end(module, swapped_cases)),
    fault("mem2reg", "two variables changed places at a join", |module| each_end(module, swapped_arguments)),
    fault("sroa", "the last store to a variable is lost", |module| drop_last(module, Op::Store)),
    fault("forward-copies", "all reads of an array see its first element", |module| {
        each(module, Op::Gep, &mut first_element)
    }),
    fault("propagate-equality", "< became <=", |module| rename(module, Op::SLt, Op::SLe)),
    fault("propagate-equality", "a condition is taken for true", |module| each_end(module, always)),
    fault("evaluate-inputs", "numbers are compared without their sign", |module| rename(module, Op::SLt, Op::ULt)),
    fault("if-to-select", "the choices changed places", |module| each(module, Op::Select, &mut reversed_select)),
    fault("cse", "two different reads became one", same_reads),
    fault("hoist", "a barrier is lost", |module| drop_all(module, Op::Barrier)),
    fault("resource-access", "an element of a buffer is read four bytes too far", |module| {
        each(module, Op::LoadRaw, &mut too_far)
    }),
    fault("resource-access", "a row of constants is that behind it", |module| {
        each(module, Op::LoadCBufferRow, &mut next_row)
    }),
    fault("resource-access", "an atomic sum became an exchange", |module| {
        each(module, Op::ResourceAtomicRmw, &mut exchanged)
    }),
    fault("resource-access", "the last store to a buffer is lost", |module| drop_last(module, Op::StoreRaw)),
    fault("scalarise", "the second component is the first", |module| each(module, Op::Extract, &mut first_part)),
    fault("scalarise", "a shift to the right forgets the sign", |module| rename(module, Op::AShr, Op::LShr)),
    fault("mem2reg", "a negation became an absolute value", |module| rename(module, Op::FNeg, Op::FAbs)),
    fault("scalarise", "the lesser is the greater", |module| rename(module, Op::IMin, Op::IMax)),
    fault("scalarise", "rounding down became rounding to zero", |module| rename(module, Op::Floor, Op::TruncFloat)),
    fault("scalarise", "a quotient forgets the sign", |module| rename(module, Op::SDiv, Op::UDiv)),
    fault("scalarise", "an integer without sign became a float with one", |module| {
        rename(module, Op::SiToFp, Op::UiToFp)
    }),
    fault("scalarise", "a sum over the wave became its maximum", |module| {
        each(module, Op::WaveReduce, &mut wrong_reduction)
    }),
    fault("scalarise", "a prefix counts its own lane", |module| rename(module, Op::WavePrefix, Op::WaveReduce)),
    fault("flatten-memory", "an element is the one before it", |module| each(module, Op::Gep, &mut element_before)),
    fault("reassociate", "a term is there twice, another is lost", |module| each(module, Op::Add, &mut twice)),
];

type Change<'a> = dyn FnMut(&mut Context, &mut Function, Inst) -> bool + 'a;

/// Changes each operation of a kind.
fn each(module: &mut Module, op: Op, change: &mut Change<'_>) -> bool {
    let Module { funcs, ctx, .. } = module;
    let mut any = false;
    for func in funcs.values_mut() {
        for inst in insts(func, op) {
            any |= change(ctx, func, inst);
        }
    }
    any
}

/// The operations of a kind, in order.
fn insts(func: &Function, op: Op) -> Vec<Inst> {
    let all = func.layout.iter().flat_map(|&block| func.blocks[block].insts.iter().copied());
    all.filter(|&inst| func.insts[inst].op == op).collect()
}

fn rename(module: &mut Module, from: Op, to: Op) -> bool {
    each(module, from, &mut |_, func, inst| {
        func.insts[inst].op = to;
        true
    })
}

/// Takes the last operation of a kind away, which has no result.
fn drop_last(module: &mut Module, op: Op) -> bool {
    let mut any = false;
    for func in module.funcs.values_mut() {
        let Some(last) = insts(func, op).pop() else { continue };
        remove(func, &[last]);
        any = true;
    }
    any
}

fn drop_all(module: &mut Module, op: Op) -> bool {
    let mut any = false;
    for func in module.funcs.values_mut() {
        let all = insts(func, op);
        any |= !all.is_empty();
        remove(func, &all);
    }
    any
}

fn remove(func: &mut Function, lost: &[Inst]) {
    for at in 0..func.layout.len() {
        let block = func.layout[at];
        func.blocks[block].insts.retain(|inst| !lost.contains(inst));
    }
}

/// Changes the ends of blocks, and what regions say of them.
fn each_end(module: &mut Module, change: fn(&mut Context, &mut Function, usize) -> bool) -> bool {
    let Module { funcs, ctx, .. } = module;
    let mut any = false;
    for func in funcs.values_mut() {
        for at in 0..func.layout.len() {
            any |= change(ctx, func, at);
        }
    }
    any
}

/// A number that an operand is, with something added to it.
fn shifted(ctx: &mut Context, func: &mut Function, value: Value, by: i64) -> Option<Value> {
    let bits = func.const_bits(ctx, value)?;
    let ty = func.ty(value);
    let sum = bits.wrapping_add_signed(by) & (u64::MAX >> (64 - ctx.scalar_of(ty)?.bits()));
    let id = ctx.constant(ty, ConstData::Scalar(sum));
    Some(func.constant(ctx, id))
}

fn shift_operand(ctx: &mut Context, func: &mut Function, inst: Inst, at: usize, by: i64) -> bool {
    let Some(&value) = func.args(inst).get(at) else { return false };
    let Some(other) = shifted(ctx, func, value, by) else { return false };
    func.args_mut(inst)[at] = other;
    true
}

fn one_more(ctx: &mut Context, func: &mut Function, inst: Inst) -> bool {
    shift_operand(ctx, func, inst, 1, 1)
}

fn next_row(ctx: &mut Context, func: &mut Function, inst: Inst) -> bool {
    shift_operand(ctx, func, inst, 1, 1)
}

fn too_far(ctx: &mut Context, func: &mut Function, inst: Inst) -> bool {
    shift_operand(ctx, func, inst, 2, 4)
}

fn reverse(_: &mut Context, func: &mut Function, inst: Inst) -> bool {
    func.args_mut(inst).reverse();
    true
}

fn reversed_select(_: &mut Context, func: &mut Function, inst: Inst) -> bool {
    func.args_mut(inst)[1..].reverse();
    true
}

fn twice(_: &mut Context, func: &mut Function, inst: Inst) -> bool {
    let args = func.args_mut(inst);
    args[1] = args[0];
    true
}

/// Indices of arrays that are no constants become 0.
fn first_element(ctx: &mut Context, func: &mut Function, inst: Inst) -> bool {
    let dynamic: Vec<usize> =
        (1..func.args(inst).len()).filter(|&at| func.as_const(func.args(inst)[at]).is_none()).collect();
    let zero = ctx.const_i32(0);
    let zero = func.constant(ctx, zero);
    for &at in &dynamic {
        func.args_mut(inst)[at] = zero;
    }
    !dynamic.is_empty()
}

fn element_before(ctx: &mut Context, func: &mut Function, inst: Inst) -> bool {
    let last = func.args(inst).len() - 1;
    let is_first = func.const_bits(ctx, func.args(inst)[last]) == Some(0);
    last > 0 && !is_first && shift_operand(ctx, func, inst, last, -1)
}

fn exchanged(_: &mut Context, func: &mut Function, inst: Inst) -> bool {
    let is_sum = func.insts[inst].imm == Imm::Atomic(AtomicOp::Add);
    if is_sum {
        func.insts[inst].imm = Imm::Atomic(AtomicOp::Exchange);
    }
    is_sum
}

fn wrong_reduction(_: &mut Context, func: &mut Function, inst: Inst) -> bool {
    let imm = &mut func.insts[inst].imm;
    let is_sum = matches!(imm, Imm::Reduce(ReduceOp::Sum | ReduceOp::UnsignedSum));
    if is_sum {
        *imm = Imm::Reduce(ReduceOp::Max);
    }
    is_sum
}

/// The second part is the first, of what is not followed by whether all went well.
fn first_part(ctx: &mut Context, func: &mut Function, inst: Inst) -> bool {
    let is_it = func.insts[inst].imm == Imm::Index(1) && ctx.scalar_of(func.insts[inst].ty) != Some(Scalar::Bool);
    let whole = func.ty(func.args(inst)[0]);
    let is_it = is_it && ctx.part_type(whole, 0) == Some(func.insts[inst].ty);
    if is_it {
        func.insts[inst].imm = Imm::Index(0);
    }
    is_it
}

/// Each read of a buffer in a block is that before it, where they are of the same kind.
fn same_reads(module: &mut Module) -> bool {
    let mut any = false;
    for func in module.funcs.values_mut() {
        for at in 0..func.layout.len() {
            let mut reads: Vec<Inst> = func.blocks[func.layout[at]].insts.clone();
            reads.retain(|&inst| func.insts[inst].op == Op::LoadRaw);
            let mut before: Option<Inst> = None;
            for inst in reads {
                let as_before = before.filter(|&other| {
                    func.insts[other].ty == func.insts[inst].ty && func.args(other)[0] == func.args(inst)[0]
                });
                if let Some(other) = as_before {
                    let args: Vec<Value> = func.args(other).to_vec();
                    any |= func.args(inst) != args.as_slice();
                    func.args_mut(inst).copy_from_slice(&args);
                }
                before = Some(inst);
            }
        }
    }
    any
}

/// Of selections: loops would have no end.
fn swapped_edges(_: &mut Context, func: &mut Function, at: usize) -> bool {
    let block = &mut func.blocks[func.layout[at]];
    let is_selection = matches!(block.region, Region::Selection { .. });
    match &mut block.terminator {
        Terminator::Branch { then, otherwise, .. } if is_selection => {
            std::mem::swap(then, otherwise);
            true
        }
        _ => false,
    }
}

fn swapped_cases(_: &mut Context, func: &mut Function, at: usize) -> bool {
    match &mut func.blocks[func.layout[at]].terminator {
        Terminator::Switch { cases, .. } => match &mut cases[..] {
            [(first, _), (second, _), ..] => {
                std::mem::swap(first, second);
                true
            }
            _ => false,
        },
        _ => false,
    }
}

fn swapped_arguments(_: &mut Context, func: &mut Function, at: usize) -> bool {
    let Function { blocks, layout, values, .. } = func;
    let Terminator::Jump(to) = &mut blocks[layout[at]].terminator else { return false };
    match &mut to.args[..] {
        [first, second, ..] if first != second && values[*first].ty == values[*second].ty => {
            std::mem::swap(first, second);
            true
        }
        _ => false,
    }
}

fn always(ctx: &mut Context, func: &mut Function, at: usize) -> bool {
    let block = func.layout[at];
    if !matches!(func.blocks[block].region, Region::Selection { .. }) {
        return false;
    }
    let id = ctx.const_bool(true);
    let truth = func.constant(ctx, id);
    match &mut func.blocks[block].terminator {
        Terminator::Branch { cond, .. } => {
            *cond = truth;
            true
        }
        _ => false,
    }
}
