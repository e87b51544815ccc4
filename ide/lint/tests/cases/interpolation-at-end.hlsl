//- -T ps_6_6
float4 main(float4 a : A, float4 b : B, float s : S) : SV_Target {
    float4 sum = lerp(a, b, 1.0); // expect
    sum += lerp(a, b, 0); // expect
    sum += lerp(a, b, s); // fine
    return sum;
}
