// A sorting network | -T cs_6_0
// Bitonic sort (Batcher): which numbers are compared does not depend on the numbers.
RWStructuredBuffer<uint> Numbers : register(u0);
//= Numbers[64] = floor(random(i) * 1000)

groupshared uint Shared[64];

[numthreads(64, 1, 1)]
void main(uint at : SV_GroupIndex)
{
    Shared[at] = Numbers[at];
    GroupMemoryBarrierWithGroupSync();
    for (uint size = 2; size <= 64; size *= 2)
    {
        for (uint away = size / 2; away > 0; away /= 2)
        {
            uint other = at ^ away;
            uint mine = Shared[at], theirs = Shared[other];
            bool isUpwards = (at & size) == 0;
            bool isFirst = at < other;
            GroupMemoryBarrierWithGroupSync();
            Shared[at] = isUpwards == isFirst ? min(mine, theirs) : max(mine, theirs);
            GroupMemoryBarrierWithGroupSync();
        }
    }
    Numbers[at] = Shared[at];
}
