Texture2D<float4> Image : register(t0);
SamplerState Linear : register(s0);

cbuffer Film : register(b0) {
    float3 Tint;
    float Exposure;
};

float4 main(float2 uv : TEXCOORD) : SV_Target
{
    float3 light = Image.Sample(Linear, uv).rgb;
    light *= exp2(Exposure) * Tint;
    return float4(light / (1 + light), 1);
}
