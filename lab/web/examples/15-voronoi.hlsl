// Cells around points | -T ps_6_0
// Every pixel belongs to the nearest of the points, one in each square of a grid.
cbuffer Frame : register(b0)
{
    float Time;
};

float2 PointIn(float2 cell)
{
    float2 seed = float2(dot(cell, float2(127.1, 311.7)), dot(cell, float2(269.5, 183.3)));
    float2 chance = frac(sin(seed) * 43758.5453);
    return cell + 0.5 + 0.4 * sin(Time + 6.2831853 * chance);
}

float4 main(float2 uv : TEXCOORD) : SV_Target
{
    float2 at = uv * 6.0;
    float nearest = 10.0;
    float2 owner = 0.0;
    for (int y = -1; y <= 1; y++)
    {
        for (int x = -1; x <= 1; x++)
        {
            float2 cell = floor(at) + float2(x, y);
            float away = distance(at, PointIn(cell));
            if (away < nearest)
            {
                nearest = away;
                owner = cell;
            }
        }
    }
    float3 colour = 0.5 + 0.5 * cos(owner.x * 1.7 + owner.y * 2.3 + float3(0.0, 2.0, 4.0));
    return float4(colour * (1.0 - 0.6 * nearest), 1.0);
}
