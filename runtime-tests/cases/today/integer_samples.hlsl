// Textures of integers are sampled.
//: target ps_6_7
//: only newer
Texture2D<uint4> t : register(t0);
Texture3D<int> v : register(t1);
SamplerState s : register(s0);

uint4 main(float3 at : AT) : SV_Target {
    return t.Sample(s, at.xy) + v.SampleLevel(s, at, 1);
}
