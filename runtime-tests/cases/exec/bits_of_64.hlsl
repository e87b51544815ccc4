// Counting, finding and reversing bits of 64-bit integers, as scalars and as vectors.
//: target cs_6_0
//: dispatch 1
//: buffer t0 StructuredBuffer<uint> = 0 0  1 0  0 0x80000000  0xf0 0x0f  0xffffffff 0xffffffff  0 0xff000000
//: buffer u1 RWStructuredBuffer<uint> = 42*0
//: expect u1 = 0 0xffffffff 0xffffffff 0xffffffff 0 0 0
//: + 1 0 0 0 0 0x80000000 0
//: + 1 63 63 62 1 0 63
//: + 8 4 35 35 0xf0000000 0x0f000000 4
//: + 64 0 63 0xffffffff 0xffffffff 0xffffffff 0
//: + 8 56 63 55 0xff 0 56
//: dxc-fault spirv It writes operations on 64 bits, which Vulkan does not have.
//: dxc-fault run It writes operations on 64 bits, which Vulkan does not have.
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    for (uint i = 0; i < 6; i++) {
        uint64_t x = In[2 * i] | ((uint64_t)In[2 * i + 1] << 32);
        uint64_t2 reversed = reversebits(uint64_t2(x, ~x));
        Out[7 * i] = countbits(x);
        Out[7 * i + 1] = firstbitlow(x);
        Out[7 * i + 2] = firstbithigh(x);
        Out[7 * i + 3] = firstbithigh((int64_t)x);
        Out[7 * i + 4] = (uint)reversed.x;
        Out[7 * i + 5] = (uint)(reversed.x >> 32);
        Out[7 * i + 6] = firstbitlow(x) == 0xffffffff ? 0 : firstbitlow(x);
    }
}
