// Powers, roots and logarithms.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<float> = 4 3
//: buffer u1 RWStructuredBuffer<float> = 8*0
//: expect u1 within 0.001 = 16 2 64 2 0.5 20.085537 1.3862944 0.25
Buffer<float> In : register(t0);
RWStructuredBuffer<float> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    float four = In[0];
    float three = In[1];
    Out[0] = exp2(four);
    Out[1] = log2(four);
    Out[2] = pow(four, three);
    Out[3] = sqrt(four);
    Out[4] = rsqrt(four);
    Out[5] = exp(three);
    Out[6] = log(four);
    Out[7] = rcp(four);
}
