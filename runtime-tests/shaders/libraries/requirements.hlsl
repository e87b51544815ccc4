//! lib_6_3 -default-linkage external
//! lib_6_5 -default-linkage external
//! lib_6_6 -default-linkage external
//! lib_6_6 -default-linkage external -enable-16bit-types
//! lib_6_7 -default-linkage external
//! lib_6_8 -default-linkage external
// Functions that need something, and shaders that get it by calling them.
Texture2D<float4> image : register(t0);
RWTexture2D<float4> written : register(u0);
RWBuffer<uint> numbers : register(u1);
SamplerState state : register(s0);
groupshared uint together;

[noinline] float derived(float value) { return ddx_coarse(value); }
[noinline] float level(float2 at) { return image.CalculateLevelOfDetail(state, at); }
[noinline] uint in_wave(uint value) { return WaveActiveSum(value); }
[noinline] uint in_quad(uint value) { return QuadReadAcrossX(value); }
[noinline] double doubled(double value) { return value / 3; }
[noinline] uint wide(uint value) { uint64_t big = value; return uint((big * big) >> 32); }
[noinline] min16float small(min16float value) { return value * value; }
[noinline] float4 read_back(uint2 at) { return written[at]; }
[noinline] uint mapped(uint2 at) { uint status; image.Load(int3(at, 0), int2(0, 0), status); return CheckAccessFullyMapped(status); }
[noinline] uint differences(uint value) { return msad4(value, uint2(1, 2), uint4(3, 4, 5, 6)).x; }
[noinline] void in_group(uint value) { together = value; GroupMemoryBarrierWithGroupSync(); }
void fenced() { DeviceMemoryBarrier(); }
float twice_removed(float2 at) { return derived(at.x) + level(at) + in_wave(3); }
float further(float2 at) { return twice_removed(at) * 2; }
[shader("compute")] [numthreads(8, 8, 1)] void compute(uint2 at : SV_DispatchThreadID) {
    numbers[at.x] = in_wave(at.y) + in_quad(at.x) + wide(at.x) + differences(at.y) + mapped(at);
    in_group(at.x);
}
[shader("pixel")] float4 pixel(float2 at : AT) : SV_Target { return twice_removed(at) + read_back(uint2(at)) + small(min16float(at.x)); }
