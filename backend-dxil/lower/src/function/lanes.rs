//! Lowers barriers and wave operations.

use super::{FunctionLowering, Lowered, Result};
use crate::numbers::{Reduction, barrier_mode};
use dxil::inst::{BinaryOp, CastOp, Value as Dv};
use dxil::ops::Overload;
use dxil::optable::{Op as Dx, Stages};
use hlslc_ir::{Imm, Inst};
use smallvec::SmallVec;

impl FunctionLowering<'_> {
    pub(crate) fn barrier(&mut self, inst: Inst, _: &[Dv]) -> Result<Lowered> {
        let Imm::Barrier(kind) = self.func.insts[inst].imm else { return self.fail("a barrier without its kind") };
        let mode = self.b.u32(barrier_mode(kind));
        self.call(Dx::Barrier, Overload::None, &[mode])?;
        Ok(Lowered::None)
    }

    fn reduction(&mut self, inst: Inst) -> Result<Reduction> {
        let Imm::Reduce(kind) = self.func.insts[inst].imm else {
            return self.fail("a combination of lanes without its kind");
        };
        Ok(Reduction::of(kind))
    }

    /// The values of several lanes, combined: one operation for bits, one for arithmetic, each with kinds of its own.
    pub(crate) fn wave_reduce(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let Reduction { bits, arithmetic, unsigned, .. } = self.reduction(inst)?;
        match (bits, arithmetic) {
            (Some(bits), _) => self.combined(inst, Dx::WaveActiveBit, args, &[bits]),
            (None, Some(kind)) => self.combined(inst, Dx::WaveActiveOp, args, &[kind, unsigned]),
            (None, None) => self.fail("this combination of lanes"),
        }
    }

    pub(crate) fn wave_prefix(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let Reduction { arithmetic, unsigned, .. } = self.reduction(inst)?;
        match arithmetic {
            Some(kind) => self.combined(inst, Dx::WavePrefixOp, args, &[kind, unsigned]),
            None => self.fail("this combination of lanes"),
        }
    }

    pub(crate) fn wave_multi_prefix(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let Reduction { multi, unsigned, .. } = self.reduction(inst)?;
        match multi {
            Some(kind) => self.combined(inst, Dx::WaveMultiPrefixOp, args, &[kind, unsigned]),
            None => self.fail("this kind of prefix"),
        }
    }

    fn combined(&mut self, inst: Inst, op: Dx, args: &[Dv], kinds: &[i8]) -> Result<Lowered> {
        let mut args: SmallVec<[Dv; 8]> = SmallVec::from_slice(args);
        args.extend(kinds.iter().map(|&kind| self.b.i8(kind)));
        let overload = self.result_overload(inst);
        Ok(Lowered::One(self.call(op, overload, &args)?.into()))
    }

    pub(crate) fn quad_read_across(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [value] = self.operands(args)?;
        let direction = self.index(inst)?;
        let direction = self.b.i8(direction as i8);
        let overload = self.result_overload(inst);
        Ok(Lowered::One(self.call(Dx::QuadOp, overload, &[value, direction])?.into()))
    }

    /// Before the operation exists, each lane asks its three neighbours, as in DXC.
    fn quad_vote_by_reading(&mut self, value: Dv, all: bool) -> Result<Lowered> {
        let (bit, word) = (self.b.module.types.i1(), self.b.module.types.i32());
        let own = self.b.cast(CastOp::SExt, value, word);
        let mut joined: Option<Dv> = None;
        let join = if all { BinaryOp::And } else { BinaryOp::Or };
        for direction in 0..3 {
            let direction = self.b.i8(direction);
            let other: Dv = self.call(Dx::QuadOp, Overload::I32, &[own, direction])?.into();
            joined = Some(match joined {
                Some(before) => self.b.binary(join, before, other, 0),
                None => other,
            });
        }
        let all_four = joined.map_or(own, |others| self.b.binary(join, others, own, 0));
        Ok(Lowered::One(self.b.cast(CastOp::Trunc, all_four, bit)))
    }

    pub(crate) fn quad_vote(&mut self, inst: Inst, args: &[Dv]) -> Result<Lowered> {
        let [value] = self.operands(args)?;
        let kind = self.index(inst)?;
        if Dx::QuadVote.info().stages(self.b.module.version) == Stages::Removed {
            return self.quad_vote_by_reading(value, kind != 0);
        }
        let kind = self.b.i8(kind as i8);
        Ok(Lowered::One(self.call(Dx::QuadVote, Overload::I1, &[value, kind])?.into()))
    }
}
