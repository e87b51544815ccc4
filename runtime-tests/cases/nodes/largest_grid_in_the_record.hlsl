// The record brings the grid, within a limit that the node states.
//: target lib_6_8
//: only newer
struct Work {
    uint3 grid : SV_DispatchGrid;
    float scale;
};
RWBuffer<float> sums : register(u0);

[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeMaxDispatchGrid(16, 4, 2)]
[numthreads(8, 8, 1)]
void spread(DispatchNodeInputRecord<Work> work, uint3 at : SV_DispatchThreadID, uint3 group : SV_GroupID) {
    sums[at.x + 128 * at.y] = work.Get().scale * group.z;
}
