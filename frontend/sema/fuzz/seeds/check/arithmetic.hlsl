@RWStructuredBuffer<int4> ints : register(u0);
RWStructuredBuffer<float4> floats : register(u1);
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    int4 a = ints[id.x], b = ints[id.x + 1];
    float4 f = floats[id.x];
    uint4 u = asuint(f);
    ints[id.x] = a * b + (a << 3) - (b >> 2) / max(a, 1) + int4(u % 7) + (a ^ b & 15 | 3);
    floats[id.x] = select(f < 2, f * f - f / 3, fmod(f, 1.5) + float4(a) - float4(u));
}
