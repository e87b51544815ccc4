//- -T ps_6_6
float4 main(float3 d : D, nointerpolation float radius : R) : SV_Target {
    float sum = length(d) < radius ? 1 : 0; // expect
    return sum + length(d); // fine
}
