// A ball with a highlight | -T ps_6_0
// The normals of a ball from the place in the quad, and a highlight where the half vector is near the normal (Blinn and Phong).
cbuffer Frame : register(b0)
{
    float Time;
};

float4 main(float2 uv : TEXCOORD) : SV_Target
{
    float2 at = float2(2.0 * uv.x - 1.0, 1.0 - 2.0 * uv.y) * 1.15;
    float height = 1.0 - dot(at, at);
    if (height <= 0.0)
        return float4(0.07, 0.08, 0.11, 1.0);
    float3 normal = float3(at, sqrt(height));
    float3 toLight = normalize(float3(cos(Time), 0.8, 0.6 + 0.4 * sin(Time)));
    float3 toEye = float3(0.0, 0.0, 1.0);
    float diffuse = saturate(dot(normal, toLight));
    float highlight = pow(saturate(dot(normal, normalize(toLight + toEye))), 48.0);
    return float4(float3(0.1, 0.3, 0.75) * (0.15 + diffuse) + 0.8 * highlight, 1.0);
}
