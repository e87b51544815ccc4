// Records hold matrices, arrays, structs, truth values and doubles.
//: target lib_6_8
//: only newer
struct Inner {
    bool flags[3];
    row_major float2x3 turned;
};
struct Record {
    float4x4 place;
    Inner inner[2];
    double exact;
    int64_t wide;
};
RWByteAddressBuffer results : register(u0);

[shader("node")]
[NodeLaunch("thread")]
void read(ThreadNodeInputRecord<Record> record, [MaxRecords(1)] NodeOutput<Record> next) {
    Record whole = record.Get();
    results.Store(0, whole.place._m12 + whole.inner[1].turned._m01 + (float)whole.exact);
    results.Store(8, whole.inner[0].flags[2] ? whole.wide : 0);
    ThreadNodeOutputRecords<Record> made = next.GetThreadNodeOutputRecords(1);
    made.Get() = whole;
    made.Get().inner[1].flags[0] = true;
    made.OutputComplete();
}
