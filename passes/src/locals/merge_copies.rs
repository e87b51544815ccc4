//! Coalesces local variables of which one is a copy of the other (Chaitin, 1982: coalescing in register allocation).
//!
//! Input: any function; best after `inline`, which copies arrays into parameters and back. Output: if a local array or
//! struct is copied entirely to another of its type, both are one variable, unless both are live with different
//! contents; the copies between them are removed.
//!
//! A variable is live while its contents may still be loaded. Two variables interfere if one is written while the other is
//! live, except by the copy itself. Copies whose variables do not interfere unite them (union-find). Only variables whose
//! pointers are just loaded, stored and indexed take part, and at most [`MOST`] of them, so that a set of them is one
//! machine word. Cost: linear in instructions, times the loop nesting depth for the blocks. Variables that receive equal
//! values are in [`twins`].
//!
//! ```text
//! %v3 = load ptr(function, [4 x float]) %a
//! store ptr(function, [4 x float]) %b, %v3
//! %v4 = gep ptr(function, [4 x float]) %b, i32 %i     =>     %v4 = gep ptr(function, [4 x float]) %a, i32 %i
//! ```

mod twins;

use crate::analysis::locals::{Access, Locals, is_aggregate};
use crate::edit::Renames;
use crate::run::pass::PassCx;
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::Cfg;
use hlslc_ir::context::Context;
use hlslc_ir::{Block, Function, Inst, Module, Value};
use rustc_hash::FxHashMap;

/// The most variables that take part.
const MOST: usize = 64;

/// A set of variables.
type Set = u64;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    if !cx.analyses.has_variables(func) {
        return false;
    }
    let (cfg, dominators) = (cx.analyses.cfg(func), cx.analyses.dominators(func));
    let mut locals = cx.analyses.locals(&module.ctx, func);
    let twins_united = twins::unite(&module.ctx, func, &locals, (&cfg, &dominators));
    if twins_united {
        cx.analyses.instructions_changed();
        locals = cx.analyses.locals(&module.ctx, func);
    }
    let copies = find_copies(&module.ctx, func, &cfg, &locals);
    if copies.is_empty() {
        return twins_united;
    }
    let variables = Variables::new(&locals, &copies);
    let mut united = variables.interference(func, &cfg);
    let mut class: Vec<usize> = (0..variables.all.len()).collect();
    let mut united_any = false;
    for copy in &copies {
        let (Some(to), Some(from)) = (variables.index(copy.to), variables.index(copy.from)) else { continue };
        let (to, from) = (class[to], class[from]);
        let members = |of: usize| (0..class.len()).filter(|&at| class[at] == of).fold(0, |set, at| set | bit(at));
        if to == from || united[to] & members(from) != 0 || united[from] & members(to) != 0 {
            continue;
        }
        united[from] |= united[to];
        class.iter_mut().filter(|class| **class == to).for_each(|class| *class = from);
        united_any = true;
    }
    if united_any {
        unite(func, &variables, &class, &copies);
    }
    united_any || twins_united
}

/// A store of the complete contents of another variable.
struct Copy {
    store: Inst,
    to: Value,
    from: Value,
}

/// The variables that take part.
struct Variables<'a> {
    locals: &'a Locals,
    all: Vec<Value>,
    number: SecondaryMap<Value, Option<usize>>,
    /// The source of each store that is a copy.
    source: SecondaryMap<Inst, Option<usize>>,
}

fn bit(index: usize) -> Set {
    1 << index
}

/// The copies between variables that are only loaded, stored and indexed.
fn find_copies(ctx: &Context, func: &Function, cfg: &Cfg, locals: &Locals) -> Vec<Copy> {
    let takes_part = |pointer: Value| {
        is_aggregate(ctx, func, pointer) && locals.of(pointer) == Some(pointer) && !locals.uses(pointer).escapes
    };
    let mut copies = Vec::new();
    for &block in cfg.reverse_post_order() {
        // The position of each load, and of the last store to each variable.
        let mut loaded: FxHashMap<Inst, usize> = FxHashMap::default();
        let mut written: FxHashMap<Value, usize> = FxHashMap::default();
        let accesses = locals.accesses(block);
        for (at, &Access { inst, pointer: to, is_store }) in accesses.iter().enumerate() {
            if !is_store {
                loaded.insert(inst, at);
                continue;
            }
            let value = func.args(inst).get(1).and_then(|&value| func.as_inst(value));
            let load = value.and_then(|load| loaded.get(&load));
            let source = load.map(|&load| (accesses[load].pointer, load));
            // The source must not be written between the load and the store.
            let fresh = source.filter(|(from, load)| written.get(from).is_none_or(|at| at < load));
            if let Some((from, _)) = fresh
                && to != from
                && takes_part(to)
                && takes_part(from)
                && func.ty(to) == func.ty(from)
            {
                copies.push(Copy { store: inst, to, from });
            }
            written.extend(locals.of(to).map(|variable| (variable, at)));
        }
    }
    copies
}

impl<'a> Variables<'a> {
    fn new(locals: &'a Locals, copies: &[Copy]) -> Self {
        let mut this = Self { locals, all: Vec::new(), number: SecondaryMap::new(), source: SecondaryMap::new() };
        for value in copies.iter().flat_map(|copy| [copy.from, copy.to]) {
            if this.number[value].is_none() && this.all.len() < MOST {
                this.number[value] = Some(this.all.len());
                this.all.push(value);
            }
        }
        for copy in copies {
            this.source[copy.store] = this.index(copy.to).and(this.index(copy.from));
        }
        this
    }

    fn index(&self, variable: Value) -> Option<usize> {
        self.number[variable]
    }

    /// Walks a block backwards. Given the variables that are live at its end, returns those that are live at its start.
    fn through(&self, block: Block, mut live: Set, mut written: impl FnMut(usize, Set)) -> Set {
        for &Access { inst, pointer, is_store } in self.locals.accesses(block).iter().rev() {
            let Some(variable) = self.locals.of(pointer).and_then(|variable| self.index(variable)) else { continue };
            if is_store {
                let source = self.source[inst].map_or(0, bit);
                written(variable, live & !bit(variable) & !source);
                // A store to a part leaves the other parts live.
                if self.index(pointer).is_some() {
                    live &= !bit(variable);
                }
                // The source was loaded before, but its contents are still needed at the store.
                live |= source;
            } else {
                live |= bit(variable);
            }
        }
        live
    }

    /// The interference graph: for each variable, those that interfere with it.
    fn interference(&self, func: &Function, cfg: &Cfg) -> Vec<Set> {
        let mut before: SecondaryMap<Block, Set> = SecondaryMap::new();
        let live_at_end = |before: &SecondaryMap<Block, Set>, block: Block| {
            func.blocks[block].terminator.targets().fold(0, |set, to| set | before[to.block])
        };
        let mut changed = true;
        while changed {
            changed = false;
            for &block in cfg.reverse_post_order().iter().rev() {
                let live = self.through(block, live_at_end(&before, block), |_, _| {});
                changed |= std::mem::replace(&mut before[block], live) != live;
            }
        }
        let mut interference = vec![0; self.all.len()];
        for &block in cfg.reverse_post_order() {
            self.through(block, live_at_end(&before, block), |variable, live| {
                interference[variable] |= live;
                for other in (0..self.all.len()).filter(|&other| live & bit(other) != 0) {
                    interference[other] |= bit(variable);
                }
            });
        }
        interference
    }
}

/// Replaces the variables of a class by one.
fn unite(func: &mut Function, variables: &Variables<'_>, class: &[usize], copies: &[Copy]) {
    let mut renames = Renames::default();
    let mut gone: SecondaryMap<Inst, bool> = SecondaryMap::new();
    let mut first = Vec::new();
    for (index, &class) in class.iter().enumerate() {
        let stays = variables.all[class];
        if class != index {
            renames.rename(variables.all[index], stays);
            // The remaining variable may be used before its definition.
            first.extend(func.as_inst(stays).filter(|inst| !std::mem::replace(&mut gone[*inst], true)));
        }
    }
    for copy in copies {
        let is_same = |value| variables.index(value).map(|index| class[index]);
        gone[copy.store] |= is_same(copy.to).is_some() && is_same(copy.to) == is_same(copy.from);
    }
    renames.apply(func);
    func.remove_insts(|inst| gone[inst]);
    if let Some(entry) = func.entry() {
        func.prepend_insts(entry, first);
    }
}
