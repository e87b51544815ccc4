// A local array filled in a loop and read by an index that is not a constant.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<uint> = 3 0 2 1
//: buffer u1 RWBuffer<uint> = 4*0
//: expect u1 = 9 0 4 1
Buffer<uint> Order : register(t0);
RWBuffer<uint> Out : register(u1);

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint squares[4];
    for (uint i = 0; i < 4; i++)
        squares[i] = i * i;
    Out[index] = squares[Order[index]];
}
