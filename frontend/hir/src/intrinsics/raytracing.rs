//! Ray tracing: what ray tracing shaders do and know, and inline ray queries.

use super::stages::{ANY_HIT, CALLERS, HITS, INTERSECTION, RAY_INFO, RAYS, StageSet, TRACERS};
use super::{Intrinsic, not_yet};
use crate::objects::ObjectKind::{self, RayQuery};

const fn known_to(stages: StageSet, name: &'static str, signature: &'static str) -> Intrinsic {
    not_yet(name, signature).since(3).stages(stages)
}

const QUERY: &[ObjectKind] = &[RayQuery];

const fn query(name: &'static str, signature: &'static str) -> Intrinsic {
    not_yet(name, signature).since(5).on(QUERY)
}

pub(super) const ROWS: &[Intrinsic] = &[
    // What a shader does.
    known_to(
        TRACERS,
        "TraceRay",
        "scene: acceleration, flags: uint, mask: uint, contribution: uint, multiplier: uint, miss: uint, ray: RayDesc, \
         inout payload: struct -> void",
    ),
    known_to(CALLERS, "CallShader", "index: uint, inout parameter: struct -> void"),
    known_to(INTERSECTION, "ReportHit", "t: float, kind: uint, attributes: struct -> bool"),
    known_to(ANY_HIT, "IgnoreHit", "-> void"),
    known_to(ANY_HIT, "AcceptHitAndEndSearch", "-> void"),
    // What it knows.
    known_to(RAYS, "DispatchRaysIndex", "-> uint<3>"),
    known_to(RAYS, "DispatchRaysDimensions", "-> uint<3>"),
    known_to(RAY_INFO, "RayFlags", "-> uint"),
    known_to(RAY_INFO, "RayTMin", "-> float"),
    known_to(RAY_INFO, "RayTCurrent", "-> float"),
    known_to(RAY_INFO, "WorldRayOrigin", "-> float<3>"),
    known_to(RAY_INFO, "WorldRayDirection", "-> float<3>"),
    known_to(HITS, "ObjectRayOrigin", "-> float<3>"),
    known_to(HITS, "ObjectRayDirection", "-> float<3>"),
    known_to(HITS, "ObjectToWorld", "-> float<3,4>"),
    known_to(HITS, "ObjectToWorld3x4", "-> float<3,4>"),
    known_to(HITS, "ObjectToWorld4x3", "-> float<4,3>"),
    known_to(HITS, "WorldToObject", "-> float<3,4>"),
    known_to(HITS, "WorldToObject3x4", "-> float<3,4>"),
    known_to(HITS, "WorldToObject4x3", "-> float<4,3>"),
    known_to(HITS, "InstanceIndex", "-> uint"),
    known_to(HITS, "InstanceID", "-> uint"),
    known_to(HITS, "PrimitiveIndex", "-> uint"),
    known_to(HITS, "HitKind", "-> uint"),
    known_to(HITS, "GeometryIndex", "-> uint").since(5),
    // Queries: going on.
    query("TraceRayInline", "scene: acceleration, flags: uint, mask: uint, ray: RayDesc -> void"),
    query("Proceed", "-> bool"),
    query("Abort", "-> void"),
    query("CommitNonOpaqueTriangleHit", "-> void"),
    query("CommitProceduralPrimitiveHit", "t: float -> void"),
    // The ray.
    query("RayFlags", "-> uint"),
    query("RayTMin", "-> float"),
    query("WorldRayOrigin", "-> float<3>"),
    query("WorldRayDirection", "-> float<3>"),
    // The candidate.
    query("CandidateType", "-> uint"),
    query("CandidateTriangleRayT", "-> float"),
    query("CandidateTriangleBarycentrics", "-> float<2>"),
    query("CandidateTriangleFrontFace", "-> bool"),
    query("CandidateProceduralPrimitiveNonOpaque", "-> bool"),
    query("CandidateInstanceIndex", "-> uint"),
    query("CandidateInstanceID", "-> uint"),
    query("CandidateInstanceContributionToHitGroupIndex", "-> uint"),
    query("CandidateGeometryIndex", "-> uint"),
    query("CandidatePrimitiveIndex", "-> uint"),
    query("CandidateObjectRayOrigin", "-> float<3>"),
    query("CandidateObjectRayDirection", "-> float<3>"),
    query("CandidateObjectToWorld3x4", "-> float<3,4>"),
    query("CandidateObjectToWorld4x3", "-> float<4,3>"),
    query("CandidateWorldToObject3x4", "-> float<3,4>"),
    query("CandidateWorldToObject4x3", "-> float<4,3>"),
    // The committed hit.
    query("CommittedStatus", "-> uint"),
    query("CommittedRayT", "-> float"),
    query("CommittedTriangleBarycentrics", "-> float<2>"),
    query("CommittedTriangleFrontFace", "-> bool"),
    query("CommittedInstanceIndex", "-> uint"),
    query("CommittedInstanceID", "-> uint"),
    query("CommittedInstanceContributionToHitGroupIndex", "-> uint"),
    query("CommittedGeometryIndex", "-> uint"),
    query("CommittedPrimitiveIndex", "-> uint"),
    query("CommittedObjectRayOrigin", "-> float<3>"),
    query("CommittedObjectRayDirection", "-> float<3>"),
    query("CommittedObjectToWorld3x4", "-> float<3,4>"),
    query("CommittedObjectToWorld4x3", "-> float<4,3>"),
    query("CommittedWorldToObject3x4", "-> float<3,4>"),
    query("CommittedWorldToObject4x3", "-> float<4,3>"),
];
