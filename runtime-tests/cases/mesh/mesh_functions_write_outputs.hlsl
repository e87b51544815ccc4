// Functions that are given the output arrays write the elements of their thread and no others, also components that a number chooses.
//: target ms_6_5
//: only container newer
struct Vertex {
    float4 position : SV_Position;
    float2 uv : UV;
};

void corner(inout Vertex corners[3], uint thread) {
    corners[thread].position = float4(thread & 1, thread >> 1, 0, 1);
    corners[thread].uv[thread & 1] = 2;
}

void all(out Vertex corners[3], inout uint3 triangles[1], uint thread) {
    SetMeshOutputCounts(3, 1);
    corner(corners, thread);
    if (thread == 0) {
        triangles[0] = uint3(0, 1, 2);
    }
}

[numthreads(3, 1, 1)]
[outputtopology("triangle")]
void main(uint thread : SV_GroupIndex, out vertices Vertex corners[3], out indices uint3 triangles[1]) {
    all(corners, triangles, thread);
}
