// All of it in the older extension, which names payloads by number.
//: target lib_6_3
//: args -fspv-extension=SPV_NV_ray_tracing -fspv-extension=SPV_KHR_ray_query
//: only spirv
//: dxc-fault spirv 1.7 It lists inputs of one entry point at others.
RaytracingAccelerationStructure scene : register(t0);
RWBuffer<float4> result;

struct Payload {
    float4 color;
    uint depth;
};

struct Noise {
    float value;
};

[shader("raygeneration")]
void generate() {
    RayDesc ray;
    ray.Origin = float3(0, 1, 2);
    ray.Direction = float3(0, 0, 1);
    ray.TMin = 0.25;
    ray.TMax = 100;
    Payload payload = { float4(1, 1, 1, 1), 0 };
    TraceRay(scene, RAY_FLAG_NONE, 0xff, 0, 1, 0, ray, payload);
    Noise noise = { payload.color.x };
    CallShader(1, noise);
    result[DispatchRaysIndex().x] = payload.color + noise.value;
}

[shader("anyhit")]
void filter(inout Payload payload, in BuiltInTriangleIntersectionAttributes at) {
    if (at.barycentrics.x > 0.5) {
        IgnoreHit();
    } else {
        AcceptHitAndEndSearch();
    }
}

[shader("closesthit")]
void hit(inout Payload payload, in BuiltInTriangleIntersectionAttributes at) {
    payload.color = float4(at.barycentrics, ObjectToWorld3x4()[0].w, InstanceIndex());
}

[shader("callable")]
void call(inout Noise noise) {
    noise.value = frac(noise.value * 7.5);
}
