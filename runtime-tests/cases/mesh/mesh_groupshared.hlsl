// The group shares memory before it writes.
//: target ms_6_5
//: only container newer
struct Vertex {
    float4 position : SV_Position;
    float2 uv : UV;
};

groupshared float4 positions[32];

[numthreads(32, 1, 1)]
[outputtopology("triangle")]
void main(uint thread : SV_GroupIndex, out vertices Vertex corners[32], out indices uint3 triangles[30]) {
    positions[thread] = float4(thread, thread * thread, 0, 1);
    GroupMemoryBarrierWithGroupSync();
    SetMeshOutputCounts(32, 30);
    corners[thread].position = positions[31 - thread];
    corners[thread].uv = positions[(thread + 1) % 32].xy;
    if (thread < 30) {
        triangles[thread] = uint3(thread, thread + 1, thread + 2);
    }
}
