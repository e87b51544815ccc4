// Vectors of doubles and of 64-bit integers.
//: target cs_6_9
//: only newer interpret
//: dispatch 1
//: buffer u0 RWByteAddressBuffer<uint> = 0 0x3ff00000 0 0x40000000 0 0xc0080000 0 0x40590000 0x80000000 0x3fb99999 20*0
//: expect u0 = 0 0x3ff00000 0 0x40000000 0 0xc0080000 0 0x40590000 0x80000000 0x3fb99999 0 0xbff00000 0 0x40100000 0
//: + 0x40080000 0 0x40690000 0x80000000 0xbfb99999 1024 0 1025 0 0xfffffc01 0xffffffff 1030 0 1020 0
//: dxc-fault interpret 1.7 It has no shader model 6.9.
RWByteAddressBuffer b : register(u0);

[numthreads(1, 1, 1)]
void main() {
    vector<double, 5> x = b.Load<vector<double, 5> >(0);
    vector<int64_t, 5> n = b.Load<vector<int64_t, 5> >(0);
    b.Store(40, select(x > 1, x * 2.0L, -x));
    b.Store(80, (n >> 52) + 1);
}
