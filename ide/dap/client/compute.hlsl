// Each thread doubles a number, and adds the sum of those of all threads.
RWStructuredBuffer<uint> Out : register(u0);
StructuredBuffer<uint> In : register(t0);
groupshared uint Sum[4];

uint twice(uint a) {
    uint b = a * 2;
    return b;
}

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
    uint x = In[i];
    uint y = twice(x);
    Sum[i] = y;
    GroupMemoryBarrierWithGroupSync();
    uint total = 0;
    for (uint k = 0; k < 4; k++)
        total += Sum[k];
    Out[i] = total + y;
}
