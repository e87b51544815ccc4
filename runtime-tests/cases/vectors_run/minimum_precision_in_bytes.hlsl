// A vector of minimum precision takes four bytes a component in memory, read and written at once.
//: target cs_6_9
//: only newer interpret
//: dispatch 1
//: dxc-fault interpret 1.7 It has no shader model 6.9.
//: buffer u0 RWByteAddressBuffer<uint> = 0x3fc00000 0xc0600000 3 0xfffffffe 4*0
//: expect u0 = 0x3fc00000 0xc0600000 3 0xfffffffe 0x40200000 0xc0200000 5 0
RWByteAddressBuffer Memory : register(u0);

[numthreads(1, 1, 1)]
void main() {
    Memory.Store<min16float2>(16, Memory.Load<min16float2>(0) + 1);
    Memory.Store<min16int2>(24, Memory.Load<min16int2>(8) + 2);
}
