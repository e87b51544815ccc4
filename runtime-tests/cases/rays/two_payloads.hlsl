// Payloads of two types are two variables.
//: target lib_6_5
//: args -fspv-target-env=vulkan1.2
//: only spirv
RaytracingAccelerationStructure scene : register(t0);
RWBuffer<float4> result;

struct Payload {
    float4 color;
    uint depth;
};

struct Shadow {
    bool lit;
};

[shader("raygeneration")]
void generate() {
    RayDesc ray;
    ray.Origin = float3(0, 1, 2);
    ray.Direction = float3(0, 0, 1);
    ray.TMin = 0.25;
    ray.TMax = 100;
    Payload payload = { float4(1, 1, 1, 1), 0 };
    TraceRay(scene, RAY_FLAG_NONE, 0xff, 0, 2, 0, ray, payload);
    Shadow shadow = { false };
    TraceRay(scene, RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH | RAY_FLAG_SKIP_CLOSEST_HIT_SHADER, 0xff, 1, 2, 1, ray, shadow);
    result[DispatchRaysIndex().x] = shadow.lit ? payload.color : 0;
}
