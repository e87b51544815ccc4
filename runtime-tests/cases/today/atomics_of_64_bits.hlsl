// Atomics on 64 bits in buffers, textures and memory of the group.
//: target cs_6_8
//: only newer
RWStructuredBuffer<uint64_t> b : register(u0);
RWTexture2D<uint64_t> t : register(u1);
groupshared uint64_t g[8];

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
    uint64_t before;
    InterlockedAdd(b[i], 3);
    InterlockedMax(t[uint2(i, 0)], b[i + 1], before);
    InterlockedCompareExchange(g[i], before, 1, b[i + 2]);
}
