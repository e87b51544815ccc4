//- -T ps_6_6
float4 main(float x : X, float3 v : V) : SV_Target {
    float sum = 1 / sqrt(x); // expect
    sum += (v / sqrt(dot(v, v))).x; // expect
    sum += sqrt(x) / 3; // fine
    sum += x * (1 / sqrt(6.0)); // fine
    return sum;
}
