// A colour from a header.
#include "tint.hlsli"

float4 main() : SV_Target {
    return TINT;
}
