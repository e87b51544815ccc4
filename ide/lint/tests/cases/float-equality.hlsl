//- -T ps_6_6
float4 main(float a : A, float b : B, nointerpolation int c : C) : SV_Target {
    float sum = a == b ? 1 : 0; // expect
    sum += c == 3 ? 1 : 0; // fine
    sum += a == 0 ? 1 : 0; // fine
    return sum;
}
