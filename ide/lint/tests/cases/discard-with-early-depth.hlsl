//- -T ps_6_6
[earlydepthstencil] float4 main(float alpha : ALPHA) : SV_Target {
    if (alpha < 0.5)
        discard; // expect
    return alpha;
}
//- -T ps_6_6
float4 main(float alpha : ALPHA) : SV_Target {
    clip(alpha - 0.5); // fine
    return alpha;
}
