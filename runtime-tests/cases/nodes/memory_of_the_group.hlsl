// Nodes of a launch with groups have memory of the group and barriers.
//: target lib_6_8
//: only newer
struct Record {
    uint values[16];
};
groupshared uint sums[16];
RWBuffer<uint> results : register(u0);

[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeDispatchGrid(1, 1, 1)]
[numthreads(16, 1, 1)]
void scans(DispatchNodeInputRecord<Record> record, uint i : SV_GroupIndex) {
    sums[i] = record.Get().values[i];
    for (uint by = 1; by < 16; by *= 2) {
        Barrier(GROUP_SHARED_MEMORY, GROUP_SYNC | GROUP_SCOPE);
        uint before = i >= by ? sums[i - by] : 0;
        Barrier(GROUP_SHARED_MEMORY, GROUP_SYNC | GROUP_SCOPE);
        sums[i] += before;
    }
    results[i] = sums[i];
}
