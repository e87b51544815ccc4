// Floats are compared and exchanged as their bits.
//: target cs_6_0
//: only container
//: operations atomicCompareExchange cmpxchg
groupshared float2 Shared[8];
RWStructuredBuffer<float> Structured;
RWBuffer<float> Typed;
RWTexture2D<float> Image;
RWByteAddressBuffer Raw;

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
    float before;
    InterlockedCompareExchangeFloatBitwise(Shared[i].x, 1.5, i, before);
    InterlockedCompareStoreFloatBitwise(Structured[i], before, 3.5);
    InterlockedCompareExchangeFloatBitwise(Structured[i], 1.5, 3.5, before);
    InterlockedCompareStoreFloatBitwise(Typed[i], before, 3.5);
    InterlockedCompareExchangeFloatBitwise(Typed[i], 1.5, 3.5, before);
    InterlockedCompareStoreFloatBitwise(Image[uint2(i, 1)], before, 3.5);
    InterlockedCompareExchangeFloatBitwise(Image[uint2(i, 1)], 1.5, 3.5, before);
    Raw.InterlockedCompareStoreFloatBitwise(4, before, 3.5);
    Raw.InterlockedCompareExchangeFloatBitwise(4, 1.5, 3.5, before);
    Structured[9] = before;
}
