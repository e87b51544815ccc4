// An array in a constant buffer is indexed by the thread.
//: target cs_6_0
//: dispatch 1
//: buffer b0 ConstantBuffer<uint4> = 1 2 3 4  5 6 7 8  9 10 11 12  13 14 15 16
//: buffer u1 RWBuffer<uint> = 4*0
//: expect u1 = 13 10 7 4
cbuffer Table : register(b0) {
    uint4 Rows[4];
};
RWBuffer<uint> Out : register(u1);

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    Out[index] = Rows[3 - index][index];
}
