// Native 16-bit outputs of vertices.
//: target ms_6_5
//: args -enable-16bit-types
//: only container newer
struct Vertex {
    float4 position : SV_Position;
    half2 uv : UV;
    uint16_t key : KEY;
};

[numthreads(32, 1, 1)]
[outputtopology("triangle")]
void main(uint thread : SV_GroupIndex, out vertices Vertex corners[32], out indices uint3 triangles[1]) {
    SetMeshOutputCounts(32, 1);
    corners[thread].position = 1;
    corners[thread].uv = half2(thread, 0.5h);
    corners[thread].key = uint16_t(thread);
    if (thread == 0) {
        triangles[0] = uint3(0, 1, 2);
    }
}
