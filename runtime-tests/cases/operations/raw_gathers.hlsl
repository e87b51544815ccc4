// Gathered texels as they lie in memory, and integers through a sampler.
//: target ps_6_7
//: only newer
Texture2D<uint> words : register(t0);
Texture2DArray<uint64_t> wide : register(t1);
Texture2D<int4> numbers : register(t2);
SamplerState state : register(s0);

uint4 main(float3 uv : UV) : SV_Target {
    uint4 a = words.GatherRaw(state, uv.xy, int2(1, 2));
    uint64_t4 b = wide.GatherRaw(state, uv);
    return a + (uint4)b + (uint4)numbers.Sample(state, uv.xy) + (uint4)numbers.SampleLevel(state, uv.xy, 1);
}
