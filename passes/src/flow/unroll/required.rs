//! Finds the loops that a target requires to be unrolled.
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

/// For each loop, by index, whether one of these depends on its iterations: an operand that must be constant, the input
/// that is evaluated, an index into a variable that holds handles or into resources that are not an array in the
/// target, or the resource that a handle names.
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
        // A constant is better even where the target does not require one.
        if let Some(row) = limits.row(op) {
            work.extend(args.get(row.operand).filter(|&&arg| !is_constant(func, arg)));
        }
        let into_handles = || {
            let (to, _) = ctx.pointee(func.insts[inst].ty)?;
            ctx.holds_address(to).then_some(())
        };
        // An index into an array of resources that become separate variables.
        if op == Op::Handle && flat_arrays {
            work.extend(args.first().filter(|&&arg| !is_constant(func, arg)));
        }
        // An index into an array of inputs.
        if evaluation(op).is_some() {
            work.extend(args.first());
        }
        if op == Op::Gep && into_handles().is_some() {
            work.extend(args.iter().skip(1).filter(|&&arg| !is_constant(func, arg)));
        }
    }
    conditions_of_resources(ctx, func, cfg, dominators, &mut work);
    if work.is_empty() {
        return wanted;
    }
    let mut header_of: SecondaryMap<Block, Option<usize>> = SecondaryMap::new();
    for (at, this) in loops.all().iter().enumerate() {
        header_of[this.header] = Some(at);
    }
    while let Some(value) = work.pop() {
        if std::mem::replace(&mut seen[value], true) {
            continue;
        }
        match func.values[value].def {
            ValueDef::Const(_) => {}
            ValueDef::Inst(inst) => work.extend_from_slice(func.args(inst)),
            ValueDef::Param(block, at) => {
                if let Some(this) = header_of[block] {
                    wanted[this] = true;
                } else {
                    // The value also depends on the branch that selects the incoming edge.
                    let above = dominators.parent(block).into_iter();
                    work.extend(above.chain(cfg.preds(block).iter().copied()).filter_map(|from| condition(func, from)));
                }
                work.extend(cfg.incoming(func, block).filter_map(|(_, to)| to.args.get(at as usize)));
            }
        }
    }
    wanted
}

/// Adds the conditions that decide which of several resources a handle names.
fn conditions_of_resources(
    ctx: &Context,
    func: &Function,
    cfg: &Cfg,
    dominators: &Dominators,
    conditions: &mut Vec<Value>,
) {
    let resource = |value: Value| made(func, value).map(|(resource, ..)| resource);
    // The stores to each variable: their block, and the stored resource.
    let mut stores: IndexMap<Value, Vec<(Block, Option<Resource>)>, FxBuildHasher> = IndexMap::default();
    for &block in cfg.reverse_post_order() {
        for &inst in &func.blocks[block].insts {
            match (func.insts[inst].op, func.args(inst)) {
                (Op::Store, &[variable, value]) if ctx.resource_type(func.ty(value)).is_some() => {
                    stores.entry(variable).or_default().push((block, resource(value)));
                }
                (Op::Select, &[cond, a, b]) if ctx.resource_type(func.ty(a)).is_some() => {
                    conditions.extend((resource(a).is_none() || resource(a) != resource(b)).then_some(cond));
                }
                _ => {}
            }
        }
    }
    for stores in
        stores.values().filter(|stores| stores.iter().any(|store| store.1.is_none() || store.1 != stores[0].1))
    {
        let above = stores.iter().filter_map(|store| dominators.parent(store.0));
        conditions.extend(above.filter_map(|block| condition(func, block)));
    }
}

/// The condition of the terminator of a block.
fn condition(func: &Function, block: Block) -> Option<Value> {
    match func.blocks[block].terminator {
        Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } => Some(value),
        Terminator::Missing | Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => None,
    }
}
