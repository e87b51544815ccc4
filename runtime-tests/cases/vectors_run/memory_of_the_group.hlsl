// Vectors lie in memory of the group, and truth values among them.
//: target cs_6_9
//: only newer interpret
//: dispatch 1
//: buffer u0 RWStructuredBuffer<float4, float> = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26
//: + 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64
//: + 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79
//: expect u0 = 75 76 77 78 79 22 26 30 34 38 192 211 230 249 268 60 61 62 63 64 582 611 640 669 698 602 626 650 674 698
//: + 45 46 47 48 49 1192 1226 1260 1294 1328 35 36 37 38 39 1982 2026 2070 2114 2158 2952 3011 3070 3129 3188 20 21 22
//: + 23 24 4142 4211 4280 4349 4418 4162 4226 4290 4354 4418 5 6 7 8 9 5552 5626 5700 5774 5848
//: dxc-fault interpret 1.7 It has no shader model 6.9.
RWStructuredBuffer<vector<float, 5> > a : register(u0);
groupshared vector<float, 5> rows[16];
groupshared float3 triples[16];
groupshared vector<bool, 8> truths;

[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex) {
    rows[i] = a[i];
    triples[i] = a[i][4];
    triples[i].y = 2;
    if (i == 0) {
        for (uint at = 0; at < 8; ++at)
            truths[at] = at % 3 == 0;
    }
    GroupMemoryBarrierWithGroupSync();
    a[i] = truths[i % 8] ? rows[15 - i] : rows[i] * triples[i ^ 1].z + triples[i].y;
}
