// Rows of matrices are vectors.
//: target cs_6_9
//: only newer
RWStructuredBuffer<float3x4> m : register(u0);
RWStructuredBuffer<float4> v : register(u1);

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float3x4 x = m[i] * 2 + m[i + 1];
    v[i] = float4(mul(x, v[i + 1]), x[i % 3][i % 4]);
    m[i] = sin(x);
}
