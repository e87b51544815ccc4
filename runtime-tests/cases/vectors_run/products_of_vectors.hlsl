// Dot products of floats and of integers.
//: target cs_6_9
//: only newer interpret
//: dispatch 1
//: buffer u0 RWStructuredBuffer<float4, float4, float> = 0 0.5 1 1.5 2 2.5 3 3.5 4 4.5 5 5.5 6 6.5 7 7.5 8 8.5 9 9.5 10
//: + 10.5 11 11.5 12 12.5 13
//: buffer u1 RWStructuredBuffer<int4, int4, int> = -9 -8 -7 -6 -5 -4 -3 -2 -1 0 1 2 3 4 5 6 7 8
//: expect u0 = 0 0.5 1 1.5 2 2.5 3 3.5 4 4.5 5 5.5 6 6.5 7 7.5 8 8.5 132 3.5 10 10.5 11 11.5 12 12.5 13
//: expect u1 = -120 -8 -7 -6 -5 -4 -3 -2 -1 0 1 2 3 4 5 6 7 8
//: dxc-fault interpret 1.7 It has no shader model 6.9.
RWStructuredBuffer<vector<float, 9> > a : register(u0);
RWStructuredBuffer<vector<int, 9> > b : register(u1);

[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    a[i + 2][0] = dot(a[i], a[i + 1]);
    a[i + 2][1] = dot(a[i][1].xxx, float3(1, 2, i + 4));
    b[i][0] = dot(b[i], b[i + 1]);
}
