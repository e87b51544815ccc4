// Every atomic operation once, each with the value it found.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWStructuredBuffer<uint> = 10 10 10 10 10 10 10 10 10
//: buffer u1 RWBuffer<uint> = 9*0
//: expect u0 = 15 7 10 2 14 11 99 77 10
//: expect u1 = 10 10 10 10 10 10 10 10 10
RWStructuredBuffer<uint> Cells : register(u0);
RWBuffer<uint> Found : register(u1);

[numthreads(1, 1, 1)]
void main() {
    uint found;
    InterlockedAdd(Cells[0], 5, found);
    Found[0] = found;
    InterlockedMin(Cells[1], 7, found);
    Found[1] = found;
    InterlockedMax(Cells[2], 7, found);
    Found[2] = found;
    InterlockedAnd(Cells[3], 6, found);
    Found[3] = found;
    InterlockedOr(Cells[4], 6, found);
    Found[4] = found;
    InterlockedXor(Cells[5], 1, found);
    Found[5] = found;
    InterlockedExchange(Cells[6], 99, found);
    Found[6] = found;
    InterlockedCompareExchange(Cells[7], 10, 77, found);
    Found[7] = found;
    InterlockedCompareExchange(Cells[8], 11, 77, found);
    Found[8] = found;
}
