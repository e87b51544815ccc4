// Operators work component by component; a scalar meets every component.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<float4> = 1 2 3 4  10 20 30 40
//: buffer u1 RWBuffer<float4> = 20*0
//: expect u1 = 11 22 33 44  10 40 90 160  10 10 10 10  9 8 7 6  -1 -2 -3 -4
Buffer<float4> In : register(t0);
RWBuffer<float4> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    float4 a = In[0];
    float4 b = In[1];
    Out[0] = a + b;
    Out[1] = a * b;
    Out[2] = b / a;
    Out[3] = 10 - a;
    Out[4] = -a;
}
