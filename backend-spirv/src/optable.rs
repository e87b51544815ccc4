//! Lists the rows of the lowering: for each operation of the IR an instruction of SPIR-V, or a fixed sequence, on its
//! operands in order, or the function that lowers it.

use crate::rays::{Fact, Hit};
use crate::texture::Level;
use crate::writer::{Repr, Site, Writer};
use hlslc_ir::Op;
use rspirv::spirv::{BuiltIn, Capability, GlslStd450Op as Glsl, GroupOperation, Op as Core};

/// The form of an operation.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form<'m> {
    /// An instruction.
    Inst(Core),
    /// An instruction, and another one on Booleans.
    OrBool(Core, Core),
    /// An instruction of `GLSL.std.450`.
    Ext(Glsl),
    /// The product of the first two and the sum with the third.
    MulAdd(Core, Core),
    /// A conversion between numbers of other widths; nothing where SPIR-V has them as wide.
    Resize(Core),
    /// A conversion of numbers.
    Convert(Core),
    /// A derivative.
    Derivative(Core),
    /// A derivative that is exact in the pixel.
    FineDerivative(Core),
    /// A built-in variable, and what it takes beside being asked for.
    Variable(BuiltIn, Option<Capability>),
    /// The component of a built-in variable that the immediate names.
    Component(BuiltIn),
    /// The number of a built-in matrix of three rows that the immediate names, counted by rows.
    Transform(BuiltIn),
    /// A filtered read of a texture: the instruction, and where the level comes from.
    Sampled(Core, Level),
    /// An instruction among the lanes of a subgroup.
    Wave(Capability, Core),
    /// Lanes whose condition holds, counted so.
    BallotBits(GroupOperation),
    /// The values of lanes, combined so.
    Reduce(GroupOperation),
    /// An instruction on a ray query: about which hit, and which part of what it gives.
    Query(Core, Hit, Fact),
    /// The result of this function; `None` if there is no form for these operands.
    By(fn(&mut Writer<'m>, &Site<'m>) -> Option<Repr>),
    /// Nothing: the passes leave none of it.
    Unseen(&'static str),
    /// There is none yet.
    NotYet,
    /// There is none yet for what this says to people.
    Lacks(&'static str),
}

impl Form<'_> {
    /// Whether it is an instruction or two on numbers.
    pub(crate) fn is_on_numbers(self) -> bool {
        match self {
            Self::Inst(_)
            | Self::OrBool(..)
            | Self::Ext(_)
            | Self::MulAdd(..)
            | Self::Resize(_)
            | Self::Convert(_)
            | Self::Derivative(_)
            | Self::FineDerivative(_) => true,
            Self::Variable(..)
            | Self::Component(_)
            | Self::Transform(_)
            | Self::Sampled(..)
            | Self::Wave(..)
            | Self::BallotBits(_)
            | Self::Reduce(_)
            | Self::Query(..)
            | Self::By(_)
            | Self::Unseen(_)
            | Self::NotYet
            | Self::Lacks(_) => false,
        }
    }
}

/// The row of an operation.
pub(crate) fn form<'m>(op: Op) -> Form<'m> {
    use Form::*;
    match op {
        // Integer arithmetic.
        Op::Add => Inst(Core::IAdd),
        Op::Sub => Inst(Core::ISub),
        Op::Mul => Inst(Core::IMul),
        Op::SDiv => Inst(Core::SDiv),
        Op::UDiv => Inst(Core::UDiv),
        Op::SRem => By(Writer::signed_remainder),
        Op::URem => Inst(Core::UMod),
        Op::Shl => Inst(Core::ShiftLeftLogical),
        Op::LShr => Inst(Core::ShiftRightLogical),
        Op::AShr => Inst(Core::ShiftRightArithmetic),
        Op::And => OrBool(Core::BitwiseAnd, Core::LogicalAnd),
        Op::Or => OrBool(Core::BitwiseOr, Core::LogicalOr),
        Op::Xor => OrBool(Core::BitwiseXor, Core::LogicalNotEqual),
        Op::IAbs => Ext(Glsl::SAbs),
        Op::IMin => Ext(Glsl::SMin),
        Op::IMax => Ext(Glsl::SMax),
        Op::UMin => Ext(Glsl::UMin),
        Op::UMax => Ext(Glsl::UMax),
        Op::IMad => MulAdd(Core::IMul, Core::IAdd),
        Op::UMad => MulAdd(Core::IMul, Core::IAdd),
        Op::BitReverse | Op::CountBits | Op::FirstBitLow | Op::FirstBitHighUnsigned | Op::FirstBitHighSigned => {
            By(Writer::bit_operation)
        }
        Op::BitFieldInsert => By(Writer::bit_field_insert),
        Op::Msad => By(Writer::masked_differences),
        Op::UAddCarry => By(Writer::add_with_carry),
        Op::Dot4AddPacked => By(Writer::dot_bytes),
        Op::Dot2AddHalf => By(Writer::dot_halves),
        Op::Pack4x8 => By(Writer::pack),
        Op::Unpack4x8 => By(Writer::unpack),
        // Float arithmetic.
        Op::FAdd => Inst(Core::FAdd),
        Op::FSub => Inst(Core::FSub),
        Op::FMul => Inst(Core::FMul),
        Op::FDiv => Inst(Core::FDiv),
        Op::FRem => Inst(Core::FRem),
        Op::FNeg => Inst(Core::FNegate),
        Op::FMin => Ext(Glsl::NMin),
        Op::FMax => Ext(Glsl::NMax),
        Op::FMad => MulAdd(Core::FMul, Core::FAdd),
        Op::Fma => Ext(Glsl::Fma),
        Op::FAbs => Ext(Glsl::FAbs),
        Op::Saturate => By(Writer::saturate),
        Op::Frac => Ext(Glsl::Fract),
        Op::Sqrt => Ext(Glsl::Sqrt),
        Op::Rsqrt => Ext(Glsl::InverseSqrt),
        Op::Exp2 => Ext(Glsl::Exp2),
        Op::Log2 => Ext(Glsl::Log2),
        Op::Sin => Ext(Glsl::Sin),
        Op::Cos => Ext(Glsl::Cos),
        Op::Tan => Ext(Glsl::Tan),
        Op::Asin => Ext(Glsl::Asin),
        Op::Acos => Ext(Glsl::Acos),
        Op::Atan => Ext(Glsl::Atan),
        Op::Sinh => Ext(Glsl::Sinh),
        Op::Cosh => Ext(Glsl::Cosh),
        Op::Tanh => Ext(Glsl::Tanh),
        Op::RoundEven => Ext(Glsl::RoundEven),
        Op::Floor => Ext(Glsl::Floor),
        Op::Ceil => Ext(Glsl::Ceil),
        Op::TruncFloat => Ext(Glsl::Trunc),
        Op::Dot => Inst(Core::Dot),
        Op::IsNan => Inst(Core::IsNan),
        Op::IsInf => Inst(Core::IsInf),
        Op::IsFinite => By(Writer::is_finite),
        Op::IsNormal => By(Writer::is_normal),
        // Comparisons.
        Op::IEq => OrBool(Core::IEqual, Core::LogicalEqual),
        Op::INe => OrBool(Core::INotEqual, Core::LogicalNotEqual),
        Op::UGt => Inst(Core::UGreaterThan),
        Op::UGe => Inst(Core::UGreaterThanEqual),
        Op::ULt => Inst(Core::ULessThan),
        Op::ULe => Inst(Core::ULessThanEqual),
        Op::SGt => Inst(Core::SGreaterThan),
        Op::SGe => Inst(Core::SGreaterThanEqual),
        Op::SLt => Inst(Core::SLessThan),
        Op::SLe => Inst(Core::SLessThanEqual),
        Op::FOeq => Inst(Core::FOrdEqual),
        Op::FUne => Inst(Core::FUnordNotEqual),
        Op::FOgt => Inst(Core::FOrdGreaterThan),
        Op::FOge => Inst(Core::FOrdGreaterThanEqual),
        Op::FOlt => Inst(Core::FOrdLessThan),
        Op::FOle => Inst(Core::FOrdLessThanEqual),
        Op::FUgt => Inst(Core::FUnordGreaterThan),
        Op::FUge => Inst(Core::FUnordGreaterThanEqual),
        Op::FUlt => Inst(Core::FUnordLessThan),
        Op::FUle => Inst(Core::FUnordLessThanEqual),
        // Conversions.
        Op::Trunc => Resize(Core::UConvert),
        Op::ZExt => Resize(Core::UConvert),
        Op::SExt => Resize(Core::SConvert),
        Op::FpTrunc => Resize(Core::FConvert),
        Op::FpExt => Resize(Core::FConvert),
        Op::FpToUi => Convert(Core::ConvertFToU),
        Op::FpToSi => Convert(Core::ConvertFToS),
        Op::UiToFp => Convert(Core::ConvertUToF),
        Op::SiToFp => Convert(Core::ConvertSToF),
        Op::Bitcast => Resize(Core::Bitcast),
        Op::F16ToF32 => By(Writer::half_to_float),
        Op::F32ToF16 => By(Writer::float_to_half),
        // Building and taking apart values.
        Op::Select => By(Writer::choose),
        Op::Construct => By(Writer::construct),
        Op::Extract => By(Writer::extract_part),
        Op::Insert => By(Writer::insert_part),
        Op::ExtractDynamic => Inst(Core::VectorExtractDynamic),
        Op::InsertDynamic => Inst(Core::VectorInsertDynamic),
        Op::Swizzle => By(Writer::shuffle),
        Op::Leading => Unseen("SPIR-V has no vectors of more than four"),
        Op::VectorDot => Inst(Core::Dot),
        Op::AnyTrue => Inst(Core::Any),
        Op::AllTrue => Inst(Core::All),
        Op::SplitDouble => By(Writer::split_double),
        Op::MakeDouble => By(Writer::make_double),
        // Memory.
        Op::Alloca => By(Writer::alloca),
        Op::GlobalAddr => By(Writer::global_address),
        Op::LoadHidden => Unseen("only DXIL hides what it knows"),
        Op::Specialized => Unseen("a pass for DXIL makes it"),
        Op::MarkNonUniform => Unseen("marks become part of handles"),
        Op::MarkPrecise => Unseen("marks become flags"),
        Op::Gep => By(Writer::pointer_to_part),
        Op::Load => By(Writer::load_value),
        Op::Store => By(Writer::store_value),
        Op::AtomicRmw => By(Writer::atomic),
        Op::AtomicCmpXchg => By(Writer::atomic),
        // What only SPIR-V has.
        Op::DevicePointer => By(Writer::device_pointer),
        Op::AddressCast => By(Writer::address_cast),
        Op::ReadClock => By(Writer::read_clock),
        Op::Foreign => By(Writer::foreign_inst),
        // Calls.
        Op::Call => By(Writer::call),
        // Inputs and outputs.
        Op::LoadInput => By(Writer::load_input),
        Op::StoreOutput => By(Writer::store_output),
        Op::LoadControlPoint => By(Writer::load_control_point),
        Op::LoadPatchConstant => By(Writer::load_patch_constant),
        Op::StorePatchConstant => By(Writer::store_patch_constant),
        Op::StoreIndices => By(Writer::store_indices),
        Op::StoreIndex => By(Writer::store_index),
        Op::EmitVertex => By(Writer::emit_vertex),
        Op::CutStrip => By(Writer::cut_strip),
        Op::DispatchMesh => By(Writer::dispatch_mesh),
        Op::DomainLocation => Component(BuiltIn::TessCoord),
        Op::SetMeshOutputCounts => By(Writer::set_mesh_output_counts),
        Op::OutputControlPointId => Variable(BuiltIn::InvocationId, None),
        Op::PrimitiveId => Variable(BuiltIn::PrimitiveId, None),
        Op::GsInstanceId => Variable(BuiltIn::InvocationId, None),
        Op::StreamOf => Unseen("a pass finds the stream"),
        Op::EvalCentroid | Op::EvalSample | Op::EvalSnapped => By(Writer::evaluate),
        Op::AttributeAtVertex => By(Writer::attribute_at_vertex),
        Op::AtCentroid | Op::AtSample | Op::AtSnapped | Op::AtVertex => {
            Unseen("a pass finds the element of the signature")
        }
        Op::ThreadId => Component(BuiltIn::GlobalInvocationId),
        Op::GroupId => Component(BuiltIn::WorkgroupId),
        Op::ThreadIdInGroup => Component(BuiltIn::LocalInvocationId),
        Op::FlattenedThreadIdInGroup => Variable(BuiltIn::LocalInvocationIndex, None),
        Op::DrawIndex => Variable(BuiltIn::DrawIndex, Some(Capability::DrawParameters)),
        Op::ViewId => Variable(BuiltIn::ViewIndex, Some(Capability::MultiView)),
        Op::StartVertexLocation => Variable(BuiltIn::BaseVertex, Some(Capability::DrawParameters)),
        Op::StartInstanceLocation => Variable(BuiltIn::BaseInstance, Some(Capability::DrawParameters)),
        Op::SampleIndex => Variable(BuiltIn::SampleId, Some(Capability::SampleRateShading)),
        Op::Coverage => By(Writer::coverage),
        Op::InnerCoverage => By(Writer::inner_coverage),
        // Resources.
        Op::Handle => By(Writer::make_handle),
        Op::RawHandle | Op::HandleOfRaw => NotYet,
        Op::GetPointer => By(Writer::resource_pointer),
        Op::LoadTyped => By(Writer::load_typed),
        Op::StoreTyped => By(Writer::store_typed),
        Op::LoadRaw => By(Writer::load_raw),
        Op::StoreRaw => By(Writer::store_raw),
        Op::LoadCBufferRow => Unseen("constant buffers are read through pointers"),
        Op::ResourceAtomicRmw => By(Writer::resource_atomic),
        Op::ResourceCmpXchg => By(Writer::resource_atomic),
        Op::UpdateCounter => By(Writer::step_counter),
        Op::GetDimensions => By(Writer::get_dimensions),
        Op::ElementStride => By(Writer::element_stride),
        // Textures.
        Op::LoadTexture => By(Writer::load_texture),
        Op::StoreTexture => By(Writer::store_texture),
        Op::Sample => Sampled(Core::ImageSampleImplicitLod, Level::Implicit),
        Op::SampleBias => Sampled(Core::ImageSampleImplicitLod, Level::Bias),
        Op::SampleGrad => Sampled(Core::ImageSampleExplicitLod, Level::Grad),
        Op::SampleLevel => Sampled(Core::ImageSampleExplicitLod, Level::Operand),
        Op::SampleCmp => Sampled(Core::ImageSampleDrefImplicitLod, Level::Implicit),
        Op::SampleCmpLevelZero => Sampled(Core::ImageSampleDrefExplicitLod, Level::Zero),
        Op::SampleCmpLevel => Sampled(Core::ImageSampleDrefExplicitLod, Level::Operand),
        Op::SampleCmpBias => Sampled(Core::ImageSampleDrefImplicitLod, Level::Bias),
        Op::SampleCmpGrad => Sampled(Core::ImageSampleDrefExplicitLod, Level::Grad),
        Op::GatherRaw => NotYet,
        Op::Gather => Sampled(Core::ImageGather, Level::None),
        Op::GatherCmp => Sampled(Core::ImageDrefGather, Level::None),
        Op::CalculateLod => By(Writer::calculate_lod),
        Op::WriteFeedback | Op::WriteFeedbackBias | Op::WriteFeedbackGrad | Op::WriteFeedbackLevel => {
            Unseen("resources of sampler feedback are refused")
        }
        Op::TextureSamplePosition => By(Writer::sample_position),
        Op::RenderTargetSamplePosition => Lacks("a position of a sample of the render target"),
        Op::RenderTargetSampleCount => Lacks("the number of samples of the render target"),
        // Order and other lanes.
        Op::Barrier => By(Writer::barrier),
        Op::BarrierByMemory => By(Writer::barrier_by_memory),
        Op::BarrierByResource => By(Writer::barrier_by_resource),
        Op::Discard => By(Writer::discard),
        Op::DerivCoarseX => Derivative(Core::DPdx),
        Op::DerivCoarseY => Derivative(Core::DPdy),
        Op::DerivFineX => FineDerivative(Core::DPdxFine),
        Op::DerivFineY => FineDerivative(Core::DPdyFine),
        Op::DebugBreak => By(Writer::debug_break),
        Op::IsDebugging => Lacks("a question for a debugger"),
        Op::GroupWaveIndex => Variable(BuiltIn::SubgroupId, Some(Capability::GroupNonUniform)),
        Op::GroupWaveCount => Variable(BuiltIn::NumSubgroups, Some(Capability::GroupNonUniform)),
        Op::WaveGetLaneCount => Variable(BuiltIn::SubgroupSize, Some(Capability::GroupNonUniform)),
        Op::WaveGetLaneIndex => Variable(BuiltIn::SubgroupLocalInvocationId, Some(Capability::GroupNonUniform)),
        Op::WaveIsFirstLane => Wave(Capability::GroupNonUniform, Core::GroupNonUniformElect),
        Op::WaveAnyTrue => Wave(Capability::GroupNonUniformVote, Core::GroupNonUniformAny),
        Op::WaveAllTrue => Wave(Capability::GroupNonUniformVote, Core::GroupNonUniformAll),
        Op::WaveReadLaneFirst => Wave(Capability::GroupNonUniformBallot, Core::GroupNonUniformBroadcastFirst),
        Op::WaveReadLaneAt => Wave(Capability::GroupNonUniformShuffle, Core::GroupNonUniformShuffle),
        Op::WaveAllEqual => Wave(Capability::GroupNonUniformVote, Core::GroupNonUniformAllEqual),
        Op::WaveBallot => By(Writer::wave_ballot),
        Op::WaveCountBits => BallotBits(GroupOperation::Reduce),
        Op::WavePrefixCountBits => BallotBits(GroupOperation::ExclusiveScan),
        Op::WaveReduce => Reduce(GroupOperation::Reduce),
        Op::WavePrefix => Reduce(GroupOperation::ExclusiveScan),
        Op::WaveMatch => By(Writer::wave_match),
        Op::WaveMultiPrefix => By(Writer::wave_multi_prefix),
        Op::WaveMultiPrefixCountBits => By(Writer::wave_multi_prefix_count),
        Op::QuadReadLaneAt => By(Writer::quad_read_lane),
        Op::QuadReadAcross => By(Writer::quad_read_across),
        Op::QuadVote => By(Writer::quad_vote),
        Op::IsHelperLane => By(Writer::helper_lane),
        // Nodes of work graphs.
        Op::NodeInput
        | Op::NodeOutput
        | Op::NodeAt
        | Op::NodeRecords
        | Op::NodeRecordAt
        | Op::NodeComplete
        | Op::NodeCount
        | Op::NodeFinished
        | Op::NodeIncrement
        | Op::NodeIsValid
        | Op::NodeRecursionsLeft
        | Op::BarrierByRecord => NotYet,
        // Ray shaders.
        // Hit objects.
        Op::HitTraceRay
        | Op::HitInvoke
        | Op::HitMiss
        | Op::HitNop
        | Op::HitOfQuery
        | Op::HitOfQueryWith
        | Op::HitAttributes
        | Op::HitSetRecord
        | Op::HitRootConstant
        | Op::ReorderThread
        | Op::HitIsMiss
        | Op::HitIsHit
        | Op::HitIsNop
        | Op::HitRayFlags
        | Op::HitRayTMin
        | Op::HitRayTCurrent
        | Op::HitGeometryIndex
        | Op::HitInstanceIndex
        | Op::HitInstanceId
        | Op::HitPrimitiveIndex
        | Op::HitHitKind
        | Op::HitRecordIndex
        | Op::HitWorldRayOrigin
        | Op::HitWorldRayDirection
        | Op::HitObjectRayOrigin
        | Op::HitObjectRayDirection
        | Op::HitObjectToWorld
        | Op::HitWorldToObject
        | Op::HitClusterId
        | Op::HitCorners => Lacks("a hit object"),
        Op::ClusterId | Op::CandidateClusterId | Op::CommittedClusterId => Lacks("the number of a cluster"),
        Op::Corners | Op::CandidateCorners | Op::CommittedCorners => Lacks("the corners of a triangle"),
        // Linear algebra.
        Op::MatrixFill
        | Op::MatrixConvert
        | Op::MatrixLoad
        | Op::MatrixLoadShared
        | Op::MatrixLength
        | Op::MatrixCoordinate
        | Op::MatrixElement
        | Op::MatrixWithElement
        | Op::MatrixStore
        | Op::MatrixStoreShared
        | Op::MatrixSumLayout
        | Op::MatrixMultiply
        | Op::MatrixMultiplyAdd
        | Op::MatrixAdd
        | Op::MatrixTimesVector
        | Op::MatrixTimesVectorAdd
        | Op::MatrixAccumulate
        | Op::MatrixAccumulateShared
        | Op::MatrixOuterProduct
        | Op::VectorConvert
        | Op::VectorAccumulate => Lacks("a matrix of linear algebra"),
        Op::TraceRay => By(Writer::trace_ray),
        Op::CallShader => By(Writer::call_shader),
        Op::ReportHit => By(Writer::report_hit),
        Op::IgnoreHit => By(Writer::ignore_hit),
        Op::AcceptHitAndEndSearch => By(Writer::accept_hit),
        Op::DispatchRaysIndex => Component(BuiltIn::LaunchIdKHR),
        Op::DispatchRaysDimensions => Component(BuiltIn::LaunchSizeKHR),
        Op::WorldRayOrigin => Component(BuiltIn::WorldRayOriginKHR),
        Op::WorldRayDirection => Component(BuiltIn::WorldRayDirectionKHR),
        Op::ObjectRayOrigin => Component(BuiltIn::ObjectRayOriginKHR),
        Op::ObjectRayDirection => Component(BuiltIn::ObjectRayDirectionKHR),
        Op::ObjectToWorld => Transform(BuiltIn::ObjectToWorldKHR),
        Op::WorldToObject => Transform(BuiltIn::WorldToObjectKHR),
        Op::RayTMin => Variable(BuiltIn::RayTminKHR, None),
        Op::RayTCurrent => Variable(BuiltIn::RayTmaxKHR, None),
        Op::RayFlags => Variable(BuiltIn::IncomingRayFlagsKHR, None),
        Op::InstanceId => Variable(BuiltIn::InstanceCustomIndexKHR, None),
        Op::InstanceIndex => Variable(BuiltIn::InstanceId, None),
        Op::GeometryIndex => Variable(BuiltIn::RayGeometryIndexKHR, None),
        Op::PrimitiveIndex => Variable(BuiltIn::PrimitiveId, None),
        Op::HitKind => Variable(BuiltIn::HitKindKHR, None),
        // Ray queries.
        Op::AllocateRayQuery => By(Writer::allocate_ray_query),
        Op::TraceRayInline => By(Writer::trace_ray_inline),
        Op::RayQueryProceed => Query(Core::RayQueryProceedKHR, Hit::None, Fact::Whole),
        Op::RayQueryAbort => Query(Core::RayQueryTerminateKHR, Hit::None, Fact::Whole),
        Op::CommitTriangleHit => Query(Core::RayQueryConfirmIntersectionKHR, Hit::None, Fact::Whole),
        Op::CommitProceduralHit => Query(Core::RayQueryGenerateIntersectionKHR, Hit::None, Fact::Whole),
        Op::RayQueryRayFlags => Query(Core::RayQueryGetRayFlagsKHR, Hit::None, Fact::Whole),
        Op::RayQueryRayTMin => Query(Core::RayQueryGetRayTMinKHR, Hit::None, Fact::Whole),
        Op::RayQueryWorldRayOrigin => Query(Core::RayQueryGetWorldRayOriginKHR, Hit::None, Fact::Vector(3)),
        Op::RayQueryWorldRayDirection => Query(Core::RayQueryGetWorldRayDirectionKHR, Hit::None, Fact::Vector(3)),
        Op::CandidateType => Query(Core::RayQueryGetIntersectionTypeKHR, Hit::Candidate, Fact::Whole),
        Op::CandidateTriangleRayT => Query(Core::RayQueryGetIntersectionTKHR, Hit::Candidate, Fact::Whole),
        Op::CandidateTriangleBarycentrics => {
            Query(Core::RayQueryGetIntersectionBarycentricsKHR, Hit::Candidate, Fact::Vector(2))
        }
        Op::CandidateTriangleFrontFace => Query(Core::RayQueryGetIntersectionFrontFaceKHR, Hit::Candidate, Fact::Whole),
        Op::CandidateProceduralPrimitiveNonOpaque => By(Writer::candidate_not_opaque),
        Op::CandidateInstanceIndex => Query(Core::RayQueryGetIntersectionInstanceIdKHR, Hit::Candidate, Fact::Whole),
        Op::CandidateInstanceID => {
            Query(Core::RayQueryGetIntersectionInstanceCustomIndexKHR, Hit::Candidate, Fact::Whole)
        }
        Op::CandidateInstanceContributionToHitGroupIndex => {
            Query(Core::RayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR, Hit::Candidate, Fact::Whole)
        }
        Op::CandidateGeometryIndex => Query(Core::RayQueryGetIntersectionGeometryIndexKHR, Hit::Candidate, Fact::Whole),
        Op::CandidatePrimitiveIndex => {
            Query(Core::RayQueryGetIntersectionPrimitiveIndexKHR, Hit::Candidate, Fact::Whole)
        }
        Op::CandidateObjectRayOrigin => {
            Query(Core::RayQueryGetIntersectionObjectRayOriginKHR, Hit::Candidate, Fact::Vector(3))
        }
        Op::CandidateObjectRayDirection => {
            Query(Core::RayQueryGetIntersectionObjectRayDirectionKHR, Hit::Candidate, Fact::Vector(3))
        }
        Op::CandidateObjectToWorld3x4 => {
            Query(Core::RayQueryGetIntersectionObjectToWorldKHR, Hit::Candidate, Fact::Transform)
        }
        Op::CandidateWorldToObject3x4 => {
            Query(Core::RayQueryGetIntersectionWorldToObjectKHR, Hit::Candidate, Fact::Transform)
        }
        Op::CommittedStatus => Query(Core::RayQueryGetIntersectionTypeKHR, Hit::Committed, Fact::Whole),
        Op::CommittedRayT => Query(Core::RayQueryGetIntersectionTKHR, Hit::Committed, Fact::Whole),
        Op::CommittedTriangleBarycentrics => {
            Query(Core::RayQueryGetIntersectionBarycentricsKHR, Hit::Committed, Fact::Vector(2))
        }
        Op::CommittedTriangleFrontFace => Query(Core::RayQueryGetIntersectionFrontFaceKHR, Hit::Committed, Fact::Whole),
        Op::CommittedInstanceIndex => Query(Core::RayQueryGetIntersectionInstanceIdKHR, Hit::Committed, Fact::Whole),
        Op::CommittedInstanceID => {
            Query(Core::RayQueryGetIntersectionInstanceCustomIndexKHR, Hit::Committed, Fact::Whole)
        }
        Op::CommittedInstanceContributionToHitGroupIndex => {
            Query(Core::RayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR, Hit::Committed, Fact::Whole)
        }
        Op::CommittedGeometryIndex => Query(Core::RayQueryGetIntersectionGeometryIndexKHR, Hit::Committed, Fact::Whole),
        Op::CommittedPrimitiveIndex => {
            Query(Core::RayQueryGetIntersectionPrimitiveIndexKHR, Hit::Committed, Fact::Whole)
        }
        Op::CommittedObjectRayOrigin => {
            Query(Core::RayQueryGetIntersectionObjectRayOriginKHR, Hit::Committed, Fact::Vector(3))
        }
        Op::CommittedObjectRayDirection => {
            Query(Core::RayQueryGetIntersectionObjectRayDirectionKHR, Hit::Committed, Fact::Vector(3))
        }
        Op::CommittedObjectToWorld3x4 => {
            Query(Core::RayQueryGetIntersectionObjectToWorldKHR, Hit::Committed, Fact::Transform)
        }
        Op::CommittedWorldToObject3x4 => {
            Query(Core::RayQueryGetIntersectionWorldToObjectKHR, Hit::Committed, Fact::Transform)
        }
    }
}
