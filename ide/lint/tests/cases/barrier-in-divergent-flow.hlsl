//- -T cs_6_6
groupshared uint sum;
RWBuffer<uint> Out;
cbuffer Size { uint count; bool waits; };
[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex, uint id : SV_DispatchThreadID, uint group : SV_GroupID) {
    if (waits)
        GroupMemoryBarrierWithGroupSync(); // fine
    if (group > count)
        GroupMemoryBarrierWithGroupSync(); // fine
    if (i < 32)
        GroupMemoryBarrierWithGroupSync(); // expect
    if (i < 16)
        GroupMemoryBarrier(); // fine
    Out[id] = sum;
    sum = 0;
}
//- -T cs_6_6
groupshared uint sum;
RWBuffer<uint> Out;
cbuffer Size { uint count; };
[numthreads(64, 1, 1)] void main(uint id : SV_DispatchThreadID) {
    if (id >= count)
        return;
    InterlockedAdd(sum, Out[id]);
    GroupMemoryBarrierWithGroupSync(); // expect
    Out[id] = sum;
}
//- -T cs_6_6
groupshared uint sum;
RWBuffer<uint> Out;
[numthreads(128, 1, 1)] void main(uint i : SV_GroupIndex) {
    // Whole waves take this alike, and the group does not.
    if (i / 64 == 1) {
        sum = i;
        GroupMemoryBarrierWithGroupSync(); // expect
    }
    Out[i] = sum;
}
