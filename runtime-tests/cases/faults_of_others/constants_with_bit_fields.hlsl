// Bit-fields of a constant array.
//: target cs_6_0
//: args -HV 2021
//: dispatch 1
//: buffer t0 StructuredBuffer<int> = 1
//: buffer u1 RWStructuredBuffer<int> = 2*0
//: expect u1 = 3 5
//: dxc-fault interpret Bit-fields behind the first one of a number are zero.
struct Parts {
    uint low : 4;
    int high : 4;
};

static const Parts All[2] = { { 1, 2 }, { 3, 5 } };

StructuredBuffer<int> In : register(t0);
RWStructuredBuffer<int> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    Out[0] = All[In[0]].low;
    Out[1] = All[In[0]].high;
}
