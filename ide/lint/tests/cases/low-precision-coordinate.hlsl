//- -T ps_6_6
Texture2D<float4> Albedo;
SamplerState Linear;
float4 main(min16float2 low : LOW, float2 uv : UV) : SV_Target {
    float4 sum = Albedo.Sample(Linear, low); // expect
    return sum + Albedo.Sample(Linear, uv); // fine
}
