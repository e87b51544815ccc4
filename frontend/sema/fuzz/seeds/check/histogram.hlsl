A// histogram: count how often each value occurs, with threads that would get in each other's way.
//
//     hlslc examples/histogram.hlsl -T cs_6_0
//
// "Bins[v] = Bins[v] + 1" by two threads at once may count only once: both read the old count before either writes.
// InterlockedAdd reads, adds and writes as one step that nothing can come between.
//
// Counting in shared memory first and adding up the group's counts at the end keeps most of that traffic off the
// slower memory that all groups see.
//
//: target cs_6_0
//: dispatch 2
//: buffer t0 ByteAddressBuffer<uint> = 0x03020100 0x00000000 0x03030303 0x01010101 0x02010201 0x03030003 0 0x01000203
//: buffer u1 RWStructuredBuffer<uint> = 4*0
//: expect u1 = 11 8 4 9

// Four values of eight bits in each word.
ByteAddressBuffer Packed : register(t0);
RWStructuredBuffer<uint> Bins : register(u1);

static const uint BinCount = 4;
groupshared uint LocalBins[BinCount];

[numthreads(4, 1, 1)]
void main(uint3 thread : SV_DispatchThreadID, uint index : SV_GroupIndex) {
    if (index < BinCount)
        LocalBins[index] = 0;
    GroupMemoryBarrierWithGroupSync();

    uint word = Packed.Load(4 * thread.x);
    for (uint byte = 0; byte < 4; byte++) {
        uint value = (word >> (8 * byte)) & 0xff;
        InterlockedAdd(LocalBins[min(value, BinCount - 1)], 1);
    }
    GroupMemoryBarrierWithGroupSync();

    if (index < BinCount)
        InterlockedAdd(Bins[index], LocalBins[index]);
}
