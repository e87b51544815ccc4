// The shader that the book follows: scales a list of numbers, except where a number is negative.
cbuffer Settings : register(b0) {
    float scale;
    uint count;
};

StructuredBuffer<float> In : register(t0);
RWStructuredBuffer<float> Out : register(u0);

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID) {
    if (id >= count)
        return;
    float x = In[id];
    Out[id] = x < 0 ? 0 : x * scale;
}
