// Julia sets, chosen by the mouse | -T ps_6_0
// The same formula as for the Mandelbrot set, but the start is the pixel and c is the pointer.
cbuffer Frame : register(b0)
{
    float2 Mouse;
};

float4 main(float2 uv : TEXCOORD) : SV_Target
{
    float2 c = float2(-1.2, -0.8) + Mouse * 1.6;
    float2 z = (uv - 0.5) * 3.0;
    float count = 0.0;
    [loop]
    for (uint at = 0; at < 80; at++)
    {
        if (dot(z, z) > 16.0)
            break;
        z = float2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        count += 1.0;
    }
    float share = count / 80.0;
    return float4(share * share, share, sqrt(share), 1.0);
}
