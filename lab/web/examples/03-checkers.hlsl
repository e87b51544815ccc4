// A chessboard | -T ps_6_0
// SV_Position holds the middle of the pixel: 0.5, 1.5 and so on.
float4 main(float4 position : SV_Position) : SV_Target
{
    uint2 field = uint2(position.xy) / 32;
    bool isDark = (field.x + field.y) % 2 == 1;
    float3 colour = isDark ? float3(0.25, 0.16, 0.1) : float3(0.93, 0.85, 0.7);
    return float4(colour, 1.0);
}
