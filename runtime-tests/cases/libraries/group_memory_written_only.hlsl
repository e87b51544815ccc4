// What is stored into memory of the group and never read needs no group, which a miss shader has not.
//: target lib_6_3
//: only container
groupshared float written;
struct Payload {
    float color;
};

[shader("miss")] void miss(inout Payload payload) {
    written = payload.color;
    payload.color = 1;
}
