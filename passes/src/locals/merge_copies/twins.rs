//! Unites two variables that receive the same value, such as an array that two functions take by value, once its
//! elements are SSA values.
//!
//! Input: any function. Output: of two local arrays or structs with a single store each, of the same parts, one is
//! removed if the store of the other dominates its uses.
//!
//! Why this is correct: each is loaded only where its store has executed. The stored parts are computed above the first of
//! the two stores; if they are computed again, both stores execute again before either variable is loaded. Cost: linear,
//! times the number of variables that receive the same value.

use hlslc_ir::cfg::{Cfg, Dominators};
use hlslc_ir::context::Context;
use hlslc_ir::{Const, Function, Inst, Op, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::analysis::locals::{Locals, Use, is_aggregate};
use crate::edit::Renames;

/// The contents that a variable receives.
#[derive(PartialEq, Eq, Hash)]
enum Given {
    Const(Const),
    /// A construction from these parts.
    Parts(SmallVec<[Value; 4]>),
    Value(Value),
}

/// Returns whether any variable was removed.
pub(super) fn unite(ctx: &Context, func: &mut Function, locals: &Locals, graph: (&Cfg, &Dominators)) -> bool {
    let (cfg, dominators) = graph;
    let stored = |&variable: &Value| Some((variable, only_store(ctx, func, locals, dominators, variable)?));
    let mut all: Vec<(Value, Use)> = locals.all.iter().filter_map(stored).collect();
    if all.len() < 2 {
        return false;
    }
    all.sort_by_key(|(_, store)| store.order(cfg));
    let mut renames = Renames::default();
    let mut gone: FxHashSet<Inst> = FxHashSet::default();
    let mut seen: FxHashMap<_, Vec<(Value, Use)>> = FxHashMap::default();
    for (variable, store) in all {
        let before = seen.entry((func.ty(variable), given(func, store.inst))).or_default();
        if let Some(&(stays, _)) = before.iter().find(|(_, other)| other.comes_before(&store, dominators)) {
            renames.rename(variable, stays);
            gone.extend([Some(store.inst), func.as_inst(variable)].into_iter().flatten());
        } else {
            before.push((variable, store));
        }
    }
    if gone.is_empty() {
        return false;
    }
    renames.apply(func);
    func.remove_insts(|inst| gone.contains(&inst));
    true
}

/// The only store to a variable, if all other uses are after it.
fn only_store(
    ctx: &Context,
    func: &Function,
    locals: &Locals,
    dominators: &Dominators,
    variable: Value,
) -> Option<Use> {
    let uses = locals.uses(variable);
    let &[store] = uses.stores.as_slice() else { return None };
    let mut others = uses.loads.iter().chain(&uses.geps);
    let takes_part = store.pointer == variable && !uses.escapes && is_aggregate(ctx, func, variable);
    (takes_part && others.all(|other| store.comes_before(other, dominators))).then_some(store)
}

fn given(func: &Function, store: Inst) -> Given {
    let Some(&value) = func.args(store).get(1) else { return Given::Parts(SmallVec::new()) };
    let maker = func.as_inst(value).filter(|&inst| func.insts[inst].op == Op::Construct);
    match (func.as_const(value), maker) {
        (Some(constant), _) => Given::Const(constant),
        (None, Some(maker)) => Given::Parts(func.args(maker).into()),
        (None, None) => Given::Value(value),
    }
}
