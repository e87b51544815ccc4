@float4 main(linear sample float2 a : A, noperspective centroid float3 b : B, nointerpolation int4 c : C, float d[3] : D) : SV_Target {
    float2 snapped = EvaluateAttributeSnapped(a, int2(3, -4));
    float3 centre = EvaluateAttributeCentroid(b);
    float2 sampled = EvaluateAttributeAtSample(a, 2);
    return float4(snapped + sampled, centre.xy) + c * d[c.x & 1] + ddx_fine(b.x) - ddy_coarse(d[2]);
}
