// Vectors of two to four are vectors too from shader model 6.9 on.
//: target ps_6_9
//: only newer
Texture2D<float4> t : register(t0);
SamplerState s : register(s0);
StructuredBuffer<float3> rows : register(t1);
cbuffer C : register(b0) {
    float4 tint;
    uint which;
}

float4 main(float2 uv : UV, float3 n : NORMAL, nointerpolation uint2 at : AT) : SV_Target {
    float4 color = t.Sample(s, uv) * tint;
    color.rgb += max(dot(n, rows[at.x]), 0) * rows[which].zyx;
    color.a = color[which];
    return saturate(color) + any(color.xy > uv);
}
