// The groups of a grid share a record, and the last one of them goes on.
//: target lib_6_8
//: only newer
struct [NodeTrackRWInputSharing] Shared {
    uint3 groups : SV_DispatchGrid;
    uint count;
    int2 least;
};

[shader("node")]
[NodeLaunch("broadcasting")]
[NodeMaxDispatchGrid(64, 1, 1)]
[NodeID("reduce", 1)]
[NodeLocalRootArgumentsTableIndex(2)]
[numthreads(32, 1, 1)]
void reduce(globallycoherent RWDispatchNodeInputRecord<Shared> common, [MaxRecords(1)] EmptyNodeOutput done,
            uint index : SV_GroupIndex) {
    InterlockedAdd(common.Get().count, 1);
    InterlockedMin(common.Get().least.y, (int)index);
    Barrier(common, DEVICE_SCOPE | GROUP_SYNC);
    if (common.FinishedCrossGroupSharing())
        done.GroupIncrementOutputCount(1);
}

[shader("node")]
[NodeLaunch("broadcasting")]
[NodeDispatchGrid(1, 1, 1)]
[NodeShareInputOf("reduce", 1)]
[numthreads(1, 1, 1)]
void look(RWDispatchNodeInputRecord<Shared> common) {
}
