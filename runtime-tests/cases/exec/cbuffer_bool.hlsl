// A bool in a constant buffer is a word: any bit set is true.
//: target cs_6_0
//: dispatch 1
//: buffer b0 ConstantBuffer<uint> = 0 1 2 0x80000000
//: buffer u1 RWBuffer<uint> = 4*9
//: expect u1 = 0 1 1 1
cbuffer Flags : register(b0) {
    bool A;
    bool B;
    bool C;
    bool D;
};
RWBuffer<uint> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    Out[0] = A;
    Out[1] = B;
    Out[2] = C ? 1 : 0;
    if (D)
        Out[3] = 1;
}
