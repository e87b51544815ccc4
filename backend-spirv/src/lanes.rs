//! Barriers, derivatives, and what lanes tell each other.

use crate::lower::{Repr, Writer};
use hlslc_base::Stage;
use hlslc_ir::ops::{BarrierKind, ReduceOp};
use hlslc_ir::types::Scalar;
use hlslc_ir::{Imm, Inst, Op, Value};
use rspirv::dr::Operand;
use rspirv::spirv::{BuiltIn, Capability, GroupOperation, MemorySemantics, Op as Core, Scope, Word};
use smallvec::SmallVec;

/// Whether an operation needs the neighbours of a pixel.
pub(crate) fn is_derivative(op: Op) -> bool {
    matches!(op, Op::DerivCoarseX | Op::DerivCoarseY | Op::DerivFineX | Op::DerivFineY)
}

impl Writer<'_> {
    /// Checks that there are neighbours, and asks for what finer derivatives need.
    pub(crate) fn derivative(&mut self, op: Op) {
        if self.entry.stage() != Stage::Pixel {
            self.unsupported("a derivative outside pixel shaders");
        }
        if matches!(op, Op::DerivFineX | Op::DerivFineY) {
            self.asm.capability(Capability::DerivativeControl);
        }
    }

    /// Operations between lanes. `None` if this is none of them; `Nothing` if it has no result.
    pub(crate) fn lane_op(&mut self, inst: Inst) -> Option<Repr> {
        let func = self.func;
        let data = &func.insts[inst];
        let ty = self.register_type(data.ty);
        let id = match (data.op, data.imm, func.args(inst)) {
            (Op::Barrier, Imm::Barrier(kind), _) => {
                self.barrier(kind);
                return Some(Repr::Nothing);
            }
            (Op::WaveGetLaneCount, ..) => self.wave_built_in(BuiltIn::SubgroupSize),
            (Op::WaveGetLaneIndex, ..) => self.wave_built_in(BuiltIn::SubgroupLocalInvocationId),
            (Op::WaveIsFirstLane, ..) => self.wave(Capability::GroupNonUniform, Core::GroupNonUniformElect, ty, &[]),
            (Op::WaveAnyTrue, _, &[cond]) => self.vote(Core::GroupNonUniformAny, ty, cond),
            (Op::WaveAllTrue, _, &[cond]) => self.vote(Core::GroupNonUniformAll, ty, cond),
            (Op::WaveAllEqual, _, &[value]) => self.vote(Core::GroupNonUniformAllEqual, ty, value),
            (Op::WaveReadLaneFirst, _, &[value]) => {
                let value = self.id(value);
                self.wave(Capability::GroupNonUniformBallot, Core::GroupNonUniformBroadcastFirst, ty, &[value])
            }
            (Op::WaveReadLaneAt, _, &[value, lane]) => {
                let args = [self.id(value), self.id(lane)];
                self.wave(Capability::GroupNonUniformShuffle, Core::GroupNonUniformShuffle, ty, &args)
            }
            (Op::WaveBallot, _, &[cond]) => {
                let ballot = self.ballot(cond);
                let uint = self.uint_type();
                let parts: SmallVec<[Word; 4]> = (0..4).map(|at| self.extract(uint, ballot, at)).collect();
                return Some(Repr::Parts(parts));
            }
            (Op::WaveCountBits, _, &[cond]) => self.count_ballot(cond, GroupOperation::Reduce),
            (Op::WavePrefixCountBits, _, &[cond]) => self.count_ballot(cond, GroupOperation::ExclusiveScan),
            (Op::WaveReduce, Imm::Reduce(op), &[value]) => self.reduce(op, GroupOperation::Reduce, value, ty),
            (Op::WavePrefix, Imm::Reduce(op), &[value]) => self.reduce(op, GroupOperation::ExclusiveScan, value, ty),
            (Op::QuadReadAcross, Imm::Index(direction), &[value]) => {
                let value = self.id(value);
                self.quad_swap(value, direction, ty)
            }
            (Op::QuadVote, Imm::Index(all), &[cond]) => self.quad_vote(cond, all == 1),
            (Op::QuadReadLaneAt, _, &[value, lane]) if self.func.as_const(lane).is_some() => {
                let args = [self.id(value), self.id(lane)];
                self.wave(Capability::GroupNonUniformQuad, Core::GroupNonUniformQuadBroadcast, ty, &args)
            }
            _ => return None,
        };
        Some(Repr::Id(id))
    }

    fn barrier(&mut self, kind: BarrierKind) {
        let mut semantics = MemorySemantics::ACQUIRE_RELEASE;
        if kind.contains(BarrierKind::GROUPSHARED) {
            semantics |= MemorySemantics::WORKGROUP_MEMORY;
        }
        let resources = kind.intersects(BarrierKind::UAV_DEVICE.union(BarrierKind::UAV_GROUP));
        if resources {
            semantics |= MemorySemantics::UNIFORM_MEMORY | MemorySemantics::IMAGE_MEMORY;
        }
        let memory = if kind.contains(BarrierKind::UAV_DEVICE) { Scope::Device } else { Scope::Workgroup };
        let (memory, semantics) = (self.uint(memory as u32), self.uint(semantics.bits()));
        if kind.contains(BarrierKind::SYNC) {
            let execution = self.uint(Scope::Workgroup as u32);
            self.asm.effect_on(Core::ControlBarrier, &[execution, memory, semantics]);
        } else {
            self.asm.effect_on(Core::MemoryBarrier, &[memory, semantics]);
        }
    }

    /// An instruction among the lanes of a subgroup.
    fn wave(&mut self, capability: Capability, core: Core, ty: Word, args: &[Word]) -> Word {
        self.asm.capability(Capability::GroupNonUniform);
        self.asm.capability(capability);
        let mut all: SmallVec<[Word; 4]> = SmallVec::from_slice(&[self.uint(Scope::Subgroup as u32)]);
        all.extend_from_slice(args);
        self.asm.op(core, ty, &all)
    }

    /// A value of the lane across: 0 along x, 1 along y, 2 both.
    pub(crate) fn quad_swap(&mut self, value: Word, direction: u32, ty: Word) -> Word {
        let args = [value, self.uint(direction)];
        self.wave(Capability::GroupNonUniformQuad, Core::GroupNonUniformQuadSwap, ty, &args)
    }

    fn wave_built_in(&mut self, built_in: BuiltIn) -> Word {
        self.asm.capability(Capability::GroupNonUniform);
        let uint = self.uint_type();
        self.load_built_in(built_in, uint)
    }

    fn vote(&mut self, core: Core, ty: Word, value: Value) -> Word {
        let value = self.id(value);
        self.wave(Capability::GroupNonUniformVote, core, ty, &[value])
    }

    fn ballot(&mut self, cond: Value) -> Word {
        let ty = self.vector_type(Scalar::I32, 4);
        let cond = self.id(cond);
        self.wave(Capability::GroupNonUniformBallot, Core::GroupNonUniformBallot, ty, &[cond])
    }

    fn count_ballot(&mut self, cond: Value, how: GroupOperation) -> Word {
        let ballot = self.ballot(cond);
        let uint = self.uint_type();
        self.group_op(Core::GroupNonUniformBallotBitCount, how, uint, ballot)
    }

    fn group_op(&mut self, core: Core, how: GroupOperation, ty: Word, value: Word) -> Word {
        let scope = self.uint(Scope::Subgroup as u32);
        let operands = vec![Operand::IdScope(scope), Operand::GroupOperation(how), Operand::IdRef(value)];
        self.asm.inst(core, ty, operands)
    }

    fn reduce(&mut self, op: ReduceOp, how: GroupOperation, value: Value, ty: Word) -> Word {
        self.asm.capability(Capability::GroupNonUniform);
        self.asm.capability(Capability::GroupNonUniformArithmetic);
        let scalar = self.scalar(value);
        let core = match (op, scalar.is_float(), scalar == Scalar::Bool) {
            (ReduceOp::Sum | ReduceOp::UnsignedSum, true, _) => Core::GroupNonUniformFAdd,
            (ReduceOp::Sum | ReduceOp::UnsignedSum, false, _) => Core::GroupNonUniformIAdd,
            (ReduceOp::Product | ReduceOp::UnsignedProduct, true, _) => Core::GroupNonUniformFMul,
            (ReduceOp::Product | ReduceOp::UnsignedProduct, false, _) => Core::GroupNonUniformIMul,
            (ReduceOp::Min, true, _) => Core::GroupNonUniformFMin,
            (ReduceOp::Min, false, _) => Core::GroupNonUniformSMin,
            (ReduceOp::UnsignedMin, ..) => Core::GroupNonUniformUMin,
            (ReduceOp::Max, true, _) => Core::GroupNonUniformFMax,
            (ReduceOp::Max, false, _) => Core::GroupNonUniformSMax,
            (ReduceOp::UnsignedMax, ..) => Core::GroupNonUniformUMax,
            (ReduceOp::And, _, true) => Core::GroupNonUniformLogicalAnd,
            (ReduceOp::Or, _, true) => Core::GroupNonUniformLogicalOr,
            (ReduceOp::Xor, _, true) => Core::GroupNonUniformLogicalXor,
            (ReduceOp::And, ..) => Core::GroupNonUniformBitwiseAnd,
            (ReduceOp::Or, ..) => Core::GroupNonUniformBitwiseOr,
            (ReduceOp::Xor, ..) => Core::GroupNonUniformBitwiseXor,
        };
        let value = self.id(value);
        self.group_op(core, how, ty, value)
    }
}
