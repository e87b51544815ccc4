// Two render targets | -T ps_6_0
// A pixel shader may write several pictures at once: choose which one the pane Run shows.
struct Output
{
    float4 Colour : SV_Target0;
    float4 Normal : SV_Target1;
};

Output main(float3 normal : NORMAL, float2 uv : TEXCOORD)
{
    float3 unit = normalize(normal);
    Output output;
    output.Colour = float4(uv * saturate(unit.z), 0.3, 1.0);
    output.Normal = float4(unit * 0.5 + 0.5, 1.0);
    return output;
}
