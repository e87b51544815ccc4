// Comparing vectors gives a vector of bools, which any and all fold.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<float4> = 1 5 3 7  2 4 3 8
//: buffer u1 RWBuffer<uint> = 8*9
//: expect u1 = 1 0 0 1  1 0 0 1
Buffer<float4> In : register(t0);
RWBuffer<uint> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    float4 a = In[0];
    float4 b = In[1];
    bool4 less = a < b;
    Out[0] = less.x;
    Out[1] = less.y;
    Out[2] = less.z;
    Out[3] = less.w;
    Out[4] = any(less);
    Out[5] = all(less);
    Out[6] = all(a == b);
    Out[7] = all((a + 2) > b);
}
