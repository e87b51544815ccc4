// Whether texels are in memory is asked where a shader looks at it, and only there.
//: target ps_6_0
//: only spirv
Texture2D<float4> colors : register(t0);
Texture2D<float> depths : register(t1);
SamplerState nearest : register(s2);
SamplerComparisonState less : register(s3);

float4 main(float2 uv : UV) : SV_Target {
  uint status;
  float4 sum = colors.Sample(nearest, uv, int2(0, 0), 0.5, status);
  if (!CheckAccessFullyMapped(status))
    sum = colors.SampleLevel(nearest, uv, 3);
  float compared = depths.SampleCmpLevelZero(less, uv, 0.5, int2(0, 0), status);
  sum += CheckAccessFullyMapped(status) ? compared : 0;
  sum += colors.Load(int3(1, 2, 0), int2(0, 0), status);
  if (CheckAccessFullyMapped(status))
    sum += colors.GatherRed(nearest, uv, int2(0, 0), status);
  return sum;
}
