//! Moves loop-invariant code out of loops (Aho, Lam, Sethi, Ullman, §9.5), and handles to the entry block.
//!
//! Input: any function. Output: an operation whose operands do not change in a loop stands before the loop, as far out as
//! its operands allow; handles, pointers into resources and their like with constant operands stand in the entry block,
//! where one serves all equal ones. Control flow and regions stay.
//!
//! `hoist-non-boolean` leaves a Boolean in its loop if a jump has it as an argument: a GPU driver (NVIDIA's, of 2026)
//! crashes on SPIR-V in which a block parameter takes such a value from before the loop. It is the variant that runs
//! for both targets, and for SPIR-V.
//!
//! Only operations whose result does not depend on their position move ([`memory::is_fixed`]), so executing them although
//! the loop has no iteration is not observable. A load from a resource other than a constant buffer moves only if every
//! iteration executes it; so does, for SPIR-V, an operation that reads nothing: its value would occupy a register throughout the loop, and
//! a driver that unrolls the loop drops the arms that an iteration does not take. An integer division stays, as its divisor may be guarded
//! by a branch. The operation goes to the end of the block that dominates the loop header. Loops are found by their back edges, so regions
//! are not needed. Cost:
//! linear, but nested loops are visited once for each level that an instruction can leave.
//!
//! ```text
//! block0:                               block0:
//!   br block1(0)                          %v2 = fmul float %x, %x
//! block1(i32 %v0):                        br block1(0)
//!   %v2 = fmul float %x, %x        =>   block1(i32 %v0):
//!   …                                     …
//! ```

use crate::analysis::memory;
use crate::analysis::natural_loops::NaturalLoops;
use crate::edit::by_inst;
use crate::run::pass::PassCx;
use cranelift_entity::{EntitySet, SecondaryMap};
use hlslc_ir::cfg::Dominators;
use hlslc_ir::context::Context;
use hlslc_ir::ops::effects::Memory;
use hlslc_ir::types::Scalar;
use hlslc_ir::{Block, Function, Inst, Module, Op, Value, ValueDef};

/// Operations that compute an address and need no code by themselves.
const ADDRESSES: [Op; 4] = [Op::Handle, Op::GetPointer, Op::Gep, Op::GlobalAddr];

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    hoist(module, func, cx, EntitySet::new())
}

/// Runs the pass without moving Booleans that are arguments of jumps.
pub(crate) fn run_non_boolean(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let mut stays = EntitySet::new();
    for &block in &func.layout {
        func.blocks[block].terminator.targets().for_each(|target| {
            let args = target.args.iter().copied();
            stays.extend(args.filter(|&arg| module.ctx.scalar_of(func.ty(arg)) == Some(Scalar::Bool)));
        });
    }
    hoist(module, func, cx, stays)
}

fn hoist(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>, stays: EntitySet<Value>) -> bool {
    if func.layout.len() < 2 {
        return false;
    }
    let cfg = cx.analyses.cfg(func);
    let (dominators, loops) = (cx.analyses.dominators(func), cx.analyses.natural_loops(func));
    let Some(entry) = func.entry() else { return false };
    let mut hoist = Hoist {
        ctx: &module.ctx,
        dominators: &dominators,
        loops: &loops,
        entry,
        home: by_inst(func, None),
        added: SecondaryMap::new(),
        stays,
        computes_early: cx.options.target.limits().computes_early,
        changed: false,
    };
    for &block in cfg.reverse_post_order() {
        hoist.block(func, block);
    }
    for &block in cfg.reverse_post_order() {
        func.append_insts(block, hoist.added[block].drain(..));
    }
    hoist.changed
}

struct Hoist<'a> {
    ctx: &'a Context,
    dominators: &'a Dominators,
    loops: &'a NaturalLoops,
    entry: Block,
    /// The block of each instruction.
    home: SecondaryMap<Inst, Option<Block>>,
    /// The instructions that are moved to the end of each block.
    added: SecondaryMap<Block, Vec<Inst>>,
    /// The values that must not leave their loop.
    stays: EntitySet<Value>,
    /// Whether what some iterations do not need is computed before the loop.
    computes_early: bool,
    changed: bool,
}

impl Hoist<'_> {
    fn block(&mut self, func: &mut Function, block: Block) {
        func.retain_insts(block, |func, inst| {
            let to = self.target(func, block, inst);
            self.home[inst] = Some(to.unwrap_or(block));
            if let Some(to) = to {
                self.added[to].push(inst);
                self.changed = true;
            }
            to.is_none()
        });
    }

    /// The block that an instruction is moved to, or `None` if it stays.
    fn target(&self, func: &Function, block: Block, inst: Inst) -> Option<Block> {
        if block == self.entry {
            return None;
        }
        let op = func.insts[inst].op;
        if ADDRESSES.contains(&op) {
            let at_start = func.args(inst).iter().all(|&arg| self.is_at_start(func, arg));
            if at_start {
                return Some(self.entry);
            }
        }
        let mut inside = self.loops.inside[block]?;
        if !self.may_move(func, inst) {
            return None;
        }
        let mut to = None;
        loop {
            let this = &self.loops.all[inside];
            let outside = func.args(inst).iter().all(|&arg| !self.is_inside(func, arg, inside));
            let always =
                self.is_cheap(func, inst) || this.latches.iter().all(|&latch| self.dominators.dominates(block, latch));
            let (true, true, Some(before)) = (outside, always, self.dominators.parent(this.header)) else { return to };
            to = Some(before);
            match this.parent {
                Some(parent) => inside = parent,
                None => return to,
            }
        }
    }

    /// Whether a value is a constant, or an address in the entry block.
    fn is_at_start(&self, func: &Function, value: Value) -> bool {
        match func.values[value].def {
            ValueDef::Const(_) => true,
            ValueDef::Inst(inst) => self.home[inst] == Some(self.entry) && ADDRESSES.contains(&func.insts[inst].op),
            ValueDef::Param(..) => false,
        }
    }

    fn is_inside(&self, func: &Function, value: Value, of: usize) -> bool {
        let home = match func.values[value].def {
            ValueDef::Const(_) => return false,
            ValueDef::Inst(inst) => self.home[inst],
            ValueDef::Param(block, _) => Some(block),
        };
        home.is_none_or(|home| self.loops.contains(of, home))
    }

    fn may_move(&self, func: &Function, inst: Inst) -> bool {
        let op = func.insts[inst].op;
        let may_leave = func.result(inst).is_some_and(|result| !self.stays.contains(result));
        !op.may_have_no_result() && may_leave && memory::is_fixed(self.ctx, func, inst)
    }

    /// Whether it costs little to execute the instruction although no iteration needs it.
    fn is_cheap(&self, func: &Function, inst: Inst) -> bool {
        let op = func.insts[inst].op;
        (self.computes_early || !op.is_pure()) && !memory::reads(self.ctx, func, inst).sorts.contains(Memory::READ_ONLY)
    }
}
