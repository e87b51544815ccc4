// Structs hold long vectors, in buffers, in variables and as results.
//: target cs_6_9
//: only newer
struct Row {
    uint count;
    vector<float, 10> values;
    int2 rest;
};
RWStructuredBuffer<Row> rows : register(u0);

Row doubled(Row row) {
    row.values *= 2;
    row.count = row.values[3];
    return row;
}

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Row row = doubled(rows[i]);
    row.rest.y = 4;
    rows[i + 1] = row;
}
