// What a shader is given is traced on with, in a function too.
//: target lib_6_5
//: args -fspv-target-env=vulkan1.2
//: only spirv
//: dxc-fault spirv 1.7 It lists inputs of one entry point at others.
RaytracingAccelerationStructure scene : register(t0);

struct Payload {
    float4 color;
    uint depth;
};

void follow(inout Payload payload, float3 from) {
    RayDesc ray;
    ray.Origin = float3(0, 1, 2);
    ray.Direction = float3(0, 0, 1);
    ray.TMin = 0.25;
    ray.TMax = 100;
    ray.Origin = from;
    payload.depth++;
    TraceRay(scene, RAY_FLAG_NONE, 0xff, 0, 1, 0, ray, payload);
}

[shader("closesthit")]
void hit(inout Payload payload, in BuiltInTriangleIntersectionAttributes at) {
    if (payload.depth < 2) {
        follow(payload, float3(at.barycentrics, 0));
    }
}

[shader("miss")]
void miss(inout Payload payload) {
    follow(payload, WorldRayOrigin());
}
