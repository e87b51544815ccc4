// Integer operators; shifts take their counts modulo the width.
//: target cs_6_9
//: only newer interpret
//: dispatch 1
//: buffer u0 RWByteAddressBuffer<uint> = 0 1 2 3 0x80000000 0xffffffff 77 1000 31 27*0
//: expect u0 = 0 1 2 3 0x80000000 0xffffffff 77 1000 31 5*0 0xffffffff 19 250 7 4*0xffffffff 0x7fffffff 0xffffffff
//: + 0xffffffa5 0xfffffced 0xffffffe7 0 1 2 4 0x2aaaaaad 0x55555555 27 333 11
//: dxc-fault interpret 1.7 It has no shader model 6.9.
RWByteAddressBuffer b : register(u0);

[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    vector<uint, 9> x = b.Load<vector<uint, 9> >(i);
    vector<int, 9> y = (vector<int, 9>)(x << (i + 33)) >> 3;
    b.Store(36, y);
    b.Store(72, (x & 7) | (~x ^ (vector<uint, 9>)y));
    b.Store(108, x % 5 + x / 3);
}
