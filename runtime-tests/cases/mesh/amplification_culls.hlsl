// Groups are started for what is seen.
//: target as_6_5
//: only container newer
struct Payload {
    uint numbers[32];
};

groupshared Payload payload;
StructuredBuffer<float4> spheres;
cbuffer Camera {
    float4 plane;
};

[numthreads(32, 1, 1)]
void main(uint thread : SV_GroupIndex, uint3 id : SV_DispatchThreadID) {
    float4 sphere = spheres[id.x];
    bool isSeen = dot(float4(sphere.xyz, 1), plane) > -sphere.w;
    if (isSeen) {
        payload.numbers[WavePrefixCountBits(isSeen)] = id.x;
    }
    DispatchMesh(WaveActiveCountBits(isSeen), 1, 1, payload);
}
