// Numbers of minimum precision take four bytes each in memory, read and written.
//: target cs_6_2
//: dispatch 1
//: buffer u0 RWByteAddressBuffer<uint> = 0x3fc00000 0xc0600000 2*0
//: expect u0 = 0x3fc00000 0xc0600000 0x40200000 0xc0200000
RWByteAddressBuffer Memory : register(u0);

[numthreads(1, 1, 1)]
void main() {
    Memory.Store<min16float2>(8, Memory.Load<min16float2>(0) + 1);
}
