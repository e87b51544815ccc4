// The five ways to round, and what is left: halves go to the even neighbour.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<float> = -1.5 -0.25 0.5 2.5
//: buffer u1 RWStructuredBuffer<float> = 20*0
//: expect u1 within 0 ulp = -2 -1 0 2  -1 0 1 3  -2 0 0 2  -1 0 0 2  0.5 0.75 0.5 0.5
Buffer<float> In : register(t0);
RWStructuredBuffer<float> Out : register(u1);

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
    Out[i] = floor(In[i]);
    Out[4 + i] = ceil(In[i]);
    Out[8 + i] = round(In[i]);
    Out[12 + i] = trunc(In[i]);
    Out[16 + i] = frac(In[i]);
}
