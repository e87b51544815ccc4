//! Writes the control flow of functions: labels, merge instructions, terminators, and phis for block parameters.
//!
//! Input: the blocks of a function in the order of [`cfg`](crate::cfg). Output: the same in SPIR-V; return blocks are
//! copied where SPIR-V requires it.

use crate::interlock::Interlock;
use crate::writer::{Repr, Writer};
use hlslc_ir::debug::Point;
use hlslc_ir::types::{Scalar, TypeData};
use hlslc_ir::{Block, BlockCall, Op, Region, Terminator, Type, Value, ValueDef};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{LoopControl, Op as Core, SelectionControl, Word};
use smallvec::SmallVec;

impl Writer<'_> {
    pub(crate) fn label(&mut self, block: Block) -> Word {
        match self.body.labels[block] {
            Some(label) => label,
            None => {
                let label = self.asm.id();
                self.body.labels[block] = Some(label);
                label
            }
        }
    }

    pub(crate) fn block(&mut self, block: Block) {
        let func = self.func;
        let data = &func.blocks[block];
        self.body.current = Some(block);
        let label = self.label(block);
        self.asm.begin_block(label);
        if func.entry() != Some(block) {
            for &param in &data.params {
                if !self.is_plain(func.ty(param)) {
                    self.unsupported("a resource or pointer that depends on control flow");
                }
                let id = self.asm.id();
                self.body.values[param] = Some(Repr::Id(id));
                self.body.phi_ids.push((block, param, id));
            }
        }
        if func.entry() == Some(block) {
            self.debug_start();
        }
        let mut region = data.region;
        let splits = data.insts.iter().any(|&inst| matches!(func.insts[inst].op, Op::Discard | Op::DispatchMesh));
        if let (Region::Loop { .. }, true) = (region, splits) {
            // What ends a lane splits the block, but the header of a loop must not be split.
            self.merge(region);
            let body = self.asm.id();
            self.asm.end_block(Core::Branch, vec![Operand::IdRef(body)]);
            self.asm.begin_block(body);
            region = Region::None;
        }
        if func.entry() == Some(block) && self.body.interlock == Interlock::Whole {
            self.begin_interlock();
        }
        for &inst in &data.insts {
            self.reach(Point::Before(inst));
            self.at(func.insts[inst].loc);
            if matches!(self.body.interlock, Interlock::Between(first, _) if first == inst) {
                self.begin_interlock();
            }
            self.inst(inst);
            if matches!(self.body.interlock, Interlock::Between(_, last) if last == inst) {
                self.end_interlock();
            }
            if let Some(pointer) = func.result(inst) {
                self.debug_memory(pointer);
            }
        }
        self.reach(Point::End(block));
        self.at(data.loc);
        self.terminator(&data.terminator, region);
        self.write_copies();
    }

    /// Writes the copies of return blocks that the block just ended jumps to.
    pub(crate) fn write_copies(&mut self) {
        for (label, to) in std::mem::take(&mut self.body.copies) {
            let func = self.func;
            let data = &func.blocks[to.block];
            self.asm.begin_block(label);
            for (&param, &arg) in data.params.iter().zip(&to.args) {
                self.body.values[param] = Some(self.repr(arg));
            }
            for &inst in &data.insts {
                self.at(func.insts[inst].loc);
                self.inst(inst);
            }
            self.terminator(&data.terminator, Region::None);
        }
    }

    /// Writes a merge or continue block that nothing leads to.
    pub(crate) fn unreached_block(&mut self, block: Block) {
        let label = self.label(block);
        self.asm.begin_block(label);
        let head = self.body.heads.get(&block).copied();
        match head {
            Some(head) => {
                let head = self.empty_edge(head, label);
                self.asm.end_block(Core::Branch, vec![Operand::IdRef(head)]);
            }
            None => self.asm.end_block(Core::Unreachable, Vec::new()),
        }
    }

    /// A jump from `label` that is never taken: it may bring any values. Gives the label of the target.
    fn empty_edge(&mut self, to: Block, label: Word) -> Word {
        let args = self.func.blocks[to].params.iter().map(|&param| {
            let ty = self.register_type(self.func.ty(param));
            self.undef(ty)
        });
        let args = args.collect();
        self.body.edges[to].push((label, args));
        self.label(to)
    }

    /// Whether values of a type are ids.
    pub(crate) fn is_plain(&self, ty: Type) -> bool {
        !matches!(
            self.module.ctx.type_data(ty),
            TypeData::Pointer(..) | TypeData::Resource(_) | TypeData::Tuple(_) | TypeData::Void
        )
    }

    /// Writes the merge instruction that a region asks for.
    pub(crate) fn merge(&mut self, region: Region) {
        match region {
            Region::None | Region::Hint(_) => {}
            Region::Selection { merge, hint } => {
                let control = match hint {
                    hlslc_ir::function::SelectionHint::None => SelectionControl::NONE,
                    hlslc_ir::function::SelectionHint::Branch => SelectionControl::DONT_FLATTEN,
                    hlslc_ir::function::SelectionHint::Flatten => SelectionControl::FLATTEN,
                };
                let merge = self.label(merge);
                let operands = vec![Operand::IdRef(merge), Operand::SelectionControl(control)];
                self.asm.effect(Core::SelectionMerge, operands);
            }
            Region::Loop { merge, continue_target, hint } => {
                let control = match hint {
                    hlslc_ir::function::LoopHint::None => LoopControl::NONE,
                    hlslc_ir::function::LoopHint::Unroll | hlslc_ir::function::LoopHint::UnrollCount(_) => {
                        LoopControl::UNROLL
                    }
                    hlslc_ir::function::LoopHint::Keep => LoopControl::DONT_UNROLL,
                };
                let operands = vec![
                    Operand::IdRef(self.label(merge)),
                    Operand::IdRef(self.label(continue_target)),
                    Operand::LoopControl(control),
                ];
                self.asm.effect(Core::LoopMerge, operands);
            }
        }
    }

    pub(crate) fn terminator(&mut self, terminator: &Terminator, region: Region) {
        if self.asm.current_label().is_none() {
            // The last operation ended the block.
            return;
        }
        match terminator {
            Terminator::Missing => {
                self.internal("a block without an end");
                self.asm.end_block(Core::Unreachable, Vec::new());
            }
            Terminator::Jump(to) => {
                let to = self.edge(to);
                self.merge(region);
                let head = self.body.current.and_then(|block| self.body.missing_back_edges.get(&block).copied());
                if let (Some(head), Some(label)) = (head, self.asm.current_label()) {
                    let never = self.scalar_const(Scalar::Bool, 0);
                    let head = self.empty_edge(head, label);
                    let operands = [never, head, to].map(Operand::IdRef);
                    return self.asm.end_block(Core::BranchConditional, operands.into());
                }
                self.asm.end_block(Core::Branch, vec![Operand::IdRef(to)]);
            }
            Terminator::Branch { cond, then, otherwise } if then.block == otherwise.block => {
                self.join(*cond, then, otherwise);
                let region = if matches!(region, Region::Loop { .. }) { region } else { Region::None };
                self.merge(region);
                let to = self.label(then.block);
                self.asm.end_block(Core::Branch, vec![Operand::IdRef(to)]);
            }
            Terminator::Branch { cond, then, otherwise } => {
                let cond = self.id(*cond);
                let (then, otherwise) = (self.edge(then), self.edge(otherwise));
                self.merge(region);
                let operands = [cond, then, otherwise].map(Operand::IdRef);
                self.asm.end_block(Core::BranchConditional, operands.into());
            }
            Terminator::Switch { value, cases, default } => {
                let is_wide = self.module.ctx.scalar_of(self.func.ty(*value)) == Some(Scalar::I64);
                let value = self.id(*value);
                let mut operands = vec![Operand::IdRef(value), Operand::IdRef(self.edge(default))];
                for (bits, to) in cases {
                    operands.push(if is_wide {
                        Operand::LiteralBit64(*bits)
                    } else {
                        Operand::LiteralBit32(*bits as u32)
                    });
                    operands.push(Operand::IdRef(self.edge(to)));
                }
                self.merge(region);
                self.asm.end_block(Core::Switch, operands);
            }
            Terminator::Return(None) => {
                if self.body.interlock == Interlock::Whole {
                    self.end_interlock();
                }
                self.asm.end_block(Core::Return, Vec::new());
            }
            Terminator::Return(Some(value)) => {
                let value = self.id(*value);
                self.asm.end_block(Core::ReturnValue, vec![Operand::IdRef(value)]);
            }
            Terminator::Unreachable => self.asm.end_block(Core::Unreachable, Vec::new()),
        }
    }

    /// The label of a target; notes the values that the jump brings.
    pub(crate) fn edge(&mut self, to: &BlockCall) -> Word {
        if self.body.current.is_some_and(|from| self.body.copied_returns.contains(&(from, to.block))) {
            let label = self.asm.id();
            self.body.copies.push((label, to.clone()));
            return label;
        }
        let args: SmallVec<[Word; 2]> = to.args.iter().map(|&arg| self.id(arg)).collect();
        let label = self.label(to.block);
        let Some(from) = self.asm.current_label() else { return label };
        // Edges of one block come together, so a second one finds the first at the end.
        match self.body.edges[to.block].last().filter(|edge| edge.0 == from) {
            None => self.body.edges[to.block].push((from, args)),
            Some(edge) if edge.1 == args => {}
            Some(_) => self.internal("two jumps between the same blocks with different values"),
        }
        label
    }

    /// Lowers a branch both edges of which lead to one block: the condition chooses the values.
    fn join(&mut self, cond: Value, then: &BlockCall, otherwise: &BlockCall) {
        let cond = self.id(cond);
        let mut args = SmallVec::new();
        for (&a, &b) in then.args.iter().zip(&otherwise.args) {
            let ty = self.module.ctx.type_data(self.func.ty(a)).clone();
            let (a, b) = (self.id(a), self.id(b));
            args.push(self.select(cond, a, b, &ty, false));
        }
        if let Some(from) = self.asm.current_label() {
            self.body.edges[then.block].push((from, args));
        }
    }

    /// The phis of all blocks, with the labels they go after.
    pub(crate) fn phis(&mut self) -> Vec<(Word, Instruction)> {
        let mut phis = Vec::new();
        for (block, param, id) in std::mem::take(&mut self.body.phi_ids) {
            let ValueDef::Param(_, at) = self.func.values[param].def else { continue };
            let (label, ty) = (self.label(block), self.register_type(self.func.ty(param)));
            let operands = self.body.edges[block]
                .iter()
                .filter_map(|(from, args)| args.get(at as usize).map(|&arg| (arg, *from)))
                .flat_map(|(arg, from)| [Operand::IdRef(arg), Operand::IdRef(from)])
                .collect();
            phis.push((label, Instruction::new(Core::Phi, Some(ty), Some(id), operands)));
        }
        phis
    }
}
