// What one instruction expresses in SPIR-V: signs of floats and integers, mixing by one number and by several, clamps whose bounds are
// not known, and the same with more uses of their parts.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<float> = -2.5 0 0.25 8
//: buffer u1 RWStructuredBuffer<float> = 16*0
//: expect u1 = -1 0 1 1 -1 0 0 1 -0.375 5.375 -2.5 0.25 8 4 -10.5 -2.625
Buffer<float> In : register(t0);
RWStructuredBuffer<float> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    float4 v = float4(In[0], In[1], In[2], In[3]);
    float4 s = sign(v);
    for (uint i = 0; i < 4; i++) {
        Out[i] = s[i];
        Out[4 + i] = sign((int)In[i]);
    }
    float t = In[2];
    float2 mixed = lerp(v.xy, float2(6, 21.5), t);
    Out[8] = mixed.x;
    Out[9] = mixed.y;
    Out[10] = clamp(v.x, v.x, v.w);
    Out[11] = clamp(v.z, v.y, v.w);
    Out[12] = clamp(100, v.z, v.w);
    float d = v.w - v.y;
    Out[13] = v.y + d * 0.5;
    Out[14] = v.x - d;
    Out[15] = dot(lerp(v, v.wzyx, float4(0, 1, 1, 0)), float4(1, -0.5, 0, 0));
}
