//! The rows: what each IR operation is in DXIL. An instruction, a `dx.op` on its operands, or what the function that the
//! row names writes.

use crate::function::{FunctionLowering, FunctionLowering as Fl, Lowered, Result};
use dxil::inst::{BinaryOp, CastOp, Predicate, Value as Dv};
use dxil::optable::Op as Dx;
use hlslc_ir::{Inst, Op};

/// What an IR operation becomes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form<'a> {
    /// An instruction on two operands.
    Binary(BinaryOp),
    /// A conversion to the result type.
    Cast(CastOp),
    /// A comparison.
    Compare(Predicate),
    /// A `dx.op` on the operands in order, its overload the type of the first operand.
    Call(Dx),
    /// The same with the result type as overload; for operations without operands of it.
    CallByResult(Dx),
    /// A `dx.op` without an overload.
    CallPlain(Dx),
    /// One `dx.op` for doubles, another for the rest.
    CallByWidth {
        /// For 64 bits.
        double: Dx,
        /// For the rest.
        other: Dx,
    },
    /// What this function writes.
    By(fn(&mut FunctionLowering<'a>, Inst, &[Dv]) -> Result<Lowered>),
    /// What this function writes around a `dx.op`.
    With(Dx, fn(&mut FunctionLowering<'a>, Inst, Dx, &[Dv]) -> Result<Lowered>),
    /// What this function writes, from an operand that is no single value.
    OnParts(fn(&mut FunctionLowering<'a>, Inst) -> Result<Lowered>),
    /// Nothing: the passes leave none of it.
    Unseen(&'static str),
}

/// Why composites are not seen.
const APART: &str = "vectors come apart before";
/// Of values that are inputs elsewhere.
const EVALUATED: &str = "a pass finds the element of the signature";

/// The row of an operation.
pub(crate) fn form<'a>(op: Op) -> Form<'a> {
    use Form::{Binary, By, Call, CallByResult, CallByWidth, CallPlain, Cast, Compare, OnParts, Unseen, With};
    match op {
        // Integer arithmetic.
        Op::Add => Binary(BinaryOp::Add),
        Op::Sub => Binary(BinaryOp::Sub),
        Op::Mul => Binary(BinaryOp::Mul),
        Op::SDiv => Binary(BinaryOp::SDiv),
        Op::UDiv => Binary(BinaryOp::UDiv),
        Op::SRem => Binary(BinaryOp::SRem),
        Op::URem => Binary(BinaryOp::URem),
        Op::Shl => Binary(BinaryOp::Shl),
        Op::LShr => Binary(BinaryOp::LShr),
        Op::AShr => Binary(BinaryOp::AShr),
        Op::And => Binary(BinaryOp::And),
        Op::Or => Binary(BinaryOp::Or),
        Op::Xor => Binary(BinaryOp::Xor),
        Op::IMin => Call(Dx::IMin),
        Op::IMax => Call(Dx::IMax),
        Op::UMin => Call(Dx::UMin),
        Op::UMax => Call(Dx::UMax),
        Op::IMad => Call(Dx::IMad),
        Op::UMad => Call(Dx::UMad),
        Op::BitReverse => Call(Dx::Bfrev),
        Op::CountBits => Call(Dx::Countbits),
        Op::FirstBitLow => Call(Dx::FirstbitLo),
        Op::FirstBitHighUnsigned => With(Dx::FirstbitHi, Fl::first_bit_high),
        Op::FirstBitHighSigned => With(Dx::FirstbitSHi, Fl::first_bit_high),
        Op::BitFieldInsert => Call(Dx::Bfi),
        Op::Msad => Call(Dx::Msad),
        Op::UAddCarry => Call(Dx::UAddc),
        Op::Dot4AddPacked => By(Fl::dot_of_bytes),
        Op::Dot2AddHalf => CallByResult(Dx::Dot2AddHalf),
        Op::Pack4x8 => By(Fl::pack_bytes),
        Op::Unpack4x8 => By(Fl::unpack_bytes),
        // Float arithmetic.
        Op::FAdd => Binary(BinaryOp::FAdd),
        Op::FSub => Binary(BinaryOp::FSub),
        Op::FMul => Binary(BinaryOp::FMul),
        Op::FDiv => Binary(BinaryOp::FDiv),
        Op::FRem => Binary(BinaryOp::FRem),
        Op::FNeg => By(Fl::negate),
        Op::FMin => Call(Dx::FMin),
        Op::FMax => Call(Dx::FMax),
        Op::FMad => CallByWidth { double: Dx::Fma, other: Dx::FMad },
        Op::Fma => Call(Dx::Fma),
        Op::FAbs => Call(Dx::FAbs),
        Op::Saturate => Call(Dx::Saturate),
        Op::Frac => Call(Dx::Frc),
        Op::Sqrt => Call(Dx::Sqrt),
        Op::Rsqrt => Call(Dx::Rsqrt),
        Op::Exp2 => Call(Dx::Exp),
        Op::Log2 => Call(Dx::Log),
        Op::Sin => Call(Dx::Sin),
        Op::Cos => Call(Dx::Cos),
        Op::Tan => Call(Dx::Tan),
        Op::Asin => Call(Dx::Asin),
        Op::Acos => Call(Dx::Acos),
        Op::Atan => Call(Dx::Atan),
        Op::Sinh => Call(Dx::Hsin),
        Op::Cosh => Call(Dx::Hcos),
        Op::Tanh => Call(Dx::Htan),
        Op::RoundEven => Call(Dx::RoundNe),
        Op::Floor => Call(Dx::RoundNi),
        Op::Ceil => Call(Dx::RoundPi),
        Op::TruncFloat => Call(Dx::RoundZ),
        Op::Dot => By(Fl::dot),
        Op::IsNan => With(Dx::IsNaN, Fl::float_class),
        Op::IsInf => With(Dx::IsInf, Fl::float_class),
        Op::IsFinite => With(Dx::IsFinite, Fl::float_class),
        Op::IsNormal => With(Dx::IsNormal, Fl::float_class),
        // Comparisons.
        Op::IEq => Compare(Predicate::IEq),
        Op::INe => Compare(Predicate::INe),
        Op::UGt => Compare(Predicate::IUgt),
        Op::UGe => Compare(Predicate::IUge),
        Op::ULt => Compare(Predicate::IUlt),
        Op::ULe => Compare(Predicate::IUle),
        Op::SGt => Compare(Predicate::ISgt),
        Op::SGe => Compare(Predicate::ISge),
        Op::SLt => Compare(Predicate::ISlt),
        Op::SLe => Compare(Predicate::ISle),
        Op::FOeq => Compare(Predicate::FOeq),
        Op::FUne => Compare(Predicate::FUne),
        Op::FOgt => Compare(Predicate::FOgt),
        Op::FOge => Compare(Predicate::FOge),
        Op::FOlt => Compare(Predicate::FOlt),
        Op::FOle => Compare(Predicate::FOle),
        Op::FUgt => Compare(Predicate::FUgt),
        Op::FUge => Compare(Predicate::FUge),
        Op::FUlt => Compare(Predicate::FUlt),
        Op::FUle => Compare(Predicate::FUle),
        // Conversions.
        Op::Trunc => Cast(CastOp::Trunc),
        Op::ZExt => Cast(CastOp::ZExt),
        Op::SExt => Cast(CastOp::SExt),
        Op::FpTrunc => Cast(CastOp::FpTrunc),
        Op::FpExt => Cast(CastOp::FpExt),
        Op::FpToUi => Cast(CastOp::FpToUi),
        Op::FpToSi => Cast(CastOp::FpToSi),
        Op::UiToFp => Cast(CastOp::UiToFp),
        Op::SiToFp => Cast(CastOp::SiToFp),
        Op::Bitcast => By(Fl::bitcast),
        Op::F16ToF32 => CallPlain(Dx::LegacyF16ToF32),
        Op::F32ToF16 => CallPlain(Dx::LegacyF32ToF16),
        // Building and taking apart values.
        Op::Select => By(Fl::select),
        Op::Construct => Unseen(APART),
        Op::Extract => OnParts(Fl::extract),
        Op::Insert => Unseen(APART),
        Op::ExtractDynamic => Unseen(APART),
        Op::InsertDynamic => Unseen(APART),
        Op::Swizzle => Unseen(APART),
        Op::MarkPrecise => Unseen("a pass carries marks to the operations"),
        Op::SplitDouble => Call(Dx::SplitDouble),
        Op::MakeDouble => CallByResult(Dx::MakeDouble),
        // Memory.
        Op::Alloca => By(Fl::alloca),
        Op::GlobalAddr => By(Fl::global_address),
        Op::LoadHidden => By(Fl::load_hidden),
        Op::Gep => By(Fl::pointer_to_part),
        Op::Load => By(Fl::load),
        Op::Store => By(Fl::store),
        Op::AtomicRmw => By(Fl::atomic),
        Op::AtomicCmpXchg => By(Fl::compare_exchange),
        // Calls.
        Op::Call => By(Fl::call_function),
        // Inputs and outputs.
        Op::LoadInput => By(Fl::load_input),
        Op::StoreOutput => By(Fl::store_output),
        Op::LoadControlPoint => By(Fl::load_control_point),
        Op::LoadPatchConstant => By(Fl::load_patch_constant),
        Op::StorePatchConstant => By(Fl::store_patch_constant),
        Op::StoreIndices => CallPlain(Dx::EmitIndices),
        Op::StoreIndex => Unseen("the pass `interface` refuses it for DXIL"),
        Op::EmitVertex => With(Dx::EmitStream, Fl::on_stream),
        Op::CutStrip => With(Dx::CutStream, Fl::on_stream),
        Op::DispatchMesh => By(Fl::dispatch_mesh),
        Op::DomainLocation => With(Dx::DomainLocation, Fl::domain_location),
        Op::StreamOf => Unseen("a pass finds the stream"),
        Op::SetMeshOutputCounts => CallPlain(Dx::SetMeshOutputCounts),
        Op::OutputControlPointId => CallByResult(Dx::OutputControlPointID),
        Op::PrimitiveId => CallByResult(Dx::PrimitiveID),
        Op::GsInstanceId => CallByResult(Dx::GSInstanceID),
        Op::EvalCentroid => With(Dx::EvalCentroid, Fl::evaluate),
        Op::EvalSample => With(Dx::EvalSampleIndex, Fl::evaluate),
        Op::EvalSnapped => With(Dx::EvalSnapped, Fl::evaluate),
        Op::AttributeAtVertex => By(Fl::attribute_at_vertex),
        Op::AtCentroid | Op::AtSample | Op::AtSnapped | Op::AtVertex => Unseen(EVALUATED),
        Op::ThreadId => With(Dx::ThreadId, Fl::thread_index),
        Op::GroupId => With(Dx::GroupId, Fl::thread_index),
        Op::ThreadIdInGroup => With(Dx::ThreadIdInGroup, Fl::thread_index),
        Op::FlattenedThreadIdInGroup => CallByResult(Dx::FlattenedThreadIdInGroup),
        Op::ViewId => CallByResult(Dx::ViewID),
        Op::DrawIndex => Unseen("only SPIR-V is asked for it"),
        Op::SampleIndex => CallByResult(Dx::SampleIndex),
        Op::Coverage => CallByResult(Dx::Coverage),
        Op::InnerCoverage => CallByResult(Dx::InnerCoverage),
        // Resources.
        Op::Handle => By(Fl::handle),
        Op::GetPointer => Unseen("resources are reached without pointers"),
        Op::LoadTyped => By(Fl::load_typed),
        Op::StoreTyped => By(Fl::store_typed),
        Op::LoadRaw => By(Fl::load_raw),
        Op::StoreRaw => By(Fl::store_raw),
        Op::LoadCBufferRow => By(Fl::load_row),
        Op::ResourceAtomicRmw => With(Dx::AtomicBinOp, Fl::resource_atomic),
        Op::ResourceCmpXchg => With(Dx::AtomicCompareExchange, Fl::resource_atomic),
        Op::UpdateCounter => By(Fl::update_counter),
        Op::GetDimensions => By(Fl::get_dimensions),
        Op::ElementStride => By(Fl::element_stride),
        // Textures.
        Op::LoadTexture => By(Fl::load_texture),
        Op::StoreTexture => By(Fl::store_texture),
        Op::Sample => With(Dx::Sample, Fl::sample),
        Op::SampleBias => With(Dx::SampleBias, Fl::sample),
        Op::SampleGrad => By(Fl::sample_grad),
        Op::SampleLevel => With(Dx::SampleLevel, Fl::sample),
        Op::SampleCmp => With(Dx::SampleCmp, Fl::sample),
        Op::SampleCmpLevelZero => With(Dx::SampleCmpLevelZero, Fl::sample),
        Op::SampleCmpLevel => With(Dx::SampleCmpLevel, Fl::sample),
        Op::Gather => With(Dx::TextureGather, Fl::gather),
        Op::GatherCmp => With(Dx::TextureGatherCmp, Fl::gather),
        Op::CalculateLod => By(Fl::calculate_lod),
        Op::WriteFeedback => With(Dx::WriteSamplerFeedback, Fl::write_feedback),
        Op::WriteFeedbackBias => With(Dx::WriteSamplerFeedbackBias, Fl::write_feedback),
        Op::WriteFeedbackGrad => With(Dx::WriteSamplerFeedbackGrad, Fl::write_feedback),
        Op::WriteFeedbackLevel => With(Dx::WriteSamplerFeedbackLevel, Fl::write_feedback),
        Op::TextureSamplePosition => CallPlain(Dx::Texture2DMSGetSamplePosition),
        Op::RenderTargetSamplePosition => CallPlain(Dx::RenderTargetGetSamplePosition),
        Op::RenderTargetSampleCount => CallPlain(Dx::RenderTargetGetSampleCount),
        // Order and other lanes.
        Op::Barrier => By(Fl::barrier),
        Op::Discard => CallPlain(Dx::Discard),
        Op::DerivCoarseX => Call(Dx::DerivCoarseX),
        Op::DerivCoarseY => Call(Dx::DerivCoarseY),
        Op::DerivFineX => Call(Dx::DerivFineX),
        Op::DerivFineY => Call(Dx::DerivFineY),
        Op::WaveGetLaneCount => CallPlain(Dx::WaveGetLaneCount),
        Op::WaveGetLaneIndex => CallPlain(Dx::WaveGetLaneIndex),
        Op::WaveIsFirstLane => CallPlain(Dx::WaveIsFirstLane),
        Op::WaveAnyTrue => CallPlain(Dx::WaveAnyTrue),
        Op::WaveAllTrue => CallPlain(Dx::WaveAllTrue),
        Op::WaveReadLaneFirst => Call(Dx::WaveReadLaneFirst),
        Op::WaveReadLaneAt => Call(Dx::WaveReadLaneAt),
        Op::WaveAllEqual => Call(Dx::WaveActiveAllEqual),
        Op::WaveBallot => CallPlain(Dx::WaveActiveBallot),
        Op::WaveCountBits => CallPlain(Dx::WaveAllBitCount),
        Op::WavePrefixCountBits => CallPlain(Dx::WavePrefixBitCount),
        Op::WaveReduce => By(Fl::wave_reduce),
        Op::WavePrefix => By(Fl::wave_prefix),
        Op::WaveMatch => Call(Dx::WaveMatch),
        Op::WaveMultiPrefix => By(Fl::wave_multi_prefix),
        Op::WaveMultiPrefixCountBits => CallPlain(Dx::WaveMultiPrefixBitCount),
        Op::QuadReadLaneAt => Call(Dx::QuadReadLaneAt),
        Op::QuadReadAcross => By(Fl::quad_read_across),
        Op::QuadVote => By(Fl::quad_vote),
        Op::IsHelperLane => CallByResult(Dx::IsHelperLane),
        // Ray shaders.
        Op::TraceRay
        | Op::CallShader
        | Op::ReportHit
        | Op::IgnoreHit
        | Op::AcceptHitAndEndSearch
        | Op::DispatchRaysIndex
        | Op::DispatchRaysDimensions
        | Op::WorldRayOrigin
        | Op::WorldRayDirection
        | Op::ObjectRayOrigin
        | Op::ObjectRayDirection
        | Op::ObjectToWorld
        | Op::WorldToObject
        | Op::RayTMin
        | Op::RayTCurrent
        | Op::RayFlags
        | Op::InstanceId
        | Op::InstanceIndex
        | Op::GeometryIndex
        | Op::PrimitiveIndex
        | Op::HitKind => Unseen("the stages that have it are refused before"),
        // Ray queries.
        Op::AllocateRayQuery => By(Fl::allocate_ray_query),
        Op::TraceRayInline => By(Fl::trace_ray_inline),
        Op::RayQueryProceed => CallByResult(Dx::RayQueryProceed),
        Op::RayQueryAbort => CallPlain(Dx::RayQueryAbort),
        Op::CommitTriangleHit => CallPlain(Dx::RayQueryCommitNonOpaqueTriangleHit),
        Op::CommitProceduralHit => CallPlain(Dx::RayQueryCommitProceduralPrimitiveHit),
        Op::RayQueryRayFlags => CallByResult(Dx::RayQueryRayFlags),
        Op::RayQueryRayTMin => CallByResult(Dx::RayQueryRayTMin),
        Op::RayQueryWorldRayOrigin => With(Dx::RayQueryWorldRayOrigin, Fl::part_of_ray),
        Op::RayQueryWorldRayDirection => With(Dx::RayQueryWorldRayDirection, Fl::part_of_ray),
        Op::CandidateType => CallByResult(Dx::RayQueryCandidateType),
        Op::CandidateTriangleRayT => CallByResult(Dx::RayQueryCandidateTriangleRayT),
        Op::CandidateTriangleBarycentrics => With(Dx::RayQueryCandidateTriangleBarycentrics, Fl::part_of_ray),
        Op::CandidateTriangleFrontFace => CallByResult(Dx::RayQueryCandidateTriangleFrontFace),
        Op::CandidateProceduralPrimitiveNonOpaque => CallByResult(Dx::RayQueryCandidateProceduralPrimitiveNonOpaque),
        Op::CandidateInstanceIndex => CallByResult(Dx::RayQueryCandidateInstanceIndex),
        Op::CandidateInstanceID => CallByResult(Dx::RayQueryCandidateInstanceID),
        Op::CandidateInstanceContributionToHitGroupIndex => {
            CallByResult(Dx::RayQueryCandidateInstanceContributionToHitGroupIndex)
        }
        Op::CandidateGeometryIndex => CallByResult(Dx::RayQueryCandidateGeometryIndex),
        Op::CandidatePrimitiveIndex => CallByResult(Dx::RayQueryCandidatePrimitiveIndex),
        Op::CandidateObjectRayOrigin => With(Dx::RayQueryCandidateObjectRayOrigin, Fl::part_of_ray),
        Op::CandidateObjectRayDirection => With(Dx::RayQueryCandidateObjectRayDirection, Fl::part_of_ray),
        Op::CandidateObjectToWorld3x4 => With(Dx::RayQueryCandidateObjectToWorld3x4, Fl::part_of_transform),
        Op::CandidateWorldToObject3x4 => With(Dx::RayQueryCandidateWorldToObject3x4, Fl::part_of_transform),
        Op::CommittedStatus => CallByResult(Dx::RayQueryCommittedStatus),
        Op::CommittedRayT => CallByResult(Dx::RayQueryCommittedRayT),
        Op::CommittedTriangleBarycentrics => With(Dx::RayQueryCommittedTriangleBarycentrics, Fl::part_of_ray),
        Op::CommittedTriangleFrontFace => CallByResult(Dx::RayQueryCommittedTriangleFrontFace),
        Op::CommittedInstanceIndex => CallByResult(Dx::RayQueryCommittedInstanceIndex),
        Op::CommittedInstanceID => CallByResult(Dx::RayQueryCommittedInstanceID),
        Op::CommittedInstanceContributionToHitGroupIndex => {
            CallByResult(Dx::RayQueryCommittedInstanceContributionToHitGroupIndex)
        }
        Op::CommittedGeometryIndex => CallByResult(Dx::RayQueryCommittedGeometryIndex),
        Op::CommittedPrimitiveIndex => CallByResult(Dx::RayQueryCommittedPrimitiveIndex),
        Op::CommittedObjectRayOrigin => With(Dx::RayQueryCommittedObjectRayOrigin, Fl::part_of_ray),
        Op::CommittedObjectRayDirection => With(Dx::RayQueryCommittedObjectRayDirection, Fl::part_of_ray),
        Op::CommittedObjectToWorld3x4 => With(Dx::RayQueryCommittedObjectToWorld3x4, Fl::part_of_transform),
        Op::CommittedWorldToObject3x4 => With(Dx::RayQueryCommittedWorldToObject3x4, Fl::part_of_transform),
    }
}
