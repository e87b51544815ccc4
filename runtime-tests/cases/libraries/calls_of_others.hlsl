// Functions of other libraries are declared and called.
//: target lib_6_3
//: only container newer
struct Sample {
    float3 color;
    float weight;
};
float noise(float2 at);
Sample take(Sample before, inout float3 seed);

export float4 shade(float2 at) {
    Sample s = {float3(0, 0, 0), noise(at)};
    float3 seed = float3(at, 1);
    s = take(s, seed);
    return float4(s.color * s.weight, seed.z);
}
