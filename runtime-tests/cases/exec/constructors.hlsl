// Vectors are built from scalars and shorter vectors in any mixture, and from one scalar for all components.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<float2> = 1 2  3 4
//: buffer u1 RWBuffer<float4> = 20*0
//: expect u1 = 1 2 3 4  9 1 2 9  5 5 5 5  3 4 0 1  2 1 4 3
Buffer<float2> In : register(t0);
RWBuffer<float4> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    float2 a = In[0];
    float2 b = In[1];
    Out[0] = float4(a, b);
    Out[1] = float4(9, a, 9);
    Out[2] = (float4)5;
    float3 three = float3(b, 0);
    Out[3] = float4(three, 1);
    Out[4] = float4(a.yx, b.yx);
}
