// any and all on vectors of numbers, where not zero is true.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<int4> = 0 0 0 0  0 0 -1 0  1 2 3 4
//: buffer u1 RWBuffer<uint> = 6*9
//: expect u1 = 0 0 1 0 1 1
Buffer<int4> In : register(t0);
RWBuffer<uint> Out : register(u1);

[numthreads(3, 1, 1)]
void main(uint i : SV_GroupIndex) {
    Out[2 * i] = any(In[i]);
    Out[2 * i + 1] = all(In[i]);
}
