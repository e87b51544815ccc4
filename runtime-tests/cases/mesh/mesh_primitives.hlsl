// What belongs to a primitive is a signature of its own.
//: target ms_6_5
//: only container newer
struct Vertex {
    float4 position : SV_Position;
    float2 uv : UV;
};

struct Primitive {
    uint number : SV_PrimitiveID;
    uint slice : SV_RenderTargetArrayIndex;
    uint viewport : SV_ViewportArrayIndex;
    float4 colour : COLOUR;
    nointerpolation int2 key : KEY;
};

[numthreads(32, 1, 1)]
[outputtopology("triangle")]
void main(uint thread : SV_GroupIndex, uint3 group : SV_GroupID, out vertices Vertex corners[32],
          out primitives Primitive parts[30], out indices uint3 triangles[30]) {
    SetMeshOutputCounts(32, 30);
    corners[thread].position = float4(thread, group);
    corners[thread].uv = 0;
    if (thread < 30) {
        triangles[thread] = uint3(0, 1, 2) + thread;
        Primitive part;
        part.number = thread;
        part.slice = group.x;
        part.viewport = group.y;
        part.colour = float4(1, 0, 0, 1);
        part.key = int2(thread, -1);
        parts[thread] = part;
    }
}
