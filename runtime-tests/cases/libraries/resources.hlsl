// Resources of every class, with and without registers.
//: target lib_6_3
//: only container newer
Texture2D<float4> picture;
SamplerState smooth : register(s3);
StructuredBuffer<float4> lights : register(t1, space2);
ByteAddressBuffer bytes;
RWStructuredBuffer<uint2> pairs;
cbuffer Settings {
    float4x4 turn;
    float3 eye;
};

export float4 look(float2 at, uint i) {
    pairs[i] = bytes.Load2(i * 8);
    return mul(turn, picture.SampleLevel(smooth, at, 0)) + lights[i] + eye.xyzz;
}
