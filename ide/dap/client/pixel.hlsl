// Shades a disc; what is outside of it is discarded.
Texture2D<float4> Picture : register(t0);
SamplerState Smooth : register(s0);
static float Weight = 0.5;

float3 blend(float3 a, float3 b) {
    Weight = Weight / 2;
    return lerp(a, b, Weight);
}

float4 main(float4 position : SV_Position, float2 uv : TEXCOORD) : SV_Target {
    float2 middle = uv - 0.5;
    float distance = dot(middle, middle);
    if (distance > 0.25)
        discard;
    float3 colour = Picture.SampleLevel(Smooth, uv, 0).rgb;
    bool isNear = distance < 0.1;
    if (isNear)
        colour = blend(colour, float3(1, 1, 1));
    else
        colour.x = 0;
    return float4(colour, 1 - distance);
}
