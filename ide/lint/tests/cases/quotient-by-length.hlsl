//- -T ps_6_6
float4 main(float3 v : V, float3 w : W) : SV_Target {
    float3 sum = v / length(v); // expect
    float known = length(w);
    sum += w / known + known; // fine
    sum += v / length(w); // fine
    return float4(sum, 1);
}
