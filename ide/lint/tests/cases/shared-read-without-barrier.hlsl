//- -T cs_6_6
groupshared float tile[64];
RWBuffer<float> Out;
[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex, uint id : SV_DispatchThreadID) {
    tile[i] = Out[id];
    float own = tile[i]; // fine
    float other = tile[i ^ 1]; // expect
    GroupMemoryBarrierWithGroupSync();
    Out[id] = own + other + tile[63 - i]; // fine
}
//- -T cs_6_6
groupshared uint count;
RWBuffer<uint> Out;
[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex, uint id : SV_DispatchThreadID) {
    if (i == 0)
        count = 0;
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(count, id);
    Out[id] = count; // expect
}
//- -T cs_6_6
// Only one thread stores, all read.
groupshared float total;
RWBuffer<float> Out;
[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex, uint id : SV_DispatchThreadID) {
    if (i == 0)
        total = Out[id];
    Out[id] = total; // expect
}
//- -T cs_6_6
// A reduction: each step ends in a barrier.
groupshared float sums[64];
RWBuffer<float> Out;
[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex, uint id : SV_DispatchThreadID) {
    sums[i] = Out[id];
    GroupMemoryBarrierWithGroupSync();
    [loop] for (uint step = 32; step > 0; step >>= 1) {
        if (i < step)
            sums[i] += sums[i + step]; // fine
        GroupMemoryBarrierWithGroupSync();
    }
    if (i == 0)
        Out[id] = sums[0];
}
//- -T cs_6_6
// The last steps of a reduction without barriers, as if the lanes of a wave ran in step.
groupshared float sums[64];
RWBuffer<float> Out;
[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex, uint id : SV_DispatchThreadID) {
    sums[i] = Out[id];
    GroupMemoryBarrierWithGroupSync();
    if (i < 16) {
        sums[i] += sums[i + 16];
        sums[i] += sums[i + 8]; // expect
    }
    GroupMemoryBarrierWithGroupSync();
    if (i == 0)
        Out[id] = sums[0] + sums[1];
}
//- -T cs_6_6
// What one thread does by itself needs no barrier.
groupshared uint list[64];
RWBuffer<uint> Out;
[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex, uint id : SV_DispatchThreadID) {
    if (i == 0) {
        for (uint k = 0; k < 64; k++)
            list[k] = k;
        Out[id] = list[id & 7]; // fine
    }
    if (i == 0)
        Out[id] = list[id & 3]; // fine
}
//- -T cs_6_6
// A thread that walks over pairs of its own.
groupshared uint keys[256];
RWBuffer<uint> Out;
[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex, uint id : SV_DispatchThreadID) {
    keys[i] = Out[id];
    GroupMemoryBarrierWithGroupSync();
    [loop] for (uint k = i; k < 128; k += 64) {
        uint first = keys[2 * k], second = keys[2 * k + 1]; // fine
        keys[2 * k] = min(first, second);
        keys[2 * k + 1] = max(first, second);
    }
    GroupMemoryBarrierWithGroupSync();
    Out[id] = keys[255 - i];
}
