// A query in a compute shader and in a hit.
//: target lib_6_5
//: only container newer
struct Payload {
    float4 color;
    uint depth;
};

RaytracingAccelerationStructure scene;
RWBuffer<float> result;

float shadow(float3 from) {
    RayQuery<RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH> query;
    RayDesc ray = {from, 0.01, float3(0, 1, 0), 100};
    query.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, ray);
    query.Proceed();
    return query.CommittedStatus() == COMMITTED_NOTHING ? 1 : 0;
}

[shader("compute")]
[numthreads(8, 8, 1)]
void light(uint3 at : SV_DispatchThreadID) {
    result[at.x] = shadow(at);
}

[shader("closesthit")]
void hit(inout Payload payload, in BuiltInTriangleIntersectionAttributes at) {
    payload.color *= shadow(WorldRayOrigin());
}
