// The samples of a texture lie at the standard positions of their number; SPIR-V gets them from a table.
//: target cs_6_2
//: dxc-fault spirv 1.7 It reads its table of two samples at a constant number of four.
//: dxc-fault spirv 1.9 It reads its table of two samples at a constant number of four.
Texture2DMS<float4> flat : register(t0);
Texture2DMSArray<float, 8> layers : register(t1);
RWBuffer<float2> positions : register(u0);
cbuffer Numbers : register(b0) { int number; };

[numthreads(1, 1, 1)]
void main() {
    positions[0] = flat.GetSamplePosition(number);
    positions[1] = flat.GetSamplePosition(number + 1);
    positions[2] = layers.GetSamplePosition(3);
}
