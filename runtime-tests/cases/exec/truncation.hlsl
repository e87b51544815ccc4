// A longer vector is cut to a shorter one by a cast.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<uint4> = 1 2 3 4
//: buffer u1 RWStructuredBuffer<uint3> = 0 0 0
//: expect u1 = 1 2 4
Buffer<uint4> In : register(t0);
RWStructuredBuffer<uint3> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    uint4 all = In[0];
    uint2 front = (uint2)all;
    uint last = (uint)all.w;
    Out[0] = uint3(front, last);
}
