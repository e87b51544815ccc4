// A sum by halving: each turn adds the upper half of the shared array to the lower.
//: target cs_6_0
//: dispatch 2
//: buffer t0 Buffer<float> = 0..31
//: buffer u1 RWBuffer<float> = 0 0
//: expect u1 = 120 376
Buffer<float> In : register(t0);
RWBuffer<float> Sums : register(u1);
groupshared float Partial[16];

[numthreads(16, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint index : SV_GroupIndex) {
    Partial[index] = In[id.x];
    GroupMemoryBarrierWithGroupSync();
    for (uint half_size = 8; half_size > 0; half_size /= 2) {
        if (index < half_size)
            Partial[index] += Partial[index + half_size];
        GroupMemoryBarrierWithGroupSync();
    }
    if (index == 0)
        Sums[group.x] = Partial[0];
}
