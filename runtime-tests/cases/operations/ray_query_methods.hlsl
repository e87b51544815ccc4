// A ray query does and tells what its methods say.
//: target cs_6_5
RaytracingAccelerationStructure Scene : register(t0);
RWStructuredBuffer<float4> Out : register(u0);

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    RayQuery<RAY_FLAG_CULL_BACK_FACING_TRIANGLES> query;
    RayDesc ray;
    ray.Origin = float3(id);
    ray.TMin = 0.5;
    ray.Direction = float3(0, 0, 1);
    ray.TMax = 100;
    query.TraceRayInline(Scene, RAY_FLAG_NONE | id.y, 0xff, ray);
    float4 sum = float4(query.WorldRayOrigin(), query.RayTMin()) + float4(query.WorldRayDirection(), query.RayFlags());
    while (query.Proceed()) {
        sum.x += query.CandidateInstanceIndex() + query.CandidateInstanceID() + query.CandidateGeometryIndex();
        sum.y += query.CandidatePrimitiveIndex() + query.CandidateInstanceContributionToHitGroupIndex();
        sum.xyz += query.CandidateObjectRayOrigin() * query.CandidateObjectRayDirection();
        sum += query.CandidateObjectToWorld3x4()[1] + query.CandidateWorldToObject3x4()[2];
        sum.xyz += query.CandidateObjectToWorld4x3()[3] + query.CandidateWorldToObject4x3()[0];
        if (query.CandidateType() == CANDIDATE_NON_OPAQUE_TRIANGLE) {
            sum.xy += query.CandidateTriangleBarycentrics();
            sum.z += query.CandidateTriangleRayT();
            if (query.CandidateTriangleFrontFace()) {
                query.CommitNonOpaqueTriangleHit();
            }
        } else if (query.CandidateProceduralPrimitiveNonOpaque()) {
            query.CommitProceduralPrimitiveHit(sum.w);
        } else {
            query.Abort();
        }
    }
    if (query.CommittedStatus() == COMMITTED_TRIANGLE_HIT) {
        sum.xy += query.CommittedTriangleBarycentrics();
        sum.z += query.CommittedTriangleFrontFace() ? 1 : 2;
    }
    sum.w += query.CommittedRayT();
    sum.x += query.CommittedInstanceIndex() + query.CommittedInstanceID() + query.CommittedGeometryIndex();
    sum.y += query.CommittedPrimitiveIndex() + query.CommittedInstanceContributionToHitGroupIndex();
    sum.xyz += query.CommittedObjectRayOrigin() * query.CommittedObjectRayDirection();
    sum += query.CommittedObjectToWorld3x4()[1] + query.CommittedWorldToObject3x4()[2];
    sum.xyz += query.CommittedObjectToWorld4x3()[3] + query.CommittedWorldToObject4x3()[0];
    Out[id.x] = sum;
}
