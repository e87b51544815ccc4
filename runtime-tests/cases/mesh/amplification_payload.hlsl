// Every kind of member of a payload is written.
//: target as_6_5
//: only container newer
struct Part {
    float3 offset;
    uint key;
};

struct Payload {
    uint first;
    float4 colour;
    bool isLit;
    uint numbers[5];
    Part parts[3];
};

groupshared Payload payload;

[numthreads(8, 1, 1)]
void main(uint thread : SV_GroupIndex) {
    payload.first = 7;
    payload.colour = float4(1, 2, 3, 4);
    payload.isLit = true;
    payload.numbers[thread % 5] = thread;
    payload.parts[thread % 3].offset.y = thread;
    payload.parts[thread % 3].key = thread;
    GroupMemoryBarrierWithGroupSync();
    DispatchMesh(1, 1, 1, payload);
}
