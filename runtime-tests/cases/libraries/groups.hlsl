// Two compute shaders with shared memory of their own.
//: target lib_6_3
//: only container newer
groupshared float first[64];
groupshared uint second[32];
RWBuffer<float> result;

[shader("compute")]
[numthreads(64, 1, 1)]
void one(uint i : SV_GroupIndex, uint3 at : SV_DispatchThreadID) {
    first[i] = at.x;
    GroupMemoryBarrierWithGroupSync();
    result[at.x] = first[63 - i];
}

[shader("compute")]
[numthreads(8, 4, 1)]
void two(uint i : SV_GroupIndex) {
    second[i] = i;
    GroupMemoryBarrierWithGroupSync();
    result[i] = second[i ^ 1];
}
