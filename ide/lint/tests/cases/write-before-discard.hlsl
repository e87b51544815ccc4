//- -T ps_6_6
RWTexture2D<float> Count;
float4 main(float4 position : SV_Position, float alpha : ALPHA) : SV_Target {
    Count[uint2(position.xy)] = 1; // expect
    clip(alpha - 0.5);
    return alpha;
}
//- -T ps_6_6
RWTexture2D<float> Count;
float4 main(float4 position : SV_Position, float alpha : ALPHA) : SV_Target {
    if (alpha > 0.5)
        Count[uint2(position.xy)] = 1; // fine
    else
        discard;
    return alpha;
}
