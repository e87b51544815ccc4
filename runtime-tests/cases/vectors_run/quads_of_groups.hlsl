// Lanes of a quad give whole vectors.
//: target cs_6_9
//: only newer interpret
//: dispatch 1
//: buffer u0 RWStructuredBuffer<float4, float3> = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25
//: + 26 27
//: expect u0 = 141407 151508 161609 171710 181811 191912 202013 142100 152201 162302 172403 182504 192605 202706 140021
//: + 150122 160223 170324 180425 190526 200627 140714 150815 160916 171017 181118 191219 201320
//: dxc-fault interpret 1.7 It has no shader model 6.9.
RWStructuredBuffer<vector<float, 7> > a : register(u0);

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
    vector<float, 7> x = a[i];
    a[i] = QuadReadAcrossX(x) + QuadReadAcrossY(x) * 100 + QuadReadLaneAt(x, 2) * 10000;
}
