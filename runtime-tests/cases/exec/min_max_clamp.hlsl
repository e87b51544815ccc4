// Bounds on floats, signed and unsigned integers.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<int> = -5 3
//: buffer u1 RWStructuredBuffer<int> = 7*0
//: buffer u2 RWStructuredBuffer<float> = 5*0
//: expect u1 = -5 3 3 -5 -2 5 -1
//: expect u2 = -5 3 0 1 5
Buffer<int> In : register(t0);
RWStructuredBuffer<int> Ints : register(u1);
RWStructuredBuffer<float> Floats : register(u2);

[numthreads(1, 1, 1)]
void main() {
    int a = In[0];
    int b = In[1];
    Ints[0] = min(a, b);
    Ints[1] = max(a, b);
    Ints[2] = min((uint)a, (uint)b);
    Ints[3] = max((uint)a, (uint)b);
    Ints[4] = clamp(a, -2, 2);
    Ints[5] = abs(a);
    Ints[6] = sign(a);
    float x = a;
    float y = b;
    Floats[0] = min(x, y);
    Floats[1] = max(x, y);
    Floats[2] = saturate(x);
    Floats[3] = saturate(y);
    Floats[4] = abs(x);
}
