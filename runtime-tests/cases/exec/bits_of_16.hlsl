// Counting, finding and reversing bits of 16-bit integers.
//: target cs_6_2
//: args -enable-16bit-types
//: dispatch 1
//: buffer t0 StructuredBuffer<uint> = 0 1 0x8000 0x00f0 0xffff
//: buffer u1 RWStructuredBuffer<uint> = 25*0
//: expect u1 = 0 0xffffffff 0xffffffff 0xffffffff 0
//: + 1 0 0 0 0x8000
//: + 1 15 15 14 1
//: + 4 4 7 7 0x0f00
//: + 16 0 15 0xffffffff 0xffff
//: dxc-fault spirv It writes operations on 16 bits, which Vulkan does not have.
//: dxc-fault run It writes operations on 16 bits, which Vulkan does not have.
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    for (uint i = 0; i < 5; i++) {
        uint16_t x = (uint16_t)In[i];
        Out[5 * i] = countbits(x);
        Out[5 * i + 1] = firstbitlow(x);
        Out[5 * i + 2] = firstbithigh(x);
        Out[5 * i + 3] = firstbithigh((int16_t)x);
        Out[5 * i + 4] = (uint)reversebits(x);
    }
}
