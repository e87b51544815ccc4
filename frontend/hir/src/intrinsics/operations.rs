//! Lists the operations that each expansion emits, except arithmetic, comparisons and memory accesses.
//!
//! References are made of this; debug builds check in the lowering that an expansion builds no operation that is not here. What a
//! pass makes of a listed operation stands beside it.

use super::{Expansion, Lowering, QuadDirection, SampleLevel, TessReduction};
use super::{bits, buffers, geometry, lanes, math, nodes, raytracing, sync, textures, vulkan};
use hlslc_ir::Op;

impl Lowering {
    /// The operations that an intrinsic becomes, besides arithmetic.
    pub fn operations(self) -> Vec<Op> {
        match self {
            Self::Op(op) => vec![op],
            Self::ByClass(float, signed, unsigned) => vec![float, signed, unsigned],
            Self::Expand(expansion) => expansion.operations(),
            Self::NotYet | Self::Gone(_) => Vec::new(),
        }
    }
}

impl Expansion {
    /// The operations that it is for.
    pub fn operations(self) -> Vec<Op> {
        let known: &[Op] = match self {
            Self::Math(one) => of_math(one),
            Self::Bits(one) => of_bits(one),
            Self::Sync(one) => of_sync(one),
            Self::Lanes(one) => of_lanes(one),
            Self::Buffers(one) => of_buffers(one),
            Self::Textures(one) => of_textures(one),
            Self::Geometry(one) => of_geometry(one),
            Self::Rays(one) => return of_rays(one),
            Self::Nodes(nodes::Expansion::Plain(op)) => return vec![op],
            Self::Nodes(one) => of_nodes(one),
            Self::LinAlg(one) => return vec![one.operation()],
            Self::Vulkan(one) => of_vulkan(one),
        };
        known.to_vec()
    }
}

fn of_math(one: math::Expansion) -> &'static [Op] {
    use math::Expansion as E;
    match one {
        E::Abs => &[Op::FAbs, Op::IAbs],
        E::Acos => &[Op::Acos],
        E::Atan2 => &[Op::Atan],
        E::Clamp => &[Op::FMax, Op::FMin, Op::IMax, Op::IMin, Op::UMax, Op::UMin],
        E::Distance | E::Length => &[Op::Dot, Op::VectorDot, Op::Sqrt, Op::FAbs],
        E::Dot | E::Mul => &[Op::Dot, Op::VectorDot, Op::FMad, Op::IMad, Op::UMad],
        E::Exp => &[Op::Exp2],
        E::FaceForward | E::Reflect => &[Op::Dot, Op::VectorDot],
        E::FMod => &[Op::FAbs, Op::Frac],
        E::LdExp => &[Op::Exp2],
        E::Lit | E::Pow => &[Op::Log2, Op::Exp2],
        E::Log | E::Log10 => &[Op::Log2],
        E::ModF => &[Op::TruncFloat],
        E::Normalize => &[Op::Dot, Op::VectorDot, Op::Rsqrt],
        E::Refract => &[Op::Dot, Op::VectorDot, Op::Sqrt],
        E::Round => &[Op::RoundEven],
        E::SinCos => &[Op::Sin, Op::Cos],
        E::SmoothStep => &[Op::Saturate],
        E::All => &[Op::AllTrue],
        E::Any => &[Op::AnyTrue],
        E::Clip => &[Op::Discard],
        E::IsNormal => &[Op::IsNormal],
        E::NonUniform => &[Op::MarkNonUniform],
        E::Cross
        | E::Degrees
        | E::Determinant
        | E::Dst
        | E::FrExp
        | E::Lerp
        | E::Radians
        | E::Rcp
        | E::Sign
        | E::Step
        | E::Transpose
        | E::LogicalAnd
        | E::LogicalOr
        | E::Select => &[],
    }
}

fn of_bits(one: bits::Expansion) -> &'static [Op] {
    use bits::Expansion as E;
    match one {
        E::AsDouble => &[Op::MakeDouble],
        E::SplitDouble => &[Op::SplitDouble],
        E::AddUint64 => &[Op::UAddCarry],
        E::Msad4 => &[Op::Msad, Op::BitFieldInsert],
        E::Dot2Add => &[Op::Dot2AddHalf],
        E::Dot4AddPacked { .. } => &[Op::Dot4AddPacked],
        E::PackBytes { .. } => &[Op::Pack4x8],
        E::UnpackBytes => &[Op::Unpack4x8],
        E::Reinterpret | E::D3dColorToUbyte4 => &[],
    }
}

fn of_sync(one: sync::Expansion) -> &'static [Op] {
    use sync::Expansion as E;
    match one {
        E::Barrier(_) => &[Op::Barrier],
        E::BarrierByMemory => &[Op::BarrierByMemory],
        E::BarrierByObject => &[Op::BarrierByResource],
        E::Interlocked(_) => &[Op::AtomicRmw, Op::ResourceAtomicRmw],
        E::DebugBreak => &[Op::DebugBreak],
        E::InterlockedCompare => &[Op::AtomicCmpXchg, Op::ResourceCmpXchg],
    }
}

fn of_lanes(one: lanes::Expansion) -> &'static [Op] {
    use lanes::Expansion as E;
    match one {
        E::FWidth => &[Op::DerivCoarseX, Op::DerivCoarseY, Op::FAbs],
        E::WaveReduce(_) => &[Op::WaveReduce],
        E::WavePrefix(_) => &[Op::WavePrefix],
        E::WaveMultiPrefix(_) => &[Op::WaveMultiPrefix],
        E::WaveActiveAllEqual => &[Op::WaveAllEqual],
        E::WaveActiveBallot => &[Op::WaveBallot],
        E::WaveActiveCountBits => &[Op::WaveCountBits],
        E::WavePrefixCountBits => &[Op::WavePrefixCountBits],
        E::WaveMultiPrefixCountBits => &[Op::WaveMultiPrefixCountBits],
        E::WaveMatch => &[Op::WaveMatch],
        E::WaveReadLaneAt => &[Op::WaveReadLaneAt],
        E::QuadReadAcross(QuadDirection::X | QuadDirection::Y | QuadDirection::Diagonal) => &[Op::QuadReadAcross],
        E::QuadReadLaneAt => &[Op::QuadReadLaneAt],
        E::QuadVote { .. } => &[Op::QuadVote],
        E::EvaluateAtSample => &[Op::AtSample, Op::EvalSample],
        E::EvaluateCentroid => &[Op::AtCentroid, Op::EvalCentroid],
        E::EvaluateSnapped => &[Op::AtSnapped, Op::EvalSnapped],
        E::GetAttributeAtVertex => &[Op::AtVertex, Op::AttributeAtVertex],
        E::IsHelperLane => &[Op::IsHelperLane],
        E::RenderTargetSampleCount => &[Op::RenderTargetSampleCount],
        E::RenderTargetSamplePosition => &[Op::RenderTargetSamplePosition],
        E::CheckAccessFullyMapped => &[],
    }
}

fn of_buffers(one: buffers::Expansion) -> &'static [Op] {
    use buffers::Expansion as E;
    match one {
        E::RawInterlocked(_) => &[Op::ResourceAtomicRmw],
        E::RawInterlockedCompare => &[Op::ResourceCmpXchg],
        E::LoadTyped => &[Op::LoadTyped],
        E::LoadStructured | E::LoadRaw => &[Op::LoadRaw],
        E::StoreRaw => &[Op::StoreRaw],
        E::GetDimensions => &[Op::GetDimensions, Op::ElementStride],
        E::IncrementCounter | E::DecrementCounter => &[Op::UpdateCounter],
        E::Append => &[Op::UpdateCounter, Op::StoreRaw],
        E::Consume => &[Op::UpdateCounter, Op::LoadRaw],
    }
}

fn of_textures(one: textures::Expansion) -> &'static [Op] {
    use textures::Expansion as E;
    match one {
        E::LoadTexture | E::LoadAttachment => &[Op::LoadTexture],
        E::Sample(level) => match level {
            SampleLevel::Implicit => &[Op::Sample],
            SampleLevel::Bias => &[Op::SampleBias],
            SampleLevel::Grad => &[Op::SampleGrad],
            SampleLevel::Level | SampleLevel::Zero => &[Op::SampleLevel],
        },
        E::SampleCompare(level) => match level {
            SampleLevel::Implicit => &[Op::SampleCmp],
            SampleLevel::Bias => &[Op::SampleCmpBias],
            SampleLevel::Grad => &[Op::SampleCmpGrad],
            SampleLevel::Level => &[Op::SampleCmpLevel],
            SampleLevel::Zero => &[Op::SampleCmpLevelZero],
        },
        E::Gather { compare, .. } | E::GatherOffsets { compare, .. } => {
            if compare {
                &[Op::GatherCmp]
            } else {
                &[Op::Gather]
            }
        }
        E::GatherRaw => &[Op::GatherRaw],
        E::CalculateLod { .. } => &[Op::CalculateLod],
        E::GetSamplePosition => &[Op::TextureSamplePosition, Op::RenderTargetSamplePosition],
        E::WriteSamplerFeedback(level) => match level {
            SampleLevel::Implicit => &[Op::WriteFeedback],
            SampleLevel::Bias => &[Op::WriteFeedbackBias],
            SampleLevel::Grad => &[Op::WriteFeedbackGrad],
            SampleLevel::Level | SampleLevel::Zero => &[Op::WriteFeedbackLevel],
        },
        E::GetDimensions => &[Op::GetDimensions],
    }
}

fn of_geometry(one: geometry::Expansion) -> &'static [Op] {
    use geometry::Expansion as E;
    match one {
        E::StreamAppend => &[Op::EmitVertex, Op::StreamOf],
        E::StreamRestart => &[Op::CutStrip, Op::StreamOf],
        E::SetMeshOutputCounts => &[Op::SetMeshOutputCounts],
        E::DispatchMesh => &[Op::DispatchMesh],
        E::QuadTessFactors(reduction) | E::TriTessFactors(reduction) => match reduction {
            TessReduction::Avg | TessReduction::Max | TessReduction::Min => FACTORS,
        },
        E::IsolineTessFactors => FACTORS,
    }
}

/// The operations that round and bound the factors of a patch.
const FACTORS: &[Op] = &[Op::Saturate, Op::FMax, Op::FMin, Op::Ceil, Op::RoundEven];

fn of_rays(one: raytracing::Expansion) -> Vec<Op> {
    use raytracing::Expansion as E;
    match one {
        E::Trace => vec![Op::TraceRayInline],
        E::TraceRay => vec![Op::TraceRay],
        E::CallShader => vec![Op::CallShader],
        E::ReportHit => vec![Op::ReportHit],
        E::End(op) | E::Plain(op) | E::Components(op) | E::Corners(op) | E::Transform(op) | E::Transposed(op) => {
            vec![op]
        }
        E::HitTraceRay => vec![Op::HitTraceRay],
        E::HitMiss => vec![Op::HitMiss],
        E::HitInvoke => vec![Op::HitInvoke],
        E::HitOfQueryWith => vec![Op::HitOfQueryWith],
        E::HitAttributes => vec![Op::HitAttributes],
        E::HitSetRecord => vec![Op::HitSetRecord],
        E::Reorder { hit, .. } if hit => vec![Op::ReorderThread],
        E::Reorder { .. } => vec![Op::ReorderThread, Op::HitNop],
    }
}

fn of_nodes(one: nodes::Expansion) -> &'static [Op] {
    use nodes::Expansion as E;
    match one {
        E::Record => &[Op::NodeRecordAt],
        E::Indexed => &[Op::NodeAt],
        E::Records { .. } => &[Op::NodeRecords],
        E::Increment { .. } => &[Op::NodeIncrement],
        E::Barrier => &[Op::BarrierByRecord],
        // Its operation is the caller's to give.
        E::Plain(_) => &[],
    }
}

fn of_vulkan(one: vulkan::Expansion) -> &'static [Op] {
    use vulkan::Expansion as E;
    match one {
        E::RawBufferLoad | E::RawBufferStore => &[Op::DevicePointer],
        E::CooperativeMatrixLength | E::Printf | E::ExecutionMode { .. } => &[Op::Foreign],
    }
}
