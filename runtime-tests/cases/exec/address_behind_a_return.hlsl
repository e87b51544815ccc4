// An element of a local array that is addressed before and behind a loop which also returns.
//: target cs_6_0
//: dispatch 1
//: buffer t0 StructuredBuffer<uint> = 0 0 1 1 0 0 0 0 0 5
//: buffer u1 RWStructuredBuffer<uint> = 4*0
//: expect u1 = 3 8 4 3
StructuredBuffer<uint> b : register(t0);
RWStructuredBuffer<uint> o : register(u1);

uint f(uint p) {
    uint A[4] = { 2, 1, 3, 4 };
    A[b[9] & 3] = 7;
    for (;;) {
        if (b[0])
            return 5;
        if (b[A[p & 3] & 3])
            break;
        ++p;
    }
    return A[p & 3] + 1;
}

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    o[index] = f(index);
}
