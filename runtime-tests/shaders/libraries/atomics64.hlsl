//! lib_6_6 -default-linkage external
// 64-bit atomics on each kind of resource, and resources of the heap.
RWBuffer<uint64_t> typed : register(u0);
RWStructuredBuffer<uint64_t> structured : register(u1);
RWBuffer<int64_t> several[3] : register(u2);
RWByteAddressBuffer raw : register(u9);
groupshared uint64_t together;
void on_typed(uint64_t value) { InterlockedAdd(typed[0], value); }
void on_structured(uint64_t value) { InterlockedMax(structured[1], value); }
void on_one_of(uint index, int64_t value) { InterlockedAdd(several[index][0], value); }
void on_raw(uint64_t value) { raw.InterlockedAdd64(0, value); }
void on_heap(uint64_t value) {
    RWByteAddressBuffer found = ResourceDescriptorHeap[3];
    found.InterlockedAdd64(0, value);
}
float4 sampled(float2 at) {
    Texture2D<float4> image = ResourceDescriptorHeap[1];
    SamplerState state = SamplerDescriptorHeap[0];
    return image.SampleLevel(state, at, 0);
}
[shader("compute")] [numthreads(8, 1, 1)] void in_group(uint64_t value : SV_GroupIndex) { InterlockedAdd(together, value); }
