// What is stored into memory of the group and never read needs no group: neither a miss shader nor a thread of a node has one.
//: target lib_6_8
//: only container
groupshared float written;
groupshared uint seen;
struct Payload {
    float color;
};
struct Record {
    uint first;
};
RWBuffer<uint> Out : register(u0);

[shader("miss")] void miss(inout Payload payload) {
    written = payload.color;
    payload.color = 1;
}

[shader("node")]
[NodeLaunch("thread")]
void node(ThreadNodeInputRecord<Record> record) {
    seen = record.Get().first;
    Out[0] = seen;
}
