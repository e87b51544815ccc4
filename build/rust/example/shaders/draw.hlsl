// Draws particles: a vertex shader and a pixel shader.
#include <particle.hlsli>

StructuredBuffer<Particle> Particles : register(t0);
Texture2D<float4> Sprites[] : register(t0, space1);
SamplerState Smooth : register(s0);
cbuffer Camera : register(b0) {
    float4x4 Projection;
};

struct Corner {
    float4 position : SV_Position;
    float2 uv : TEXCOORD0;
    nointerpolation uint kind : KIND;
};

Corner Vertex(float2 corner : POSITION, uint instance : SV_InstanceID) {
    Particle p = Particles[instance];
    Corner made;
    made.position = mul(Projection, float4(p.position + float3(corner, 0), 1));
    made.uv = corner * 0.5 + 0.5;
    made.kind = p.kind;
    return made;
}

float4 Pixel(Corner corner) : SV_Target {
    return Sprites[NonUniformResourceIndex(corner.kind)].Sample(Smooth, corner.uv);
}
