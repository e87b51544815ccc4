// Plasma | -T ps_6_0
// A sum of waves, and a colour for each height: how pictures moved before there were shaders.
cbuffer Frame : register(b0)
{
    float Time;
};

float3 Palette(float height)
{
    float3 phase = float3(0.0, 0.33, 0.67);
    return 0.5 + 0.5 * cos(6.2831853 * (height + phase));
}

float4 main(float2 uv : TEXCOORD) : SV_Target
{
    float2 at = 8.0 * uv;
    float height = sin(at.x + Time) + sin(0.5 * (at.x + at.y + Time)) + sin(length(at - 4.0) * 1.5 - Time);
    return float4(Palette(0.2 * height), 1.0);
}
