// Constants in the root signature are read as a constant buffer.
//: target cs_6_0
#define ROOT "RootConstants(num32BitConstants=4, b0), UAV(u0)"
cbuffer Push : register(b0) {
    float4 Colour;
};
RWStructuredBuffer<float4> Out : register(u0);

[RootSignature(ROOT)]
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    Out[id.x] = Colour * id.x;
}
