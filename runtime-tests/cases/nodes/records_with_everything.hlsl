// Records hold structs, arrays, matrices and numbers of every width.
//: target lib_6_8
//: only newer
struct Inner {
    int2 a[3];
    double d;
};
struct Record {
    float4x3 m;
    Inner inner[2];
    uint64_t big;
    bool flag;
};

[Shader("node")]
[NodeLaunch("thread")]
void reads(ThreadNodeInputRecord<Record> record, [MaxRecords(1)] NodeOutput<Record> next) {
    ThreadNodeOutputRecords<Record> made = next.GetThreadNodeOutputRecords(1);
    Record copy = record.Get();
    copy.inner[1].a[2].y = (int)copy.m[1][2];
    copy.flag = !copy.flag;
    made.Get() = copy;
    made.OutputComplete();
}
