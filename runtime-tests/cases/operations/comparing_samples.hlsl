// Comparing samples with a bias, with derivatives and at a level.
//: target ps_6_8
//: only newer
Texture2D<float> depth : register(t0);
TextureCubeArray<float> cubes : register(t1);
SamplerComparisonState compare : register(s0);

float4 main(float4 at : AT, float2 uv : UV) : SV_Target {
    float a = depth.SampleCmpBias(compare, uv, 0.5, 1.5, int2(1, -1));
    float b = depth.SampleCmpGrad(compare, uv, 0.25, at.xy, at.zw, int2(2, 3), 1);
    float c = cubes.SampleCmpLevel(compare, at, 0.75, 2);
    return float4(a, b, c, depth.CalculateLevelOfDetail(compare, uv));
}
