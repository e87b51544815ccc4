// A race (the pane Run finds it) | -T cs_6_0
// Without a barrier between the two lines a thread may read before another has written: which one comes first is open.
RWStructuredBuffer<uint> Out : register(u0);
groupshared uint Shared[64];

[numthreads(64, 1, 1)]
void main(uint at : SV_GroupIndex)
{
    Shared[at] = at;
    Out[at] = Shared[at ^ 32];
}
