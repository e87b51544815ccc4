// An inline query in an exported function and in an entry point.
//: target lib_6_5
//: only container
RaytracingAccelerationStructure scene : register(t3);
RWBuffer<float> result : register(u2);

export float distance(float3 from, float3 to) {
    RayQuery<RAY_FLAG_CULL_NON_OPAQUE> query;
    RayDesc ray = { from, 0, to - from, 1 };
    query.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, ray);
    while (query.Proceed()) {
        if (query.CandidateType() == CANDIDATE_PROCEDURAL_PRIMITIVE) {
            query.CommitProceduralPrimitiveHit(0.5);
        }
    }
    return query.CommittedStatus() == COMMITTED_NOTHING ? 1 : query.CommittedRayT();
}

[shader("compute")]
[numthreads(1, 1, 1)]
void main(uint id : SV_GroupIndex) {
    result[id] = distance(0, id);
}
