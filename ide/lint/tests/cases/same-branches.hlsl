//- -T ps_6_6
float4 main(float2 size : SIZE) : SV_Target {
    float sum = size.x > 1 ? size.y : size.y; // expect
    return sum + (size.x > 2 ? size.x : size.y); // fine
}
