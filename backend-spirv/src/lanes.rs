//! Lowers barriers, derivatives and wave operations.

use crate::errors;
use crate::stages::neighbours;
use crate::writer::{Repr, Site, Writer};
use hlslc_base::Stage;
use hlslc_ir::ops::{BarrierKind, ReduceOp};
use hlslc_ir::types::Scalar;
use hlslc_ir::{Imm, Value};
use rspirv::dr::Operand;
use rspirv::spirv::{Capability, GroupOperation, MemorySemantics, Op as Core, Scope, Word};
use smallvec::SmallVec;

impl Writer<'_> {
    /// Checks that there are neighbours to take a derivative of.
    pub(crate) fn need_neighbours(&mut self) {
        let stage = self.entry.stage();
        if self.says_which_are_quads() {
            self.interface.has_neighbours = true;
        } else if matches!(stage, Stage::Mesh | Stage::Amplification) {
            self.problem_here(errors::no_derivatives_of_groups);
        } else if stage != Stage::Pixel {
            self.unsupported("a derivative in this stage");
        }
    }

    /// Says which lanes of a group are a quad, where its size lets them be some: else they are any four in a row of a subgroup.
    fn group_in_quads(&mut self) {
        let size = self.entry.properties.num_threads();
        self.interface.has_neighbours |= self.says_which_are_quads() && size.and_then(neighbours).is_some();
    }

    /// Whether the stage has groups of threads, and a mode for which of those are a quad.
    fn says_which_are_quads(&self) -> bool {
        let stage = self.entry.stage();
        stage == Stage::Compute || self.settings.mesh_extension && matches!(stage, Stage::Mesh | Stage::Amplification)
    }

    pub(crate) fn barrier(&mut self, site: &Site<'_>) -> Option<Repr> {
        let Imm::Barrier(kind) = site.imm else { return None };
        let mut semantics = MemorySemantics::ACQUIRE_RELEASE;
        if kind.contains(BarrierKind::GROUPSHARED) {
            semantics |= MemorySemantics::WORKGROUP_MEMORY;
        }
        let resources = kind.intersects(BarrierKind::UAV_DEVICE.union(BarrierKind::UAV_GROUP));
        if resources {
            semantics |= MemorySemantics::UNIFORM_MEMORY | MemorySemantics::IMAGE_MEMORY;
        }
        let memory = if kind.contains(BarrierKind::UAV_DEVICE) { Scope::Device } else { Scope::Workgroup };
        self.fence(kind.contains(BarrierKind::SYNC), memory, semantics);
        Some(Repr::Nothing)
    }

    fn fence(&mut self, sync: bool, memory: Scope, semantics: MemorySemantics) {
        let (memory, semantics) = (self.uint(memory as u32), self.uint(semantics.bits()));
        if sync {
            let execution = self.uint(Scope::Workgroup as u32);
            self.asm.effect_on(Core::ControlBarrier, &[execution, memory, semantics]);
        } else {
            self.asm.effect_on(Core::MemoryBarrier, &[memory, semantics]);
        }
    }

    /// A barrier that names kinds of memory (1 resources, 2 the group's) and what it means (1 waits, 2 in the group, 4 on the
    /// device).
    pub(crate) fn barrier_by_memory(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[memory, meaning] = site.args else { return None };
        let memory = self.constant_bits(memory)?;
        let mut semantics = MemorySemantics::ACQUIRE_RELEASE;
        if memory & 1 != 0 {
            semantics |= MemorySemantics::UNIFORM_MEMORY | MemorySemantics::IMAGE_MEMORY;
        }
        if memory & 2 != 0 {
            semantics |= MemorySemantics::WORKGROUP_MEMORY;
        }
        if memory & !3 != 0 {
            self.unsupported("a barrier for records of nodes");
            return Some(Repr::Nothing);
        }
        self.barrier_of(meaning, semantics)
    }

    pub(crate) fn barrier_by_resource(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[_, meaning] = site.args else { return None };
        let resources = MemorySemantics::UNIFORM_MEMORY | MemorySemantics::IMAGE_MEMORY;
        self.barrier_of(meaning, MemorySemantics::ACQUIRE_RELEASE | resources)
    }

    fn barrier_of(&mut self, meaning: Value, semantics: MemorySemantics) -> Option<Repr> {
        let meaning = self.constant_bits(meaning)?;
        let is_of_group = meaning & 1 != 0;
        // A fence around no memory, or for no thread but this one, is none; only the threads may still wait.
        if semantics == MemorySemantics::ACQUIRE_RELEASE || meaning & 6 == 0 {
            if is_of_group {
                self.fence(true, Scope::Workgroup, MemorySemantics::empty());
            }
            return Some(Repr::Nothing);
        }
        let memory = if meaning & 4 == 0 { Scope::Workgroup } else { Scope::Device };
        self.fence(is_of_group, memory, semantics);
        Some(Repr::Nothing)
    }

    fn constant_bits(&self, value: Value) -> Option<u64> {
        self.func.const_bits(&self.module.ctx, value)
    }

    /// An instruction among the lanes of a subgroup.
    pub(crate) fn wave(&mut self, capability: Capability, core: Core, ty: Word, args: &[Word]) -> Word {
        // Every other of these capabilities has it in it; DXC leaves it out here alone.
        if core != Core::GroupNonUniformAllEqual {
            self.asm.capability(Capability::GroupNonUniform);
        }
        self.asm.capability(capability);
        let mut all: SmallVec<[Word; 4]> = SmallVec::from_slice(&[self.uint(Scope::Subgroup as u32)]);
        all.extend_from_slice(args);
        self.asm.op(core, ty, &all)
    }

    /// A value of the lane across: 0 along x, 1 along y, 2 both.
    fn quad_swap(&mut self, value: Word, direction: u32, ty: Word) -> Word {
        let args = [value, self.uint(direction)];
        self.group_in_quads();
        self.wave(Capability::GroupNonUniformQuad, Core::GroupNonUniformQuadSwap, ty, &args)
    }

    pub(crate) fn quad_read_across(&mut self, site: &Site<'_>) -> Option<Repr> {
        let (&[value], Imm::Index(direction)) = (site.args, site.imm) else { return None };
        let value = self.id(value);
        Some(Repr::Id(self.quad_swap(value, direction, site.ty)))
    }

    /// Only of lanes that are constants.
    pub(crate) fn quad_read_lane(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[value, lane] = site.args else { return None };
        self.func.as_const(lane)?;
        let args = [self.id(value), self.id(lane)];
        self.group_in_quads();
        Some(Repr::Id(self.wave(Capability::GroupNonUniformQuad, Core::GroupNonUniformQuadBroadcast, site.ty, &args)))
    }

    /// Whether a condition holds in any or all lanes of the quad: those across, in sequence.
    pub(crate) fn quad_vote(&mut self, site: &Site<'_>) -> Option<Repr> {
        let (&[cond], Imm::Index(all)) = (site.args, site.imm) else { return None };
        let own = self.id(cond);
        let core = if all == 1 { Core::LogicalAnd } else { Core::LogicalOr };
        let mut result = own;
        for direction in 0..3 {
            let other = self.quad_swap(own, direction, site.ty);
            result = self.asm.op(core, site.ty, &[result, other]);
        }
        Some(Repr::Id(result))
    }

    pub(crate) fn wave_ballot(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[cond] = site.args else { return None };
        let ballot = self.ballot(cond);
        let uint = self.uint_type();
        Some(Repr::Parts((0..4).map(|at| self.extract(uint, ballot, at)).collect()))
    }

    fn ballot(&mut self, cond: Value) -> Word {
        let ty = self.vector_type(Scalar::I32, 4);
        let cond = self.id(cond);
        self.wave(Capability::GroupNonUniformBallot, Core::GroupNonUniformBallot, ty, &[cond])
    }

    pub(crate) fn count_ballot(&mut self, cond: Value, how: GroupOperation) -> Word {
        let ballot = self.ballot(cond);
        let uint = self.uint_type();
        self.group_op(Core::GroupNonUniformBallotBitCount, how, uint, ballot)
    }

    fn group_op(&mut self, core: Core, how: GroupOperation, ty: Word, value: Word) -> Word {
        let scope = self.uint(Scope::Subgroup as u32);
        let operands = vec![Operand::IdScope(scope), Operand::GroupOperation(how), Operand::IdRef(value)];
        self.asm.inst(core, ty, operands)
    }

    /// The lanes with the same value, of which only an extension shows.
    pub(crate) fn wave_match(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[value] = site.args else { return None };
        self.asm.capability(Capability::GroupNonUniformPartitionedNV);
        let (value, ty, uint) = (self.id(value), self.vector_type(Scalar::I32, 4), self.uint_type());
        let lanes = self.asm.op(Core::GroupNonUniformPartitionNV, ty, &[value]);
        Some(Repr::Parts((0..4).map(|at| self.extract(uint, lanes, at)).collect()))
    }

    /// The values before this lane's, among the lanes that a mask of four words names.
    pub(crate) fn wave_multi_prefix(&mut self, site: &Site<'_>) -> Option<Repr> {
        let (&[value, ref mask @ ..], Imm::Reduce(op)) = (site.args, site.imm) else { return None };
        self.asm.capability(Capability::GroupNonUniformPartitionedNV);
        let core = self.reduction(op, value);
        let (scope, value, mask) = (self.uint(Scope::Subgroup as u32), self.id(value), self.mask(mask));
        let how = Operand::GroupOperation(GroupOperation::PartitionedExclusiveScanNV);
        let operands = vec![Operand::IdScope(scope), how, Operand::IdRef(value), Operand::IdRef(mask)];
        Some(Repr::Id(self.asm.inst(core, site.ty, operands)))
    }

    /// The number of lanes before this one for which a condition holds, among those in a mask of four words.
    pub(crate) fn wave_multi_prefix_count(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[cond, ref mask @ ..] = site.args else { return None };
        let ty = self.vector_type(Scalar::I32, 4);
        let (ballot, mask) = (self.ballot(cond), self.mask(mask));
        let counted = self.asm.op(Core::BitwiseAnd, ty, &[ballot, mask]);
        let how = GroupOperation::ExclusiveScan;
        Some(Repr::Id(self.group_op(Core::GroupNonUniformBallotBitCount, how, site.ty, counted)))
    }

    /// Four words as a vector: the one that they were taken out of, if it is one.
    fn mask(&mut self, words: &[Value]) -> Word {
        let part_of = |at: usize, word: Value| {
            let inst = self.func.as_inst(word)?;
            let data = &self.func.insts[inst];
            let of = *self.func.args(inst).first()?;
            let is_part = data.op == hlslc_ir::Op::Extract && data.imm == Imm::Index(at as u32);
            (is_part && self.module.ctx.lanes(self.func.ty(of)) == Some(4)).then_some(of)
        };
        let value = words.first().and_then(|&word| part_of(0, word));
        if let Some(value) = value
            && words.iter().enumerate().all(|(at, &word)| part_of(at, word) == Some(value))
        {
            return self.id(value);
        }
        let ty = self.vector_type(Scalar::I32, 4);
        let words: SmallVec<[Word; 4]> = words.iter().map(|&word| self.id(word)).collect();
        self.asm.op(Core::CompositeConstruct, ty, &words)
    }

    pub(crate) fn reduce(&mut self, op: ReduceOp, how: GroupOperation, value: Value, ty: Word) -> Word {
        self.asm.capability(Capability::GroupNonUniform);
        self.asm.capability(Capability::GroupNonUniformArithmetic);
        let core = self.reduction(op, value);
        let value = self.id(value);
        self.group_op(core, how, ty, value)
    }

    /// The instruction that combines the values of lanes so.
    fn reduction(&mut self, op: ReduceOp, value: Value) -> Core {
        let scalar = self.scalar(value);
        match (op, scalar.is_float(), scalar == Scalar::Bool) {
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
        }
    }
}
