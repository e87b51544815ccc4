// Nodes without content count what they are given, and pass numbers on.
//: target lib_6_8
//: only newer
RWStructuredBuffer<uint> counts : register(u0);

[shader("node")]
[NodeLaunch("coalescing")]
[numthreads(4, 1, 1)]
void count([MaxRecords(8)] EmptyNodeInput input, [MaxRecords(3)] EmptyNodeOutput next, uint index : SV_GroupIndex) {
    counts[index] = input.Count();
    next.ThreadIncrementOutputCount(index & 1);
}

[shader("node")]
[NodeLaunch("thread")]
void end() {
    counts[7] = 1;
}
