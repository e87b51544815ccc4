//! cs_6_5 main
//! ps_6_6 pixel
// Inline ray tracing.
RaytracingAccelerationStructure scene : register(t0);
RWBuffer<float4> result : register(u0);
float4 trace(float3 origin) {
    RayQuery<RAY_FLAG_CULL_NON_OPAQUE> query;
    RayDesc ray = { origin, 0.01, float3(0, 0, 1), 100 };
    query.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, ray);
    while (query.Proceed()) {
        if (query.CandidateType() == CANDIDATE_NON_OPAQUE_TRIANGLE) query.CommitNonOpaqueTriangleHit();
        else query.CommitProceduralPrimitiveHit(3);
    }
    if (query.CommittedStatus() != COMMITTED_TRIANGLE_HIT) return 0;
    return float4(query.CommittedTriangleBarycentrics(), query.CommittedRayT(), query.CommittedInstanceIndex());
}
[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID) { result[id.x] = trace(float3(id)); }
float4 pixel(float4 p : SV_Position) : SV_Target { return trace(p.xyz); }
