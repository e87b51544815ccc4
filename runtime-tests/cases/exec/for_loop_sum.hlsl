// A loop with a bound that only the data knows.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<uint> = 0 1 2 3 10 100 1000 5
//: buffer u1 RWBuffer<uint> = 8*0
//: expect u1 = 0 1 3 6 55 5050 500500 15
Buffer<uint> Last : register(t0);
RWBuffer<uint> Sum : register(u1);

[numthreads(8, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint sum = 0;
    for (uint i = 1; i <= Last[index]; ++i)
        sum += i;
    Sum[index] = sum;
}
