// What a record of the shader table holds is a block without a binding.
//: target lib_6_5
//: args -fspv-target-env=vulkan1.2
//: only spirv
struct Payload {
    float4 color;
    uint depth;
};

struct Material {
    float3 tint;
    float gloss;
    row_major float2x3 turn;
    uint layers[3];
};

[[vk::shader_record_ext]] ConstantBuffer<Material> material;
ConstantBuffer<Material> fallback;

[shader("closesthit")]
void hit(inout Payload payload, in BuiltInTriangleIntersectionAttributes at) {
    payload.color = float4(material.tint + material.turn[1], material.gloss + fallback.gloss);
    payload.depth = material.layers[payload.depth % 3];
}
