// What a wave operation counts in front of a break are the lanes that break, not those that left before.
//: target cs_6_0
//: dispatch 1
//: buffer t0 StructuredBuffer<uint> = 9
//: buffer u1 RWStructuredBuffer<uint> = 8*0
//: expect u1 = 1 1 1 1 1 1 1 1
StructuredBuffer<uint> Count : register(t0);
RWStructuredBuffer<uint> Lanes : register(u1);

[numthreads(8, 1, 1)]
void main(uint index : SV_GroupIndex) {
    for (uint i = 0; i < Count[0]; ++i) {
        if (i == index) {
            Lanes[index] = WaveActiveCountBits(true);
            break;
        }
    }
}
