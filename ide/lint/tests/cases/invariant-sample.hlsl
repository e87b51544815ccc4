//- -T ps_6_6
Texture2D<float4> Albedo;
SamplerState Linear;
cbuffer Steps { uint steps; };
float4 main(float2 uv : UV) : SV_Target {
    float4 sum = Albedo.Sample(Linear, uv); // fine
    [loop] for (uint i = 0; i < steps; i++) {
        sum += Albedo.Sample(Linear, uv * 2) * i; // expect
        sum += Albedo.SampleLevel(Linear, uv + i, 0); // fine
        if (sum.x > 4)
            sum += Albedo.SampleLevel(Linear, uv, 0); // fine
    }
    return sum;
}
