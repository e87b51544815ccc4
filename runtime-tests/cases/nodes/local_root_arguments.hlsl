// A node has an index into a table of local root arguments.
//: target lib_6_8
//: only newer
struct Record {
    uint value;
};
RWBuffer<uint> results : register(u0);

[Shader("node")]
[NodeLaunch("thread")]
[NodeLocalRootArgumentsTableIndex(4)]
void stores(ThreadNodeInputRecord<Record> record) {
    results[record.Get().value] = 1;
}
