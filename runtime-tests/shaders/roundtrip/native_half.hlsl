//! ps_6_2 main -enable-16bit-types
//! cs_6_6 compute -enable-16bit-types
// Native 16-bit types.
struct Pair { half a; uint16_t b; float c; };
StructuredBuffer<Pair> pairs;
RWStructuredBuffer<half4> results;
cbuffer C { half4 scale; int16_t3 offset; };
half4 main(half2 uv : UV, int16_t3 n : N) : SV_Target { return half4(uv, pairs[n.x].a, n.y) * scale + offset.xyzz; }
[numthreads(1, 1, 1)]
void compute(uint i : SV_DispatchThreadID) {
    results[i] = half4(pairs[i].a, pairs[i].b, sqrt(pairs[i].a), f16tof32(pairs[i].b)) * scale;
}
