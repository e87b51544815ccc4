// A thread takes a record, changes it and hands on another.
//: target lib_6_8
//: only newer
struct In {
    float2 at;
    uint depth;
};
struct Out {
    float2 at;
};

[shader("node")]
[NodeLaunch("thread")]
[NodeMaxRecursionDepth(4)]
void halve(RWThreadNodeInputRecord<In> input, [MaxRecords(2)] NodeOutput<Out> leaves,
           [MaxRecords(1)] NodeOutput<In> halve) {
    input.Get().depth += 1;
    if (GetRemainingRecursionLevels() == 0 || input.Get().depth > 3) {
        ThreadNodeOutputRecords<Out> made = leaves.GetThreadNodeOutputRecords(2);
        made.Get(0).at = input.Get().at;
        made[1].at = input.Get().at.yx;
        made.OutputComplete();
    }
}
