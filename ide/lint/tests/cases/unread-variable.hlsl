//- -T ps_6_6
float4 main(float3 n : NORMAL, float3 v : VIEW) : SV_Target {
    float rim = 1 - saturate(dot(n, v)); // expect
    float used = dot(n, v); // fine
    float _meant = dot(v, v); // fine
    float count = 0; // expect
    count += 1;
    float other = dot(v, v); // fine
#if 0
    n *= other;
#endif
    return float4(n, used);
}
