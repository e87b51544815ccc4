// Stores one to four words at a byte address and reads some back.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWByteAddressBuffer<uint> = 12*0
//: expect u0 = 1 2 3 4 5 6 7 8 9 10 20 5
RWByteAddressBuffer Memory : register(u0);

[numthreads(1, 1, 1)]
void main() {
    Memory.Store(0, 1);
    Memory.Store2(4, uint2(2, 3));
    Memory.Store3(12, uint3(4, 5, 6));
    Memory.Store4(24, uint4(7, 8, 9, 10));
    Memory.Store(40, Memory.Load(36) * 2);
    Memory.Store(44, Memory.Load2(0).x + Memory.Load4(0).w);
}
