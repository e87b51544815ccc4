// DispatchMesh stands in a function, with the payload of a parameter.
//: target as_6_5
//: only container newer
struct Payload {
    uint first;
    uint count;
};

groupshared Payload payload;

void start(uint count) {
    payload.count = count;
    DispatchMesh(count, 1, 1, payload);
}

[numthreads(1, 1, 1)]
void main(uint group : SV_GroupID) {
    payload.first = group * 4;
    start(group % 4 + 1);
}
