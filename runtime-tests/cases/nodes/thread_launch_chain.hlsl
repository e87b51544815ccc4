// A node per thread makes records for the next, with a limit of its own.
//: target lib_6_8
//: only newer
struct Item {
    uint value;
    float3 at;
};

[Shader("node")]
[NodeLaunch("thread")]
[NodeIsProgramEntry]
void first(ThreadNodeInputRecord<Item> item, [MaxRecords(2)] NodeOutput<Item> second) {
    ThreadNodeOutputRecords<Item> made = second.GetThreadNodeOutputRecords(item.Get().value > 3 ? 2 : 1);
    made.Get(0).value = item.Get().value + 1;
    made.OutputComplete();
}

[Shader("node")]
[NodeLaunch("thread")]
void second(ThreadNodeInputRecord<Item> item) {
}
