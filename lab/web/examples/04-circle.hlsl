// A circle with a soft edge | -T ps_6_0
// A distance gives a shape; smoothstep over the width of a pixel gives it a smooth edge.
float4 main(float2 uv : TEXCOORD) : SV_Target
{
    float distance = length(uv - 0.5) - 0.35;
    float width = fwidth(distance);
    float inside = 1.0 - smoothstep(-width, width, distance);
    return float4(lerp(float3(0.08, 0.1, 0.16), float3(1.0, 0.8, 0.2), inside), 1.0);
}
