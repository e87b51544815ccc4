// All kinds of ray shaders stand in one library and share resources.
//: target lib_6_3
//: only container newer
struct Payload {
    float4 color;
    uint depth;
};

struct Attributes {
    float2 where;
};
struct Asked {
    float value;
};
RaytracingAccelerationStructure scene : register(t0);
RWTexture2D<float4> picture : register(u0);
cbuffer Settings : register(b0) {
    float4 tint;
    uint limit;
};

[shader("raygeneration")]
void generate() {
    RayDesc ray = {float3(0, 0, 0), 0, float3(0, 0, 1), 1};
    Payload payload = (Payload)0;
    TraceRay(scene, RAY_FLAG_NONE, ~0, 0, 1, 0, ray, payload);
    picture[DispatchRaysIndex().xy] = payload.color * tint;
}

[shader("intersection")]
void box() {
    Attributes found = {float2(1, 2)};
    ReportHit(1, 0, found);
}

[shader("anyhit")]
void pass(inout Payload payload, in Attributes found) {
    if (payload.depth > limit)
        IgnoreHit();
}

[shader("closesthit")]
void hit(inout Payload payload, in Attributes found) {
    Asked asked = {found.where.x};
    CallShader(1, asked);
    payload.color = asked.value;
}

[shader("miss")]
void nothing(inout Payload payload) {
    payload.color = tint;
}

[shader("callable")]
void answer(inout Asked asked) {
    asked.value *= 2;
}
