// Which output gets records is chosen at run time, for the whole group.
//: target lib_6_8
//: only newer
struct Record {
    uint value;
};

[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeDispatchGrid(4, 1, 1)]
[numthreads(8, 1, 1)]
void routes(DispatchNodeInputRecord<Record> record, [MaxRecords(8)] NodeOutput<Record> left,
            [MaxRecordsSharedWith(left)] NodeOutput<Record> right, uint i : SV_GroupIndex) {
    GroupNodeOutputRecords<Record> a = left.GetGroupNodeOutputRecords(4);
    GroupNodeOutputRecords<Record> b = right.GetGroupNodeOutputRecords(2);
    if (i < 4)
        a[i].value = record.Get().value;
    else if (i < 6)
        b[i - 4].value = i;
    a.OutputComplete();
    b.OutputComplete();
}
