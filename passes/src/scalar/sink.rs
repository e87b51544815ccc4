//! Sinks an operation to the latest block that dominates all its uses (compare "partial dead code elimination", Knoop,
//! Rüthing, Steffen, 1994).
//!
//! Input: any function whose blocks are final. Output: an operation stands in the deepest block that dominates all its uses
//! if some path through the function does not need it, or if that block lies outside a loop around the operation. Control
//! flow and regions stay.
//!
//! Only operations whose result does not depend on their position move ([`memory::is_fixed`]), so executing them later, or
//! not at all, is not observable. Their operands are available, as the old position dominates the new one, and no operand
//! changes in between: a path around a loop to its definition passes the old position again. A load of mutable memory
//! moves, too, out of a loop to its exit, if nothing in the loop writes that sort of memory: all paths to the exit stay in
//! the loop until then, so the value of the last iteration is still in memory. Nothing moves into a loop, where it would
//! execute in every iteration. The arguments of a jump are used at the jump. Operations keep their order at the start of
//! the new block. A value that other lanes of a quad read ([`Quads`]: the operand of a derivative, the coordinate of a
//! sample) moves only to where all lanes come that come to its old position: a block that post-dominates it, or that only
//! uniform branches lead past. For SPIR-V, whose drivers schedule within a block, a read of a texture or a buffer does not move
//! into an arm: reads that start together take the time of one, and a read after a test that waits for another takes its own. The same
//! holds for constant buffers; and a driver makes a choice of a branch whose arms read nothing. Nor does an operation move there whose
//! operands, if nothing else needs them later, take more registers than its result: a sum of four values stays where they are computed.
//! Users are visited before their operands, so that an operation moves together with what only it needs.
//! Cost: linear, plus a walk up the dominator tree of at most [`MOST_STEPS`] for each use; an operation with uses further
//! down stays.
//!
//! ```text
//! %v2 = fmul float %v0, %v0            br i1 %v1, block1, block2
//! br i1 %v1, block1, block2       =>   block1:
//! block1:                                %v2 = fmul float %v0, %v0
//!   store float %v2                      store float %v2
//! ```

use crate::analysis::divergence::{Divergence, Fact};
use crate::analysis::memory;
use crate::analysis::natural_loops::NaturalLoops;
use crate::analysis::quads::Quads;
use crate::edit::{by_block, by_inst};
use crate::run::pass::PassCx;
use cranelift_entity::{EntitySet, SecondaryMap};
use hlslc_ir::cfg::{Cfg, Dominators, PostDominators};
use hlslc_ir::context::Context;
use hlslc_ir::debug::{DebugRecord, Location, Point};
use hlslc_ir::entity::{DebugVariable, Loc};
use hlslc_ir::ops::OpSet;
use hlslc_ir::ops::effects::Memory;
use hlslc_ir::{Block, Func, Function, Inst, Module, Op, Scalar, Terminator, Value};
use rustc_hash::FxHashMap;

/// The most steps up the dominator tree for one use.
const MOST_STEPS: usize = 64;

/// The most debug records of one variable whose positions are examined.
const MOST_RECORDS: usize = 16;

/// A variable of the source, in one copy of its function.
type Name = (DebugVariable, Option<Loc>);

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    if func.layout.len() < 2 {
        return false;
    }
    let cfg = cx.analyses.cfg(func);
    let dominators = cx.analyses.dominators(func);
    let (loops, post) = (cx.analyses.natural_loops(func), cx.analyses.post_dominators(func));
    let quads = Quads::new(func);
    let uniform = uniform_branches(module, (cx.func, func), &cfg, &quads);
    let mut sink = Sink {
        reads_stay: !cx.options.target.limits().unrolls_on_request,
        quads,
        uniform,
        written: written(&module.ctx, func, &cfg, &loops),
        ctx: &module.ctx,
        cfg: &cfg,
        dominators: &dominators,
        post: &post,
        loops: &loops,
        uses: by_inst(func, Uses::None),
        seen: SecondaryMap::new(),
        moved: SecondaryMap::new(),
        added: by_block(func, Vec::new()),
        changed: false,
    };
    // In post-order, so that all uses of an instruction are at their final place when it is visited.
    for &block in cfg.reverse_post_order().iter().rev() {
        sink.block(func, block);
    }
    if !sink.changed {
        return false;
    }
    sink.update_debug(func);
    for &block in cfg.reverse_post_order() {
        let mut first = std::mem::take(&mut sink.added[block]);
        if !first.is_empty() {
            first.reverse();
            func.prepend_insts(block, first);
        }
    }
    true
}

/// The blocks that end in a branch which all lanes take alike, if any value must not be moved past others.
fn uniform_branches(module: &Module, (id, func): (Func, &Function), cfg: &Cfg, quads: &Quads) -> EntitySet<Block> {
    // What the analysis does not follow exactly: memory that lanes write in divergent control flow, and other functions.
    const UNKNOWN: OpSet = OpSet::of(&[Op::Store, Op::Call, Op::Foreign]);
    let mut uniform = EntitySet::new();
    let is_entry = module.entries.iter().any(|entry| entry.func == id);
    let insts = || func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
    if !is_entry || quads.is_empty() || insts().any(|&inst| UNKNOWN.contains(func.insts[inst].op)) {
        return uniform;
    }
    let divergence = Divergence::sliced(module, (id, func), cfg, &[]);
    for &block in cfg.reverse_post_order() {
        if let Terminator::Branch { cond: on, .. } | Terminator::Switch { value: on, .. } =
            func.blocks[block].terminator
            && ![Fact::Marked, Fact::Diverges, Fact::May].iter().any(|&fact| divergence.holds(fact, on, block))
        {
            uniform.insert(block);
        }
    }
    uniform
}

/// The address spaces that each loop writes, with its inner loops.
fn written(ctx: &Context, func: &Function, cfg: &Cfg, loops: &NaturalLoops) -> Vec<Memory> {
    let mut written = vec![Memory::empty(); loops.all.len()];
    for &block in cfg.reverse_post_order() {
        if let Some(inside) = loops.inside[block] {
            func.blocks[block].insts.iter().for_each(|&inst| written[inside] |= memory::writes(ctx, func, inst).sorts);
        }
    }
    // An inner loop precedes the loops that contain it.
    for (index, inner) in loops.all.iter().enumerate() {
        if let Some(outer) = inner.parent {
            written[outer] = written[outer].union(written[index]);
        }
    }
    written
}

/// Whether an instruction reads a texture or a buffer, which takes as long as hundreds of operations.
fn is_slow_read(ctx: &Context, func: &Function, inst: Inst) -> bool {
    let op = func.insts[inst].op;
    let quick = Memory::VARIABLE.union(Memory::INPUT);
    !op.is_pure() && memory::only_reads(op) && !quick.contains(memory::reads(ctx, func, inst).sorts)
}

/// The blocks in which a value is used.
#[derive(Clone, Copy)]
enum Uses {
    /// None so far.
    None,
    /// This block or blocks that it dominates.
    Below(Block),
    /// More than the search up the dominator tree could join.
    Many,
}

/// The blocks in which a value is used, of those visited so far.
#[derive(Clone, Copy, Default, PartialEq)]
enum Seen {
    #[default]
    Nowhere,
    In(Block),
    InSeveral,
}

struct Sink<'a> {
    /// Whether reads of textures and buffers only leave loops.
    reads_stay: bool,
    /// What other lanes of a quad read.
    quads: Quads,
    /// The blocks that end in a uniform branch.
    uniform: EntitySet<Block>,
    ctx: &'a Context,
    cfg: &'a Cfg,
    dominators: &'a Dominators,
    post: &'a PostDominators,
    loops: &'a NaturalLoops,
    /// The uses of the result of each instruction.
    uses: SecondaryMap<Inst, Uses>,
    /// Where each value is used.
    seen: SecondaryMap<Value, Seen>,
    /// The block to which each instruction was moved.
    moved: SecondaryMap<Inst, Option<Block>>,
    /// The instructions that are moved to the start of each block, in reverse order.
    added: SecondaryMap<Block, Vec<Inst>>,
    /// The address spaces that each loop writes, with its inner loops.
    written: Vec<Memory>,
    changed: bool,
}

impl Sink<'_> {
    fn block(&mut self, func: &mut Function, block: Block) {
        for value in func.blocks[block].terminator.values() {
            self.note_use(func, value, block);
        }
        let insts = func.replace_insts(block, Vec::new());
        let mut kept = Vec::with_capacity(insts.len());
        for &inst in insts.iter().rev() {
            let to = self.target(func, block, inst);
            for &arg in func.args(inst) {
                self.note_use(func, arg, to.unwrap_or(block));
            }
            match to {
                Some(to) => {
                    self.added[to].push(inst);
                    self.moved[inst] = Some(to);
                    self.changed = true;
                }
                None => kept.push(inst),
            }
        }
        kept.reverse();
        func.replace_insts(block, kept);
    }

    fn note_use(&mut self, func: &Function, value: Value, block: Block) {
        self.seen[value] = match self.seen[value] {
            Seen::Nowhere => Seen::In(block),
            Seen::In(known) if known == block => Seen::In(block),
            Seen::In(_) | Seen::InSeveral => Seen::InSeveral,
        };
        let Some(inst) = func.as_inst(value) else { return };
        self.uses[inst] = match self.uses[inst] {
            Uses::None => Uses::Below(block),
            Uses::Below(known) => self.common(known, block).map_or(Uses::Many, Uses::Below),
            Uses::Many => Uses::Many,
        };
    }

    /// The closest common dominator.
    fn common(&self, mut a: Block, mut b: Block) -> Option<Block> {
        if self.dominators.dominates(b, a) {
            (a, b) = (b, a);
        }
        for _ in 0..MOST_STEPS {
            if self.dominators.dominates(a, b) {
                return Some(a);
            }
            a = self.dominators.parent(a)?;
        }
        None
    }

    /// The block that an instruction is moved to, or `None` if it stays.
    fn target(&self, func: &Function, block: Block, inst: Inst) -> Option<Block> {
        let Uses::Below(mut to) = self.uses[inst] else { return None };
        if to == block {
            return None;
        }
        let is_read = func.result(inst).is_some_and(|result| self.quads.reads(result));
        if !memory::is_fixed(self.ctx, func, inst) {
            let to = self.end_of_loop(func, block, inst, to)?;
            return (!is_read || self.keeps_lanes(block, to)).then_some(to);
        }
        for _ in 0..MOST_STEPS {
            if self.loops.inside[to].is_none_or(|inside| self.loops.contains(inside, block))
                && (!is_read || self.keeps_lanes(block, to))
            {
                let is_further_out = self.loops.inside[to] != self.loops.inside[block];
                if is_further_out {
                    return Some(to);
                }
                let stays =
                    self.reads_stay && (is_slow_read(self.ctx, func, inst) || self.saves_registers(func, block, inst));
                return (!self.always_leads(block, to) && !stays).then_some(to);
            }
            to = self.dominators.parent(to).filter(|&above| above != block)?;
        }
        None
    }

    /// Whether fewer registers are live at the end of the block if an instruction stays: its result takes fewer than those operands
    /// that nothing needs later.
    fn saves_registers(&self, func: &Function, block: Block, inst: Inst) -> bool {
        let args = func.args(inst);
        let is_live = |arg| match self.seen[arg] {
            Seen::Nowhere => false,
            Seen::In(known) => known != block,
            Seen::InSeveral => true,
        };
        let ends = args.iter().enumerate().filter(|&(at, arg)| !is_live(*arg) && !args[..at].contains(arg));
        let ended: u32 = ends.map(|(_, &arg)| self.registers(func, arg)).sum();
        func.result(inst).is_some_and(|result| self.registers(func, result) < ended)
    }

    /// The registers that a value occupies in each lane. Booleans, and what a constant buffer holds, are the same for all lanes or
    /// a bit of each.
    fn registers(&self, func: &Function, value: Value) -> u32 {
        let is_shared =
            |inst| !func.insts[inst].op.is_pure() && memory::reads(self.ctx, func, inst).sorts == Memory::CONSTANT;
        if func.as_const(value).is_some() || func.as_inst(value).is_some_and(is_shared) {
            return 0;
        }
        let ty = func.ty(value);
        match self.ctx.scalar_of(ty) {
            None | Some(Scalar::Bool) => 0,
            Some(scalar) => u32::from(self.ctx.lanes(ty).unwrap_or(1)) * scalar.bytes().div_ceil(4),
        }
    }

    /// The exit block of the outermost loop that contains an instruction but none of its uses, if the loop does not
    /// write the memory that the instruction reads.
    fn end_of_loop(&self, func: &Function, block: Block, inst: Inst, uses: Block) -> Option<Block> {
        let mut around = self.loops.inside[block]?;
        if self.loops.contains(around, uses) || !memory::only_reads(func.insts[inst].op) {
            return None;
        }
        while let Some(outer) = self.loops.all[around].parent.filter(|&outer| !self.loops.contains(outer, uses)) {
            around = outer;
        }
        let mut to = uses;
        for _ in 0..MOST_STEPS {
            let above = self.dominators.parent(to)?;
            if self.loops.contains(around, above) {
                let is_end = self.cfg.preds(to).iter().all(|&pred| self.loops.contains(around, pred));
                let read = memory::reads(self.ctx, func, inst).sorts;
                return (is_end && !self.written[around].intersects(read)).then_some(to);
            }
            to = above;
        }
        None
    }

    /// Whether all lanes that come to `from` come to `to`, which it dominates, or none of them.
    fn keeps_lanes(&self, from: Block, mut to: Block) -> bool {
        for _ in 0..MOST_STEPS {
            if to == from || self.always_leads(from, to) {
                return true;
            }
            let Some(above) = self.dominators.parent(to) else { return false };
            let is_only_way = self.cfg.preds(to).iter().all(|&pred| pred == above);
            if !(self.always_leads(above, to) || is_only_way && self.uniform.contains(above)) {
                return false;
            }
            to = above;
        }
        false
    }

    /// Whether `to` post-dominates `from`.
    fn always_leads(&self, from: Block, to: Block) -> bool {
        self.post.tree().dominates(self.cfg.position(to), self.cfg.position(from))
    }

    /// Updates the debug records of moved values. Where the value is not computed yet, the variable becomes unknown. It
    /// gets the value at the start of the new block if it has no other record outside of the blocks that the new block
    /// dominates.
    fn update_debug(&self, func: &mut Function) {
        if func.debug.is_empty() {
            return;
        }
        let mut home: SecondaryMap<Inst, Option<Block>> = by_inst(func, None);
        for &block in &func.layout {
            func.blocks[block].insts.iter().for_each(|&inst| home[inst] = Some(block));
        }
        let place = |point| match point {
            Point::Before(inst) => home[inst],
            Point::End(block) => Some(block),
        };
        let mut records = std::mem::take(&mut func.debug);
        let mut places: FxHashMap<Name, Vec<Option<Block>>> = FxHashMap::default();
        for record in records.iter() {
            places.entry((record.variable, record.inlined_at)).or_default().push(record.point().and_then(place));
        }
        records.expand(|record, out| {
            let to = match record.location {
                Location::Value(value, _) => func.as_inst(value).and_then(|inst| self.moved[inst]),
                Location::Memory(_) | Location::Constant(..) | Location::Unknown(_) => None,
            };
            let (Location::Value(value, point), Some(to)) = (record.location, to) else { return out.push(record) };
            let is_there = |at: Option<Block>| at.is_some_and(|at| self.dominators.dominates(to, at));
            if is_there(place(point)) {
                return out.push(record);
            }
            out.push(DebugRecord { location: Location::Unknown(point), ..record });
            let all = places.get(&(record.variable, record.inlined_at)).map_or(&[][..], Vec::as_slice);
            if all.len() <= MOST_RECORDS && all.iter().filter(|&&at| !is_there(at)).count() == 1 {
                let start = func.blocks[to].insts.first().map_or(Point::End(to), |&first| Point::Before(first));
                out.push(DebugRecord { location: Location::Value(value, start), ..record });
            }
        });
        func.debug = records;
    }
}
