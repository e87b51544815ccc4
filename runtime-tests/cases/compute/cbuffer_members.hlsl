// A constant buffer with a struct, arrays and members at offsets of their own.
//: target cs_6_0
struct Light {
    float3 position;
    float intensity;
    uint2 flags;
};
cbuffer Scene : register(b1) {
    float Time;
    float2 Size;
    Light Sun;
    Light Lamps[2];
    int3 Grid : packoffset(c10);
    float Exposure : packoffset(c10.w);
};
RWStructuredBuffer<float4> Out : register(u0);

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    Light lamp = Lamps[id.x & 1];
    float3 sum = Sun.position * Sun.intensity + lamp.position * lamp.intensity;
    Out[id.x] = float4(sum * Exposure, Time + Size.y + Grid.z + lamp.flags.y);
}
