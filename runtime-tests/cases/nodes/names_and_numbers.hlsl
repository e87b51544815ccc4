// Nodes have names and numbers of their own, and share inputs.
//: target lib_6_8
//: only newer
struct Record {
    float4 color;
};

[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeID("shade", 2)]
[NodeDispatchGrid(1, 1, 1)]
[numthreads(1, 1, 1)]
void shade_red(DispatchNodeInputRecord<Record> record) {
}

[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeID("shade_too")]
[NodeShareInputOf("shade", 2)]
[NodeDispatchGrid(1, 1, 1)]
[numthreads(1, 1, 1)]
void shade_blue(DispatchNodeInputRecord<Record> record) {
}
