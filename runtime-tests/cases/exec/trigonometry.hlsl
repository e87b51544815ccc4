// Sine and its relatives, in radians.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<float> = 0.5 1
//: buffer u1 RWStructuredBuffer<float> = 8*0
//: expect u1 within 0.001 = 0.47942554 0.87758256 0.5463025 0.5235988 1.0471976 0.46364761 0.46364761 0.84147098
Buffer<float> In : register(t0);
RWStructuredBuffer<float> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    float x = In[0];
    float one = In[1];
    Out[0] = sin(x);
    Out[1] = cos(x);
    Out[2] = tan(x);
    Out[3] = asin(x);
    Out[4] = acos(x);
    Out[5] = atan(x);
    Out[6] = atan2(x, one);
    float sine, cosine;
    sincos(one, sine, cosine);
    Out[7] = sine;
}
