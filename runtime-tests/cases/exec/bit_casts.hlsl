// The bits of a value taken as another type.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<float4> = 1 -2 0 1e-45
//: buffer u1 RWBuffer<uint4> = 4*0
//: buffer u2 RWBuffer<float> = 2*0
//: expect u1 = 0x3f800000 0xc0000000 0 1
//: expect u2 = 2 -1
Buffer<float4> In : register(t0);
RWBuffer<uint4> Bits : register(u1);
RWBuffer<float> Out : register(u2);

[numthreads(1, 1, 1)]
void main() {
    Bits[0] = asuint(In[0]);
    Out[0] = asfloat(asuint(In[0].x) + 0x00800000);
    Out[1] = asfloat(asint(In[0].x) | (int)0x80000000);
}
