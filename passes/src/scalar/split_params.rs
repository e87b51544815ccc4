//! Splits block parameters: passes the members of a struct instead of the struct, and the components of a vector that a
//! loop counts by.
//!
//! Input: any function; best after `inline`, which turns the result of a function with several returns into such a
//! parameter.
//! Output of [`run`]: no block but the entry has a struct of numbers as a parameter, so that unused members are not
//! computed and `sroa` can split the variable of the result. Output of [`run_counters`]: a vector that is carried around a
//! loop whose test compares one of its components is carried by components, so that nested loops may count by two
//! components of it and be unrolled: the inner loop passes on the component that it does not change.
//!
//! Nested structs are split level by level. Structs that contain resources stay, as resources are the business of other
//! passes, and so do structs with too many members to be worth it. Cost: linear for each level.
//!
//! Why this is correct: a struct is its members and a vector its components; each predecessor extracts them from its
//! argument, and the block constructs the aggregate for the uses that need it as a aggregate.
//!
//! ```text
//!   br block1(%S %v0)                          %v3 = extract[0] %S %v0
//!                                              %v4 = extract[1] %S %v0
//! block1(%S %v1):                      =>      br block1(float %v3, float %v4)
//!   %v2 = extract[1] %S %v1                  block1(float %v5, float %v6):
//! ```

use crate::edit::{Renames, by_block};
use crate::run::pass::PassCx;
use cranelift_entity::{EntitySet, SecondaryMap};
use hlslc_ir::builder::Builder;
use hlslc_ir::context::Context;
use hlslc_ir::function::LoopHint;
use hlslc_ir::{Block, Function, Module, Op, Region, Terminator, Type, TypeData, Value, ValueDef};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A struct with more members is not split.
const MOST_MEMBERS: usize = 64;
/// The most operations between a component and the comparison that tests it.
const MOST_STEPS: usize = 4;
/// The most levels of nested structs that are split.
const MOST_LEVELS: usize = 8;

/// The types of the members of a struct.
type Members = SmallVec<[Type; 8]>;

/// Returns the types of the parts of a parameter, if it is to be split.
type Parts<'p> = &'p dyn Fn(&Context, &Function, Value) -> Option<Members>;

pub(crate) fn run(module: &mut Module, func: &mut Function, _: &mut PassCx<'_>) -> bool {
    let members: Parts<'_> = &|ctx, func, param| members_of(ctx, func.ty(param));
    (0..MOST_LEVELS).take_while(|_| split_all(&mut module.ctx, func, members)).count() > 0
}

/// Splits the vectors that loops count by.
pub(crate) fn run_counters(module: &mut Module, func: &mut Function, _: &mut PassCx<'_>) -> bool {
    let counters = counters(&module.ctx, func);
    let components: FxHashMap<Value, Members> = counters
        .into_iter()
        .filter_map(|vector| {
            let ty = func.ty(vector);
            let lanes = module.ctx.lanes(ty)?;
            Some((vector, SmallVec::from_elem(module.ctx.part_type(ty, 0)?, usize::from(lanes))))
        })
        .collect();
    !components.is_empty() && split_all(&mut module.ctx, func, &|_, _, param| components.get(&param).cloned())
}

/// The vectors of which a component is compared in the exit test at the header or latch of a loop, and the block
/// parameters that they come from: vectors of integers, and of any scalars if the loop is to be unrolled.
fn counters(ctx: &Context, func: &Function) -> Vec<Value> {
    let is_vector = |value: Value| matches!(ctx.type_data(func.ty(value)), TypeData::Vector(..));
    let mut found = Vec::new();
    let mut open: Vec<Value> = Vec::new();
    let hint = |block: Block| match func.blocks[block].region {
        Region::Loop { hint, .. } => Some(hint),
        Region::None | Region::Selection { .. } | Region::Hint(_) => None,
    };
    for &block in &func.layout {
        let Terminator::Branch { cond, then, otherwise } = &func.blocks[block].terminator else { continue };
        let Some(hint) = [block, then.block, otherwise.block].into_iter().find_map(hint) else { continue };
        let unrolls = matches!(hint, LoopHint::Unroll | LoopHint::UnrollCount(_));
        let counts = |value: Value| ctx.scalar_of(func.ty(value)).is_some_and(|scalar| unrolls || scalar.is_int());
        open.extend(tested_vectors(func, *cond).filter(|&vector| is_vector(vector) && counts(vector)));
    }
    if open.is_empty() {
        return found;
    }
    // Follows the vectors to the arguments from which they come.
    let preds = argument_preds(func);
    let mut seen: EntitySet<Value> = EntitySet::new();
    while let Some(value) = open.pop() {
        if !is_vector(value) || !seen.insert(value) {
            continue;
        }
        match func.values[value].def {
            ValueDef::Inst(inst) if func.insts[inst].op == Op::Insert => open.push(func.args(inst)[0]),
            ValueDef::Param(block, index) if Some(block) != func.entry() => {
                found.push(value);
                let targets = preds[block].iter().flat_map(|&from| func.blocks[from].terminator.targets());
                open.extend(targets.filter(|to| to.block == block).filter_map(|to| to.args.get(index as usize)));
            }
            ValueDef::Inst(_) | ValueDef::Param(..) | ValueDef::Const(_) => {}
        }
    }
    found
}

/// The vectors of which a component is compared, possibly after operations with constants, to compute a condition.
fn tested_vectors(func: &Function, cond: Value) -> impl Iterator<Item = Value> {
    let inst = func.as_inst(cond).filter(|&inst| func.insts[inst].op.comparison().is_some());
    let args = inst.map_or(&[][..], |inst| func.args(inst));
    args.iter().filter_map(|&arg| {
        let mut at = arg;
        for _ in 0..MOST_STEPS {
            let inst = func.as_inst(at)?;
            if func.insts[inst].op == Op::Extract {
                return Some(func.args(inst)[0]);
            }
            let mut others = func.args(inst).iter().filter(|&&arg| func.as_const(arg).is_none());
            at = *others.next()?;
            if others.next().is_some() {
                return None;
            }
        }
        None
    })
}

/// Splits the parameters of all blocks but the entry for which there are parts. Returns whether any were split.
fn split_all(ctx: &mut Context, func: &mut Function, parts: Parts<'_>) -> bool {
    let is_split = |&block: &Block| func.blocks[block].params.iter().any(|&param| parts(ctx, func, param).is_some());
    let blocks: Vec<Block> = func.layout.iter().skip(1).copied().filter(is_split).collect();
    if blocks.is_empty() {
        return false;
    }
    let preds = argument_preds(func);
    let mut renames = Renames::default();
    for block in blocks {
        split(ctx, func, (block, &preds[block]), parts, &mut renames);
    }
    renames.apply(func);
    true
}

/// The predecessors of each block that pass arguments to it, unreachable ones included.
fn argument_preds(func: &Function) -> SecondaryMap<Block, SmallVec<[Block; 2]>> {
    let mut preds: SecondaryMap<Block, SmallVec<[Block; 2]>> = by_block(func, SmallVec::new());
    for &block in &func.layout {
        for to in func.blocks[block].terminator.targets().filter(|to| !to.args.is_empty()) {
            let into = &mut preds[to.block];
            if into.last() != Some(&block) {
                into.push(block);
            }
        }
    }
    preds
}

/// The types of the members of a struct of scalars, if it is to be split.
fn members_of(ctx: &Context, ty: Type) -> Option<Members> {
    let TypeData::Struct(id) = ctx.type_data(ty) else { return None };
    let fields = &ctx.struct_data(*id).fields;
    let is_split = (1..=MOST_MEMBERS).contains(&fields.len()) && !ctx.holds_address(ty);
    is_split.then(|| fields.iter().map(|field| field.ty).collect())
}

/// Replaces the parameters of a block by their parts, and the arguments on each incoming edge.
fn split(
    ctx: &mut Context,
    func: &mut Function,
    (block, preds): (Block, &[Block]),
    parts: Parts<'_>,
    renames: &mut Renames,
) {
    let loc = func.blocks[block].loc;
    let old = std::mem::take(&mut func.blocks[block].params);
    let apart: SmallVec<[Option<Members>; 4]> = old.iter().map(|&param| parts(ctx, func, param)).collect();
    let body = func.take_insts(block);
    for (&param, types) in old.iter().zip(&apart) {
        let Some(types) = types else {
            func.values[param].def = ValueDef::Param(block, func.blocks[block].params.len() as u32);
            func.blocks[block].params.push(param);
            continue;
        };
        let ty = func.ty(param);
        let members: SmallVec<[_; 8]> = types.iter().map(|&ty| func.add_param(block, ty)).collect();
        let mut b = Builder::new(ctx, func);
        b.switch_to(block);
        b.loc = loc;
        let aggregate = b.construct(ty, &members);
        renames.rename(param, aggregate);
    }
    func.append_insts(block, body);
    for &from in preds {
        pass_members(ctx, func, (from, block), &apart);
    }
}

/// Replaces aggregates by their parts in the arguments of the edges from one block to another.
fn pass_members(ctx: &mut Context, func: &mut Function, (from, to): (Block, Block), apart: &[Option<Members>]) {
    let mut terminator = std::mem::replace(&mut func.blocks[from].terminator, Terminator::Missing);
    let loc = func.blocks[from].insts.last().map_or(func.blocks[from].loc, |&inst| func.insts[inst].loc);
    for call in terminator.targets_mut().filter(|call| call.block == to) {
        let mut args = SmallVec::new();
        for (&arg, types) in call.args.iter().zip(apart) {
            let Some(types) = types else {
                args.push(arg);
                continue;
            };
            let mut b = Builder::new(ctx, func);
            b.switch_to(from);
            b.loc = loc;
            args.extend((0..types.len() as u32).map(|index| b.extract(arg, index)));
        }
        call.args = args;
    }
    func.blocks[from].terminator = terminator;
}
