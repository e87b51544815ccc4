A// reduction: the sum of many numbers, by threads that help each other.
//
//     hlslc examples/reduction.hlsl -T cs_6_0
//
// One thread could add 64 numbers in 63 steps. A group of 64 threads needs six: in each step the lower half of the
// threads adds what the upper half holds, and half of the threads retire.
//
//     step 1   0+32  1+33  2+34 ...      step 2   0+16  1+17 ...      ...      step 6   0+1
//
//: target cs_6_0
//: dispatch 2
//: buffer t0 StructuredBuffer<uint> = 0..127
//: buffer u1 RWStructuredBuffer<uint> = 0 0
//: expect u1 = 2016 6112

StructuredBuffer<uint> Numbers : register(t0);
RWStructuredBuffer<uint> Sums : register(u1);

static const uint GroupSize = 64;

// Memory that the threads of one group share. It is fast, and gone when the group ends.
groupshared uint Partial[GroupSize];

[numthreads(GroupSize, 1, 1)]
void main(uint3 thread : SV_DispatchThreadID, uint3 group : SV_GroupID, uint index : SV_GroupIndex) {
    Partial[index] = Numbers[thread.x];

    for (uint active = GroupSize / 2; active > 0; active /= 2) {
        // Wait until every thread of the group has written: threads do not run in step by themselves.
        GroupMemoryBarrierWithGroupSync();
        if (index < active)
            Partial[index] += Partial[index + active];
    }

    // Thread 0 wrote the last sum itself, so it need not wait again. Each group reports its own sum.
    if (index == 0)
        Sums[group.x] = Partial[0];
}
