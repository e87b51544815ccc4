// A blur | -T ps_6_0
// A weighted mean of a texel and those around it, by the coordinates of texels.
Texture2D<float4> Picture : register(t0);

static const float Weights[5] = { 0.06, 0.24, 0.4, 0.24, 0.06 };

float4 main(float2 uv : TEXCOORD) : SV_Target
{
    uint width, height;
    Picture.GetDimensions(width, height);
    int2 size = int2(width, height);
    int2 middle = int2(uv * float2(size));
    float4 sum = 0.0;
    [unroll]
    for (int y = -2; y <= 2; y++)
    {
        [unroll]
        for (int x = -2; x <= 2; x++)
        {
            int2 at = clamp(middle + 2 * int2(x, y), 0, size - 1);
            sum += Weights[x + 2] * Weights[y + 2] * Picture.Load(int3(at, 0));
        }
    }
    return float4(sum.rgb, 1.0);
}
