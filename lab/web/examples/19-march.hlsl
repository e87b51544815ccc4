// A scene of distances | -T ps_6_0
// Ray marching: go along the ray as far as the nearest surface allows, until it is reached.
cbuffer Frame : register(b0)
{
    float Time;
};

float Distance(float3 at)
{
    float ball = length(at - float3(0.0, 0.3 * sin(Time), 0.0)) - 0.8;
    float3 box = abs(at - float3(1.1, -0.2, 0.6)) - 0.45;
    float cube = length(max(box, 0.0)) + min(max(box.x, max(box.y, box.z)), 0.0);
    float ground = at.y + 1.0;
    return min(ground, min(ball, cube));
}

float3 NormalAt(float3 at)
{
    float2 step = float2(0.001, 0.0);
    return normalize(float3(Distance(at + step.xyy) - Distance(at - step.xyy), Distance(at + step.yxy) - Distance(at - step.yxy),
        Distance(at + step.yyx) - Distance(at - step.yyx)));
}

/// How far it is along a ray; a negative number if nothing is hit.
float March(float3 from, float3 along)
{
    float far = 0.0;
    [loop]
    for (uint at = 0; at < 64; at++)
    {
        float near = Distance(from + far * along);
        if (near < 0.002)
            return far;
        far += near;
        if (far > 20.0)
            break;
    }
    return -1.0;
}

float4 main(float2 uv : TEXCOORD) : SV_Target
{
    float3 eye = float3(0.0, 0.4, -3.5);
    float3 along = normalize(float3(2.0 * uv.x - 1.0, 1.0 - 2.0 * uv.y, 1.6));
    float far = March(eye, along);
    if (far < 0.0)
        return float4(lerp(float3(0.8, 0.9, 1.0), float3(0.3, 0.5, 0.9), saturate(along.y)), 1.0);
    float3 at = eye + far * along;
    float3 normal = NormalAt(at);
    float3 toLight = normalize(float3(-0.6, 0.8, -0.5));
    float light = saturate(dot(normal, toLight));
    if (March(at + 0.02 * normal, toLight) >= 0.0)
        light *= 0.25;
    float3 colour = at.y < -0.99 ? float3(0.6, 0.6, 0.55) : float3(0.9, 0.5, 0.3);
    return float4(colour * (0.2 + 0.8 * light), 1.0);
}
