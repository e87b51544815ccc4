// A NaN equals nothing, itself included, and is in no order with anything.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<float> = nan 1
//: buffer u1 RWBuffer<uint> = 5*9
//: expect u1 = 0 0 0 0 1
//: dxc-fault interpret With optimisation it takes no number for one that equals itself.
Buffer<float> In : register(t0);
RWBuffer<uint> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    float nan = In[0];
    float one = In[1];
    Out[0] = nan == nan ? 1 : 0;
    Out[1] = nan < one ? 1 : 0;
    Out[2] = nan >= one ? 1 : 0;
    Out[3] = nan == one ? 1 : 0;
    Out[4] = !(nan < one) ? 1 : 0;
}
