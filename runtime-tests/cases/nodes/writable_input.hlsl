// A record that is written is shared by the groups of a grid until the last one has finished.
//: target lib_6_8
//: only newer
struct [NodeTrackRWInputSharing] Shared {
    uint total;
};
RWBuffer<uint> results : register(u0);

[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeDispatchGrid(8, 1, 1)]
[numthreads(32, 1, 1)]
void sum(globallycoherent RWDispatchNodeInputRecord<Shared> shared_, uint i : SV_GroupIndex) {
    InterlockedAdd(shared_.Get().total, i);
    Barrier(NODE_INPUT_MEMORY, DEVICE_SCOPE | GROUP_SYNC);
    if (shared_.FinishedCrossGroupSharing())
        results[0] = shared_.Get().total;
}
