// `InterlockedExchange` exchanges floats as their bits, in group-shared memory and in every writable resource.
//: target cs_6_0
//: operations atomicBinOp atomicrmw
struct S {
    float a;
    float2 b;
};
groupshared float2 Shared[8];
RWStructuredBuffer<S> Structured;
RWBuffer<float> Typed;
RWTexture2D<float> Image;
RWByteAddressBuffer Raw;
RWStructuredBuffer<float> Out;

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
    float before;
    InterlockedExchange(Shared[i].y, 3.5, before);
    Out[0] = before;
    InterlockedExchange(Structured[i].b.y, 2.5, before);
    Out[1] = before;
    InterlockedExchange(Typed[i], 4.5, before);
    Out[2] = before;
    InterlockedExchange(Image[uint2(i, 1)], 5.5, before);
    Out[3] = before;
    Raw.InterlockedExchangeFloat(4, 6.5, before);
    Out[4] = before;
}
//: dxc-fault spirv Its SPIR-V has atomics on integers only.
