Egroupshared float values[128];
groupshared uint counter;
groupshared int extremes[2];
RWByteAddressBuffer output : register(u3, space1);
[numthreads(128, 1, 1)]
void main(uint i : SV_GroupIndex, uint3 group : SV_GroupID) {
    values[i] = i * 0.5;
    GroupMemoryBarrierWithGroupSync();
    uint old;
    InterlockedAdd(counter, 2, old);
    InterlockedMax(extremes[0], int(i));
    InterlockedMin(extremes[1], -int(i));
    uint seen;
    InterlockedCompareExchange(counter, 4, 9, seen);
    InterlockedExchange(counter, seen + 1, old);
    AllMemoryBarrierWithGroupSync();
    output.Store2(group.x * 8, uint2(old, asuint(values[127 - i])));
}
