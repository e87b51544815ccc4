// All threads of a group add to one shared counter; one of them reports it.
//: target cs_6_0
//: dispatch 3
//: buffer u0 RWBuffer<uint> = 3*0
//: expect u0 = 120 120 120
RWBuffer<uint> Totals : register(u0);
groupshared uint Total;

[numthreads(16, 1, 1)]
void main(uint3 group : SV_GroupID, uint index : SV_GroupIndex) {
    if (index == 0)
        Total = 0;
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(Total, index);
    GroupMemoryBarrierWithGroupSync();
    if (index == 0)
        Totals[group.x] = Total;
}
