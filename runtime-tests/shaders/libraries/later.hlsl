//! lib_6_8 -default-linkage external
// What came with shader models that the fetched library does not know.
RWBuffer<uint> numbers : register(u0);
RWTexture2DMS<float4, 4> samples : register(u1);
Texture2D<float4> image : register(t0);
SamplerState state : register(s0);
SamplerComparisonState compares : register(s1);
groupshared uint together;
float compared(float2 at) { return image.SampleCmpBias(compares, at, 0.5, 1).x + image.SampleCmpGrad(compares, at, 0.5, at, at).x; }
float4 offset(float2 at, int2 by) { return image.SampleLevel(state, at, 0, by); }
float4 limited(float2 at, float least) { return image.Sample(state, at, int2(0, 0), least); }
void stored(uint2 at) { samples.sample[2][at] = 3; }
void in_device() { Barrier(UAV_MEMORY, DEVICE_SCOPE); }
void in_group() { Barrier(GROUP_SHARED_MEMORY, GROUP_SCOPE | GROUP_SYNC); }
void everything() { Barrier(ALL_MEMORY, DEVICE_SCOPE); }
void of_handle() { Barrier(numbers, DEVICE_SCOPE); }
[noinline] float derived(float value) { return ddx(value); }
[shader("compute")] [numthreads(8, 8, 1)] [wavesize(16, 64, 32)] void range(uint index : SV_GroupIndex) { numbers[index] = 1; }
[shader("compute")] [numthreads(8, 8, 1)] [wavesize(32)] void one(uint index : SV_GroupIndex) { numbers[index] = derived(index); }
[shader("vertex")] float4 vertex(uint start : SV_StartVertexLocation, uint id : SV_VertexID) : SV_Position { return start + id; }
