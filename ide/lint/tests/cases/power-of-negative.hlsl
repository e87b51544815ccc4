//- -T ps_6_6
float4 main(float3 n : NORMAL, float3 h : HALF, nointerpolation float power : POWER, float base : BASE) : SV_Target {
    float cosine = dot(n, h);
    float sum = pow(cosine, power); // expect
    sum += pow(saturate(cosine), power); // fine
    sum += pow(max(cosine, 0), power); // fine
    sum += pow(abs(cosine), power); // fine
    sum += pow(dot(n, n), power); // fine
    sum += pow(base, power); // fine
    sum += pow(sin(base), power); // expect
    sum += pow(1 - saturate(cosine), power); // fine
    return sum;
}
