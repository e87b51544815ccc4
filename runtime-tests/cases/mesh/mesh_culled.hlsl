// A primitive that is culled says so with a truth value.
//: target ms_6_5
//: only container newer
struct Vertex {
    float4 position : SV_Position;
    float2 uv : UV;
};

struct Primitive {
    bool isCulled : SV_CullPrimitive;
};

[numthreads(32, 1, 1)]
[outputtopology("triangle")]
void main(uint thread : SV_GroupIndex, out vertices Vertex corners[32], out primitives Primitive parts[10],
          out indices uint3 triangles[10]) {
    SetMeshOutputCounts(32, 10);
    corners[thread].position = thread;
    corners[thread].uv = 1;
    if (thread < 10) {
        triangles[thread] = thread;
        parts[thread].isCulled = thread % 3 == 0;
    }
}
