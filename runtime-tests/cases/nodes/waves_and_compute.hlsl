// Nodes say which waves they can do with, and stand beside compute shaders.
//: target lib_6_8
//: only newer
RWStructuredBuffer<uint> lanes : register(u0);

[shader("node")]
[NodeLaunch("broadcasting")]
[NodeDispatchGrid(2, 2, 2)]
[numthreads(64, 1, 1)]
[WaveSize(16, 64, 32)]
void asked(uint3 thread : SV_GroupThreadID, uint3 group : SV_GroupID) {
    lanes[thread.x + group.y] = WaveActiveSum(thread.x);
}

[shader("compute")]
[numthreads(32, 1, 1)]
[WaveSize(32)]
void plain(uint index : SV_GroupIndex) {
    lanes[index] = QuadAny(index > 3);
    Barrier(UAV_MEMORY, DEVICE_SCOPE);
}
