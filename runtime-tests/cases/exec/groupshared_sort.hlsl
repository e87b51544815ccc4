// Odd-even transposition sort in shared memory.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWBuffer<int> = 5 -3 8 0 2 -7 9 1
//: expect u0 = -7 -3 0 1 2 5 8 9
RWBuffer<int> Values : register(u0);
groupshared int Sorted[8];

[numthreads(8, 1, 1)]
void main(uint index : SV_GroupIndex) {
    Sorted[index] = Values[index];
    GroupMemoryBarrierWithGroupSync();
    for (uint turn = 0; turn < 8; turn++) {
        bool first = index % 2 == turn % 2;
        if (first && index < 7) {
            int low = min(Sorted[index], Sorted[index + 1]);
            int high = max(Sorted[index], Sorted[index + 1]);
            Sorted[index] = low;
            Sorted[index + 1] = high;
        }
        GroupMemoryBarrierWithGroupSync();
    }
    Values[index] = Sorted[index];
}
