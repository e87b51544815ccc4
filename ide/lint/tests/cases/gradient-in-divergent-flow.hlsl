//- -T ps_6_6
Texture2D<float4> Albedo;
SamplerState Linear;
cbuffer Draw { bool textured; };
float4 main(float2 uv : UV, float depth : DEPTH, nointerpolation uint material : MATERIAL) : SV_Target {
    float4 sum = 0;
    if (depth < 0.5) {
        float2 shifted = uv * 2;
        sum += Albedo.Sample(Linear, shifted); // expect
        sum += Albedo.SampleLevel(Linear, shifted, 0); // fine
        sum += Albedo.Sample(Linear, uv); // fine
    }
    if (textured) {
        float2 shifted = uv * 3;
        sum += Albedo.Sample(Linear, shifted); // fine
    }
    // All pixels of a quad belong to one primitive.
    if (material == 2) {
        float2 shifted = uv * 4;
        sum += Albedo.Sample(Linear, shifted); // fine
    }
    return sum;
}
//- -T ps_6_6
float4 main(float4 position : SV_Position, float x : X) : SV_Target {
    float sum = 0;
    [loop] for (uint i = 0; i < uint(position.x); i++)
        sum += ddx(x * i); // expect
    return sum;
}
//- -T ps_6_6
float edge(float x) { return ddx(x * x); } // expect
float4 main(float x : X) : SV_Target {
    if (x < 0)
        return 0;
    return edge(x);
}
//- -T cs_6_6
RWBuffer<float> Out;
[numthreads(8, 8, 1)] void main(uint2 id : SV_DispatchThreadID, uint i : SV_GroupIndex) {
    if ((i & 3) == 1)
        Out[i] = ddx(id.x * 0.5); // expect
}
