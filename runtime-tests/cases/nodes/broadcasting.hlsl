// A grid of groups is launched for each record, which says how many.
//: target lib_6_8
//: only newer
struct Work {
    uint3 groups : SV_DispatchGrid;
    float scale;
};
RWStructuredBuffer<float> sums : register(u0);

[shader("node")]
[NodeLaunch("broadcasting")]
[NodeMaxDispatchGrid(16, 4, 1)]
[NodeIsProgramEntry]
[numthreads(8, 8, 1)]
void spread(DispatchNodeInputRecord<Work> work, uint3 thread : SV_DispatchThreadID, uint index : SV_GroupIndex) {
    sums[thread.x + thread.y * 64] = work.Get().scale * index;
}
