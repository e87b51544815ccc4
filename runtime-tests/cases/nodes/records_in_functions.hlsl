// Inputs, outputs and records are handed to functions.
//: target lib_6_8
//: only newer
struct Record {
    uint a;
    uint b[4];
};

void fill(ThreadNodeOutputRecords<Record> records, uint at, uint value) {
    records[at].a = value;
    for (uint i = 0; i < 4; i++)
        records[at].b[i] = value + i;
}

uint read(ThreadNodeInputRecord<Record> record, uint at) {
    return record.Get().a + record.Get().b[at & 3];
}

[shader("node")]
[NodeLaunch("thread")]
void pass(ThreadNodeInputRecord<Record> record, [MaxRecords(2)] NodeOutput<Record> next) {
    ThreadNodeOutputRecords<Record> made = next.GetThreadNodeOutputRecords(2);
    fill(made, 0, read(record, 1));
    fill(made, 1, read(record, record.Get().a));
    made.OutputComplete();
}
