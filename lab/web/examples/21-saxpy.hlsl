// Numbers in a buffer | -T cs_6_0
// One thread for each number: y = a x + y. Fill the buffers by a formula, or type into their tables.
cbuffer Numbers : register(b0)
{
    float A;
};
StructuredBuffer<float> X : register(t0);
RWStructuredBuffer<float> Y : register(u0);
//= A = 2
//= X[64] = i
//= Y[64] = 100

[numthreads(64, 1, 1)]
void main(uint at : SV_DispatchThreadID)
{
    Y[at] = A * X[at] + Y[at];
}
