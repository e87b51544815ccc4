// What of primitives depends on the number of the view: DXC 1.7 does not say so.
//: target ms_6_5
//: only newer
struct Vertex {
    float4 position : SV_Position;
    float2 uv : UV;
};

struct Primitive {
    uint view : VIEW;
    uint other : OTHER;
};

[numthreads(32, 1, 1)]
[outputtopology("triangle")]
void main(uint thread : SV_GroupIndex, uint view : SV_ViewID, out vertices Vertex corners[32],
          out primitives Primitive parts[1], out indices uint3 triangles[1]) {
    SetMeshOutputCounts(32, 1);
    corners[thread].position = float4(0, thread, 0, 1);
    corners[thread].uv = thread;
    if (thread == 0) {
        triangles[0] = uint3(0, 1, 2);
        parts[0].view = view;
        parts[0].other = 7;
    }
}
