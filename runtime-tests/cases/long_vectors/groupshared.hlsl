// Vectors of every length lie in memory of the group as vectors.
//: target cs_6_9
//: only newer
RWStructuredBuffer<vector<float, 5> > a : register(u0);
groupshared vector<float, 5> rows[16];
groupshared float3 triples[16];
groupshared vector<bool, 8> truths;

[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex) {
    rows[i] = a[i];
    triples[i] = rows[i][4];
    triples[i].y = 2;
    if (i == 0)
        truths = rows[1][0] < 3;
    GroupMemoryBarrierWithGroupSync();
    a[i] = select(truths[i % 8], rows[15 - i], rows[i] * triples[i ^ 1].z);
}
