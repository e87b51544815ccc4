// A query commits hits of procedural primitives that the shader works out itself.
//: target cs_6_5
//: args -fspv-target-env=vulkan1.2
//: only spirv
RaytracingAccelerationStructure scene : register(t0);
RWBuffer<float> result : register(u1);

[numthreads(8, 1, 1)]
void main(uint id : SV_GroupIndex) {
    RayQuery<RAY_FLAG_NONE> query;
    RayDesc ray;
    ray.Origin = float3(0, 1, 2);
    ray.Direction = float3(0, 0, 1);
    ray.TMin = 0.25;
    ray.TMax = 100;
    query.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, ray);
    while (query.Proceed()) {
        if (query.CandidateType() == CANDIDATE_PROCEDURAL_PRIMITIVE) {
            float3 from = query.CandidateObjectRayOrigin();
            if (!query.CandidateProceduralPrimitiveNonOpaque() && from.x < 1) {
                query.CommitProceduralPrimitiveHit(length(from));
            }
        } else if (query.CandidateTriangleFrontFace()) {
            query.CommitNonOpaqueTriangleHit();
        }
    }
    result[id] = query.CommittedRayT() + query.CommittedInstanceID() + mul(query.CommittedObjectToWorld3x4(), float4(1, 2, 3, 1)).y;
}
