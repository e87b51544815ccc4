// Nodes are the same in shader model 6.9.
//: target lib_6_9
//: only newer
struct Record {
    uint3 grid : SV_DispatchGrid;
    float3 at;
};
RWStructuredBuffer<vector<float, 5> > rows : register(u0);

[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeMaxDispatchGrid(4, 1, 1)]
[numthreads(8, 1, 1)]
void scales(DispatchNodeInputRecord<Record> record, uint i : SV_DispatchThreadID) {
    rows[i] = rows[i] * record.Get().at.y;
}
