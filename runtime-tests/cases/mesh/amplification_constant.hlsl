// The simplest amplification shader: it always starts the same groups.
//: target as_6_5
//: only container newer
struct Payload {
    uint first;
};

groupshared Payload payload;

[numthreads(1, 1, 1)]
void main() {
    payload.first = 3;
    DispatchMesh(1, 2, 3, payload);
}
