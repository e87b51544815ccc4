//! Computes, by divergence analysis, which values may differ between the lanes of a wave, and which depend on an index that
//! the source marks as non-uniform (Karrenberg, Hack: "Improving performance of OpenCL on CPUs", 2012; Sampaio et al.:
//! "Divergence analysis", 2013).
//!
//! Input: any function, which is not changed; best once variables are promoted. Output: the facts about each value.
//! They flow forward from their sources, the operations whose row in the op table says that lanes differ, and
//! `marknonuniform`:
//!
//! - through operands, for each scalar of a composite by itself (up to 64 of them);
//! - through local, `static` and group-shared variables, as far as constant indices distinguish their parts;
//! - to the parameters of blocks at which disjoint paths from a divergent branch join (sync dependence);
//! - to values that a loop changes and that are used after the loop, if lanes leave it in different iterations
//!   (temporal divergence);
//! - through functions that are not inlined.
//!
//! A mark applies to everything that is computed from the value, but not to a value that is read from a resource at a
//! marked index. What diverges is distinguished from what may diverge: user-defined inputs, which a draw call may give
//! the same value in all lanes, or a thread index divided by the size of a wave.
//!
//! The analysis visits the blocks in reverse post-order until a fixed point: everything once, then only what uses a value or
//! a variable about which more has become known ([`pending`]). The number of sweeps is the nesting depth of the loops plus one or
//! two. After [`MAX_PASSES`] of them, everything counts as marked and nothing as divergent. Cost: linear in the function and in the
//! uses of what changes later, and for each divergent branch the blocks up to its immediate post-dominator.

mod joins;
mod pending;
mod settled;
mod shapes;
mod slice;
mod sweeps;

use crate::analysis::natural_loops::NaturalLoops;
use crate::edit::{by_value, homes};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use hlslc_ir::cfg::{Cfg, Dominators, PostDominators};
use hlslc_ir::module::{EntryPoint, Interpolation, SystemValue};
use hlslc_ir::ops::Scalars;
use hlslc_ir::ops::effects::{Lanes, Memory, Touches};
use hlslc_ir::types::AddressSpace;
use hlslc_ir::{Block, Func, Function, Global, Imm, Inst, Module, Op, Region, Terminator, Type, Value, ValueDef};
use joins::Influence;
use pending::{Node, Pending};
use rustc_hash::FxHashMap;
use shapes::{Shapes, ones};
use slice::Slice;

/// The most sweeps over a function. Nested loops need one each; only a flow through variables against the order needs
/// more.
const MAX_PASSES: u32 = 64;

/// The lanes among which a value is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scope {
    /// Those of a wave.
    #[default]
    Wave,
    /// Those of a quad: they belong to one primitive, so what is the same for all of it is uniform.
    Quad,
    /// Those of a thread group: a division by the size of a wave makes nothing uniform.
    Group,
}

/// A property of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The source marks it as different between lanes.
    Marked,
    /// It differs between lanes.
    Diverges,
    /// It differs or may differ, such as a user-defined input of a vertex or pixel, which a draw call may give the same
    /// value in all lanes.
    May,
}

const FACTS: [Fact; 3] = [Fact::Marked, Fact::Diverges, Fact::May];

/// For each fact, the set of scalars of a composite for which it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Facts([u64; 3]);

impl Facts {
    fn of(fact: Fact, set: u64) -> Self {
        let mut facts = Self::default();
        facts.0[fact as usize] = set;
        facts
    }

    fn get(self, fact: Fact) -> u64 {
        self.0[fact as usize]
    }

    fn join(self, other: Self) -> Self {
        self.with(other, |one, two| one | two)
    }

    /// Combines the sets of each fact. (The compiler does not inline `map` of arrays everywhere, and this runs for every operand.)
    fn with(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        let (Self([a, b, c]), Self([d, e, f])) = (self, other);
        Self([combine(a, d), combine(b, e), combine(c, f)])
    }

    /// Changes the set of each fact.
    fn map(self, mut change: impl FnMut(u64) -> u64) -> Self {
        let Self([a, b, c]) = self;
        Self([change(a), change(b), change(c)])
    }

    fn is_empty(self) -> bool {
        self.0 == [0; 3]
    }

    /// For each fact, whether it holds for any scalar.
    fn any(self) -> [bool; 3] {
        let [a, b, c] = self.0;
        [a != 0, b != 0, c != 0]
    }
}

/// A variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Root {
    Local(Value),
    Global(Global),
}

/// The memory that a pointer points to.
#[derive(Clone, Copy, Debug)]
struct Place {
    root: Root,
    /// The possible first scalars of the part of the variable.
    starts: u64,
    /// Whether each lane has its own copy of the variable.
    own: bool,
}

/// The facts about the functions and globals of a module.
#[derive(Debug, Default)]
pub struct Known {
    functions: FxHashMap<Func, Summary>,
    globals: FxHashMap<Global, Facts>,
}

/// The facts about the parameters and the result of a function that is not inlined.
#[derive(Clone, Debug, Default, PartialEq)]
struct Summary {
    params: Vec<Facts>,
    /// Whether marked values are in the memory that a pointer points to, before or after a call.
    pointees: Vec<bool>,
    result: Facts,
}

impl Known {
    /// Computes the facts about functions that call each other, until a fixed point.
    pub fn new(module: &Module, cfgs: &mut dyn FnMut(Func) -> std::sync::Arc<Cfg>) -> Self {
        let mut known = Self::default();
        let ids: Vec<Func> = module.funcs.keys().filter(|&id| !module.funcs[id].layout.is_empty()).collect();
        for _ in 0..MAX_PASSES {
            let mut changed = false;
            for &id in &ids {
                let cfg = cfgs(id);
                changed |= Divergence::new(module, id, &cfg, &mut known).1;
            }
            if !changed {
                return known;
            }
        }
        // The limit is exceeded, so all parameters and results count as marked.
        for summary in known.functions.values_mut() {
            let all = Facts::of(Fact::Marked, u64::MAX);
            summary.params.iter_mut().for_each(|facts| *facts = all);
            summary.pointees.iter_mut().for_each(|marked| *marked = true);
            summary.result = all;
        }
        known
    }

    fn summary(&mut self, module: &Module, id: Func) -> &mut Summary {
        // Of a function that is detached from the module, the parameters count as uniform.
        let params = module.funcs[id].entry().map_or(0, |entry| module.funcs[id].blocks[entry].params.len());
        self.functions.entry(id).or_insert_with(|| Summary {
            params: vec![Facts::default(); params],
            pointees: vec![false; params],
            result: Facts::default(),
        })
    }
}

/// The facts about the values of one function.
pub struct Divergence<'a> {
    module: &'a Module,
    func: &'a Function,
    cfg: &'a Cfg,
    scope: Scope,
    /// The entry point whose function this is.
    entry: Option<&'a EntryPoint>,
    /// The size of a thread group, if the entry point is of a stage with groups.
    threads: Option<[u32; 3]>,
    shapes: Shapes,
    homes: SecondaryMap<Inst, PackedOption<Block>>,
    dominators: Dominators,
    loops: NaturalLoops,
    facts: SecondaryMap<Value, Facts>,
    places: SecondaryMap<Value, Option<Place>>,
    variables: FxHashMap<Root, Facts>,
    /// The loops (by bits, the first 64) on whose iteration a value depends.
    varies: SecondaryMap<Value, u64>,
    /// For each fact, the loops (the first 64) that lanes leave in different iterations.
    left: [u64; 3],
    /// For each join of disjoint paths, the facts about the condition of their branch.
    joins: SecondaryMap<Block, [bool; 3]>,
    /// The facts about the condition of a block whose influence was computed.
    branches: SecondaryMap<Block, [bool; 3]>,
    influence: Option<Influence>,
    /// The values that each of the first 64 loops changes.
    varying: Vec<Vec<Value>>,
    /// The instructions that read each variable.
    readers: FxHashMap<Root, Vec<Inst>>,
    calls: Vec<Inst>,
    pending: Pending,
    /// What is computed; everything if there is none.
    slice: Option<Slice>,
    changed: bool,
    /// How many instructions were computed, those more than once counted each time.
    computed: u32,
}

impl<'a> Divergence<'a> {
    /// Analyses a function, given the facts about other functions. Returns whether those have grown.
    pub fn new(module: &'a Module, id: Func, cfg: &'a Cfg, known: &mut Known) -> (Self, bool) {
        Self::analysed(module, (id, &module.funcs[id]), cfg, known, (Scope::Wave, None))
    }

    /// The same among other lanes, for a function without calls.
    pub fn within(scope: Scope, module: &'a Module, id: Func, cfg: &'a Cfg) -> Self {
        Self::analysed(module, (id, &module.funcs[id]), cfg, &mut Known::default(), (scope, None)).0
    }

    /// The same for the conditions of branches and for some values of a function that takes over no facts from others: what these do not
    /// depend on is not computed. The function may be detached from the module.
    pub fn sliced(module: &'a Module, (id, func): (Func, &'a Function), cfg: &'a Cfg, asked: &[Value]) -> Self {
        let slice = Slice::new(module, func, cfg, asked);
        Self::analysed(module, (id, func), cfg, &mut Known::default(), (Scope::Wave, slice)).0
    }

    fn analysed(
        module: &'a Module,
        (id, func): (Func, &'a Function),
        cfg: &'a Cfg,
        known: &mut Known,
        (scope, slice): (Scope, Option<Slice>),
    ) -> (Self, bool) {
        let entry = module.entries.iter().find(|entry| entry.func == id);
        let dominators = Dominators::new(cfg);
        let loops = NaturalLoops::new(cfg, &dominators);
        let mut this = Self {
            module,
            func,
            cfg,
            scope,
            entry,
            threads: entry.and_then(|entry| entry.properties.num_threads()),
            shapes: Shapes::default(),
            homes: homes(func),
            dominators,
            loops,
            facts: by_value(func, Facts::default()),
            places: by_value(func, None),
            variables: FxHashMap::default(),
            varies: by_value(func, 0),
            left: [0; 3],
            joins: SecondaryMap::new(),
            branches: SecondaryMap::new(),
            influence: None,
            varying: vec![Vec::new(); 64],
            readers: FxHashMap::default(),
            calls: Vec::new(),
            pending: Pending::default(),
            slice,
            changed: true,
            computed: 0,
        };
        let mut more = this.begin(id, known);
        let mut passes = 0;
        while std::mem::take(&mut this.changed) {
            if passes == MAX_PASSES {
                this.give_up();
                break;
            }
            passes += 1;
            let is_first = this.pending.is_first();
            more |= this.pass(known);
            if is_first && !this.goes_on() {
                break;
            }
        }
        more |= this.end(id, known);
        (this, more)
    }

    /// Whether a fact holds for a scalar that is used in a block.
    pub fn holds(&self, fact: Fact, value: Value, at: Block) -> bool {
        self.used(value, at).get(fact) != 0
    }

    /// Whether a pointer into a variable may point to different parts in different lanes.
    pub fn may_differ_in_part(&self, fact: Fact, pointer: Value) -> bool {
        self.facts[pointer].get(fact) != 0
    }

    /// Takes over the facts about parameters and globals.
    fn begin(&mut self, id: Func, known: &mut Known) -> bool {
        self.variables.extend(known.globals.iter().map(|(&global, &facts)| (Root::Global(global), facts)));
        let summary = known.summary(self.module, id).clone();
        let params = self.func.entry().map_or(&[][..], |entry| &self.func.blocks[entry].params);
        for (at, &param) in params.iter().enumerate() {
            self.facts[param] = summary.params.get(at).copied().unwrap_or_default();
            if self.pointee(param).is_some_and(|(_, space)| is_own(space)) {
                self.places[param] = Some(Place { root: Root::Local(param), starts: u64::MAX, own: true });
                if summary.pointees.get(at) == Some(&true) {
                    self.variables.insert(Root::Local(param), Facts::of(Fact::Marked, u64::MAX));
                }
            }
        }
        false
    }

    /// Adds the facts about the result of the function and the globals that it stores to.
    fn end(&mut self, id: Func, known: &mut Known) -> bool {
        let mut more = false;
        for (&root, &facts) in &self.variables {
            if let Root::Global(global) = root {
                let old = known.globals.entry(global).or_default();
                more |= old.join(facts) != *old;
                *old = old.join(facts);
            }
        }
        let mut summary = known.summary(self.module, id).clone();
        let before = summary.clone();
        for &block in self.cfg.reverse_post_order() {
            if let Terminator::Return(Some(value)) = self.func.blocks[block].terminator {
                summary.result = summary.result.join(self.used(value, block));
            }
        }
        let params = self.func.entry().map_or(&[][..], |entry| &self.func.blocks[entry].params);
        for (marked, &param) in summary.pointees.iter_mut().zip(params) {
            let facts = self.variables.get(&Root::Local(param)).copied().unwrap_or_default();
            *marked |= facts.get(Fact::Marked) != 0;
        }
        more |= summary != before;
        known.functions.insert(id, summary);
        more
    }

    /// Marks everything, and regards nothing as divergent.
    fn give_up(&mut self) {
        for value in self.func.values.keys() {
            self.facts[value] = match self.func.values[value].def {
                ValueDef::Const(_) => Facts::default(),
                ValueDef::Inst(_) | ValueDef::Param(..) => Facts::of(Fact::Marked, u64::MAX),
            };
        }
        self.left = [0; 3];
    }

    fn pointee(&self, pointer: Value) -> Option<(Type, AddressSpace)> {
        self.module.ctx.pointee(self.func.ty(pointer))
    }

    fn leaves(&mut self, ty: Type) -> u32 {
        self.shapes.leaves(&self.module.ctx, ty)
    }

    /// The set of all scalars of a type.
    fn all(&mut self, ty: Type) -> u64 {
        ones(self.leaves(ty))
    }

    fn note(&mut self, value: Value, facts: Facts) {
        let old = self.facts[value];
        let new = old.join(facts);
        if new != old {
            self.facts[value] = new;
            self.changed = true;
            self.pending.add_users(value, self.func, &self.homes);
        }
    }

    fn note_variable(&mut self, root: Root, facts: Facts) {
        let old = self.variables.entry(root).or_default();
        let new = old.join(facts);
        if new != *old {
            *old = new;
            self.changed = true;
            if !self.pending.is_first() {
                let readers = self.readers.get(&root).map_or(&[][..], Vec::as_slice);
                for &inst in readers {
                    if let Some(home) = self.homes[inst].expand() {
                        self.pending.add(Node::Inst(inst), home);
                    }
                }
            }
        }
    }

    fn note_varies(&mut self, value: Value, loops: u64) {
        let mut new = loops & !self.varies[value];
        if new == 0 {
            return;
        }
        self.varies[value] |= loops;
        self.changed = true;
        while new != 0 {
            self.varying[new.trailing_zeros() as usize].push(value);
            new &= new - 1;
        }
        self.pending.add_users(value, self.func, &self.homes);
    }

    /// The facts about a value at a use. After a loop that lanes leave in different iterations, values that the loop
    /// changes diverge, too.
    fn used(&self, value: Value, at: Block) -> Facts {
        let facts = self.facts[value];
        let changing = self.varies[value];
        if changing & self.left.iter().fold(0, |all, loops| all | loops) == 0 {
            return facts;
        }
        let home = match self.func.values[value].def {
            ValueDef::Inst(inst) => self.homes[inst].expand(),
            ValueDef::Param(block, _) => Some(block),
            ValueDef::Const(_) => None,
        };
        let mut divergent = [0; 3];
        let mut around = home.and_then(|home| self.loops.inside[home]);
        while let Some(index) = around.filter(|&index| !self.is_in(index, at)) {
            for (set, left) in divergent.iter_mut().zip(self.left) {
                if changing & left & loop_bit(index) != 0 {
                    *set = u64::MAX;
                }
            }
            around = self.loops.all[index].parent;
        }
        facts.join(Facts(divergent))
    }

    /// Whether a block is in a loop: it can reach the header, or lies in the body before a `break`, where only the
    /// lanes that leave in one iteration are active.
    fn is_in(&self, index: usize, block: Block) -> bool {
        let header = self.loops.all[index].header;
        self.loops.contains(index, block)
            || matches!(self.func.blocks[header].region, Region::Loop { merge, .. }
                if self.dominators.dominates(header, block) && !self.dominators.dominates(merge, block))
    }

    fn param(&mut self, block: Block, index: usize) {
        let param = self.func.blocks[block].params[index];
        let all = self.all(self.func.ty(param));
        let (mut facts, mut varies) = (Facts::default(), 0);
        let mut first: Option<Value> = None;
        let mut differ = false;
        for (_, to) in self.cfg.incoming(self.func, block) {
            let Some(&arg) = to.args.get(index) else { continue };
            facts = facts.join(self.used(arg, block));
            varies |= self.varies[arg];
            differ |= *first.get_or_insert(arg) != arg;
        }
        for fact in FACTS {
            if differ && self.joins[block][fact as usize] {
                facts = facts.join(Facts::of(fact, all));
            }
        }
        if let Some(around) = self.loops.inside[block].filter(|&at| self.loops.all[at].header == block) {
            varies |= loop_bit(around);
        }
        self.note_varies(param, varies);
        self.note(param, facts.map(|set| set & all));
    }

    fn inst(&mut self, block: Block, inst: Inst, known: &mut Known) -> bool {
        let data = &self.func.insts[inst];
        let (op, imm) = (data.op, data.imm);
        let args = self.func.args(inst);
        let more = match (op, imm) {
            (Op::Call, Imm::Func(callee)) => {
                if self.pending.is_first() {
                    self.calls.push(inst);
                }
                self.call(block, callee, args, known)
            }
            (Op::Store, _) => {
                self.store(block, args);
                false
            }
            _ => false,
        };
        let Some(result) = self.func.result(inst) else { return more };
        self.place(inst, result);
        let varies = args.iter().fold(0, |loops, &arg| loops | self.varies[arg]);
        self.note_varies(result, varies);
        let all = self.all(data.ty);
        let facts = self.computed(block, inst, all, known);
        self.note(result, facts.map(|set| set & all));
        more
    }

    /// Determines the memory that a pointer points to, once.
    fn place(&mut self, inst: Inst, result: Value) {
        if self.places[result].is_some() {
            return;
        }
        let data = &self.func.insts[inst];
        self.places[result] = match (data.op, data.imm, self.func.args(inst)) {
            (Op::Alloca, ..) => self.variable(Root::Local(result), result),
            (Op::GlobalAddr, Imm::Global(global), _) => self.variable(Root::Global(global), result),
            (Op::Gep, _, &[base, ref indices @ ..]) => self.places[base].and_then(|place| {
                let (ty, _) = self.pointee(base)?;
                let constant = |&index: &Value| self.func.const_bits(&self.module.ctx, index);
                let path: Vec<Option<u64>> = indices.iter().map(constant).collect();
                let starts = self.shapes.parts(&self.module.ctx, ty, place.starts, &path);
                Some(Place { starts, ..place })
            }),
            _ => None,
        };
    }

    fn variable(&mut self, root: Root, pointer: Value) -> Option<Place> {
        let (ty, space) = self.pointee(pointer)?;
        if !is_own(space) && !matches!(space, AddressSpace::Groupshared | AddressSpace::Constant) {
            return None;
        }
        let starts = if self.leaves(ty) > 64 { u64::MAX } else { 1 };
        Some(Place { root, starts, own: is_own(space) })
    }

    fn store(&mut self, block: Block, args: &[Value]) {
        let &[pointer, value] = args else { return };
        let Some(place) = self.places[pointer] else { return };
        let facts = self.used(value, block);
        if facts.is_empty() {
            return;
        }
        self.note_variable(place.root, facts.map(|set| shapes::spread(set, place.starts)));
    }

    fn load(&mut self, inst: Inst, pointer: Value, all: u64) -> Facts {
        let divergent = self.facts[pointer];
        let Some(place) = self.places[pointer] else {
            // A value that is read from a resource does not inherit the mark of its index.
            let read = divergent.map(|set| if set != 0 { all } else { 0 });
            return Facts([0, read.get(Fact::Diverges), read.get(Fact::May)]);
        };
        if self.pending.is_first() {
            self.readers.entry(place.root).or_default().push(inst);
        }
        let held = self.variables.get(&place.root).copied().unwrap_or_default();
        let marked = shapes::any(held.get(Fact::Marked), place.starts);
        let (diverges, may) = if place.own {
            (shapes::every(held.get(Fact::Diverges), place.starts), shapes::any(held.get(Fact::May), place.starts))
        } else {
            (0, 0)
        };
        let spread = |set: u64| if set != 0 { all } else { 0 };
        Facts([marked, diverges, may]).join(divergent.map(spread))
    }

    /// Applies the summary of a callee that is not inlined.
    fn call(&mut self, block: Block, callee: Func, args: &[Value], known: &mut Known) -> bool {
        let mut summary = known.summary(self.module, callee).clone();
        let before = summary.clone();
        for (at, &arg) in args.iter().enumerate() {
            let facts = Facts::of(Fact::Marked, self.used(arg, block).get(Fact::Marked));
            if let Some(param) = summary.params.get_mut(at) {
                *param = param.join(facts);
            }
            let (Some(place), Some(marked)) = (self.places[arg], summary.pointees.get_mut(at)) else { continue };
            if *marked {
                self.note_variable(place.root, Facts::of(Fact::Marked, u64::MAX));
            }
            let held = self.variables.get(&place.root).copied().unwrap_or_default();
            *marked |= held.get(Fact::Marked) != 0;
        }
        let more = summary != before;
        known.functions.insert(callee, summary);
        more
    }

    /// The facts about the result of an instruction.
    fn computed(&mut self, block: Block, inst: Inst, all: u64, known: &mut Known) -> Facts {
        let data = &self.func.insts[inst];
        let (op, imm) = (data.op, data.imm);
        let args = self.func.args(inst);
        let ctx = &self.module.ctx;
        match (op, imm, args) {
            (Op::MarkNonUniform, _, &[value]) => self.used(value, block).join(Facts::of(Fact::Marked, all)),
            (Op::Alloca | Op::GlobalAddr, ..) => Facts::default(),
            (Op::Load, _, &[pointer]) => self.load(inst, pointer, all),
            (Op::Call, Imm::Func(callee), _) => {
                Facts::of(Fact::Marked, known.summary(self.module, callee).result.get(Fact::Marked))
            }
            (Op::Extract, Imm::Index(index), &[from]) => {
                let facts = self.used(from, block);
                if facts.is_empty() {
                    return facts;
                }
                let ty = self.func.ty(from);
                facts.map(|set| self.shapes.extract(ctx, ty, set, index))
            }
            (Op::Insert, Imm::Index(index), &[into, part]) => {
                let (old, new) = (self.used(into, block), self.used(part, block));
                if old.is_empty() && new.is_empty() {
                    return old;
                }
                let slot = self.shapes.slot(ctx, self.func.ty(into), index);
                old.with(new, |old, new| slot.replace(old, new))
            }
            (Op::Construct, _, parts) => (0..).zip(parts).fold(Facts::default(), |known, (index, &part)| {
                let new = self.used(part, block);
                if new.is_empty() {
                    return known;
                }
                let slot = self.shapes.slot(ctx, data.ty, index);
                known.join(new.map(|set| slot.replace(0, set)))
            }),
            (Op::Swizzle, Imm::Mask { lanes, len }, &[from]) => {
                let facts = self.used(from, block);
                let lanes = &lanes[..usize::from(len).min(4)];
                let at = |set: u64| (0..).zip(lanes).fold(0, |all, (to, &lane)| all | (set >> lane & 1) << to);
                facts.map(at)
            }
            (Op::Leading, _, &[from]) => self.used(from, block),
            _ => self.by_row(block, inst, all),
        }
    }

    /// The facts about the result that follow from the row of the operation.
    fn by_row(&mut self, block: Block, inst: Inst, all: u64) -> Facts {
        let data = &self.func.insts[inst];
        let info = data.op.info();
        let args = self.func.args(inst);
        let each = matches!(info.scalars, Scalars::Each | Scalars::Choice);
        let mut facts = Facts::default();
        for &arg in args {
            let arg_facts = self.used(arg, block);
            let aligned = each && self.all(self.func.ty(arg)) == all;
            facts = facts.join(arg_facts.map(|set| match set {
                0 => 0,
                _ if aligned => set,
                _ => all,
            }));
        }
        // A value that is read from memory does not inherit the mark of its address.
        let computes = match info.effects.reads {
            Touches::Nothing => true,
            Touches::These(sorts) => Memory::LANES.contains(sorts),
            Touches::Handle | Touches::Pointer => false,
        };
        let marked = if computes && info.lanes != Lanes::Same { facts.get(Fact::Marked) } else { 0 };
        let operand = |at: u8| {
            let facts = args.get(usize::from(at)).map_or(Facts::default(), |&arg| self.used(arg, block));
            facts.map(|set| if set != 0 { all } else { 0 })
        };
        let (diverges, may) = match info.lanes {
            _ if self.threads == Some([1; 3]) => (0, 0),
            Lanes::Differ if self.scope == Scope::Quad && self.is_of_primitive(data.op, data.imm) => (0, 0),
            Lanes::Same if self.scope == Scope::Group && info.effects.uses_other_lanes() => (0, all),
            Lanes::Operands if self.scope != Scope::Group && self.may_become_uniform(inst) => (0, facts.get(Fact::May)),
            Lanes::Operands => (facts.get(Fact::Diverges), facts.get(Fact::May)),
            Lanes::Operand(at) => (operand(at).get(Fact::Diverges), operand(at).get(Fact::May)),
            Lanes::Threads if self.is_one_thread(data.imm) => (0, 0),
            Lanes::Differ if self.is_users(data.imm) => (0, all),
            Lanes::Threads | Lanes::Differ => (all, all),
            Lanes::Same => (0, 0),
            Lanes::Unknown => (0, all),
        };
        Facts([marked, diverges, may])
    }

    /// Whether there is one thread in the group, or in the direction that an immediate names. In a function that is not
    /// inlined, the group is unknown.
    fn is_one_thread(&self, imm: Imm) -> bool {
        match (self.threads, imm) {
            (Some(size), Imm::Index(component)) => size.get(component as usize) == Some(&1),
            (Some(size), _) => size == [1; 3],
            (None, _) => true,
        }
    }

    /// Whether an input is user-defined, and so may be the same in all lanes.
    fn is_users(&self, imm: Imm) -> bool {
        let Imm::Element { element, .. } = imm else { return false };
        let element = self.entry.and_then(|entry| entry.inputs.get(element));
        !element.is_some_and(|element| {
            matches!(
                element.system,
                SystemValue::VertexId
                    | SystemValue::InstanceId
                    | SystemValue::PrimitiveId
                    | SystemValue::Position
                    | SystemValue::SampleIndex
            )
        })
    }

    /// Whether an input is the same for all of a primitive.
    fn is_of_primitive(&self, op: Op, imm: Imm) -> bool {
        let Imm::Element { element, .. } = imm else { return op == Op::PrimitiveId };
        self.entry.and_then(|entry| entry.inputs.get(element)).is_some_and(|element| {
            element.interpolation == Interpolation::Constant
                || matches!(element.system, SystemValue::PrimitiveId | SystemValue::IsFrontFace)
        })
    }

    /// Whether an operation may make different lanes of a wave equal: a division of a thread index by the size of a
    /// wave, or by what may be that. The least size is four.
    fn may_become_uniform(&self, inst: Inst) -> bool {
        let &[_, by] = self.func.args(inst) else { return false };
        let constant = self.func.const_bits(&self.module.ctx, by);
        match (self.func.insts[inst].op, constant) {
            (Op::UDiv | Op::SDiv | Op::LShr | Op::AShr | Op::And, None) => true,
            (Op::UDiv | Op::SDiv, Some(by)) => by >= 4,
            (Op::LShr | Op::AShr, Some(by)) => by >= 2,
            (Op::And, Some(mask)) => mask.trailing_zeros() >= 2,
            _ => false,
        }
    }

    /// Propagates the condition of a branch to the joins of its paths, and to the loops that it leaves.
    fn branch(&mut self, block: Block) {
        let (Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. }) =
            self.func.blocks[block].terminator
        else {
            return;
        };
        let facts = self.used(value, block);
        let before = self.branches[block];
        let mut new = facts.any();
        new.iter_mut().zip(before).for_each(|(new, before)| *new &= !before);
        if new == [false; 3] {
            return;
        }
        self.branches[block] = facts.any();
        let influence = self.influence.get_or_insert_with(|| Influence::new(PostDominators::new(self.func, self.cfg)));
        let joins = influence.joins(self.func, self.cfg, block);
        let end = influence.end(self.cfg, block);
        let mut around = self.loops.inside[block];
        let mut left_now = 0;
        while let Some(index) = around.filter(|&index| end.is_none_or(|end| !self.is_in(index, end))) {
            left_now |= loop_bit(index);
            around = self.loops.all[index].parent;
        }
        let before = self.left;
        for (left, _) in self.left.iter_mut().zip(new).filter(|(_, new)| *new) {
            *left |= left_now;
        }
        let grown = self.left.iter().zip(before).fold(0, |all, (left, before)| all | (left & !before));
        self.add_varying(grown);
        for join in joins {
            self.joins[join].iter_mut().zip(new).for_each(|(join, new)| *join |= new);
            self.add_params(join);
        }
        self.changed = true;
    }
}

/// Whether each lane has its own memory in an address space.
fn is_own(space: AddressSpace) -> bool {
    matches!(space, AddressSpace::Function | AddressSpace::Private | AddressSpace::Parameter)
}

fn loop_bit(index: usize) -> u64 {
    u32::try_from(index).ok().and_then(|index| 1u64.checked_shl(index)).unwrap_or(0)
}
