// Structs hold long vectors, in buffers, in variables and as results.
//: target cs_6_9
//: only newer interpret
//: dispatch 1
//: buffer u0 RWStructuredBuffer<uint, float4, float4, float2, int2> = 3 1 2 3 4 5 6 7 8 9 10 5 6 13*0
//: expect u0 = 3 1 2 3 4 5 6 7 8 9 10 5 6 8 2 4 6 8 10 12 14 16 18 20 5 4
//: dxc-fault interpret 1.7 It has no shader model 6.9.
struct Row {
    uint count;
    vector<float, 10> values;
    int2 rest;
};
RWStructuredBuffer<Row> rows : register(u0);

Row doubled(Row row) {
    row.values *= 2;
    row.count = row.values[row.count];
    return row;
}

[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Row row = doubled(rows[i]);
    row.rest.y = 4;
    rows[i + 1] = row;
}
