// Each entry point uses resources of its own; all have one place in the module.
//: target lib_6_5
//: args -fspv-target-env=vulkan1.2
//: only spirv
//: dxc-fault spirv 1.7 It lists inputs of one entry point at others.
struct Payload {
    float4 color;
    uint depth;
};

Texture2D<float4> sky;
SamplerState filter;
cbuffer Sun {
    float3 direction;
};
StructuredBuffer<float4> colors : register(t4);
RWStructuredBuffer<uint> hits;

[shader("miss")]
void miss(inout Payload payload) {
    payload.color = sky.SampleLevel(filter, WorldRayDirection().xy, 0) * dot(WorldRayDirection(), direction);
}

[shader("closesthit")]
void hit(inout Payload payload, in BuiltInTriangleIntersectionAttributes at) {
    payload.color = colors[PrimitiveIndex()];
    hits[hits.IncrementCounter()] = InstanceID();
}
