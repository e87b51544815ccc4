// A buffer that groups share during the dispatch, and the barriers between their accesses.
//: target cs_6_0
globallycoherent RWStructuredBuffer<uint> Shared : register(u0);
groupshared uint Last;

[numthreads(32, 1, 1)]
void main(uint3 group : SV_GroupID, uint index : SV_GroupIndex) {
    Shared[group.x * 32 + index] = index;
    DeviceMemoryBarrier();
    if (index == 0)
        InterlockedAdd(Shared[1024], 1, Last);
    AllMemoryBarrierWithGroupSync();
    if (Last == 7)
        Shared[index] = Shared[group.x * 32 + 31 - index];
}
