//- -T ps_6_6
float3 facing(float3 n) { return normalize(n); } // fine
float4 main(float3 n : NORMAL, float3 v : VIEW) : SV_Target {
    float3 unit = normalize(n); // fine
    float3 sum = normalize(-unit); // expect
    sum += normalize(unit + v); // fine
    sum += facing(unit); // fine
    n = normalize(n);
    n = normalize(n); // expect
    return float4(sum + n, 1);
}
