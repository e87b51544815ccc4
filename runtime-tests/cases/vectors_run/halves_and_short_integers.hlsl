// Vectors of 16-bit numbers, in registers and in buffers.
//: target cs_6_9
//: args -enable-16bit-types
//: only newer interpret
//: dispatch 1
//: buffer u0 RWByteAddressBuffer<uint> = 0x3c003800 0x44004200 0xbc00c000 0x34c00 12*0
//: expect u0 = 0x3c003800 0x44004200 0xbc00c000 0x34c00 0x42003e00 0x4a004880 0xc200c600 20992 0x10000 0x40003 0x10002
//: + 16 0x3f000000 0x3f800000 0x40400000 0
//: dxc-fault interpret 1.7 It has no shader model 6.9.
RWByteAddressBuffer b : register(u0);

[numthreads(1, 1, 1)]
void main() {
    vector<float16_t, 7> x = b.Load<vector<float16_t, 7> >(0);
    b.Store(16, x + x * (float16_t)2);
    b.Store(32, (vector<uint16_t, 7>)abs(x));
    b.Store(48, (vector<float, 3>)(vector<float16_t, 3>)x);
}
