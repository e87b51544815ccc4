// Lines as wide as a pixel | -T ps_6_0
// Derivatives: how much a value changes to the next pixel. With them lines keep their width however large the grid is.
float4 main(float2 uv : TEXCOORD) : SV_Target
{
    float2 at = 10.0 * uv * uv;
    float2 lines = abs(frac(at - 0.5) - 0.5) / fwidth(at);
    float nearest = min(lines.x, lines.y);
    return float4(lerp(float3(0.95, 0.95, 0.9), float3(0.1, 0.25, 0.5), 1.0 - saturate(nearest - 0.5)), 1.0);
}
