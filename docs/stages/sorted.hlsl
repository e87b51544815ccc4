// Sends each record to the node for large or for small numbers.
struct Record {
    uint value;
};

[Shader("node")]
[NodeLaunch("thread")]
void sorted(ThreadNodeInputRecord<Record> record, [MaxRecords(1)] NodeOutput<Record> small,
            [MaxRecordsSharedWith(small)] NodeOutput<Record> large) {
    bool is_large = record.Get().value > 100;
    ThreadNodeOutputRecords<Record> a = small.GetThreadNodeOutputRecords(is_large ? 0 : 1);
    ThreadNodeOutputRecords<Record> b = large.GetThreadNodeOutputRecords(is_large ? 1 : 0);
    if (is_large)
        b.Get().value = record.Get().value;
    else
        a.Get().value = record.Get().value;
    a.OutputComplete();
    b.OutputComplete();
}
