// The ways between object and world, as rows and as columns.
//: target lib_6_5
//: args -fspv-target-env=vulkan1.2
//: only spirv
struct Payload {
    float4 color;
    uint depth;
};

[shader("closesthit")]
void hit(inout Payload payload, in BuiltInTriangleIntersectionAttributes at) {
    float3 p = mul(ObjectToWorld3x4(), float4(at.barycentrics, 0, 1));
    float3 n = mul(float4(p, 1), WorldToObject4x3());
    payload.color = float4(n + ObjectToWorld4x3()[3], WorldToObject3x4()[1].w);
}
