//- -T ps_6_6
float4 main(float a : A, float b : B) : SV_Target {
    float sum = a + b == 0.1 ? 1 : 0; // expect
    sum += a * b != 0.3 ? 1 : 0; // expect
    sum += a + b == 0.25 ? 1 : 0; // fine
    sum += a == 0.1 ? 1 : 0; // fine
    return sum;
}
