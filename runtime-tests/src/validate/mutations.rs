//! Lists miscompilations as data, to be planted in the output of a pass: each at one random place.
//!
//! Input: the module after a pass, as text, and a seed. Output: the same with one mistake that a pass could make. It verifies, and
//! only code that effects depend on is changed. A mistake that changes nothing is no miscompilation: if the module and the changed
//! one are the same after optimisation, or the changed one leaves what the module before the pass settles on many inputs that the
//! checker does not use ([`is_apart`]), another place is tried. How often that happens is counted.

use hlslc_ir::ops::{AtomicOp, ReduceOp};
use hlslc_ir::text::{PrintOptions, parse, print};
use hlslc_ir::{ConstData, Context, Func, Function, Imm, Inst, Module, Op, Region, Scalar, Terminator, Value};

use super::{Step, Subject, is_apart};
use crate::random::Random;

/// A kind of mistake.
pub struct Mutation {
    /// The mistake.
    pub what: &'static str,
    /// Makes the mutation at a place. Returns whether the place exists.
    run: fn(&mut Context, &mut Function, &mut Random) -> bool,
}

const fn mutation(what: &'static str, run: fn(&mut Context, &mut Function, &mut Random) -> bool) -> Mutation {
    Mutation { what, run }
}

/// The kinds.
pub const MUTATIONS: [Mutation; 22] = [
    mutation("operands are swapped", |_, func, random| {
        let ops = [Op::Sub, Op::FSub, Op::FDiv, Op::SLt, Op::ULt, Op::SGe, Op::FOlt, Op::FOge, Op::UDiv, Op::SDiv];
        let differ = |func: &Function, inst: Inst| func.args(inst)[0] != func.args(inst)[1];
        on_one(func, random, &ops, differ, |func, inst| func.args_mut(inst).swap(0, 1))
    }),
    mutation("an operand is another value", |_, func, random| another_value(func, random)),
    mutation("a store is dropped", |_, func, random| dropped(func, random, &STORES)),
    mutation("the arms of a branch are swapped", |_, func, random| swapped_arms(func, random)),
    mutation("the choices of a select are swapped", |_, func, random| {
        let differ = |func: &Function, inst: Inst| func.args(inst)[1] != func.args(inst)[2];
        on_one(func, random, &[Op::Select], differ, |func, inst| func.args_mut(inst).swap(1, 2))
    }),
    mutation("a constant is one too high", |ctx, func, random| constant(ctx, func, random, 1)),
    mutation("a constant is one too low", |ctx, func, random| constant(ctx, func, random, u64::MAX)),
    mutation("< became <=", |_, func, random| {
        renamed(func, random, &[(Op::SLt, Op::SLe), (Op::ULt, Op::ULe), (Op::SGe, Op::SGt), (Op::UGe, Op::UGt)])
    }),
    mutation("a comparison is turned into its opposite", |_, func, random| {
        let pairs = [
            (Op::IEq, Op::INe),
            (Op::INe, Op::IEq),
            (Op::FOlt, Op::FOge),
            (Op::FOgt, Op::FOle),
            (Op::SLt, Op::SGe),
            (Op::ULt, Op::UGe),
            (Op::SGt, Op::SLe),
            (Op::UGe, Op::ULt),
        ];
        renamed(func, random, &pairs)
    }),
    mutation("a sign is forgotten", |_, func, random| {
        let pairs = [
            (Op::SLt, Op::ULt),
            (Op::SGe, Op::UGe),
            (Op::SGt, Op::UGt),
            (Op::SLe, Op::ULe),
            (Op::AShr, Op::LShr),
            (Op::SDiv, Op::UDiv),
            (Op::SRem, Op::URem),
            (Op::IMin, Op::UMin),
            (Op::IMax, Op::UMax),
            (Op::SiToFp, Op::UiToFp),
        ];
        renamed(func, random, &pairs)
    }),
    mutation("a negation is lost", |_, func, random| renamed(func, random, &[(Op::FNeg, Op::FAbs)])),
    mutation("a sum became a difference", |_, func, random| {
        renamed(func, random, &[(Op::Add, Op::Sub), (Op::FAdd, Op::FSub), (Op::FSub, Op::FAdd), (Op::Sub, Op::Add)])
    }),
    mutation("an integer is cut to 16 bits", narrowed),
    mutation("an and became an or", |_, func, random| renamed(func, random, &[(Op::And, Op::Or), (Op::Or, Op::And)])),
    mutation("a minimum became a maximum", |_, func, random| {
        renamed(func, random, &[(Op::FMin, Op::FMax), (Op::FMax, Op::FMin), (Op::UMin, Op::UMax), (Op::IMax, Op::IMin)])
    }),
    mutation("a term is there twice", |_, func, random| {
        let ops = [Op::Add, Op::FAdd, Op::Mul, Op::FMul, Op::And, Op::Or, Op::Xor];
        let differ = |func: &Function, inst: Inst| func.args(inst)[0] != func.args(inst)[1];
        on_one(func, random, &ops, differ, |func, inst| func.args_mut(inst)[1] = func.args(inst)[0])
    }),
    mutation("two values changed places at a join", |_, func, random| swapped_arguments(func, random)),
    mutation("two cases of a switch changed places", |_, func, random| swapped_cases(func, random)),
    mutation("an atomic operation is another one", |_, func, random| {
        let is_sum = |func: &Function, inst: Inst| func.insts[inst].imm == Imm::Atomic(AtomicOp::Add);
        on_one(func, random, &[Op::AtomicRmw, Op::ResourceAtomicRmw], is_sum, |func, inst| {
            func.insts[inst].imm = Imm::Atomic(AtomicOp::Exchange);
        })
    }),
    mutation("a sum over the wave is its maximum", |_, func, random| {
        let is_sum = |func: &Function, inst: Inst| {
            matches!(func.insts[inst].imm, Imm::Reduce(ReduceOp::Sum | ReduceOp::UnsignedSum))
        };
        on_one(func, random, &[Op::WaveReduce, Op::WavePrefix], is_sum, |func, inst| {
            func.insts[inst].imm = Imm::Reduce(ReduceOp::Max);
        })
    }),
    mutation("a load moved above a store", |_, func, random| hoisted(func, random)),
    mutation("a barrier is lost", |_, func, random| dropped(func, random, &[Op::Barrier])),
];

/// What writes memory.
const STORES: [Op; 4] = [Op::Store, Op::StoreRaw, Op::StoreTyped, Op::StoreTexture];

/// A step with a mistake.
pub struct Planted {
    /// The mistake.
    pub what: &'static str,
    /// The step.
    pub step: Step,
    /// How many changes were tried before that no input shows.
    pub hidden: usize,
}

/// Plants a mistake after one of the steps; its number, or nothing if no place was found.
pub fn plant(subject: &Subject, steps: &[Step], seed: u64) -> Option<(usize, Planted)> {
    if steps.len() < 2 {
        return None;
    }
    let mut random = Random::new(seed);
    let mut hidden = 0;
    for turn in 0..200 {
        let at = 1 + random.below(steps.len() as u64 - 1) as usize;
        // Each kind gets its turn.
        let mutation = &MUTATIONS[(seed as usize + turn / 8) % MUTATIONS.len()];
        let Ok(mut module) = parse(&steps[at].text) else { continue };
        if !mutate(&mut module, mutation, &mut random) {
            continue;
        }
        let text = print(&module, PrintOptions::default());
        // A mistake that the optimiser does not see either is none.
        let objects = [&steps[at].text, &text].map(|text| subject.object(text, "-O3"));
        let is_one = matches!(&objects, [Ok(one), Ok(other)] if one != other);
        if !is_one {
            continue;
        }
        let step = Step { run: steps[at].run.clone(), text };
        if is_apart(subject, &steps[at - 1], &step) {
            return Some((at, Planted { what: mutation.what, step, hidden }));
        }
        hidden += 1;
    }
    None
}

fn mutate(module: &mut Module, mutation: &Mutation, random: &mut Random) -> bool {
    let Module { funcs, ctx, .. } = module;
    let all: Vec<Func> = funcs.keys().filter(|&func| !funcs[func].layout.is_empty()).collect();
    if all.is_empty() {
        return false;
    }
    let func = *random.pick(&all);
    (mutation.run)(ctx, &mut funcs[func], random)
}

/// The operations that effects or branches depend on.
fn live(func: &Function) -> Vec<Inst> {
    let mut needed: Vec<Inst> = Vec::new();
    let mut is_needed = std::collections::HashSet::new();
    let mut work: Vec<Value> = Vec::new();
    for &block in &func.layout {
        work.extend(func.blocks[block].terminator.values());
        for &inst in &func.blocks[block].insts {
            if !func.insts[inst].op.is_pure() && !matches!(func.insts[inst].op, Op::Load) {
                is_needed.insert(inst);
                work.extend(func.args(inst));
            }
        }
    }
    while let Some(value) = work.pop() {
        if let Some(inst) = func.as_inst(value)
            && is_needed.insert(inst)
        {
            work.extend(func.args(inst));
        }
    }
    for &block in &func.layout {
        needed.extend(func.blocks[block].insts.iter().filter(|inst| is_needed.contains(inst)));
    }
    needed
}

/// Changes one of the operations.
fn on_one(
    func: &mut Function,
    random: &mut Random,
    ops: &[Op],
    fits: impl Fn(&Function, Inst) -> bool,
    change: impl Fn(&mut Function, Inst),
) -> bool {
    let all: Vec<Inst> =
        live(func).into_iter().filter(|&inst| ops.contains(&func.insts[inst].op) && fits(func, inst)).collect();
    if all.is_empty() {
        return false;
    }
    change(func, *random.pick(&all));
    true
}

fn renamed(func: &mut Function, random: &mut Random, pairs: &[(Op, Op)]) -> bool {
    let ops: Vec<Op> = pairs.iter().map(|pair| pair.0).collect();
    on_one(
        func,
        random,
        &ops,
        |_, _| true,
        |func, inst| {
            let from = func.insts[inst].op;
            if let Some(&(_, to)) = pairs.iter().find(|pair| pair.0 == from) {
                func.insts[inst].op = to;
            }
        },
    )
}

fn dropped(func: &mut Function, random: &mut Random, ops: &[Op]) -> bool {
    let all: Vec<Inst> = live(func).into_iter().filter(|&inst| ops.contains(&func.insts[inst].op)).collect();
    if all.is_empty() {
        return false;
    }
    let lost = *random.pick(&all);
    for at in 0..func.layout.len() {
        let block = func.layout[at];
        func.blocks[block].insts.retain(|&inst| inst != lost);
    }
    true
}

/// An operand becomes a value of its type that is computed earlier in the block.
fn another_value(func: &mut Function, random: &mut Random) -> bool {
    let needed = live(func);
    let mut places: Vec<(Inst, usize, Value)> = Vec::new();
    for &block in &func.layout {
        let mut known: Vec<Value> = Vec::new();
        for &inst in &func.blocks[block].insts {
            let data = &func.insts[inst];
            if needed.contains(&inst) && data.op.is_pure() && !matches!(data.op, Op::Gep) {
                for (at, &arg) in func.args(inst).iter().enumerate() {
                    let others = known.iter().rev().filter(|&&other| other != arg && func.ty(other) == func.ty(arg));
                    places.extend(others.take(2).map(|&other| (inst, at, other)));
                }
            }
            known.extend(func.result(inst));
        }
    }
    if places.is_empty() {
        return false;
    }
    let &(inst, at, other) = random.pick(&places);
    func.args_mut(inst)[at] = other;
    true
}

fn constant(ctx: &mut Context, func: &mut Function, random: &mut Random, by: u64) -> bool {
    let mut places: Vec<(Inst, usize, u64)> = Vec::new();
    for inst in live(func) {
        let op = func.insts[inst].op;
        let is_plain = matches!(
            op,
            Op::Add
                | Op::Sub
                | Op::Mul
                | Op::And
                | Op::Or
                | Op::Xor
                | Op::ULt
                | Op::SLt
                | Op::UGe
                | Op::SGe
                | Op::IEq
                | Op::INe
        );
        if !is_plain {
            continue;
        }
        for (at, &arg) in func.args(inst).iter().enumerate() {
            let is_number = matches!(ctx.scalar_of(func.ty(arg)), Some(Scalar::I32 | Scalar::I16));
            if let (Some(bits), true) = (func.const_bits(ctx, arg), is_number) {
                places.push((inst, at, bits));
            }
        }
    }
    if places.is_empty() {
        return false;
    }
    let &(inst, at, bits) = random.pick(&places);
    let ty = func.ty(func.args(inst)[at]);
    let Some(kind) = ctx.scalar_of(ty) else { return false };
    let id = ctx.constant(ty, ConstData::Scalar(bits.wrapping_add(by) & (u64::MAX >> (64 - kind.bits()))));
    let value = func.constant(ctx, id);
    func.args_mut(inst)[at] = value;
    true
}

/// The result of an operation is cut before a use.
fn narrowed(ctx: &mut Context, func: &mut Function, random: &mut Random) -> bool {
    let int = ctx.scalar(Scalar::I32);
    let all: Vec<Inst> = live(func)
        .into_iter()
        .filter(|&inst| matches!(func.insts[inst].op, Op::Add | Op::Mul | Op::Xor) && func.insts[inst].ty == int)
        .collect();
    if all.is_empty() {
        return false;
    }
    let inst = *random.pick(&all);
    let id = ctx.constant(int, ConstData::Scalar(0xffff));
    let mask = func.constant(ctx, id);
    let first = func.args(inst)[0];
    let cut = func.make_inst(ctx, Op::And, int, Imm::None, &[first, mask], func.insts[inst].loc);
    let Some(result) = func.result(cut) else { return false };
    func.args_mut(inst)[0] = result;
    for at in 0..func.layout.len() {
        let block = func.layout[at];
        let insts = &mut func.blocks[block].insts;
        if let Some(place) = insts.iter().position(|&other| other == inst) {
            insts.insert(place, cut);
            return true;
        }
    }
    false
}

fn swapped_arms(func: &mut Function, random: &mut Random) -> bool {
    let is_branch = |block: &hlslc_ir::Block| {
        let data = &func.blocks[*block];
        matches!(&data.terminator, Terminator::Branch { then, otherwise, .. } if then != otherwise)
            && matches!(data.region, Region::Selection { .. })
    };
    let all: Vec<hlslc_ir::Block> = func.layout.iter().copied().filter(is_branch).collect();
    if all.is_empty() {
        return false;
    }
    let block = *random.pick(&all);
    if let Terminator::Branch { then, otherwise, .. } = &mut func.blocks[block].terminator {
        std::mem::swap(then, otherwise);
    }
    true
}

fn swapped_arguments(func: &mut Function, random: &mut Random) -> bool {
    let mut places: Vec<(hlslc_ir::Block, usize, usize)> = Vec::new();
    for &block in &func.layout {
        let Terminator::Jump(to) = &func.blocks[block].terminator else { continue };
        for (at, &one) in to.args.iter().enumerate() {
            let other = |other: &usize| to.args[*other] != one && func.ty(to.args[*other]) == func.ty(one);
            places.extend((at + 1..to.args.len()).filter(other).map(|other| (block, at, other)));
        }
    }
    if places.is_empty() {
        return false;
    }
    let &(block, one, other) = random.pick(&places);
    if let Terminator::Jump(to) = &mut func.blocks[block].terminator {
        to.args.swap(one, other);
    }
    true
}

fn swapped_cases(func: &mut Function, random: &mut Random) -> bool {
    let is_one = |block: &hlslc_ir::Block| matches!(&func.blocks[*block].terminator, Terminator::Switch { cases, .. } if cases.len() > 1 && cases[0].1 != cases[1].1);
    let all: Vec<hlslc_ir::Block> = func.layout.iter().copied().filter(is_one).collect();
    if all.is_empty() {
        return false;
    }
    let block = *random.pick(&all);
    if let Terminator::Switch { cases, .. } = &mut func.blocks[block].terminator {
        let (first, second) = (cases[0].0, cases[1].0);
        cases[0].0 = second;
        cases[1].0 = first;
    }
    true
}

/// A load becomes the operation before the store that is before it.
fn hoisted(func: &mut Function, random: &mut Random) -> bool {
    let needed = live(func);
    let mut places: Vec<(hlslc_ir::Block, usize, usize)> = Vec::new();
    for &block in &func.layout {
        let insts = &func.blocks[block].insts;
        for (at, &inst) in insts.iter().enumerate() {
            let is_load = matches!(func.insts[inst].op, Op::Load | Op::LoadRaw) && needed.contains(&inst);
            if !is_load {
                continue;
            }
            // At the same address, so that the load gives something else before the store.
            let same = |&store: &usize| {
                let other = insts[store];
                STORES.contains(&func.insts[other].op) && func.args(other).starts_with(func.args(inst))
            };
            let known = |store: usize| {
                func.args(inst)
                    .iter()
                    .all(|&arg| func.as_inst(arg).is_none_or(|maker| !insts[store..at].contains(&maker)))
            };
            places.extend((0..at).rev().find(same).filter(|&store| known(store)).map(|store| (block, at, store)));
        }
    }
    if places.is_empty() {
        return false;
    }
    let &(block, at, store) = random.pick(&places);
    let insts = &mut func.blocks[block].insts;
    let load = insts.remove(at);
    insts.insert(store, load);
    true
}
