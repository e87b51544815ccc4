// Running sums (Hillis and Steele): each turn adds the element a power of two back.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<uint> = 3 1 4 1 5 9 2 6
//: buffer u1 RWBuffer<uint> = 8*0
//: expect u1 = 3 4 8 9 14 23 25 31
Buffer<uint> In : register(t0);
RWBuffer<uint> Out : register(u1);
groupshared uint Sums[8];

[numthreads(8, 1, 1)]
void main(uint index : SV_GroupIndex) {
    Sums[index] = In[index];
    for (uint distance = 1; distance < 8; distance <<= 1) {
        GroupMemoryBarrierWithGroupSync();
        uint other = index >= distance ? Sums[index - distance] : 0;
        GroupMemoryBarrierWithGroupSync();
        Sums[index] += other;
    }
    Out[index] = Sums[index];
}
