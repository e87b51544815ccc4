//! Lists the rows of the lowering: for each IR operation an instruction of DXIL, a `dx.op` on its operands, or the
//! function that lowers it.

use crate::function::{FunctionLowering, FunctionLowering as Fl, Lowered, Result};
use dxil::inst::{BinaryOp, CastOp, Predicate, Value as Dv};
use dxil::optable::Op as Dx;
use hlslc_ir::{Inst, Op};

/// The DXIL form of an IR operation.
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
    /// A `dx.op` whose name states the types of result and operands.
    CallEach(Dx),
    /// The output of this function: instructions only.
    By(fn(&mut FunctionLowering<'a>, Inst, &[Dv]) -> Result<Lowered>),
    /// The output of this function, which contains calls of some of these.
    Calls(&'static [Dx], fn(&mut FunctionLowering<'a>, Inst, &[Dv]) -> Result<Lowered>),
    /// The output of this function, which contains a `dx.op`.
    With(Dx, fn(&mut FunctionLowering<'a>, Inst, Dx, &[Dv]) -> Result<Lowered>),
    /// The output of this function, from an operand that is not a single value.
    OnParts(&'static [Dx], fn(&mut FunctionLowering<'a>, Inst) -> Result<Lowered>),
    /// Nothing: the passes leave none of it.
    Unseen(&'static str),
}

impl Form<'_> {
    /// The operations of DXIL that it may call. Debug builds check that a function calls no other.
    pub(crate) fn calls(&self) -> &[Dx] {
        match self {
            Self::Call(op) | Self::CallByResult(op) | Self::CallPlain(op) | Self::CallEach(op) | Self::With(op, _) => {
                std::slice::from_ref(op)
            }
            Self::Calls(ops, _) | Self::OnParts(ops, _) => ops,
            Self::Binary(_) | Self::Cast(_) | Self::Compare(_) | Self::By(_) | Self::Unseen(_) => &[],
        }
    }
}

/// The operations of DXIL that an operation of the IR becomes, where it is more than instructions.
pub fn calls(op: Op) -> Vec<Dx> {
    form(op).calls().to_vec()
}

/// The row of an operation, for those who read the table the other way round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Row {
    /// An instruction on two operands.
    Binary(BinaryOp),
    /// A conversion to the result type.
    Cast(CastOp),
    /// A comparison.
    Compare(Predicate),
    /// A `dx.op` on the operands in order.
    Operands(Dx),
    /// What a function writes, with calls of some of these.
    Written(Vec<Dx>),
}

/// The row of an operation.
pub fn row(op: Op) -> Row {
    match form(op) {
        Form::Binary(op) => Row::Binary(op),
        Form::Cast(op) => Row::Cast(op),
        Form::Compare(predicate) => Row::Compare(predicate),
        Form::Call(op) | Form::CallByResult(op) | Form::CallPlain(op) | Form::CallEach(op) => Row::Operands(op),
        other @ (Form::By(_) | Form::Calls(..) | Form::With(..) | Form::OnParts(..) | Form::Unseen(_)) => {
            Row::Written(other.calls().to_vec())
        }
    }
}

/// Of values that are inputs elsewhere.
const EVALUATED: &str = "a pass finds the element of the signature";

/// The operations that create a handle, by shader model and by the place of the resource.
const HANDLES: &[Dx] = &[
    Dx::CreateHandle,
    Dx::CreateHandleForLib,
    Dx::CreateHandleFromHeap,
    Dx::CreateHandleFromBinding,
    Dx::AnnotateHandle,
];

/// The row of an operation.
pub(crate) fn form<'a>(op: Op) -> Form<'a> {
    use Form::{Binary, By, Call, CallByResult, CallEach, CallPlain, Calls, Cast, Compare, OnParts, Unseen, With};
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
        Op::IAbs => With(Dx::IMax, Fl::without_sign),
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
        Op::Dot4AddPacked => Calls(&[Dx::Dot4AddU8Packed, Dx::Dot4AddI8Packed], Fl::dot_of_bytes),
        Op::Dot2AddHalf => CallByResult(Dx::Dot2AddHalf),
        Op::Pack4x8 => Calls(&[Dx::Pack4x8], Fl::pack_bytes),
        Op::Unpack4x8 => Calls(&[Dx::Unpack4x8], Fl::unpack_bytes),
        // Float arithmetic.
        Op::FAdd => Binary(BinaryOp::FAdd),
        Op::FSub => Binary(BinaryOp::FSub),
        Op::FMul => Binary(BinaryOp::FMul),
        Op::FDiv => Binary(BinaryOp::FDiv),
        Op::FRem => Binary(BinaryOp::FRem),
        Op::FNeg => By(Fl::negate),
        Op::FMin => Call(Dx::FMin),
        Op::FMax => Call(Dx::FMax),
        Op::FMad => Call(Dx::FMad),
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
        Op::Dot => Calls(&[Dx::Dot2, Dx::Dot3, Dx::Dot4], Fl::dot),
        Op::VectorDot => Call(Dx::FDot),
        Op::AnyTrue => Call(Dx::VectorReduceOr),
        Op::AllTrue => Call(Dx::VectorReduceAnd),
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
        Op::Construct => By(Fl::construct),
        Op::Extract => OnParts(&[Dx::CheckAccessFullyMapped], Fl::extract),
        Op::Insert => By(Fl::insert),
        Op::ExtractDynamic => By(Fl::extract_dynamic),
        Op::InsertDynamic => By(Fl::insert_dynamic),
        Op::Swizzle => By(Fl::swizzle),
        Op::Leading => By(Fl::leading),
        Op::MarkNonUniform => Unseen("a pass carries marks to the handles"),
        Op::MarkPrecise => Unseen("a pass carries marks to the operations"),
        Op::SplitDouble => Call(Dx::SplitDouble),
        Op::MakeDouble => CallByResult(Dx::MakeDouble),
        // Memory.
        Op::Alloca => By(Fl::alloca),
        Op::GlobalAddr => By(Fl::global_address),
        Op::LoadHidden => By(Fl::load_hidden),
        Op::Specialized => By(Fl::specialized),
        Op::Gep => By(Fl::pointer_to_part),
        Op::Load => By(Fl::load),
        Op::Store => By(Fl::store),
        Op::AtomicRmw => By(Fl::atomic),
        Op::AtomicCmpXchg => By(Fl::compare_exchange),
        // What only SPIR-V has.
        Op::DevicePointer | Op::AddressCast | Op::ReadClock | Op::Foreign => {
            Unseen("the front end lets none of it through to DXIL")
        }
        // Calls.
        Op::Call => By(Fl::call_function),
        // Inputs and outputs.
        Op::LoadInput => Calls(&[Dx::LoadInput], Fl::load_input),
        Op::StoreOutput => Calls(&[Dx::StoreOutput, Dx::StoreVertexOutput], Fl::store_output),
        Op::LoadControlPoint => Calls(&[Dx::LoadOutputControlPoint], Fl::load_control_point),
        Op::LoadPatchConstant => Calls(&[Dx::LoadPatchConstant], Fl::load_patch_constant),
        Op::StorePatchConstant => Calls(&[Dx::StorePatchConstant, Dx::StorePrimitiveOutput], Fl::store_patch_constant),
        Op::StoreIndices => CallPlain(Dx::EmitIndices),
        Op::StoreIndex => Unseen("the pass `interface` refuses it for DXIL"),
        Op::EmitVertex => With(Dx::EmitStream, Fl::on_stream),
        Op::CutStrip => With(Dx::CutStream, Fl::on_stream),
        Op::DispatchMesh => With(Dx::DispatchMesh, Fl::hand_on),
        Op::DomainLocation => With(Dx::DomainLocation, Fl::domain_location),
        Op::StreamOf => Unseen("a pass finds the stream"),
        Op::SetMeshOutputCounts => CallPlain(Dx::SetMeshOutputCounts),
        Op::OutputControlPointId => CallByResult(Dx::OutputControlPointID),
        Op::PrimitiveId => CallByResult(Dx::PrimitiveID),
        Op::GsInstanceId => CallByResult(Dx::GSInstanceID),
        Op::EvalCentroid => With(Dx::EvalCentroid, Fl::evaluate),
        Op::EvalSample => With(Dx::EvalSampleIndex, Fl::evaluate),
        Op::EvalSnapped => With(Dx::EvalSnapped, Fl::evaluate),
        Op::AttributeAtVertex => Calls(&[Dx::AttributeAtVertex], Fl::attribute_at_vertex),
        Op::AtCentroid | Op::AtSample | Op::AtSnapped | Op::AtVertex => Unseen(EVALUATED),
        Op::ThreadId => With(Dx::ThreadId, Fl::thread_index),
        Op::GroupId => With(Dx::GroupId, Fl::thread_index),
        Op::ThreadIdInGroup => With(Dx::ThreadIdInGroup, Fl::thread_index),
        Op::FlattenedThreadIdInGroup => CallByResult(Dx::FlattenedThreadIdInGroup),
        Op::ViewId => CallByResult(Dx::ViewID),
        Op::StartVertexLocation => CallByResult(Dx::StartVertexLocation),
        Op::StartInstanceLocation => CallByResult(Dx::StartInstanceLocation),
        Op::DrawIndex => Unseen("only SPIR-V is asked for it"),
        Op::SampleIndex => CallByResult(Dx::SampleIndex),
        Op::Coverage => CallByResult(Dx::Coverage),
        Op::InnerCoverage => CallByResult(Dx::InnerCoverage),
        // Resources.
        Op::Handle => Calls(HANDLES, Fl::handle),
        Op::RawHandle => By(Fl::raw_handle),
        Op::HandleOfRaw => Calls(&[Dx::CreateHandleForLib, Dx::AnnotateHandle], Fl::handle_of_raw),
        Op::GetPointer => Unseen("resources are reached without pointers"),
        Op::LoadTyped => Calls(&[Dx::BufferLoad], Fl::load_typed),
        Op::StoreTyped => Calls(&[Dx::BufferStore], Fl::store_typed),
        Op::LoadRaw => Calls(&[Dx::RawBufferLoad, Dx::RawBufferVectorLoad, Dx::BufferLoad], Fl::load_raw),
        Op::StoreRaw => Calls(&[Dx::RawBufferStore, Dx::RawBufferVectorStore, Dx::BufferStore], Fl::store_raw),
        Op::LoadCBufferRow => Calls(&[Dx::CBufferLoadLegacy], Fl::load_row),
        Op::ResourceAtomicRmw => With(Dx::AtomicBinOp, Fl::resource_atomic),
        Op::ResourceCmpXchg => With(Dx::AtomicCompareExchange, Fl::resource_atomic),
        Op::UpdateCounter => Calls(&[Dx::BufferUpdateCounter], Fl::update_counter),
        Op::GetDimensions => Calls(&[Dx::GetDimensions], Fl::get_dimensions),
        Op::ElementStride => By(Fl::element_stride),
        // Textures.
        Op::LoadTexture => Calls(&[Dx::TextureLoad], Fl::load_texture),
        Op::StoreTexture => Calls(&[Dx::TextureStore, Dx::TextureStoreSample], Fl::store_texture),
        Op::Sample => With(Dx::Sample, Fl::sample),
        Op::SampleBias => With(Dx::SampleBias, Fl::sample),
        Op::SampleGrad => Calls(&[Dx::SampleGrad], Fl::sample_grad),
        Op::SampleLevel => With(Dx::SampleLevel, Fl::sample),
        Op::SampleCmp => With(Dx::SampleCmp, Fl::sample),
        Op::SampleCmpLevelZero => With(Dx::SampleCmpLevelZero, Fl::sample),
        Op::SampleCmpLevel => With(Dx::SampleCmpLevel, Fl::sample),
        Op::SampleCmpBias => With(Dx::SampleCmpBias, Fl::sample),
        Op::SampleCmpGrad => Calls(&[Dx::SampleCmpGrad], Fl::sample_compare_grad),
        Op::GatherRaw => Calls(&[Dx::TextureGatherRaw], Fl::gather_raw),
        Op::Gather => With(Dx::TextureGather, Fl::gather),
        Op::GatherCmp => With(Dx::TextureGatherCmp, Fl::gather),
        Op::CalculateLod => Calls(&[Dx::CalculateLOD], Fl::calculate_lod),
        Op::WriteFeedback => With(Dx::WriteSamplerFeedback, Fl::write_feedback),
        Op::WriteFeedbackBias => With(Dx::WriteSamplerFeedbackBias, Fl::write_feedback),
        Op::WriteFeedbackGrad => With(Dx::WriteSamplerFeedbackGrad, Fl::write_feedback),
        Op::WriteFeedbackLevel => With(Dx::WriteSamplerFeedbackLevel, Fl::write_feedback),
        Op::TextureSamplePosition => CallPlain(Dx::Texture2DMSGetSamplePosition),
        Op::RenderTargetSamplePosition => CallPlain(Dx::RenderTargetGetSamplePosition),
        Op::RenderTargetSampleCount => CallPlain(Dx::RenderTargetGetSampleCount),
        // Order and other lanes.
        Op::Barrier => Calls(&[Dx::Barrier], Fl::barrier),
        Op::BarrierByMemory => CallPlain(Dx::BarrierByMemoryType),
        Op::BarrierByResource => CallPlain(Dx::BarrierByMemoryHandle),
        Op::Discard => CallPlain(Dx::Discard),
        Op::DerivCoarseX => Call(Dx::DerivCoarseX),
        Op::DerivCoarseY => Call(Dx::DerivCoarseY),
        Op::DerivFineX => Call(Dx::DerivFineX),
        Op::DerivFineY => Call(Dx::DerivFineY),
        Op::DebugBreak => CallPlain(Dx::DebugBreak),
        Op::IsDebugging => CallPlain(Dx::IsDebuggingEnabled),
        Op::GroupWaveIndex => CallPlain(Dx::GetGroupWaveIndex),
        Op::GroupWaveCount => CallPlain(Dx::GetGroupWaveCount),
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
        Op::WaveReduce => Calls(&[Dx::WaveActiveOp, Dx::WaveActiveBit], Fl::wave_reduce),
        Op::WavePrefix => Calls(&[Dx::WavePrefixOp], Fl::wave_prefix),
        Op::WaveMatch => Call(Dx::WaveMatch),
        Op::WaveMultiPrefix => Calls(&[Dx::WaveMultiPrefixOp], Fl::wave_multi_prefix),
        Op::WaveMultiPrefixCountBits => CallPlain(Dx::WaveMultiPrefixBitCount),
        Op::QuadReadLaneAt => Call(Dx::QuadReadLaneAt),
        Op::QuadReadAcross => Calls(&[Dx::QuadOp], Fl::quad_read_across),
        Op::QuadVote => Calls(&[Dx::QuadVote, Dx::QuadOp], Fl::quad_vote),
        Op::IsHelperLane => CallByResult(Dx::IsHelperLane),
        // Nodes of work graphs.
        Op::NodeInput => Calls(&[Dx::CreateNodeInputRecordHandle, Dx::AnnotateNodeRecordHandle], Fl::node_port),
        Op::NodeOutput => Calls(&[Dx::CreateNodeOutputHandle, Dx::AnnotateNodeHandle], Fl::node_port),
        Op::NodeAt => Calls(&[Dx::IndexNodeHandle, Dx::AnnotateNodeHandle], Fl::node_at),
        Op::NodeRecords => Calls(&[Dx::AllocateNodeOutputRecords, Dx::AnnotateNodeRecordHandle], Fl::node_records),
        Op::NodeRecordAt => Calls(&[Dx::GetNodeRecordPtr], Fl::node_record_at),
        Op::NodeComplete => CallPlain(Dx::OutputComplete),
        Op::NodeCount => CallPlain(Dx::GetInputRecordCount),
        Op::NodeFinished => CallPlain(Dx::FinishedCrossGroupSharing),
        Op::NodeIncrement => Calls(&[Dx::IncrementOutputCount], Fl::node_increment),
        Op::NodeIsValid => CallPlain(Dx::NodeOutputIsValid),
        Op::NodeRecursionsLeft => CallPlain(Dx::GetRemainingRecursionLevels),
        Op::BarrierByRecord => CallPlain(Dx::BarrierByNodeRecordHandle),
        // Hit objects.
        Op::HitTraceRay => With(Dx::HitObjectTraceRay, Fl::hand_on),
        Op::HitInvoke => With(Dx::HitObjectInvoke, Fl::hand_on),
        Op::HitMiss => CallPlain(Dx::HitObjectMakeMiss),
        Op::HitNop => CallPlain(Dx::HitObjectMakeNop),
        Op::HitOfQuery => CallPlain(Dx::HitObjectFromRayQuery),
        Op::HitOfQueryWith => With(Dx::HitObjectFromRayQueryWithAttrs, Fl::hand_on),
        Op::HitAttributes => With(Dx::HitObjectAttributes, Fl::hand_on),
        Op::HitSetRecord => CallPlain(Dx::HitObjectSetShaderTableIndex),
        Op::HitRootConstant => CallPlain(Dx::HitObjectLoadLocalRootTableConstant),
        Op::ReorderThread => CallPlain(Dx::MaybeReorderThread),
        Op::HitIsMiss => CallByResult(Dx::HitObjectIsMiss),
        Op::HitIsHit => CallByResult(Dx::HitObjectIsHit),
        Op::HitIsNop => CallByResult(Dx::HitObjectIsNop),
        Op::HitRayFlags => CallByResult(Dx::HitObjectRayFlags),
        Op::HitRayTMin => CallByResult(Dx::HitObjectRayTMin),
        Op::HitRayTCurrent => CallByResult(Dx::HitObjectRayTCurrent),
        Op::HitGeometryIndex => CallByResult(Dx::HitObjectGeometryIndex),
        Op::HitInstanceIndex => CallByResult(Dx::HitObjectInstanceIndex),
        Op::HitInstanceId => CallByResult(Dx::HitObjectInstanceID),
        Op::HitPrimitiveIndex => CallByResult(Dx::HitObjectPrimitiveIndex),
        Op::HitHitKind => CallByResult(Dx::HitObjectHitKind),
        Op::HitRecordIndex => CallByResult(Dx::HitObjectShaderTableIndex),
        Op::HitWorldRayOrigin => With(Dx::HitObjectWorldRayOrigin, Fl::number_of_hit),
        Op::HitWorldRayDirection => With(Dx::HitObjectWorldRayDirection, Fl::number_of_hit),
        Op::HitObjectRayOrigin => With(Dx::HitObjectObjectRayOrigin, Fl::number_of_hit),
        Op::HitObjectRayDirection => With(Dx::HitObjectObjectRayDirection, Fl::number_of_hit),
        Op::HitObjectToWorld => With(Dx::HitObjectObjectToWorld3x4, Fl::number_of_hit_matrix),
        Op::HitWorldToObject => With(Dx::HitObjectWorldToObject3x4, Fl::number_of_hit_matrix),
        Op::HitClusterId => CallByResult(Dx::HitObjectClusterID),
        Op::HitCorners => With(Dx::HitObjectTriangleObjectPosition, Fl::corners),
        // Ray shaders.
        Op::TraceRay => With(Dx::TraceRay, Fl::hand_on),
        Op::CallShader => With(Dx::CallShader, Fl::hand_on),
        Op::ReportHit => With(Dx::ReportHit, Fl::hand_on),
        Op::IgnoreHit => CallPlain(Dx::IgnoreHit),
        Op::AcceptHitAndEndSearch => CallPlain(Dx::AcceptHitAndEndSearch),
        Op::DispatchRaysIndex => With(Dx::DispatchRaysIndex, Fl::part_of_ray),
        Op::DispatchRaysDimensions => With(Dx::DispatchRaysDimensions, Fl::part_of_ray),
        Op::WorldRayOrigin => With(Dx::WorldRayOrigin, Fl::part_of_ray),
        Op::WorldRayDirection => With(Dx::WorldRayDirection, Fl::part_of_ray),
        Op::ObjectRayOrigin => With(Dx::ObjectRayOrigin, Fl::part_of_ray),
        Op::ObjectRayDirection => With(Dx::ObjectRayDirection, Fl::part_of_ray),
        Op::ObjectToWorld => With(Dx::ObjectToWorld, Fl::part_of_transform),
        Op::WorldToObject => With(Dx::WorldToObject, Fl::part_of_transform),
        Op::RayTMin => CallByResult(Dx::RayTMin),
        Op::RayTCurrent => CallByResult(Dx::RayTCurrent),
        Op::RayFlags => CallByResult(Dx::RayFlags),
        Op::InstanceId => CallByResult(Dx::InstanceID),
        Op::InstanceIndex => CallByResult(Dx::InstanceIndex),
        Op::GeometryIndex => CallByResult(Dx::GeometryIndex),
        Op::PrimitiveIndex => CallByResult(Dx::PrimitiveIndex),
        Op::HitKind => CallByResult(Dx::HitKind),
        Op::ClusterId => CallPlain(Dx::ClusterID),
        Op::Corners => With(Dx::TriangleObjectPosition, Fl::corners),
        // Ray queries.
        Op::AllocateRayQuery => Calls(&[Dx::AllocateRayQuery, Dx::AllocateRayQuery2], Fl::allocate_ray_query),
        Op::TraceRayInline => Calls(&[Dx::RayQueryTraceRayInline], Fl::trace_ray_inline),
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
        Op::CandidateClusterId => CallByResult(Dx::RayQueryCandidateClusterID),
        Op::CommittedClusterId => CallByResult(Dx::RayQueryCommittedClusterID),
        Op::CandidateCorners => With(Dx::RayQueryCandidateTriangleObjectPosition, Fl::corners),
        Op::CommittedCorners => With(Dx::RayQueryCommittedTriangleObjectPosition, Fl::corners),
        // Linear algebra.
        Op::MatrixFill => CallEach(Dx::LinAlgFillMatrix),
        Op::MatrixConvert => CallEach(Dx::LinAlgCopyConvertMatrix),
        Op::MatrixLoad => CallEach(Dx::LinAlgMatrixLoadFromDescriptor),
        Op::MatrixLoadShared => CallEach(Dx::LinAlgMatrixLoadFromMemory),
        Op::MatrixLength => CallEach(Dx::LinAlgMatrixLength),
        Op::MatrixCoordinate => CallEach(Dx::LinAlgMatrixGetCoordinate),
        Op::MatrixElement => CallEach(Dx::LinAlgMatrixGetElement),
        Op::MatrixWithElement => CallEach(Dx::LinAlgMatrixSetElement),
        Op::MatrixStore => CallEach(Dx::LinAlgMatrixStoreToDescriptor),
        Op::MatrixStoreShared => CallEach(Dx::LinAlgMatrixStoreToMemory),
        Op::MatrixSumLayout => CallPlain(Dx::LinAlgMatrixQueryAccumulatorLayout),
        Op::MatrixMultiply => CallEach(Dx::LinAlgMatrixMultiply),
        Op::MatrixMultiplyAdd => CallEach(Dx::LinAlgMatrixMultiplyAccumulate),
        Op::MatrixAdd => CallEach(Dx::LinAlgMatrixAccumulate),
        Op::MatrixTimesVector => CallEach(Dx::LinAlgMatVecMul),
        Op::MatrixTimesVectorAdd => CallEach(Dx::LinAlgMatVecMulAdd),
        Op::MatrixAccumulate => CallEach(Dx::LinAlgMatrixAccumulateToDescriptor),
        Op::MatrixAccumulateShared => CallEach(Dx::LinAlgMatrixAccumulateToMemory),
        Op::MatrixOuterProduct => CallEach(Dx::LinAlgMatrixOuterProduct),
        Op::VectorConvert => CallEach(Dx::LinAlgConvert),
        Op::VectorAccumulate => CallEach(Dx::LinAlgVectorAccumulateToDescriptor),
    }
}
