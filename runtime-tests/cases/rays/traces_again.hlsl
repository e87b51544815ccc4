// A hit traces a ray of its own, beside what it is given.
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
    if (payload.depth < 4) {
        RayDesc ray;
        ray.Origin = float3(0, 1, 2);
        ray.Direction = float3(0, 0, 1);
        ray.TMin = 0.25;
        ray.TMax = 100;
        ray.Origin = WorldRayOrigin() + RayTCurrent() * WorldRayDirection();
        Payload next = { float4(0, 0, 0, 0), payload.depth + 1 };
        TraceRay(scene, RAY_FLAG_NONE, 0x0f, 0, 1, 0, ray, next);
        payload.color += next.color;
    }
}
