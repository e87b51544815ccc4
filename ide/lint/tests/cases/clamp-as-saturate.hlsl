//- -T ps_6_6
float4 main(float x : X, nointerpolation int i : I) : SV_Target {
    float sum = clamp(x, 0, 1); // expect
    sum += clamp(x, 0, 2); // fine
    sum += clamp(i, 0, 1); // fine
    return sum;
}
