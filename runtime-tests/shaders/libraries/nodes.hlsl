//! lib_6_8
// Nodes of a work graph: each way to launch one, what they read and write, what two of them share.
struct Work { uint3 grid : SV_DispatchGrid; uint item; };
struct Item { float4 colour; uint64_t wide; };
RWStructuredBuffer<uint> seen : register(u0);
groupshared uint together[16];
groupshared uint alone;

[noinline] uint counted(uint index) { together[index & 15] = index; return together[0]; }

[shader("node")] [NodeLaunch("broadcasting")] [NodeIsProgramEntry] [NodeMaxDispatchGrid(16, 8, 1)] [numthreads(8, 4, 1)]
void start(DispatchNodeInputRecord<Work> input, uint index : SV_GroupIndex,
           [MaxRecords(8)] [NodeID("gather", 2)] NodeOutput<Item> gathered,
           [MaxRecordsSharedWith(gathered)] [AllowSparseNodes] [NodeArraySize(4)] NodeOutputArray<Item> several,
           [MaxRecords(3)] EmptyNodeOutput finished) {
    seen[index] = counted(index) + input.Get().item;
    GroupNodeOutputRecords<Item> records = gathered.GetGroupNodeOutputRecords(1);
    records[0].colour = 1;
    records.OutputComplete();
    finished.GroupIncrementOutputCount(1);
}
[shader("node")] [NodeLaunch("broadcasting")] [NodeDispatchGrid(2, 3, 4)] [NodeMaxRecursionDepth(3)] [numthreads(1, 1, 1)]
[NodeID("again")] [NodeLocalRootArgumentsTableIndex(5)]
void again(RWDispatchNodeInputRecord<Item> input, [MaxRecords(1)] [NodeID("again")] NodeOutput<Item> more) {
    input.Get().colour = 2;
}
[shader("node")] [NodeLaunch("coalescing")] [NodeID("gather", 2)] [numthreads(32, 1, 1)] [wavesize(16, 32)]
void gather([MaxRecords(16)] GroupNodeInputRecords<Item> inputs, uint index : SV_GroupIndex) {
    alone = inputs.Count();
    seen[index] = alone;
}
[shader("node")] [NodeLaunch("thread")] [NodeShareInputOf("gather", 2)] void single(ThreadNodeInputRecord<Item> input) {
    seen[0] = input.Get().colour.x;
}
[shader("node")] [NodeLaunch("coalescing")] [numthreads(1, 1, 1)] void finished([MaxRecords(4)] EmptyNodeInput inputs) {
    seen[1] = inputs.Count();
}
[shader("node")] [NodeLaunch("thread")] void last() {}
