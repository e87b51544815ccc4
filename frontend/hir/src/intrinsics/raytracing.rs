//! Ray tracing: what ray tracing shaders do and know, and inline ray queries.

use super::stages::{ANY_HIT, CALLERS, HITS, INTERSECTION, RAY_INFO, RAYS, StageSet, TRACERS};
use super::{Intrinsic, not_yet};
use crate::objects::ObjectKind::{self, RayQuery};
use Expansion::*;
use hlslc_ir::Op;

/// How the methods of a ray query are built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expansion {
    /// `TraceRayInline`.
    Trace,
    /// The operation on the query and the arguments.
    OnQuery(Op),
    /// A vector from its components, each from the operation.
    Components(Op),
    /// A matrix from its numbers, each from the operation, which counts them by rows.
    Transform(Op),
    /// The transpose of that.
    Transposed(Op),
}

const fn known_to(stages: StageSet, name: &'static str, signature: &'static str) -> Intrinsic {
    not_yet(name, signature).since(3).stages(stages)
}

const QUERY: &[ObjectKind] = &[RayQuery];

const fn query(name: &'static str, signature: &'static str, expansion: Expansion) -> Intrinsic {
    super::expand(name, signature, super::Expansion::Rays(expansion)).since(5).on(QUERY)
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
    query("TraceRayInline", "scene: acceleration, flags: uint, mask: uint, ray: RayDesc -> void", Trace),
    query("Proceed", "-> bool", OnQuery(Op::RayQueryProceed)),
    query("Abort", "-> void", OnQuery(Op::RayQueryAbort)),
    query("CommitNonOpaqueTriangleHit", "-> void", OnQuery(Op::CommitTriangleHit)),
    query("CommitProceduralPrimitiveHit", "t: float -> void", OnQuery(Op::CommitProceduralHit)),
    // The ray.
    query("RayFlags", "-> uint", OnQuery(Op::RayQueryRayFlags)),
    query("RayTMin", "-> float", OnQuery(Op::RayQueryRayTMin)),
    query("WorldRayOrigin", "-> float<3>", Components(Op::RayQueryWorldRayOrigin)),
    query("WorldRayDirection", "-> float<3>", Components(Op::RayQueryWorldRayDirection)),
    // The candidate.
    query("CandidateType", "-> uint", OnQuery(Op::CandidateType)),
    query("CandidateTriangleRayT", "-> float", OnQuery(Op::CandidateTriangleRayT)),
    query("CandidateTriangleBarycentrics", "-> float<2>", Components(Op::CandidateTriangleBarycentrics)),
    query("CandidateTriangleFrontFace", "-> bool", OnQuery(Op::CandidateTriangleFrontFace)),
    query("CandidateProceduralPrimitiveNonOpaque", "-> bool", OnQuery(Op::CandidateProceduralPrimitiveNonOpaque)),
    query("CandidateInstanceIndex", "-> uint", OnQuery(Op::CandidateInstanceIndex)),
    query("CandidateInstanceID", "-> uint", OnQuery(Op::CandidateInstanceID)),
    query(
        "CandidateInstanceContributionToHitGroupIndex",
        "-> uint",
        OnQuery(Op::CandidateInstanceContributionToHitGroupIndex),
    ),
    query("CandidateGeometryIndex", "-> uint", OnQuery(Op::CandidateGeometryIndex)),
    query("CandidatePrimitiveIndex", "-> uint", OnQuery(Op::CandidatePrimitiveIndex)),
    query("CandidateObjectRayOrigin", "-> float<3>", Components(Op::CandidateObjectRayOrigin)),
    query("CandidateObjectRayDirection", "-> float<3>", Components(Op::CandidateObjectRayDirection)),
    query("CandidateObjectToWorld3x4", "-> float<3,4>", Transform(Op::CandidateObjectToWorld3x4)),
    query("CandidateObjectToWorld4x3", "-> float<4,3>", Transposed(Op::CandidateObjectToWorld3x4)),
    query("CandidateWorldToObject3x4", "-> float<3,4>", Transform(Op::CandidateWorldToObject3x4)),
    query("CandidateWorldToObject4x3", "-> float<4,3>", Transposed(Op::CandidateWorldToObject3x4)),
    // The committed hit.
    query("CommittedStatus", "-> uint", OnQuery(Op::CommittedStatus)),
    query("CommittedRayT", "-> float", OnQuery(Op::CommittedRayT)),
    query("CommittedTriangleBarycentrics", "-> float<2>", Components(Op::CommittedTriangleBarycentrics)),
    query("CommittedTriangleFrontFace", "-> bool", OnQuery(Op::CommittedTriangleFrontFace)),
    query("CommittedInstanceIndex", "-> uint", OnQuery(Op::CommittedInstanceIndex)),
    query("CommittedInstanceID", "-> uint", OnQuery(Op::CommittedInstanceID)),
    query(
        "CommittedInstanceContributionToHitGroupIndex",
        "-> uint",
        OnQuery(Op::CommittedInstanceContributionToHitGroupIndex),
    ),
    query("CommittedGeometryIndex", "-> uint", OnQuery(Op::CommittedGeometryIndex)),
    query("CommittedPrimitiveIndex", "-> uint", OnQuery(Op::CommittedPrimitiveIndex)),
    query("CommittedObjectRayOrigin", "-> float<3>", Components(Op::CommittedObjectRayOrigin)),
    query("CommittedObjectRayDirection", "-> float<3>", Components(Op::CommittedObjectRayDirection)),
    query("CommittedObjectToWorld3x4", "-> float<3,4>", Transform(Op::CommittedObjectToWorld3x4)),
    query("CommittedObjectToWorld4x3", "-> float<4,3>", Transposed(Op::CommittedObjectToWorld3x4)),
    query("CommittedWorldToObject3x4", "-> float<3,4>", Transform(Op::CommittedWorldToObject3x4)),
    query("CommittedWorldToObject4x3", "-> float<4,3>", Transposed(Op::CommittedWorldToObject3x4)),
];
