//! lib_6_3 -default-linkage external
//! lib_6_5 -default-linkage external
//! lib_6_6 -default-linkage external
//! lib_6_6 -default-linkage external -auto-binding-space 3
// Resources of every class, used by a function itself, by what it calls, by several, and by none.
struct Record { float4 colour; uint4 numbers; };
cbuffer Settings { float4 tint; uint count; };
ConstantBuffer<Record> record : register(b3, space2);
SamplerState plain : register(s0);
SamplerComparisonState compares : register(s1);
Texture2D<float4> images[4] : register(t0);
Texture2D<float4> unbounded[] : register(t0, space1);
StructuredBuffer<Record> records : register(t8);
ByteAddressBuffer raw;
RWTexture2D<float4> image : register(u0);
globallycoherent RWByteAddressBuffer shared_bytes : register(u1);
RWStructuredBuffer<uint> counted : register(u2);
RasterizerOrderedBuffer<uint> ordered : register(u3);
RWBuffer<float> unused : register(u4);

float4 from_elsewhere(float4 colour);
uint number_from_elsewhere(uint number);

[noinline] float4 sampled(float2 at) { return images[1].SampleLevel(plain, at, 0) * tint; }
[noinline] float compared(float2 at) { return images[2].SampleCmpLevelZero(compares, at, 0.5).x; }
float4 through_a_call(float2 at) { return sampled(at) + compared(at); }
float4 indexed(uint index, float2 at) { return unbounded[NonUniformResourceIndex(index)].SampleLevel(plain, at, 0); }
uint appended(uint value) {
    uint place = counted.IncrementCounter();
    counted[place] = value + record.numbers.x;
    return records[place].numbers.y + raw.Load(4 * place);
}
void written(uint2 at) {
    uint before;
    shared_bytes.InterlockedAdd(0, 1, before);
    image[at] = from_elsewhere(image[at] + number_from_elsewhere(before + count));
}
void ordered_in(uint at) { ordered[at] = ordered[at] + 1; }
float4 outside(float4 colour) { return from_elsewhere(colour) + number_from_elsewhere(3); }
float alone(float value) { return sin(value) * 2; }
