// No format has three components: the images have none, and what reads or writes them says so.
//: target cs_6_0
//: only spirv
//: dxc-fault spirv 1.7 It gives them the format of four.
RWTexture2D<float3> written : register(u0);
RWTexture2D<float4> both : register(u1);
RWTexture2D<uint3> read : register(u2);

[numthreads(8, 8, 1)]
void main(uint2 at : SV_DispatchThreadID) {
  written[at] = both[at].rgb + read[at];
}
