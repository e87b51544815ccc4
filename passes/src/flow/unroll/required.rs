//! The loops that a target requires to be unrolled.
//!
//! Input: a function with its loops. Output: for each loop whether an operand that must be a constant depends on its
//! iterations, by backward slicing from these operands (Weiser, 1981: "Program slicing"), along data and control
//! dependences. Cost: linear.

use crate::analysis::legality::Limits;
use crate::module::evaluate_inputs::evaluation;
use crate::module::resolve_handles::made;
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::{Cfg, Dominators, Loops};
use hlslc_ir::context::Context;
use hlslc_ir::{Block, Function, Op, Resource, Terminator, Value, ValueDef};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

fn is_constant(func: &Function, value: Value) -> bool {
    func.as_const(value).is_some()
}

/// The loops, by position, on whose rounds depends what must be known: an operand that must be a constant, which input is
/// evaluated, an index into a variable that holds handles or into resources that are no array in the end, which of several
/// resources a handle is of.
pub(crate) fn loops_to_unroll(
    ctx: &Context,
    func: &Function,
    graph: (&Cfg, &Dominators, &Loops),
    limits: &Limits,
    flat_arrays: bool,
) -> Vec<bool> {
    let (cfg, dominators, loops) = graph;
    let mut wanted = vec![false; loops.all().len()];
    let mut seen: SecondaryMap<Value, bool> = SecondaryMap::new();
    let mut work: Vec<Value> = Vec::new();
    for &inst in cfg.reverse_post_order().iter().flat_map(|&block| &func.blocks[block].insts) {
        let (op, args) = (func.insts[inst].op, func.args(inst));
        // Where any value will do a constant is still better.
        if let Some(row) = limits.row(op) {
            work.extend(args.get(row.operand).filter(|&&arg| !is_constant(func, arg)));
        }
        let into_handles = || {
            let (to, _) = ctx.pointee(func.insts[inst].ty)?;
            ctx.holds_address(to).then_some(())
        };
        // An element of an array of resources that are variables of their own.
        if op == Op::Handle && flat_arrays {
            work.extend(args.first().filter(|&&arg| !is_constant(func, arg)));
        }
        // An element of an array of inputs.
        if evaluation(op).is_some() {
            work.extend(args.first());
        }
        if op == Op::Gep && into_handles().is_some() {
            work.extend(args.iter().skip(1).filter(|&&arg| !is_constant(func, arg)));
        }
    }
    choices_of_resources(ctx, func, cfg, dominators, &mut work);
    if work.is_empty() {
        return wanted;
    }
    let mut head_of: SecondaryMap<Block, Option<usize>> = SecondaryMap::new();
    for (at, this) in loops.all().iter().enumerate() {
        head_of[this.head] = Some(at);
    }
    while let Some(value) = work.pop() {
        if std::mem::replace(&mut seen[value], true) {
            continue;
        }
        match func.values[value].def {
            ValueDef::Const(_) => {}
            ValueDef::Inst(inst) => work.extend_from_slice(func.args(inst)),
            ValueDef::Param(block, at) => {
                if let Some(this) = head_of[block] {
                    wanted[this] = true;
                } else {
                    // Which way was taken decides too.
                    let above = dominators.parent(block).into_iter();
                    work.extend(above.chain(cfg.preds(block).iter().copied()).filter_map(|from| condition(func, from)));
                }
                work.extend(cfg.incoming(func, block).filter_map(|(_, to)| to.args.get(at as usize)));
            }
        }
    }
    wanted
}

/// What decides which of several resources a handle is of.
fn choices_of_resources(
    ctx: &Context,
    func: &Function,
    cfg: &Cfg,
    dominators: &Dominators,
    decided_by: &mut Vec<Value>,
) {
    let resource = |value: Value| made(func, value).map(|(resource, ..)| resource);
    // By variable: where it is set, and to what.
    let mut stores: IndexMap<Value, Vec<(Block, Option<Resource>)>, FxBuildHasher> = IndexMap::default();
    for &block in cfg.reverse_post_order() {
        for &inst in &func.blocks[block].insts {
            match (func.insts[inst].op, func.args(inst)) {
                (Op::Store, &[variable, value]) if ctx.resource_type(func.ty(value)).is_some() => {
                    stores.entry(variable).or_default().push((block, resource(value)));
                }
                (Op::Select, &[cond, a, b]) if ctx.resource_type(func.ty(a)).is_some() => {
                    decided_by.extend((resource(a).is_none() || resource(a) != resource(b)).then_some(cond));
                }
                _ => {}
            }
        }
    }
    for stores in
        stores.values().filter(|stores| stores.iter().any(|store| store.1.is_none() || store.1 != stores[0].1))
    {
        let above = stores.iter().filter_map(|store| dominators.parent(store.0));
        decided_by.extend(above.filter_map(|block| condition(func, block)));
    }
}

/// What the end of a block depends on.
fn condition(func: &Function, block: Block) -> Option<Value> {
    match func.blocks[block].terminator {
        Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } => Some(value),
        Terminator::Missing | Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => None,
    }
}
