//- -T ps_6_6
RWStructuredBuffer<uint> Count;
float4 main(float alpha : ALPHA) : SV_Target {
    if (alpha < 0.5)
        discard;
    Count[0] = 1; // expect
    return alpha;
}
//- -T ps_6_6
RWStructuredBuffer<uint> Count;
float4 main(float alpha : ALPHA) : SV_Target {
    Count[0] = 1; // fine
    clip(alpha - 0.5);
    uint before;
    InterlockedAdd(Count[1], 1, before); // expect
    return alpha + before;
}
