// A light at the mouse | -T ps_6_0
// A constant with the name Mouse is where the pointer is over the picture.
cbuffer Frame : register(b0)
{
    float2 Mouse;
    float2 Padding;
    float3 Colour;  // 1, 0.8, 0.5 by the line below
};
//= Colour = 1, 0.8, 0.5

float4 main(float2 uv : TEXCOORD) : SV_Target
{
    float2 away = uv - Mouse;
    float brightness = 0.02 / (0.01 + dot(away, away));
    return float4(saturate(Colour * brightness), 1.0);
}
