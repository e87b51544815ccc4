//! ps_6_0 main
//! ps_6_6 main
// Sampling in every way shader model 6.0 has.
Texture2D<float4> color : register(t0);
Texture2DArray<float2> layers : register(t1);
TextureCube<float3> sky : register(t2);
Texture3D<float> volume : register(t3);
Texture2D<float> depth : register(t4);
Texture2DMS<float4, 4> samples : register(t5);
SamplerState linearly : register(s0);
SamplerComparisonState compare : register(s1);
float4 main(float4 p : SV_Position, float3 uv : TEXCOORD) : SV_Target {
    float4 sum = color.Sample(linearly, uv.xy, int2(1, -2));
    sum += color.SampleBias(linearly, uv.xy, 0.5) + color.SampleLevel(linearly, uv.xy, 2);
    sum += color.SampleGrad(linearly, uv.xy, ddx(uv.xy), ddy(uv.yx));
    sum.xy += layers.Sample(linearly, uv);
    sum.xyz += sky.SampleLevel(linearly, uv, 0);
    sum.w += volume.Sample(linearly, uv) + depth.SampleCmp(compare, uv.xy, 0.5);
    sum += depth.SampleCmpLevelZero(compare, uv.xy, uv.z) + color.Gather(linearly, uv.xy) + color.GatherRed(linearly, uv.yx);
    sum += samples.Load(int2(p.xy), 2) + color.Load(int3(p.xy, 0)) * color.CalculateLevelOfDetail(linearly, uv.xy);
    uint width, height, levels;
    color.GetDimensions(1, width, height, levels);
    uint status;
    sum += color.Sample(linearly, uv.xy, int2(0, 0), 0.5, status);
    return CheckAccessFullyMapped(status) ? sum * width / height : samples.GetSamplePosition(1).xyxy;
}
