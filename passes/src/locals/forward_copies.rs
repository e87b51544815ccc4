//! Propagates copies of arrays: a local array that is only a copy of memory that never changes (an input, a constant
//! table, a payload, a constant buffer, or a resource that no shader writes) is replaced by its source, so that a
//! dynamic index selects from the original. The copy may have another shape and may be made several times, as long as
//! each load sees one of them.
//!
//! Input: any function; best after `inline`. Output: a local variable is removed if all its stores store all of it,
//! from immutable memory or with zeros, if it has dynamic indices, and if at each load exactly one of those stores is
//! reaching. Copies with constant indices become values in any case. Cost: linear, times the number of stores to one
//! variable.
//!
//! ```text
//! %v1 = load ptr(input, [3 x %Vertex]) %v0
//! store ptr(function, [3 x %Vertex]) %v2, %v1
//! %v3 = gep ptr(function, [3 x %Vertex]) %v2, i32 %i     =>     %v3 = gep ptr(input, [3 x %Vertex]) %v0, i32 %i
//! ```

mod origin;
mod reaching;
mod reshape;

use crate::analysis::locals::Uses;
use crate::edit::{Renames, set_type};
use crate::run::pass::PassCx;
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::{Cfg, Dominators};
use hlslc_ir::context::ConstData;
use hlslc_ir::{Cursor, Function, Inst, Module, Value};
use origin::{Origin, Run, origin};
use reshape::{Maker, Pick, exact, pick};
use smallvec::SmallVec;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    if !cx.analyses.has_variables(func) {
        return false;
    }
    let cfg = cx.analyses.cfg(func);
    let locals = cx.analyses.locals(&module.ctx, func);
    let mut edit = Edit::default();
    for &variable in &locals.all {
        let uses = locals.uses(variable);
        if uses.escapes || !uses.is_indexed || !uses.stores.iter().all(|store| store.pointer == variable) {
            continue;
        }
        let dominators = cx.analyses.dominators(func);
        if let Some(plans) = plans(module, func, &cfg, &dominators, variable, uses) {
            edit.follow(module, func, variable, &plans);
            uses.stores.iter().for_each(|store| edit.gone[store.inst] = true);
        }
    }
    edit.apply(func)
}

/// The replacement of a use of a variable.
struct Plan {
    inst: Inst,
    to: To,
}

enum To {
    /// The load is replaced by the stored value.
    Value(Value),
    /// The load is replaced by zero.
    Zero,
    /// The pointer is replaced by one to the same place in memory.
    Memory(Run, reshape::Place),
    /// The pointer is replaced by one into memory of another shape.
    Picked(Run, Pick),
    /// The base of the pointer was redirected.
    Further,
    /// The pointer is removed.
    Nothing,
    /// The only store: debug records of the variable are redirected to memory.
    Variable(Run, reshape::Place),
}

/// The replacements of all uses of a variable, if it can be removed.
fn plans(
    module: &mut Module,
    func: &Function,
    cfg: &Cfg,
    dominators: &Dominators,
    variable: Value,
    uses: &Uses,
) -> Option<Vec<Plan>> {
    let ctx = &mut module.ctx;
    let (ty, _) = ctx.pointee(func.ty(variable))?;
    let origins: Vec<_> = uses.stores.iter().map(|store| origin(ctx, func, *func.args(store.inst).get(1)?)).collect();
    let mut plans = Vec::with_capacity(uses.loads.len() + uses.geps.len());
    let mut store_of: SecondaryMap<Inst, Option<usize>> = SecondaryMap::new();
    for (load, seen) in uses.loads.iter().zip(reaching::seen(func, cfg, dominators, uses)) {
        let store = seen?;
        let mut pointer = load.pointer;
        if pointer == variable {
            let value = *func.args(uses.stores.get(store)?.inst).get(1)?;
            plans.push(Plan { inst: load.inst, to: To::Value(value) });
            continue;
        }
        let origin = origins[store]?;
        if matches!(origin, Origin::Zero) {
            plans.push(Plan { inst: load.inst, to: To::Zero });
            continue;
        }
        while pointer != variable {
            let gep = func.as_inst(pointer)?;
            // A pointer can be redirected to one place only.
            if store_of[gep].replace(store).is_some_and(|other| other != store) {
                return None;
            }
            pointer = *func.args(gep).first()?;
        }
    }
    for gep in &uses.geps {
        // Only others like it use a pointer without loads.
        let Some(store) = store_of[gep.inst] else {
            plans.push(Plan { inst: gep.inst, to: To::Nothing });
            continue;
        };
        let (Some(Origin::Memory(run)), Some(from)) = (origins[store], uses.stores.get(store)) else { return None };
        let indices = func.args(gep.inst).get(1..)?;
        let to = if gep.pointer != variable {
            To::Further
        } else if !from.comes_before(gep, dominators) {
            return None;
        } else if let Some(place) = exact(ctx, func, &run, ty) {
            To::Memory(run, place)
        } else {
            let is_last = uses.geps.iter().all(|other| other.pointer == variable);
            To::Picked(run, pick(ctx, func, &run, ty, indices).filter(|_| is_last)?)
        };
        plans.push(Plan { inst: gep.inst, to });
    }
    if let ([store], [Some(Origin::Memory(run))]) = (uses.stores.as_slice(), origins.as_slice())
        && let Some(place) = exact(ctx, func, run, ty)
    {
        plans.push(Plan { inst: store.inst, to: To::Variable(*run, place) });
    }
    Some(plans)
}

/// The changes to a function.
#[derive(Default)]
struct Edit {
    renames: Renames,
    gone: SecondaryMap<Inst, bool>,
    /// The new instructions before each instruction.
    before: SecondaryMap<Inst, Vec<Inst>>,
}

impl Edit {
    fn follow(&mut self, module: &mut Module, func: &mut Function, variable: Value, plans: &[Plan]) {
        for plan in plans {
            let (inst, loc) = (plan.inst, func.insts[plan.inst].loc);
            let of = func.result(inst).unwrap_or(variable);
            let ty = func.ty(of);
            let pointee = module.ctx.pointee(ty).map_or(ty, |(to, _)| to);
            let mut maker = Maker { ctx: &mut module.ctx, func, loc, made: Vec::new() };
            let stands = match &plan.to {
                To::Value(value) => *value,
                To::Zero => {
                    let zero = maker.ctx.constant(ty, ConstData::Zero);
                    maker.func.constant(maker.ctx, zero)
                }
                To::Memory(run, place) => {
                    let indices: SmallVec<[Value; 4]> = maker.func.args(inst).iter().skip(1).copied().collect();
                    maker.gep(run.root, &place.path, &indices, pointee)
                }
                To::Picked(run, pick) => maker.pick(run.root, pick, pointee),
                To::Variable(run, place) => maker.gep(run.root, &place.path, &[], pointee),
                To::Nothing => {
                    self.gone[inst] = true;
                    continue;
                }
                To::Further => {
                    let base = func.args(inst).first().map(|&base| self.renames.find(base));
                    if let Some((_, space)) = base.and_then(|base| module.ctx.pointee(func.ty(base))) {
                        let ty = module.ctx.pointer(pointee, space);
                        set_type(func, of, ty);
                    }
                    continue;
                }
            };
            self.before[inst] = maker.made;
            self.gone[inst] = true;
            self.renames.rename(of, stands);
        }
    }

    fn apply(mut self, func: &mut Function) -> bool {
        if !self.renames.any() {
            return false;
        }
        for index in 0..func.layout.len() {
            let block = func.layout[index];
            let mut cursor = Cursor::new(func, block);
            while let Some(inst) = cursor.take() {
                cursor.insert_all(self.before[inst].drain(..));
                if !self.gone[inst] {
                    cursor.insert(inst);
                }
            }
        }
        self.renames.apply(func);
        true
    }
}
