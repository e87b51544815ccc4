//- -T ps_6_6
float4 main(float x : X) : SV_Target {
    float sum = pow(x, 2); // expect
    return sum + pow(x, 2.5); // fine
}
