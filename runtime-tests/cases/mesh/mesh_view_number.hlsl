// What of vertices depends on the number of the view.
//: target ms_6_5
//: only container newer
struct Vertex {
    float4 position : SV_Position;
    float2 uv : UV;
};

[numthreads(32, 1, 1)]
[outputtopology("triangle")]
void main(uint thread : SV_GroupIndex, uint view : SV_ViewID, out vertices Vertex corners[32],
          out indices uint3 triangles[1]) {
    SetMeshOutputCounts(32, 1);
    corners[thread].position = float4(view, thread, 0, 1);
    corners[thread].uv = thread;
    if (thread == 0) {
        triangles[0] = uint3(0, 1, 2);
    }
}
