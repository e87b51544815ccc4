//- -T ps_6_6
Texture2D<float4> Albedo;
SamplerState Linear;
cbuffer Draw { bool textured; };
float4 main(float2 uv : UV, float depth : DEPTH) : SV_Target {
    float4 sum = 0;
    if (depth < 0.5)
        sum += Albedo.Sample(Linear, uv); // expect
    if (textured)
        sum += Albedo.Sample(Linear, uv); // fine
    return sum;
}
