// Comparing samples with a level, a bias and gradients.
//: target ps_6_8
//: only newer
Texture2DArray t : register(t0);
SamplerComparisonState s : register(s0);

float4 main(float3 at : AT) : SV_Target {
    return float4(t.SampleCmpLevel(s, at, 0.5, 2), t.SampleCmpBias(s, at, 0.5, 1), t.SampleCmpGrad(s, at, 0.5, at.xy, at.yx),
                  t.CalculateLevelOfDetail(s, at.xy) + t.CalculateLevelOfDetailUnclamped(s, at.xy));
}
