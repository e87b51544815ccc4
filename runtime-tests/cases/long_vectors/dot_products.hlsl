// A product of vectors of floats is one operation, of integers a chain.
//: target cs_6_9
//: only newer
RWStructuredBuffer<vector<float, 9> > a : register(u0);
RWStructuredBuffer<vector<int, 9> > b : register(u1);

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    a[i][0] = dot(a[i], a[i + 1]) + dot(a[i][1].xxx, float3(1, 2, i));
    b[i][0] = dot(b[i], b[i + 1]);
}
