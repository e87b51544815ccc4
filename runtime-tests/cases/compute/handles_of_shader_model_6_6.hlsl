// In shader model 6.6 handles are made from bindings and annotated with what they are.
//: target cs_6_6
Buffer<float4> Typed : register(t0);
StructuredBuffer<float3> Structured : register(t1);
ByteAddressBuffer Raw : register(t2);
RWBuffer<uint> Out : register(u0);
cbuffer Constants : register(b0) {
    uint Offset;
};

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    float sum = Typed[id.x].x + Structured[id.x].z + asfloat(Raw.Load(4 * id.x));
    Out[id.x + Offset] = (uint)sum;
}
