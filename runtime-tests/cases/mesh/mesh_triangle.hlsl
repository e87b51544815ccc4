// The simplest mesh shader: one triangle.
//: target ms_6_5
//: only container newer
struct Vertex {
    float4 position : SV_Position;
    float2 uv : UV;
};

[numthreads(3, 1, 1)]
[outputtopology("triangle")]
void main(uint thread : SV_GroupIndex, out vertices Vertex corners[3], out indices uint3 triangles[1]) {
    SetMeshOutputCounts(3, 1);
    corners[thread].uv = float2(thread & 1, thread >> 1);
    corners[thread].position = float4(thread & 1, thread >> 1, 0, 1);
    if (thread == 0) {
        triangles[0] = uint3(0, 1, 2);
    }
}
