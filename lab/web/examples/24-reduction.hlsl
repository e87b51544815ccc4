// A sum in shared memory | -T cs_6_0
// Half as many threads add in each iteration, and a barrier stands between the iterations.
StructuredBuffer<float> Numbers : register(t0);
RWStructuredBuffer<float> Sum : register(u0);
//= Numbers[64] = i
//= Sum[1] = 0

groupshared float Partial[64];

[numthreads(64, 1, 1)]
void main(uint at : SV_GroupIndex)
{
    Partial[at] = Numbers[at];
    GroupMemoryBarrierWithGroupSync();
    for (uint active = 32; active > 0; active /= 2)
    {
        if (at < active)
            Partial[at] += Partial[at + active];
        GroupMemoryBarrierWithGroupSync();
    }
    if (at == 0)
        Sum[0] = Partial[0];
}
