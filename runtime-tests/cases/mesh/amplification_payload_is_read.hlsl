// A payload is read again before it is handed on, and changed in place.
//: target as_6_5
//: only container newer
struct Payload {
    uint count;
    float sums[4];
};

groupshared Payload payload;
groupshared uint counts[8];

[numthreads(8, 1, 1)]
void main(uint thread : SV_GroupIndex) {
    counts[thread] = thread * 3;
    if (thread == 0) {
        payload.count = 0;
    }
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(payload.count, counts[7 - thread]);
    payload.sums[thread & 3] = counts[thread];
    GroupMemoryBarrierWithGroupSync();
    DispatchMesh(payload.count, 1, 1, payload);
}
