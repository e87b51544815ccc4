// Bits counted, found and turned around.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<uint> = 0x00f0 0 0x80000001
//: buffer u1 RWBuffer<uint> = 12*0
//: expect u1 = 4 7 4 0x0f000000  0 0xffffffff 0xffffffff 0  2 31 0 0x80000001
Buffer<uint> In : register(t0);
RWBuffer<uint> Out : register(u1);

[numthreads(3, 1, 1)]
void main(uint i : SV_GroupIndex) {
    Out[4 * i] = countbits(In[i]);
    Out[4 * i + 1] = firstbithigh(In[i]);
    Out[4 * i + 2] = firstbitlow(In[i]);
    Out[4 * i + 3] = reversebits(In[i]);
}
