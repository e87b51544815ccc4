// Two compute shaders in one module, with sizes and shared memory of their own.
//: target lib_6_5
//: only spirv
groupshared float parts[64];
RWBuffer<float> values;

[shader("compute")]
[numthreads(64, 1, 1)]
void sum(uint id : SV_GroupIndex, uint3 at : SV_DispatchThreadID) {
    parts[id] = values[at.x];
    GroupMemoryBarrierWithGroupSync();
    if (id == 0) {
        float total = 0;
        for (uint i = 0; i < 64; i++) {
            total += parts[i];
        }
        values[at.x] = total;
    }
}

[shader("compute")]
[numthreads(4, 4, 2)]
void clear(uint3 at : SV_DispatchThreadID) {
    values[at.x + at.y * 4] = 0;
}
