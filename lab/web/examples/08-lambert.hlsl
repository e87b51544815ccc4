// Light by Lambert's law | -T ps_6_0
// A surface is as bright as the cosine of the angle between its normal and the light. The normals are inputs of the quad.
cbuffer Light : register(b0)
{
    float3 ToLight;
    float Ambient;
    float3 Colour;
};
//= ToLight = 0.48, 0.6, 0.64
//= Ambient = 0.15
//= Colour = 0.95, 0.55, 0.3

float4 main(float3 normal : NORMAL) : SV_Target
{
    // Between unit vectors lie shorter ones, so the length has to be set right again.
    float cosine = saturate(dot(normalize(normal), ToLight));
    return float4(Colour * (Ambient + (1.0 - Ambient) * cosine), 1.0);
}
