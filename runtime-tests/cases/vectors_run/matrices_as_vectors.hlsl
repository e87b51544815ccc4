// Rows of matrices are vectors; products with them.
//: target cs_6_9
//: only newer interpret
//: dispatch 1
//: buffer u0 RWByteAddressBuffer<float> = -2 -1.5 -1 -0.5 0 0.5 1 1.5 2 2.5 3 3.5 4 4.5 5 5.5 6 6.5 7 7.5 8 8.5 9 9.5
//: buffer u1 RWStructuredBuffer<float4> = 1 2 3 4 5 6 7 8
//: expect u0 = 0 1.5 3 4.5 6 7.5 9 10.5 12 13.5 15 16.5 1 -11 -23 -2 -14 -26 -5 -17 -29 -8 -20 -32
//: expect u1 = 1 2 3 4 30 90 150 9
//: dxc-fault interpret 1.7 It has no shader model 6.9.
RWByteAddressBuffer m : register(u0);
RWStructuredBuffer<float4> v : register(u1);

[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float3x4 x = m.Load<float3x4>(0) * 2 + m.Load<float3x4>(48);
    v[1] = float4(mul(x, v[0]), x[i + 1][i + 2]);
    m.Store(48, x * -2 + 1);
    m.Store(0, transpose(x));
}
