// A vector mirrored at a plane, and a normal turned towards the viewer.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<float4> = 1 -1 0 0  0 1 0 0
//: buffer u1 RWBuffer<float4> = 8*9
//: expect u1 within 0 ulp = 1 1 0 0  0 1 0 0
Buffer<float4> In : register(t0);
RWBuffer<float4> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    float3 incident = In[0].xyz;
    float3 normal = In[1].xyz;
    Out[0] = float4(reflect(incident, normal), 0);
    Out[1] = float4(faceforward(normal, incident, normal), 0);
}
