// Minimum and maximum of signed integers order negative numbers below positive ones.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<int> = 3 -8 5 -2
//: buffer u1 RWStructuredBuffer<int> = 0 0
//: expect u1 = -8 5
Buffer<int> In : register(t0);
RWStructuredBuffer<int> Extremes : register(u1);

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    InterlockedMin(Extremes[0], In[index]);
    InterlockedMax(Extremes[1], In[index]);
}
