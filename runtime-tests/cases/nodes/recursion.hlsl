// A node that calls itself asks how often it still may.
//: target lib_6_8
//: only newer
struct Tree {
    uint depth;
};

[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeDispatchGrid(1, 1, 1)]
[NodeMaxRecursionDepth(7)]
[numthreads(4, 1, 1)]
void grow(DispatchNodeInputRecord<Tree> tree, [MaxRecords(4)] [NodeID("grow")] NodeOutput<Tree> more, uint i : SV_GroupIndex) {
    bool goes_on = GetRemainingRecursionLevels() > 0;
    ThreadNodeOutputRecords<Tree> made = more.GetThreadNodeOutputRecords(goes_on ? 1 : 0);
    if (goes_on)
        made.Get().depth = tree.Get().depth + i;
    made.OutputComplete();
}
