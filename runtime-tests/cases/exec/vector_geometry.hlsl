// Dot and cross products, lengths and directions.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<float4> = 3 4 0 0  1 2 2 0
//: buffer u1 RWStructuredBuffer<float> = 12*0
//: expect u1 within 0.0001 = 11 5 0.6 0.8 8 -6 2 3.4641016 0.33333334 0.6666667 3 5
Buffer<float4> In : register(t0);
RWStructuredBuffer<float> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    float3 a = (float3)In[0];
    float3 b = (float3)In[1];
    Out[0] = dot(a, b);
    Out[1] = length(a);
    float3 direction = normalize(a);
    Out[2] = direction.x;
    Out[3] = direction.y;
    float3 across = cross(a, b);
    Out[4] = across.x;
    Out[5] = across.y;
    Out[6] = across.z;
    Out[7] = distance(a, b);
    float3 unit = normalize(b);
    Out[8] = unit.x;
    Out[9] = unit.y;
    Out[10] = length(b);
    Out[11] = dot(a.xy, float2(3, -1));
}
