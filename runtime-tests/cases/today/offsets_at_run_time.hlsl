// Offsets of samples and loads may be known at run time only.
//: target ps_6_7
//: only newer
Texture2D<float4> t : register(t0);
SamplerState s : register(s0);

float4 main(float2 at : AT, nointerpolation int2 by : BY) : SV_Target {
    return t.Sample(s, at, by) + t.SampleLevel(s, at, 0, by) + t.Load(int3(at, 0), by) + t.Gather(s, at, by);
}
