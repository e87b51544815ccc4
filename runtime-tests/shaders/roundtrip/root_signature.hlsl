//! vs_6_0 main
//! cs_6_0 compute
// A root signature beside the program.
#define SIGNATURE "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), CBV(b0), DescriptorTable(SRV(t0, numDescriptors = 4), UAV(u0)), StaticSampler(s0)"
cbuffer C : register(b0) { float4 offset; };
RWBuffer<float4> out_buffer : register(u0);
[RootSignature(SIGNATURE)]
float4 main(float4 p : POSITION) : SV_Position { return p + offset; }
[RootSignature(SIGNATURE)]
[numthreads(1, 1, 1)]
void compute(uint i : SV_DispatchThreadID) { out_buffer[i] = offset; }
