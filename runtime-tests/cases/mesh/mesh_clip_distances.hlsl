// Clip and cull distances of the vertices of a mesh.
//: target ms_6_5
//: only container newer
struct Vertex {
    float4 position : SV_Position;
    float4 clip : SV_ClipDistance;
    float2 cull : SV_CullDistance;
};

[numthreads(32, 1, 1)]
[outputtopology("triangle")]
void main(uint thread : SV_GroupIndex, out vertices Vertex corners[32], out indices uint3 triangles[1]) {
    SetMeshOutputCounts(32, 1);
    corners[thread].position = thread;
    corners[thread].clip = float4(1, 2, 3, 4) - thread;
    corners[thread].cull = thread;
    if (thread == 0) {
        triangles[0] = uint3(2, 1, 0);
    }
}
