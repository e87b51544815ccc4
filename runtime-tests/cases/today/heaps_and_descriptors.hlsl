// Descriptors out of the heap, also of samplers, and a choice among them.
//: target ps_6_8
//: only newer
cbuffer Which : register(b0) {
    uint texture_, sampler_, other;
}

float4 main(float2 at : AT, nointerpolation uint k : K) : SV_Target {
    Texture2D<float4> t = ResourceDescriptorHeap[NonUniformResourceIndex(texture_ + k)];
    SamplerState s = SamplerDescriptorHeap[sampler_];
    StructuredBuffer<float4> b = ResourceDescriptorHeap[other];
    return t.Sample(s, at) + b[k];
}
