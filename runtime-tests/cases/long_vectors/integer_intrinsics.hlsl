// Functions of integers, on vectors of 16, 32 and 64 bits.
//: target cs_6_9
//: args -enable-16bit-types
//: only newer
RWByteAddressBuffer b : register(u0);

[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    vector<uint, 6> x = b.Load<vector<uint, 6> >(0);
    vector<int16_t, 6> y = b.Load<vector<int16_t, 6> >(64);
    vector<uint64_t, 6> z = b.Load<vector<uint64_t, 6> >(128);
    x = countbits(x) + firstbitlow(x) + firstbithigh(x) + reversebits(x) + clamp(x, 2, 9) + mad(x, x, x);
    b.Store(256, x);
    b.Store(512, max(y, (int16_t)3) + min(y, (int16_t)9) + abs(y));
    b.Store(1024, max(z, 7) * z + reversebits(z));
}
