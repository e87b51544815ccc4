// Barriers name memory, scope and what waits.
//: target cs_6_8
//: only newer
RWBuffer<uint> b : register(u0);
groupshared uint g[64];

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    g[i] = b[i];
    Barrier(GROUP_SHARED_MEMORY, GROUP_SYNC | GROUP_SCOPE);
    b[i] = g[63 - i];
    Barrier(UAV_MEMORY, DEVICE_SCOPE);
    Barrier(ALL_MEMORY, GROUP_SYNC | GROUP_SCOPE);
    Barrier(b, GROUP_SCOPE);
    b[i + 64] = g[i];
}
