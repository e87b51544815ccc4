// A query in a hit asks for shadow, next to what the hit is given.
//: target lib_6_5
//: args -fspv-target-env=vulkan1.2
//: only spirv
RaytracingAccelerationStructure scene : register(t0);

struct Payload {
    float4 color;
    uint depth;
};

[shader("closesthit")]
void hit(inout Payload payload, in BuiltInTriangleIntersectionAttributes at) {
    RayQuery<RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH> shadow;
    RayDesc ray;
    ray.Origin = float3(0, 1, 2);
    ray.Direction = float3(0, 0, 1);
    ray.TMin = 0.25;
    ray.TMax = 100;
    ray.Origin = WorldRayOrigin() + WorldRayDirection() * RayTCurrent();
    shadow.TraceRayInline(scene, RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES, 0xff, ray);
    shadow.Proceed();
    if (shadow.CommittedStatus() != COMMITTED_NOTHING) {
        payload.color *= shadow.CommittedTriangleBarycentrics().x;
    }
}
