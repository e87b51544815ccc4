// Infinity and not-a-number, made by arithmetic and recognised.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<float> = 0 1 inf nan
//: buffer u1 RWBuffer<uint> = 12*9
//: expect u1 = 0 0 1  0 0 1  0 1 0  1 0 0
Buffer<float> In : register(t0);
RWBuffer<uint> Out : register(u1);

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
    Out[3 * i] = isnan(In[i]);
    Out[3 * i + 1] = isinf(In[i]);
    Out[3 * i + 2] = isfinite(In[i]);
}
