// Each of the barriers: over group, device or all memory, with and without waiting for the group.
//: target cs_6_0
RWBuffer<uint> Memory : register(u0);
groupshared uint Local[16];

[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex) {
    Local[i] = i;
    GroupMemoryBarrier();
    Memory[i] = Local[15 - i];
    DeviceMemoryBarrier();
    Local[i] = Memory[i ^ 1];
    AllMemoryBarrier();
    DeviceMemoryBarrierWithGroupSync();
    Memory[i] = Local[i ^ 3];
    AllMemoryBarrierWithGroupSync();
    Memory[i ^ 5] += Local[i];
    GroupMemoryBarrierWithGroupSync();
}
