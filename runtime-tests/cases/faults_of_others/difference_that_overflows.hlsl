// A comparison of 0 with a difference that wraps.
//: target cs_6_0
//: dispatch 1
//: buffer t0 StructuredBuffer<int> = 2147483647 -2
//: buffer u1 RWStructuredBuffer<int> = 0
//: expect u1 = 1
//: dxc-fault interpret It compares the operands of the difference instead.
StructuredBuffer<int> In : register(t0);
RWStructuredBuffer<int> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    Out[0] = 0 >= In[0] - In[1] ? 1 : 0;
}
