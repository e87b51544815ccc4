// A coalescing node counts its records and indexes them.
//: target lib_6_8
//: only newer
struct Pair {
    int a, b;
};
RWStructuredBuffer<int> results : register(u0);

[Shader("node")]
[NodeLaunch("coalescing")]
[numthreads(32, 1, 1)]
void gather([MaxRecords(32)] GroupNodeInputRecords<Pair> pairs, uint i : SV_GroupIndex) {
    if (i < pairs.Count())
        results[i] = pairs[i].a * pairs.Get(i).b;
}
