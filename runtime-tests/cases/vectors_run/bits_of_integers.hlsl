// Functions of integers of 16, 32 and 64 bits.
//: target cs_6_9
//: args -enable-16bit-types
//: only newer interpret
//: dispatch 1
//: buffer u0 RWByteAddressBuffer<uint> = 0 1 128 0xffff0000 0x12345678 0xffffffff
//: buffer u1 RWByteAddressBuffer<uint> = 0x30001 0xffff7fff 0x48000
//: buffer u2 RWByteAddressBuffer<uint> = 60*0
//: expect u2 = 0 1 1 16 13 32 0xffffffff 0 7 16 3 0 0xffffffff 0 7 31 28 31 0 0x80000000 0x1000000 65535 0x1e6a2c48
//: + 0xffffffff 2 4 16521 0xffff0009 0x30292ec1 9 0x60004 0x28008 0x88003 21 0 21 0 384 0 0xfffd0000 2 0x369d0368 0
//: + 0xfffffffd 2 0 0 0 1 3 32767 1 32768 4 6*0
//: dxc-fault interpret 1.7 It has no shader model 6.9.
RWByteAddressBuffer x : register(u0);
RWByteAddressBuffer y : register(u1);
RWByteAddressBuffer n : register(u2);

[numthreads(1, 1, 1)]
void main() {
    vector<uint, 6> v = x.Load<vector<uint, 6> >(0);
    vector<int16_t, 6> h = y.Load<vector<int16_t, 6> >(0);
    n.Store(0, countbits(v));
    n.Store(24, firstbitlow(v));
    n.Store(48, firstbithigh(v));
    n.Store(72, reversebits(v));
    n.Store(96, clamp(v, 2, 9) + mad(v, v, v));
    n.Store(120, max(h, (int16_t)3) + min(h, (int16_t)9));
    n.Store(132, max((vector<uint64_t, 6>)v, 7) * 3);
    n.Store(192, abs((vector<int, 6>)h));
}
