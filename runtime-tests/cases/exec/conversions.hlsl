// Conversions between the scalar types, explicit and implicit.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<float> = -2.75 3.99 0
//: buffer u1 RWStructuredBuffer<int> = 8*9
//: buffer u2 RWStructuredBuffer<float> = 4*9
//: expect u1 = -2 3 0 1 0 1 -2 3
//: expect u2 = -3 4294967296 1 0
Buffer<float> In : register(t0);
RWStructuredBuffer<int> Ints : register(u1);
RWStructuredBuffer<float> Floats : register(u2);

[numthreads(1, 1, 1)]
void main() {
    Ints[0] = (int)In[0];
    Ints[1] = (uint)In[1];
    Ints[2] = (int)In[2];
    Ints[3] = (bool)In[0];
    Ints[4] = (bool)In[2];
    Ints[5] = bool(Ints[0]);
    int2 truncated = (int2)float2(In[0], In[1]);
    Ints[6] = truncated.x;
    Ints[7] = truncated.y;
    int negative = Ints[0] - 1;
    Floats[0] = negative;
    Floats[1] = (float)(uint)(negative + 2);
    Floats[2] = In[0] < 0;
    Floats[3] = (float)(In[0] > 0);
}
