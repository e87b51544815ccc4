// `select` of two samplers of one kind, with a condition that is known in the end.
//: target ps_6_0
//: only newer
SamplerState Sharp : register(s0);
SamplerState Smooth : register(s1);
SamplerComparisonState Near : register(s2);
SamplerComparisonState Far : register(s3);
Texture2D<float4> Picture : register(t0);

bool is_late(int number) { return number > 3; }

float4 main(float2 at : AT) : SV_Target {
    SamplerState plain = select(is_late(4), Sharp, Smooth);
    SamplerComparisonState comparing = select(is_late(2), Near, Far);
    comparing = select(false, Near, comparing);
    return Picture.Sample(plain, at) + Picture.SampleCmp(comparing, at, 0.5);
}
