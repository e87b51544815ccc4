// A scene is picked from an array at run time.
//: target lib_6_5
//: args -fspv-target-env=vulkan1.2
//: only spirv
RaytracingAccelerationStructure scenes[4] : register(t2);
RWBuffer<float4> result : register(u0);

struct Payload {
    float4 color;
    uint depth;
};

[shader("raygeneration")]
void generate() {
    uint which = DispatchRaysIndex().x;
    RayDesc ray;
    ray.Origin = float3(0, 1, 2);
    ray.Direction = float3(0, 0, 1);
    ray.TMin = 0.25;
    ray.TMax = 100;
    Payload payload = { float4(1, 1, 1, 1), 0 };
    TraceRay(scenes[which & 3], RAY_FLAG_NONE, 0xff, 0, 1, 0, ray, payload);
    TraceRay(scenes[2], RAY_FLAG_NONE, 0xff, 0, 1, 0, ray, payload);
    result[which] = payload.color;
}
