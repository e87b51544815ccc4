//- -T ps_6_6
static const float Weights[4] = { 0.1, 0.2, 0.3, 0.4 };
float4 main(float4 v : V) : SV_Target {
    float sum = 0;
    for (int i = 0; i < 4; ++i) // expect
        sum += Weights[i] * v.x;
    [unroll] for (int j = 0; j < 4; ++j) // fine
        sum += Weights[j] * v.y;
    for (int k = 0; k < 4; ++k) // fine
        sum += v.z * k;
    return sum;
}
