// A group shares an array: each thread writes one element and, after a barrier, reads another's.
//: target cs_6_0
//: dispatch 2
//: buffer u0 RWBuffer<uint> = 0..15
//: expect u0 = 7 6 5 4 3 2 1 0  15 14 13 12 11 10 9 8
RWBuffer<uint> Values : register(u0);
groupshared uint Shared[8];

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex) {
    Shared[index] = Values[id.x];
    GroupMemoryBarrierWithGroupSync();
    Values[id.x] = Shared[7 - index];
}
