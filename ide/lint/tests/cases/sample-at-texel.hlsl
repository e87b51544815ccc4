//- -T cs_6_6
Texture2D<float4> Source;
SamplerState Linear;
RWTexture2D<float4> Target;
cbuffer Size { float2 TexelSize; };
[numthreads(8, 8, 1)] void main(uint2 id : SV_DispatchThreadID) {
    float2 uv = (id + 0.5) * TexelSize;
    float4 colour = Source.SampleLevel(Linear, uv, 0); // expect
    colour += Source.SampleLevel(Linear, uv, 1); // fine
    colour += Source.SampleLevel(Linear, (id + 1.0) * TexelSize, 0); // fine
    colour += Source.Load(int3(id, 0));
    Target[id] = colour;
}
