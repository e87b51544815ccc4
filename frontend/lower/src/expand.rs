//! Expansions: intrinsics that are more than one operation, built as DXC builds them so that results agree to the
//! last bit where they can. One small function each, grouped by topic below.

mod atomic;
mod bits;
mod buffer;
mod lanes;
mod math;
mod matrix;
mod texture;

use crate::function::FuncLowerer;
use crate::intrinsic::Call;
use hlslc_hir::intrinsics::Expansion;
use hlslc_ir::{Imm, Op, Value};

impl FuncLowerer<'_, '_> {
    /// Builds an intrinsic by its expansion; `None` for `void`.
    pub(crate) fn expand(&mut self, expansion: Expansion, call: &Call) -> Option<Value> {
        use Expansion as E;
        let value = match expansion {
            // Arithmetic.
            E::Abs => self.abs(call),
            E::Atan2 => self.atan2(call),
            E::Clamp => self.clamp(call),
            E::Cross => self.cross(call),
            E::Degrees => self.scaled(call, math::DEGREES),
            E::Radians => self.scaled(call, math::RADIANS),
            E::Distance => self.distance(call),
            E::Dot => self.dot_of(call),
            E::Dst => self.dst(call),
            E::Exp => self.exp(call),
            E::Log => self.log(call, math::LN_2),
            E::Log10 => self.log(call, math::LOG10_2),
            E::FaceForward => self.face_forward(call),
            E::FMod => self.fmod(call),
            E::FrExp => self.frexp(call),
            E::FWidth => self.fwidth(call),
            E::LdExp => self.ldexp(call),
            E::Length => self.length(call),
            E::Lerp => self.lerp(call),
            E::Lit => self.lit(call),
            E::ModF => self.modf(call),
            E::Normalize => self.normalize(call),
            E::Pow => self.pow(call),
            E::Rcp => self.rcp(call),
            E::Reflect => self.reflect(call),
            E::Refract => self.refract(call),
            E::Sign => self.sign(call),
            E::SinCos => return self.sincos(call),
            E::SmoothStep => self.smoothstep(call),
            E::Step => self.step_function(call),
            E::All => self.all_or_any(call, true),
            E::Any => self.all_or_any(call, false),
            E::LogicalAnd => self.logical(call, true),
            E::LogicalOr => self.logical(call, false),
            E::Select => self.select_of(call),
            E::Clip => return self.clip(call),
            E::NonUniform => self.arg(call, 0),
            E::Determinant => self.determinant(call),
            E::Mul => self.mul(call),
            E::Transpose => self.transpose(call),
            // Bits.
            E::Reinterpret => self.reinterpret(call),
            E::AsDouble => self.as_double(call),
            E::SplitDouble => return self.split_double(call),
            E::D3dColorToUbyte4 => self.d3d_color(call),
            E::AddUint64 => self.add_uint64(call),
            E::IsNormal => self.is_normal(call),
            E::Msad4 => self.msad4(call),
            E::Dot2Add => self.dot2_add(call),
            E::Dot4AddPacked { signed } => self.dot4_add(call, signed),
            E::PackBytes { clamp, signed } => self.pack_bytes(call, clamp, signed),
            E::UnpackBytes => self.unpack_bytes(call),
            // Shared memory.
            E::Barrier(kind) => return self.barrier(kind),
            E::Interlocked(kind) => return self.interlocked(call, kind),
            E::InterlockedCompare => return self.interlocked_compare(call),
            E::RawInterlocked(kind) => return self.raw_interlocked(call, kind),
            E::RawInterlockedCompare => return self.raw_interlocked_compare(call),
            // Buffers.
            E::LoadTyped => self.load_typed(call),
            E::LoadStructured => self.load_structured(call),
            E::LoadRaw => self.load_raw(call),
            E::StoreRaw => return self.store_raw(call),
            E::GetDimensions => return self.get_dimensions(call),
            E::CheckAccessFullyMapped => self.check_access(call),
            E::IncrementCounter => self.counter(call, true),
            E::DecrementCounter => self.counter(call, false),
            E::Append => return self.append(call),
            E::Consume => self.consume(call),
            // Textures.
            E::LoadTexture => self.load_texture(call),
            E::Sample(level) => self.sample(call, level),
            E::SampleCompare(level) => return self.sample_compare(call, level),
            E::Gather { channel, compare } => self.gather(call, channel, compare),
            E::GatherOffsets { channel, compare } => self.gather_offsets(call, channel, compare),
            E::CalculateLod { clamped } => self.calculate_lod(call, clamped),
            E::GetSamplePosition | E::RenderTargetSamplePosition => self.sample_position(call),
            // Other lanes.
            E::WaveReduce(reduction) => self.wave_reduce(call, reduction, Op::WaveReduce),
            E::WavePrefix(reduction) => self.wave_reduce(call, reduction, Op::WavePrefix),
            E::WaveMultiPrefix(reduction) => self.wave_multi_prefix(call, reduction),
            E::WaveActiveAllEqual => self.wave_all_equal(call),
            E::WaveActiveBallot => self.wave_ballot(call),
            E::WaveActiveCountBits => self.wave_count(call, Op::WaveCountBits),
            E::WavePrefixCountBits => self.wave_count(call, Op::WavePrefixCountBits),
            E::WaveMultiPrefixCountBits => self.wave_multi_prefix_count(call),
            E::WaveMatch => self.wave_match(call),
            E::WaveReadLaneAt => self.read_lane(call, Op::WaveReadLaneAt),
            E::QuadReadAcross(direction) => self.quad_read_across(call, direction),
            E::QuadReadLaneAt => self.read_lane(call, Op::QuadReadLaneAt),
            E::QuadVote { all } => self.quad_vote(call, all),
            // The pixel.
            E::IsHelperLane => self.pixel_fact(call, Op::IsHelperLane),
            E::RenderTargetSampleCount => self.pixel_fact(call, Op::RenderTargetSampleCount),
            // Everything else is checked, but not built yet.
            E::Acos
            | E::EvaluateAtSample
            | E::EvaluateCentroid
            | E::EvaluateSnapped
            | E::GetAttributeAtVertex
            | E::GatherRaw
            | E::WriteSamplerFeedback(_)
            | E::StreamAppend
            | E::StreamRestart
            | E::SetMeshOutputCounts
            | E::DispatchMesh
            | E::QuadTessFactors(_)
            | E::TriTessFactors(_)
            | E::IsolineTessFactors => return self.not_yet(call),
        };
        Some(value)
    }

    /// An operation without operands.
    fn pixel_fact(&mut self, call: &Call, op: Op) -> Value {
        let ty = self.ty(call.ty, call.span);
        self.b.value(op, ty, Imm::None, &[])
    }
}
