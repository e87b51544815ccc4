// A root signature | -T ps_6_0
// What a program binds, in 64 words of 32 bits: the pane Root signature draws them.
#define Signature "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), RootConstants(num32BitConstants=4, b0), CBV(b1), " \
    "DescriptorTable(SRV(t0, numDescriptors=4), UAV(u0)), DescriptorTable(Sampler(s1)), " \
    "StaticSampler(s0, filter=FILTER_MIN_MAG_MIP_LINEAR)"

cbuffer Tint : register(b0)
{
    float4 Colour;
};
Texture2D<float4> Picture : register(t0);
SamplerState Linear : register(s0);

[RootSignature(Signature)]
float4 main(float2 uv : TEXCOORD) : SV_Target
{
    return Picture.Sample(Linear, uv) * Colour;
}
