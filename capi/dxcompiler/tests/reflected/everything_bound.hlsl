// Textures, buffers and samplers of every kind, read-only and writable, with and without an end.
//: target ps_6_6
Texture1D<float> t1; Texture1DArray<float2> t1a; Texture2D<float3> t2; Texture2DArray<float4> t2a; Texture3D<uint> t3;
TextureCube<float4> tc; TextureCubeArray<float4> tca; Texture2DMS<float4> tms; Texture2DMSArray<int, 4> tmsa;
Texture2D<unorm float4> normed; Texture2D<snorm float2> signed_; Texture2D<int4> endless[] : register(t0, space9);
Buffer<float4> typed; ByteAddressBuffer bytes; StructuredBuffer<float3> structs;
RWTexture1D<float> w1; RWTexture2D<uint> w2; RWTexture2DArray<float2> w2a; RWTexture3D<int> w3; RWBuffer<uint4> wtyped;
RWByteAddressBuffer wbytes; RWStructuredBuffer<int2> wstructs; AppendStructuredBuffer<float> appended; globallycoherent RWBuffer<float> coherent;
RasterizerOrderedTexture2D<float4> ordered;
SamplerState plain; SamplerComparisonState comparing; SamplerState several[3];
float4 main(float4 p : SV_Position, float2 uv : UV, bool front : SV_IsFrontFace, uint s : SV_SampleIndex) : SV_Target1 {
    float4 sum = t1.Sample(plain, uv.x) + t1a.Sample(plain, uv).x + t2.SampleBias(plain, uv, 1).x + t2a.SampleGrad(plain, uv.xyx, uv, uv) + t3[uint3(0, 1, 2)];
    sum += tc.Sample(several[1], uv.xyx) + tca.SampleLevel(plain, uv.xyxy, 0) + tms.Load(uv, s) + tmsa.Load(uint3(0, 1, 2), 0);
    sum += normed.Sample(plain, uv) + signed_.Sample(plain, uv).xyxy + endless[3][uint2(1, 2)] + typed[1] + bytes.Load(4) + structs[2].x;
    sum += t2a.SampleCmp(comparing, uv.xyx, 0.5) + w1[0] + w2[uint2(0, 0)] + w2a[uint3(0, 0, 0)].x + w3[uint3(0, 0, 0)] + wtyped[0] + wbytes.Load(0) + wstructs[0].x + coherent[1];
    uint before; wstructs.IncrementCounter(); InterlockedAdd(w2[uint2(1, 1)], 1, before); appended.Append(sum.x); ordered[uint2(p.xy)] += sum; coherent[0] = before;
    if (front && uv.x > 0.5) discard;
    return sum;
}
