// A sky between two colours.
#include <colours.hlsli>

#ifndef QUALITY
#define QUALITY 1
#endif

float4 main(float2 uv : TEXCOORD) : SV_Target {
    float3 colour = lerp(HORIZON, SKY, pow(uv.y, QUALITY));
#ifdef SHOWS_ERRORS
    if (any(isnan(colour)))
        return float4(1, 0, 1, 1);
#endif
    return float4(colour, 1);
}

float4 Corner(uint id : SV_VertexID, out float2 uv : TEXCOORD) : SV_Position {
    uv = float2(id & 1, id >> 1);
    return float4(uv * 4 - 1, 0, 1);
}
