//! Lowers terminators: the branch, the edges to its targets, and the hints of the source's attributes.

use super::{FunctionLowering, Result};
use crate::cfg::Blocks;
use crate::origin::Origin;
use crate::types;
use dxil::inst::{BlockId, Value};
use dxil::optable::OpAttrs;
use hlslc_ir::function::{LoopHint, Region, SelectionHint};
use hlslc_ir::{Block, Scalar, Terminator};
use rustc_hash::FxHashSet;

impl FunctionLowering<'_> {
    /// Writes the end of a block.
    pub(super) fn terminator(&mut self, block: Block, blocks: &mut Blocks) -> Result<()> {
        let data = &self.func.blocks[block];
        self.span = self.env.module.ctx.span(data.loc);
        self.b.set_tag(data.loc.as_u32());
        if self.env.states_origins {
            self.b.set_origin(Origin::End(block).number());
        }
        let Some(from) = self.b.current_block() else { return self.fail("a terminator outside a block") };
        let mut seen = FxHashSet::default();
        let mut edge = |this: &mut Self, call| match blocks.edge(&mut this.b, from, call, &mut seen) {
            Some(to) => Ok(to),
            None => this.fail("a jump to a block that is not there"),
        };
        let ending = match &data.terminator {
            Terminator::Jump(to) => {
                let to = edge(self, to)?;
                self.b.br(to)
            }
            Terminator::Branch { cond, then, otherwise } => {
                let cond = self.defined(*cond)?;
                let (then, otherwise) = (edge(self, then)?, edge(self, otherwise)?);
                self.b.cond_br(cond, then, otherwise)
            }
            Terminator::Switch { value, cases, default } => {
                let is_wide = self.scalar_of(*value) == Some(Scalar::I64);
                let value = self.defined(*value)?;
                let mut targets = Vec::with_capacity(cases.len());
                for (bits, to) in cases {
                    let to = edge(self, to)?;
                    let module = &mut *self.b.module;
                    let case = if is_wide { module.i64_const(*bits as i64) } else { module.u32_const(*bits as u32) };
                    targets.push((case, to));
                }
                let default = edge(self, default)?;
                self.b.switch(value, default, targets)
            }
            Terminator::Return(None) => self.b.ret(None),
            Terminator::Return(Some(value)) => self.give_back(*value)?,
            Terminator::Unreachable if self.never_returns(from) => self.b.unreachable(),
            Terminator::Unreachable => {
                let result = types::at_border(self.b.module, &self.env.module.ctx, self.func.ret);
                let value = result.map(|ty| Value::Const(self.b.module.zero(ty)));
                self.b.ret(value)
            }
            Terminator::Missing => return self.fail("a block without an end"),
        };
        self.hints(data.region, ending);
        Ok(())
    }

    /// Whether a block ends in an operation that does not return.
    fn never_returns(&self, block: BlockId) -> bool {
        let body = self.b.body();
        let last = body.blocks[block].insts.last().map(|&inst| &body.insts[inst].kind);
        let call = last.and_then(|kind| self.b.module.op_call(kind));
        call.is_some_and(|call| call.op.info().attrs(self.b.module.version).contains(OpAttrs::NoReturn))
    }

    /// Adds the hints of the source's attributes to the branch.
    fn hints(&mut self, region: Region, ending: dxil::inst::InstId) {
        match region {
            Region::Selection { hint, .. } | Region::Hint(hint) => match hint {
                SelectionHint::Branch => self.b.mark_hints(ending, &[1]),
                SelectionHint::Flatten => self.b.mark_hints(ending, &[2]),
                SelectionHint::None => {}
            },
            Region::Loop {
                hint: LoopHint::Keep | LoopHint::Unroll | LoopHint::UnrollCount(_) | LoopHint::None,
                ..
            }
            | Region::None => {}
        }
    }
}
