// Balls that mirror each other | -T ps_6_0
// Ray tracing without recursion: the ray goes on from what it hits, and its colour is what the mirrors leave of it.
static const float4 Balls[3] = { float4(-0.9, 0.0, 0.2, 0.8), float4(0.9, 0.0, 0.2, 0.8), float4(0.0, -100.8, 0.0, 100.0) };
static const float3 Colours[3] = { float3(0.9, 0.4, 0.35), float3(0.4, 0.6, 0.95), float3(0.75, 0.75, 0.7) };

float4 main(float2 uv : TEXCOORD) : SV_Target
{
    float3 from = float3(0.0, 0.4, -3.2);
    float3 along = normalize(float3(2.0 * uv.x - 1.0, 0.9 - 2.0 * uv.y, 1.7));
    float3 light = 0.0, left = 1.0;
    [loop]
    for (uint bounce = 0; bounce < 4; bounce++)
    {
        float nearest = 1e6;
        int hit = -1;
        for (int at = 0; at < 3; at++)
        {
            float3 toBall = Balls[at].xyz - from;
            float middle = dot(toBall, along);
            float inside = Balls[at].w * Balls[at].w - dot(toBall, toBall) + middle * middle;
            float far = middle - sqrt(max(inside, 0.0));
            if (inside > 0.0 && far > 0.01 && far < nearest)
            {
                nearest = far;
                hit = at;
            }
        }
        if (hit < 0)
        {
            light += left * lerp(float3(0.85, 0.9, 1.0), float3(0.35, 0.5, 0.85), saturate(along.y));
            break;
        }
        from += nearest * along;
        float3 normal = (from - Balls[hit].xyz) / Balls[hit].w;
        float diffuse = saturate(dot(normal, normalize(float3(-0.5, 0.9, -0.6))));
        light += left * 0.5 * Colours[hit] * (0.15 + diffuse);
        left *= 0.5 * Colours[hit];
        along = reflect(along, normal);
    }
    return float4(light, 1.0);
}
