// Holes | -T ps_6_0
// A pixel that is discarded is not written: the background is seen there.
float4 main(float2 uv : TEXCOORD) : SV_Target
{
    float2 cell = frac(uv * 6.0) - 0.5;
    if (dot(cell, cell) < 0.09)
        discard;
    return float4(0.2 + 0.6 * uv.x, 0.6, 0.9 - 0.5 * uv.y, 1.0);
}
