// Structs, matrices and vectors nested in a payload.
//: target as_6_5
//: only container newer
struct Box {
    float3 low;
    float3 high;
};

struct Payload {
    Box boxes[2];
    row_major float3x4 place;
    int4 numbers[3];
    double exact;
};

groupshared Payload payload;

[numthreads(4, 1, 1)]
void main(uint thread : SV_GroupIndex) {
    payload.boxes[thread & 1].high = thread;
    payload.place = float3x4(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, thread);
    payload.numbers[thread % 3].zw = int2(-1, thread);
    payload.exact = 0.5l;
    GroupMemoryBarrierWithGroupSync();
    DispatchMesh(1, 1, 1, payload);
}
