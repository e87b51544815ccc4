// Rings that move | -T ps_6_0
// A constant with the name Time is the clock of the pane Run: press Play.
cbuffer Frame : register(b0)
{
    float Time;
};

float4 main(float2 uv : TEXCOORD) : SV_Target
{
    float rings = sin(40.0 * length(uv - 0.5) - 4.0 * Time);
    return float4(0.5 + 0.5 * rings, 0.3, 0.5 - 0.4 * rings, 1.0);
}
