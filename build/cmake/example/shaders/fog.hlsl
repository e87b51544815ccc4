// Fog by depth.
#include <colours.hlsli>

Texture2D<float> Depth : register(t0);

float4 main(float4 at : SV_Position) : SV_Target {
    float depth = Depth.Load(int3(at.xy, 0));
    return float4(HORIZON, saturate(1 - exp(-depth)));
}
