// A choice of two literals is a number of the type that is asked for.
//: target cs_6_0
//: only spirv run interpret
//: dispatch 1
//: buffer t0 StructuredBuffer<int> = 1 0
//: buffer u1 RWStructuredBuffer<float> = 0 0
//: expect u1 = -1 5
//: dxc-fault interpret It rounds a double, which DXIL cannot.
StructuredBuffer<int> In : register(t0);
RWStructuredBuffer<float> Out : register(u1);

[numthreads(2, 1, 1)]
void main(uint thread : SV_GroupIndex) {
    Out[thread] = floor(In[thread] != 0 ? -0.5 : 5.0);
}
