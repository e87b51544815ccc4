// Outputs without records only count.
//: target lib_6_8
//: only newer
[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeDispatchGrid(2, 1, 1)]
[numthreads(16, 1, 1)]
void starts([MaxRecords(16)] EmptyNodeOutput done, [NodeID("many")] [NodeArraySize(3)] [MaxRecords(4)] EmptyNodeOutputArray many,
            uint i : SV_GroupIndex) {
    done.GroupIncrementOutputCount(2);
    many[i % 3].ThreadIncrementOutputCount(1);
}

[Shader("node")]
[NodeLaunch("coalescing")]
[numthreads(1, 1, 1)]
void done([MaxRecords(16)] EmptyNodeInput all) {
    uint count = all.Count();
}
