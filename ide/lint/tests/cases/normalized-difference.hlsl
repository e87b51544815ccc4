//- -T ps_6_6
float4 main(float3 a : A, float3 b : B) : SV_Target {
    float3 sum = normalize(a - b); // expect
    sum += normalize(a); // fine
    return float4(sum, 1);
}
