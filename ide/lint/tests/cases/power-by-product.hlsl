//- -T ps_6_6
float4 main(float x : X, float3 v : V) : SV_Target {
    float sum = pow(x, 3); // expect
    sum += pow(abs(x), 4.0).x; // expect
    sum += pow(x, 2); // fine
    sum += pow(x, 2.2); // fine
    sum += pow(x, 64); // fine
    sum += pow(v, 5).x; // expect
    return sum;
}
