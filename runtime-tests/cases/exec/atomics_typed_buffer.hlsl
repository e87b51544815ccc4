// Atomic operations on the elements of a typed buffer.
//: target cs_6_0
//: dispatch 2
//: buffer u0 RWBuffer<uint> = 0 0 0xff
//: expect u0 = 8 0xff 0
RWBuffer<uint> Cells : register(u0);

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    InterlockedAdd(Cells[0], 1);
    InterlockedOr(Cells[1], 1u << id.x);
    InterlockedXor(Cells[2], 1u << id.x);
}
