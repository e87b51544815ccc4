// Mixing two values: linearly, at a step, along a smooth curve; and a product added to in one go.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<float> = 0.25 10 20
//: buffer u1 RWStructuredBuffer<float> = 7*0
//: expect u1 within 0.0001 = 12.5 0 1 0.15625 0 1 22.5
Buffer<float> In : register(t0);
RWStructuredBuffer<float> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    float t = In[0];
    float a = In[1];
    float b = In[2];
    Out[0] = lerp(a, b, t);
    Out[1] = step(0.5, t);
    Out[2] = step(0.25, t);
    Out[3] = smoothstep(0, 1, t);
    Out[4] = smoothstep(a, b, t);
    Out[5] = smoothstep(-b, -a, t);
    Out[6] = mad(a, t, b);
}
