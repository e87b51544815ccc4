//- -T ps_6_6 -enable-16bit-types
float4 main(float16_t x : X) : SV_Target {
    float16_t least = min(x, float16_t(100000.0)); // expect
    return max(least, float16_t(60000.0)); // fine
}
