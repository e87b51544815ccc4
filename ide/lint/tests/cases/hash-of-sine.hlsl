//- -T ps_6_6
float4 main(float2 uv : UV) : SV_Target {
    float hash = frac(sin(dot(uv, float2(12.9898, 78.233))) * 43758.5453); // expect
    return hash + frac(sin(uv.x) * 2); // fine
}
