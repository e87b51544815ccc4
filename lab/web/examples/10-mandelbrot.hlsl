// The Mandelbrot set | -T ps_6_0
// Follow z = z * z + c from zero: how soon z runs away gives the colour.
static const uint Most = 96;

float4 main(float2 uv : TEXCOORD) : SV_Target
{
    float2 c = float2(-2.2, -1.3) + uv * float2(3.0, 2.6);
    float2 z = 0.0;
    uint count = 0;
    while (count < Most && dot(z, z) <= 4.0)
    {
        z = float2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        count++;
    }
    if (count == Most)
        return float4(0.0, 0.0, 0.0, 1.0);
    float share = float(count) / Most;
    return float4(share, sqrt(share), 0.4 + 0.6 * share, 1.0);
}
