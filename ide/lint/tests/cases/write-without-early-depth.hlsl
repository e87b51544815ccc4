//- -T ps_6_6
RWTexture2D<float> Count;
float4 main(float4 position : SV_Position) : SV_Target {
    Count[uint2(position.xy)] = 1; // expect
    return 0;
}
//- -T ps_6_6
RWTexture2D<float> Count;
[earlydepthstencil] float4 main(float4 position : SV_Position) : SV_Target {
    Count[uint2(position.xy)] = 1; // fine
    return 0;
}
