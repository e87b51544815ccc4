// Outputs of an array are named by a number, sparse ones may be missing.
//: target lib_6_8
//: only newer
struct Job {
    uint kind;
    uint4 data;
};

[shader("node")]
[NodeLaunch("broadcasting")]
[NodeDispatchGrid(4, 1, 1)]
[numthreads(32, 1, 1)]
void sort(DispatchNodeInputRecord<Job> job, [NodeArraySize(8)] [MaxRecords(32)] NodeOutputArray<Job> kinds,
          [UnboundedSparseNodes] [MaxRecordsSharedWith(kinds)] [NodeID("others", 3)] NodeOutputArray<Job> others,
          [NodeArraySize(2)] [AllowSparseNodes] [MaxRecords(4)] EmptyNodeOutputArray ends) {
    uint kind = job.Get().kind;
    if (others[kind].IsValid()) {
        GroupNodeOutputRecords<Job> made = others[kind].GetGroupNodeOutputRecords(1);
        made.Get().data = job.Get().data;
        made.OutputComplete();
    }
    ends[kind & 1].GroupIncrementOutputCount(2);
}
