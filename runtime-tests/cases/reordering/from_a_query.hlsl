// Hit objects of a query: with the attributes of a triangle, and with attributes and a kind of hit of the shader's own.
//: target lib_6_9
//: only newer
RaytracingAccelerationStructure scene : register(t0);
RWStructuredBuffer<float2> found : register(u0);

struct Mine {
    float2 place;
    uint kind;
};

struct [raypayload] Payload {
    float distance : read(caller) : write(caller, closesthit, miss);
};

[shader("raygeneration")]
void main() {
    RayQuery<RAY_FLAG_NONE> query;
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 1, 0), 10 };
    query.TraceRayInline(scene, RAY_FLAG_NONE, 255, ray);
    while (query.Proceed()) {
        if (query.CandidateType() == CANDIDATE_PROCEDURAL_PRIMITIVE)
            query.CommitProceduralPrimitiveHit(1);
    }
    dx::HitObject hit;
    if (query.CommittedStatus() == COMMITTED_TRIANGLE_HIT) {
        hit = dx::HitObject::FromRayQuery(query);
        BuiltInTriangleIntersectionAttributes triangle_hit;
        hit.GetAttributes(triangle_hit);
        found[0] = triangle_hit.barycentrics;
    } else if (query.CommittedStatus() == COMMITTED_PROCEDURAL_PRIMITIVE_HIT) {
        Mine mine = { float2(0.25, 0.75), 7 };
        hit = dx::HitObject::FromRayQuery(query, 23, mine);
        Mine again;
        hit.GetAttributes(again);
        found[1] = again.place * again.kind;
    }
    Payload payload;
    payload.distance = 0;
    dx::HitObject::Invoke(hit, payload);
    found[2] = payload.distance;
}
