// Several returns from the entry point.
//: target ps_6_0
float4 main(float2 uv : TEXCOORD) : SV_Target {
    float distance_from_centre = length(uv - 0.5);
    if (distance_from_centre > 0.5)
        return float4(0, 0, 0, 0);
    if (distance_from_centre > 0.4)
        return float4(1, 1, 1, 1);
    return float4(uv, 0, 1);
}
