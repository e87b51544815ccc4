// What a device must be able to do: waves, 64 bits, heaps, typed loads.
//: target cs_6_6
RWTexture2D<float4> picture;
RWStructuredBuffer<uint64_t> large;
RWStructuredBuffer<double> precise_;
[numthreads(8, 8, 1)] [WaveSize(32)] void main(uint2 i : SV_DispatchThreadID) {
    RWBuffer<float> heaped = ResourceDescriptorHeap[i.x];
    SamplerState sampler_ = SamplerDescriptorHeap[i.y];
    Texture2D<float4> texture_ = ResourceDescriptorHeap[3];
    picture[i] += WaveActiveSum(heaped[i.y]) + texture_.SampleLevel(sampler_, 0.5, 0);
    InterlockedAdd(large[i.x], 1);
    precise_[i.x] = 1 / precise_[i.y];
}
