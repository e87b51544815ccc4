//! Estimates what a function costs on a GPU, for people who write shaders: values that are live at once, loops, indices that put an array
//! into memory, branches that lanes take differently, and the work of each kind.
//!
//! Input: a module in the final form of a target. Output: an [`Estimate`] of each entry point. Nothing here changes code. The numbers
//! are those of the IR, not of a device: a driver schedules, allocates and unrolls by itself, so they compare two versions of a
//! shader and point at the places in the source, and are no prediction of time.
//!
//! Live values are found by backward data-flow analysis (Kildall, 1973; Aho, Lam, Sethi, Ullman, §9.2.5), in words of 32 bits. Values that
//! all lanes of a wave share are counted apart, as most GPUs keep them in registers of their own. An operation in a loop counts
//! [`ROUNDS`] times for each loop around it. Cost: that of liveness, linear in blocks times values for each nesting level of loops.

use crate::analysis::divergence::{Divergence, Fact, Known};
use crate::analysis::natural_loops::NaturalLoops;
use cranelift_entity::{EntitySet, SecondaryMap};
use hlslc_base::Span;
use hlslc_ir::cfg::{Cfg, Dominators};
use hlslc_ir::context::Context;
use hlslc_ir::entity::Loc;
use hlslc_ir::ops::effects::{Memory, Touches};
use hlslc_ir::types::AddressSpace;
use hlslc_ir::{Block, Func, Function, Inst, Module, Op, Scalar, Terminator, Type, TypeData, Value, ValueDef};
use std::collections::BTreeMap;

/// How often a loop is taken to run, as drivers assume.
pub const ROUNDS: u64 = 8;

/// Deeper loops do not count more.
const DEEPEST: u32 = 6;

/// The work of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// How many operations there are.
    pub operations: u64,
    /// How many are executed if each loop runs [`ROUNDS`] times.
    pub executed: u64,
}

/// Values that are live where most are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Peak {
    /// Words that may differ between lanes.
    pub words: u64,
    /// Words that all lanes share.
    pub uniform_words: u64,
    /// The place.
    pub at: Span,
    /// Where the values that may differ are made, with their words; most words first.
    pub made: Vec<(Span, u64)>,
}

/// Whether the lanes of a wave take different edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Divergent {
    /// They do.
    Yes,
    /// They may: the condition depends on an input that a draw gives.
    Maybe,
}

/// What one entry point costs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// The name of the entry point.
    pub entry: String,
    /// Where most values are live.
    pub peak: Peak,
    /// Arithmetic and the like.
    pub arithmetic: Work,
    /// Square roots, quotients, exponentials and the like, which take about four times as long.
    pub transcendental: Work,
    /// Reads of textures and buffers.
    pub reads: Work,
    /// Writes of textures and buffers, and atomics.
    pub writes: Work,
    /// The loops that are left, with their depth; 1 is outermost.
    pub loops: Vec<(Span, u32)>,
    /// Accesses to local arrays at an index that is not constant, which puts the array into memory.
    pub dynamic: Vec<Span>,
    /// Branches that lanes may take differently.
    pub divergent: Vec<(Span, Divergent)>,
}

impl Estimate {
    /// One number: arithmetic counts 1, the transcendental 4, a read or write 16 for each execution.
    pub fn cost(&self) -> u64 {
        let slow = self.reads.executed.saturating_add(self.writes.executed).saturating_mul(16);
        self.arithmetic.executed.saturating_add(self.transcendental.executed.saturating_mul(4)).saturating_add(slow)
    }
}

/// Estimates all entry points of a module.
pub fn estimates(module: &Module) -> Vec<Estimate> {
    module.entries.iter().map(|entry| Look::new(module, entry.func).estimate(entry.name.clone())).collect()
}

struct Look<'a> {
    ctx: &'a Context,
    func: &'a Function,
    cfg: Cfg,
    loops: NaturalLoops,
    /// The values that may differ between lanes.
    differs: EntitySet<Value>,
    branches: Vec<(Block, Divergent)>,
}

impl<'a> Look<'a> {
    fn new(module: &'a Module, id: Func) -> Self {
        let func = &module.funcs[id];
        let cfg = Cfg::new(func);
        let loops = NaturalLoops::new(&cfg, &Dominators::new(&cfg));
        let (mut differs, mut branches) = (EntitySet::new(), Vec::new());
        {
            let (divergence, _) = Divergence::new(module, id, &cfg, &mut Known::default());
            for &block in cfg.reverse_post_order() {
                let data = &func.blocks[block];
                let results = data.insts.iter().filter_map(|&inst| func.result(inst));
                let values = data.params.iter().copied().chain(results);
                values.filter(|&value| divergence.holds(Fact::May, value, block)).for_each(|value| {
                    differs.insert(value);
                });
                if let Terminator::Branch { cond: on, .. } | Terminator::Switch { value: on, .. } = data.terminator {
                    if divergence.holds(Fact::Diverges, on, block) {
                        branches.push((block, Divergent::Yes));
                    } else if divergence.holds(Fact::May, on, block) {
                        branches.push((block, Divergent::Maybe));
                    }
                }
            }
        }
        Self { ctx: &module.ctx, func, cfg, loops, differs, branches }
    }

    fn span(&self, loc: Loc) -> Span {
        self.ctx.span(loc)
    }

    fn estimate(&self, entry: String) -> Estimate {
        let mut found = Estimate { entry, peak: self.peak(), ..Estimate::default() };
        for &block in self.cfg.reverse_post_order() {
            let times = ROUNDS.saturating_pow(self.depth(block).min(DEEPEST));
            for &inst in &self.func.blocks[block].insts {
                let work = match self.kind(inst) {
                    Kind::Free => continue,
                    Kind::Arithmetic => &mut found.arithmetic,
                    Kind::Transcendental => &mut found.transcendental,
                    Kind::Read => &mut found.reads,
                    Kind::Write => &mut found.writes,
                };
                let lanes = u64::from(self.ctx.lanes(self.func.insts[inst].ty).unwrap_or(1).max(1));
                let is_wide = matches!(self.kind(inst), Kind::Arithmetic | Kind::Transcendental);
                let many = if is_wide { lanes } else { 1 };
                work.operations = work.operations.saturating_add(many);
                work.executed = work.executed.saturating_add(many.saturating_mul(times));
            }
            found.dynamic.extend(
                self.func.blocks[block]
                    .insts
                    .iter()
                    .filter(|&&inst| self.is_dynamic(inst))
                    .map(|&inst| self.span(self.func.insts[inst].loc)),
            );
        }
        let headers = self.cfg.reverse_post_order().iter().copied();
        let headers = headers.filter(|&block| self.loops.all.iter().any(|this| this.header == block));
        found.loops = headers.map(|block| (self.span(self.func.blocks[block].loc), self.depth(block))).collect();
        found.divergent = self.branches.iter().map(|&(block, how)| (self.end_of(block), how)).collect();
        found.dynamic.dedup();
        found
    }

    /// The place of a block's branch: that of its condition.
    fn end_of(&self, block: Block) -> Span {
        let data = &self.func.blocks[block];
        let of = match data.terminator {
            Terminator::Branch { cond: of, .. } | Terminator::Switch { value: of, .. } => self.func.as_inst(of),
            Terminator::Missing | Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => None,
        };
        self.span(of.map_or(data.loc, |inst| self.func.insts[inst].loc))
    }

    fn depth(&self, block: Block) -> u32 {
        let mut depth = 0;
        let mut around = self.loops.inside[block];
        while let Some(at) = around {
            (depth, around) = (depth + 1, self.loops.all[at].parent);
        }
        depth
    }

    fn kind(&self, inst: Inst) -> Kind {
        const SLOW: [Op; 15] = [
            Op::FDiv,
            Op::SDiv,
            Op::UDiv,
            Op::SRem,
            Op::URem,
            Op::Sqrt,
            Op::Rsqrt,
            Op::Exp2,
            Op::Log2,
            Op::Sin,
            Op::Cos,
            Op::Tan,
            Op::Asin,
            Op::Acos,
            Op::Atan,
        ];
        const MOVES: [Op; 8] =
            [Op::Extract, Op::Insert, Op::Construct, Op::Swizzle, Op::Bitcast, Op::Gep, Op::Alloca, Op::Handle];
        let op = self.func.insts[inst].op;
        let effects = &op.info().effects;
        let outside = |touches: Touches| match touches {
            Touches::Nothing => false,
            Touches::These(sorts) => sorts.intersects(Memory::READ_ONLY | Memory::WRITABLE),
            Touches::Handle | Touches::Pointer => {
                let at = self.func.args(inst).first().map(|&arg| self.func.ty(arg));
                at.is_some_and(|ty| {
                    let ty = self.ctx.type_data(ty);
                    matches!(ty, TypeData::Resource(_)) || matches!(ty, TypeData::Pointer(_, space) if !is_own(*space))
                })
            }
        };
        if outside(effects.writes) {
            Kind::Write
        } else if outside(effects.reads) {
            Kind::Read
        } else if SLOW.contains(&op) {
            Kind::Transcendental
        } else if MOVES.contains(&op) || !op.is_pure() {
            Kind::Free
        } else {
            Kind::Arithmetic
        }
    }

    fn is_dynamic(&self, inst: Inst) -> bool {
        let Some((&base, path)) = self.func.args(inst).split_first() else { return false };
        let is_own = matches!(self.ctx.type_data(self.func.ty(base)), TypeData::Pointer(_, space) if is_own(*space));
        self.func.insts[inst].op == Op::Gep && is_own && path.iter().any(|&at| self.func.as_const(at).is_none())
    }

    /// The words of a value in registers.
    fn words(&self, value: Value) -> u64 {
        if self.func.as_const(value).is_some() {
            return 0;
        }
        let mut work: Vec<(Type, u64)> = vec![(self.func.ty(value), 1)];
        let mut words = 0_u64;
        while let Some((ty, times)) = work.pop() {
            let of = |scalar: Scalar| if scalar.bytes() > 4 { 2 } else { 1 };
            match self.ctx.type_data(ty) {
                TypeData::Scalar(scalar) => words += times * of(*scalar),
                TypeData::Vector(scalar, lanes) => words += times * of(*scalar) * u64::from(*lanes),
                TypeData::Array(element, count) => work.push((*element, times.saturating_mul(u64::from(*count)))),
                TypeData::Struct(id) => {
                    work.extend(self.ctx.struct_data(*id).fields.iter().map(|field| (field.ty, times)));
                }
                TypeData::Tuple(parts) => work.extend(parts.iter().map(|&part| (part, times))),
                // Descriptors and addresses are found again, not kept.
                TypeData::Void
                | TypeData::Pointer(..)
                | TypeData::Resource(_)
                | TypeData::Node(_)
                | TypeData::Opaque(_)
                | TypeData::Foreign(_) => {}
            }
        }
        words
    }

    /// The values that are live at the end of each block.
    fn live(&self) -> SecondaryMap<Block, EntitySet<Value>> {
        let (mut at_start, mut at_end): (SecondaryMap<Block, EntitySet<Value>>, SecondaryMap<Block, EntitySet<Value>>) =
            (SecondaryMap::new(), SecondaryMap::new());
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &block in self.cfg.reverse_post_order().iter().rev() {
                let data = &self.func.blocks[block];
                let mut live = EntitySet::new();
                for to in data.terminator.targets() {
                    at_start[to.block].iter().for_each(|value| {
                        live.insert(value);
                    });
                }
                data.terminator.values().for_each(|value| {
                    live.insert(value);
                });
                at_end[block] = live.clone();
                self.walk(block, live, &mut |_, _| {}, &mut |live| {
                    if at_start[block].iter().count() != live.iter().count() {
                        at_start[block] = live.clone();
                        changed = true;
                    }
                });
            }
        }
        at_end
    }

    /// Walks a block backwards: what is live before each instruction, and at the start of the block.
    fn walk(
        &self,
        block: Block,
        mut live: EntitySet<Value>,
        before: &mut dyn FnMut(Inst, &EntitySet<Value>),
        start: &mut dyn FnMut(&EntitySet<Value>),
    ) {
        for &inst in self.func.blocks[block].insts.iter().rev() {
            if let Some(result) = self.func.result(inst) {
                live.remove(result);
            }
            for &arg in self.func.args(inst) {
                if self.func.as_const(arg).is_none() {
                    live.insert(arg);
                }
            }
            before(inst, &live);
        }
        for &param in &self.func.blocks[block].params {
            live.remove(param);
        }
        start(&live);
    }

    fn peak(&self) -> Peak {
        let at_end = self.live();
        let (mut peak, mut values): (Peak, Vec<Value>) = (Peak::default(), Vec::new());
        for &block in self.cfg.reverse_post_order() {
            self.walk(
                block,
                at_end[block].clone(),
                &mut |inst, live| {
                    let (mut words, mut uniform) = (0, 0);
                    for value in live.iter() {
                        let side = if self.differs.contains(value) { &mut words } else { &mut uniform };
                        *side += self.words(value);
                    }
                    peak.uniform_words = peak.uniform_words.max(uniform);
                    if words > peak.words {
                        (peak.words, peak.at) = (words, self.span(self.func.insts[inst].loc));
                        values = live.iter().filter(|&value| self.differs.contains(value)).collect();
                    }
                },
                &mut |_| {},
            );
        }
        let mut made: BTreeMap<(u32, u32), (Span, u64)> = BTreeMap::new();
        for value in values {
            let loc = match self.func.values[value].def {
                ValueDef::Inst(inst) => self.func.insts[inst].loc,
                ValueDef::Param(block, _) => self.func.blocks[block].loc,
                ValueDef::Const(_) => continue,
            };
            let span = self.span(loc);
            made.entry((span.lo, span.hi)).or_insert((span, 0)).1 += self.words(value);
        }
        peak.made = made.into_values().filter(|row| row.1 > 0).collect();
        peak.made.sort_by_key(|row| std::cmp::Reverse(row.1));
        peak
    }
}

/// What an operation is, for the estimate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Free,
    Arithmetic,
    Transcendental,
    Read,
    Write,
}

/// Whether each lane has its own memory in an address space.
fn is_own(space: AddressSpace) -> bool {
    matches!(space, AddressSpace::Function | AddressSpace::Private | AddressSpace::Parameter)
}
