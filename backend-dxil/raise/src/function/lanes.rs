//! Raises barriers, and operations on the lanes of a wave or a quad whose kind is an operand.

use super::{Raising, Step};
use dxil::inst::{InstId, Value as Dv};
use dxil::optable::Op as Dx;
use hlslc_dxil_lower::numbers::{Reduction, barrier_mode};
use hlslc_ir::ops::{BarrierKind, ReduceOp};
use hlslc_ir::{Imm, Op};

impl Raising<'_> {
    pub(super) fn barrier(&mut self, args: &[Dv]) -> Step<()> {
        let mode = self.small(args.first())?;
        let kinds = (0..=BarrierKind::all().bits()).map(BarrierKind::from_bits_truncate);
        let kind = kinds.into_iter().find(|&kind| barrier_mode(kind) == mode).ok_or("a barrier of no kind")?;
        let void = self.module.ctx.void();
        self.b().inst(Op::Barrier, void, Imm::Barrier(kind), &[]);
        Ok(())
    }

    /// A combination of the values of several lanes; the last operands say of which kind.
    pub(super) fn combined(&mut self, inst: InstId, op: Dx, args: &[Dv]) -> Step<()> {
        #[expect(clippy::wildcard_enum_match_arm, reason = "the caller passes these four")]
        let (row, kinds) = match op {
            Dx::WaveActiveBit => (Op::WaveReduce, 1),
            Dx::WaveActiveOp => (Op::WaveReduce, 2),
            Dx::WavePrefixOp => (Op::WavePrefix, 2),
            _ => (Op::WaveMultiPrefix, 2),
        };
        let at = args.len().checked_sub(kinds).ok_or("another number of operands")?;
        let (values, kinds) = args.split_at(at);
        let kind = self.small(kinds.first())? as i8;
        let unsigned = if kinds.len() > 1 { self.small(kinds.get(1))? as i8 } else { 0 };
        let is_float = values.first().is_some_and(|&value| self.is_float(value));
        let found = ReduceOp::ALL.iter().map(|row| row.0).find(|&reduce| {
            let numbers = Reduction::of(reduce);
            #[expect(clippy::wildcard_enum_match_arm, reason = "the caller passes these four")]
            let own = match op {
                Dx::WaveActiveBit => numbers.bits,
                Dx::WaveMultiPrefixOp => numbers.multi,
                _ => numbers.arithmetic,
            };
            let is_bits = numbers.bits.is_some();
            own == Some(kind) && (is_bits || is_float || numbers.unsigned == unsigned)
        });
        let reduce = found.ok_or("a combination of lanes of no kind")?;
        let values = self.operands(values)?;
        let ty = self.result_type(inst)?;
        let value = self.b().value(row, ty, Imm::Reduce(reduce), &values);
        self.set(inst, value);
        Ok(())
    }

    fn is_float(&self, value: Dv) -> bool {
        let ty = self.env.dx.value_type(self.id, value);
        ty.is_some_and(|ty| self.env.dx.types.is_float(self.env.dx.types.scalar(ty)))
    }

    /// An operation whose last operand is a small constant, the immediate of the IR's.
    pub(super) fn with_immediate(&mut self, inst: InstId, row: Op, args: &[Dv]) -> Step<()> {
        let (last, values) = args.split_last().ok_or("no operands")?;
        let index = self.small(Some(last))?;
        let values = self.operands(values)?;
        let ty = self.result_type(inst)?;
        let value = self.b().value(row, ty, Imm::Index(index), &values);
        self.set(inst, value);
        Ok(())
    }

    /// A number of a matrix, by constants for its row and its column.
    pub(super) fn of_matrix(&mut self, inst: InstId, row: Op, args: &[Dv]) -> Step<()> {
        let at = args.len().checked_sub(2).ok_or("another number of operands")?;
        let (values, place) = args.split_at(at);
        let index = 4 * self.small(place.first())? + self.small(place.get(1))?;
        let values = self.operands(values)?;
        let ty = self.result_type(inst)?;
        let value = self.b().value(row, ty, Imm::Index(index), &values);
        self.set(inst, value);
        Ok(())
    }
}
