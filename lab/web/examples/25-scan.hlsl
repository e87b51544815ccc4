// Sums up to each number | -T cs_6_0
// A prefix sum (Hillis and Steele): in each iteration a thread adds what stands twice as far before it.
RWStructuredBuffer<uint> Numbers : register(u0);
//= Numbers[64] = 1 + i % 4

groupshared uint Sums[64];

[numthreads(64, 1, 1)]
void main(uint at : SV_GroupIndex)
{
    Sums[at] = Numbers[at];
    GroupMemoryBarrierWithGroupSync();
    for (uint away = 1; away < 64; away *= 2)
    {
        uint before = at >= away ? Sums[at - away] : 0;
        GroupMemoryBarrierWithGroupSync();
        Sums[at] += before;
        GroupMemoryBarrierWithGroupSync();
    }
    Numbers[at] = Sums[at];
}
