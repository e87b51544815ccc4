//! Lists the operations and queries of ray tracing shaders, and inline ray queries.

use super::Row;
use super::stages::{
    ANY_HIT, CALLERS, HITS, INTERSECTION, RAY_GENERATION, RAY_INFO, RAYS, StageSet, TRACERS, TRIANGLE_HITS,
};
use crate::objects::ObjectKind::{self, RayQuery};
use Expansion::*;
use hlslc_ir::Op;

/// The lowering of a method of a ray query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expansion {
    /// `TraceRayInline`.
    Trace,
    /// `TraceRay`.
    TraceRay,
    /// `CallShader`.
    CallShader,
    /// `ReportHit`.
    ReportHit,
    /// The operation, which ends the shader.
    End(Op),
    /// The operation on the arguments, after the query if it is a method of one.
    Plain(Op),
    /// A vector from its components, each from the operation.
    Components(Op),
    /// The corners of a triangle from the one vector that the operation gives.
    Corners(Op),
    /// A matrix from its numbers, each from the operation, which counts them by rows.
    Transform(Op),
    /// The transpose of that.
    Transposed(Op),
    /// `dx::HitObject::TraceRay`.
    HitTraceRay,
    /// `dx::HitObject::MakeMiss`.
    HitMiss,
    /// `dx::HitObject::Invoke`.
    HitInvoke,
    /// `dx::HitObject::FromRayQuery` with attributes.
    HitOfQueryWith,
    /// `GetAttributes` of a hit object.
    HitAttributes,
    /// `SetShaderTableIndex` of a hit object.
    HitSetRecord,
    /// `dx::MaybeReorderThread` by a hit object, a hint, or both.
    Reorder {
        /// Whether it takes a hit object.
        hit: bool,
        /// Whether it takes a hint.
        hint: bool,
    },
}

impl Expansion {
    /// Whether the last argument goes to other shaders as a payload.
    pub fn carries_payload(self) -> bool {
        matches!(self, TraceRay | HitTraceRay | HitInvoke)
    }
}

const fn known_to(stages: StageSet, name: &'static str, signature: &'static str, expansion: Expansion) -> Row {
    super::expand(name, signature, super::Expansion::Rays(expansion)).since(3).stages(stages)
}

const QUERY: &[ObjectKind] = &[RayQuery];

const fn query(name: &'static str, signature: &'static str, expansion: Expansion) -> Row {
    super::expand(name, signature, super::Expansion::Rays(expansion)).since(5).on(QUERY)
}

/// Of hit objects: functions of the namespace `dx`. Methods take the object first, and have a dot in their names.
const fn hit(name: &'static str, signature: &'static str, expansion: Expansion) -> Row {
    super::expand(name, signature, super::Expansion::Rays(expansion)).since(9).stages(TRACERS)
}

const fn reorder(signature: &'static str, hit: bool, hint: bool) -> Row {
    let expansion = super::Expansion::Rays(Reorder { hit, hint });
    super::expand("dx::MaybeReorderThread", signature, expansion).since(9).stages(RAY_GENERATION)
}

pub(super) const ROWS: &[Row] = &[
    // What a shader does.
    known_to(
        TRACERS,
        "TraceRay",
        "scene: acceleration, flags: uint, mask: uint, contribution: uint, multiplier: uint, miss: uint, ray: RayDesc, \
         inout payload: struct -> void",
        TraceRay,
    ),
    known_to(CALLERS, "CallShader", "index: uint, inout parameter: struct -> void", CallShader),
    known_to(INTERSECTION, "ReportHit", "t: float, kind: uint, attributes: struct -> bool", ReportHit),
    known_to(ANY_HIT, "IgnoreHit", "-> void", End(Op::IgnoreHit)),
    known_to(ANY_HIT, "AcceptHitAndEndSearch", "-> void", End(Op::AcceptHitAndEndSearch)),
    // What it knows.
    known_to(RAYS, "DispatchRaysIndex", "-> uint<3>", Components(Op::DispatchRaysIndex)),
    known_to(RAYS, "DispatchRaysDimensions", "-> uint<3>", Components(Op::DispatchRaysDimensions)),
    known_to(RAY_INFO, "RayFlags", "-> uint", Plain(Op::RayFlags)),
    known_to(RAY_INFO, "RayTMin", "-> float", Plain(Op::RayTMin)),
    known_to(RAY_INFO, "RayTCurrent", "-> float", Plain(Op::RayTCurrent)),
    known_to(RAY_INFO, "WorldRayOrigin", "-> float<3>", Components(Op::WorldRayOrigin)),
    known_to(RAY_INFO, "WorldRayDirection", "-> float<3>", Components(Op::WorldRayDirection)),
    known_to(HITS, "ObjectRayOrigin", "-> float<3>", Components(Op::ObjectRayOrigin)),
    known_to(HITS, "ObjectRayDirection", "-> float<3>", Components(Op::ObjectRayDirection)),
    known_to(HITS, "ObjectToWorld", "-> float<3,4>", Transform(Op::ObjectToWorld)),
    known_to(HITS, "ObjectToWorld3x4", "-> float<3,4>", Transform(Op::ObjectToWorld)),
    known_to(HITS, "ObjectToWorld4x3", "-> float<4,3>", Transposed(Op::ObjectToWorld)),
    known_to(HITS, "WorldToObject", "-> float<3,4>", Transform(Op::WorldToObject)),
    known_to(HITS, "WorldToObject3x4", "-> float<3,4>", Transform(Op::WorldToObject)),
    known_to(HITS, "WorldToObject4x3", "-> float<4,3>", Transposed(Op::WorldToObject)),
    known_to(HITS, "InstanceIndex", "-> uint", Plain(Op::InstanceIndex)),
    known_to(HITS, "InstanceID", "-> uint", Plain(Op::InstanceId)),
    known_to(HITS, "PrimitiveIndex", "-> uint", Plain(Op::PrimitiveIndex)),
    known_to(HITS, "HitKind", "-> uint", Plain(Op::HitKind)),
    known_to(HITS, "GeometryIndex", "-> uint", Plain(Op::GeometryIndex)),
    known_to(TRIANGLE_HITS, "ClusterID", "-> uint", Plain(Op::ClusterId)).since(10),
    known_to(TRIANGLE_HITS, "TriangleObjectPositions", "-> BuiltInTrianglePositions", Corners(Op::Corners)).since(10),
    // Hit objects.
    hit(
        "dx::HitObject::TraceRay",
        "scene: acceleration, flags: uint, mask: uint, contribution: uint, multiplier: uint, miss: uint, ray: RayDesc, \
         inout payload: struct -> hit_object",
        HitTraceRay,
    ),
    hit("dx::HitObject::MakeMiss", "flags: uint, miss: uint, ray: RayDesc -> hit_object", HitMiss),
    hit("dx::HitObject::MakeNop", "-> hit_object", Plain(Op::HitNop)),
    hit("dx::HitObject::Invoke", "hit: hit_object, inout payload: struct -> void", HitInvoke),
    hit("dx::HitObject::FromRayQuery", "query: ray_query -> hit_object", Plain(Op::HitOfQuery)),
    hit(
        "dx::HitObject::FromRayQuery",
        "query: ray_query, kind: uint, attributes: struct -> hit_object",
        HitOfQueryWith,
    ),
    hit("dx::HitObject.GetAttributes", "hit: hit_object, out attributes: struct -> void", HitAttributes),
    hit("dx::HitObject.SetShaderTableIndex", "inout hit: hit_object, index: uint -> void", HitSetRecord),
    hit(
        "dx::HitObject.LoadLocalRootTableConstant",
        "hit: hit_object, offset: uint -> uint",
        Plain(Op::HitRootConstant),
    ),
    hit("dx::HitObject.IsMiss", "hit: hit_object -> bool", Plain(Op::HitIsMiss)),
    hit("dx::HitObject.IsHit", "hit: hit_object -> bool", Plain(Op::HitIsHit)),
    hit("dx::HitObject.IsNop", "hit: hit_object -> bool", Plain(Op::HitIsNop)),
    hit("dx::HitObject.GetRayFlags", "hit: hit_object -> uint", Plain(Op::HitRayFlags)),
    hit("dx::HitObject.GetRayTMin", "hit: hit_object -> float", Plain(Op::HitRayTMin)),
    hit("dx::HitObject.GetRayTCurrent", "hit: hit_object -> float", Plain(Op::HitRayTCurrent)),
    hit("dx::HitObject.GetGeometryIndex", "hit: hit_object -> uint", Plain(Op::HitGeometryIndex)),
    hit("dx::HitObject.GetInstanceIndex", "hit: hit_object -> uint", Plain(Op::HitInstanceIndex)),
    hit("dx::HitObject.GetInstanceID", "hit: hit_object -> uint", Plain(Op::HitInstanceId)),
    hit("dx::HitObject.GetPrimitiveIndex", "hit: hit_object -> uint", Plain(Op::HitPrimitiveIndex)),
    hit("dx::HitObject.GetHitKind", "hit: hit_object -> uint", Plain(Op::HitHitKind)),
    hit("dx::HitObject.GetShaderTableIndex", "hit: hit_object -> uint", Plain(Op::HitRecordIndex)),
    hit("dx::HitObject.GetWorldRayOrigin", "hit: hit_object -> float<3>", Components(Op::HitWorldRayOrigin)),
    hit("dx::HitObject.GetWorldRayDirection", "hit: hit_object -> float<3>", Components(Op::HitWorldRayDirection)),
    hit("dx::HitObject.GetObjectRayOrigin", "hit: hit_object -> float<3>", Components(Op::HitObjectRayOrigin)),
    hit("dx::HitObject.GetObjectRayDirection", "hit: hit_object -> float<3>", Components(Op::HitObjectRayDirection)),
    hit("dx::HitObject.GetObjectToWorld3x4", "hit: hit_object -> float<3,4>", Transform(Op::HitObjectToWorld)),
    hit("dx::HitObject.GetObjectToWorld4x3", "hit: hit_object -> float<4,3>", Transposed(Op::HitObjectToWorld)),
    hit("dx::HitObject.GetWorldToObject3x4", "hit: hit_object -> float<3,4>", Transform(Op::HitWorldToObject)),
    hit("dx::HitObject.GetWorldToObject4x3", "hit: hit_object -> float<4,3>", Transposed(Op::HitWorldToObject)),
    hit("dx::HitObject.GetClusterID", "hit: hit_object -> uint", Plain(Op::HitClusterId)).since(10),
    hit(
        "dx::HitObject.TriangleObjectPositions",
        "hit: hit_object -> BuiltInTrianglePositions",
        Corners(Op::HitCorners),
    )
    .since(10),
    reorder("hit: hit_object -> void", true, false),
    reorder("hint: uint, bits: uint -> void", false, true),
    reorder("hit: hit_object, hint: uint, bits: uint -> void", true, true),
    // Queries: going on.
    query("TraceRayInline", "scene: acceleration, flags: uint, mask: uint, ray: RayDesc -> void", Trace),
    query("Proceed", "-> bool", Plain(Op::RayQueryProceed)),
    query("Abort", "-> void", Plain(Op::RayQueryAbort)),
    query("CommitNonOpaqueTriangleHit", "-> void", Plain(Op::CommitTriangleHit)),
    query("CommitProceduralPrimitiveHit", "t: float -> void", Plain(Op::CommitProceduralHit)),
    // The ray.
    query("RayFlags", "-> uint", Plain(Op::RayQueryRayFlags)),
    query("RayTMin", "-> float", Plain(Op::RayQueryRayTMin)),
    query("WorldRayOrigin", "-> float<3>", Components(Op::RayQueryWorldRayOrigin)),
    query("WorldRayDirection", "-> float<3>", Components(Op::RayQueryWorldRayDirection)),
    // The candidate.
    query("CandidateType", "-> uint", Plain(Op::CandidateType)),
    query("CandidateTriangleRayT", "-> float", Plain(Op::CandidateTriangleRayT)),
    query("CandidateTriangleBarycentrics", "-> float<2>", Components(Op::CandidateTriangleBarycentrics)),
    query("CandidateTriangleFrontFace", "-> bool", Plain(Op::CandidateTriangleFrontFace)),
    query("CandidateProceduralPrimitiveNonOpaque", "-> bool", Plain(Op::CandidateProceduralPrimitiveNonOpaque)),
    query("CandidateInstanceIndex", "-> uint", Plain(Op::CandidateInstanceIndex)),
    query("CandidateInstanceID", "-> uint", Plain(Op::CandidateInstanceID)),
    query(
        "CandidateInstanceContributionToHitGroupIndex",
        "-> uint",
        Plain(Op::CandidateInstanceContributionToHitGroupIndex),
    ),
    query("CandidateGeometryIndex", "-> uint", Plain(Op::CandidateGeometryIndex)),
    query("CandidatePrimitiveIndex", "-> uint", Plain(Op::CandidatePrimitiveIndex)),
    query("CandidateObjectRayOrigin", "-> float<3>", Components(Op::CandidateObjectRayOrigin)),
    query("CandidateObjectRayDirection", "-> float<3>", Components(Op::CandidateObjectRayDirection)),
    query("CandidateObjectToWorld3x4", "-> float<3,4>", Transform(Op::CandidateObjectToWorld3x4)),
    query("CandidateObjectToWorld4x3", "-> float<4,3>", Transposed(Op::CandidateObjectToWorld3x4)),
    query("CandidateWorldToObject3x4", "-> float<3,4>", Transform(Op::CandidateWorldToObject3x4)),
    query("CandidateWorldToObject4x3", "-> float<4,3>", Transposed(Op::CandidateWorldToObject3x4)),
    query("CandidateClusterID", "-> uint", Plain(Op::CandidateClusterId)).since(10),
    query("CandidateTriangleObjectPositions", "-> BuiltInTrianglePositions", Corners(Op::CandidateCorners)).since(10),
    // The committed hit.
    query("CommittedClusterID", "-> uint", Plain(Op::CommittedClusterId)).since(10),
    query("CommittedTriangleObjectPositions", "-> BuiltInTrianglePositions", Corners(Op::CommittedCorners)).since(10),
    query("CommittedStatus", "-> uint", Plain(Op::CommittedStatus)),
    query("CommittedRayT", "-> float", Plain(Op::CommittedRayT)),
    query("CommittedTriangleBarycentrics", "-> float<2>", Components(Op::CommittedTriangleBarycentrics)),
    query("CommittedTriangleFrontFace", "-> bool", Plain(Op::CommittedTriangleFrontFace)),
    query("CommittedInstanceIndex", "-> uint", Plain(Op::CommittedInstanceIndex)),
    query("CommittedInstanceID", "-> uint", Plain(Op::CommittedInstanceID)),
    query(
        "CommittedInstanceContributionToHitGroupIndex",
        "-> uint",
        Plain(Op::CommittedInstanceContributionToHitGroupIndex),
    ),
    query("CommittedGeometryIndex", "-> uint", Plain(Op::CommittedGeometryIndex)),
    query("CommittedPrimitiveIndex", "-> uint", Plain(Op::CommittedPrimitiveIndex)),
    query("CommittedObjectRayOrigin", "-> float<3>", Components(Op::CommittedObjectRayOrigin)),
    query("CommittedObjectRayDirection", "-> float<3>", Components(Op::CommittedObjectRayDirection)),
    query("CommittedObjectToWorld3x4", "-> float<3,4>", Transform(Op::CommittedObjectToWorld3x4)),
    query("CommittedObjectToWorld4x3", "-> float<4,3>", Transposed(Op::CommittedObjectToWorld3x4)),
    query("CommittedWorldToObject3x4", "-> float<3,4>", Transform(Op::CommittedWorldToObject3x4)),
    query("CommittedWorldToObject4x3", "-> float<4,3>", Transposed(Op::CommittedWorldToObject3x4)),
];
