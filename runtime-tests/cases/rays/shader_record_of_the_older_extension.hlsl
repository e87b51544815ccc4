// The record of the shader table in the older extension.
//: target lib_6_3
//: args -fspv-extension=SPV_NV_ray_tracing
//: only spirv
struct Payload {
    float4 color;
    uint depth;
};

struct Material {
    float4 tint;
    float gloss;
};

[[vk::shader_record_nv]] ConstantBuffer<Material> material;

[shader("miss")]
void miss(inout Payload payload) {
    payload.color = material.tint * material.gloss;
}
