// A mesh shader of today with primitive attributes and culling.
//: target ms_6_8
//: only newer
struct Vertex {
    float4 at : SV_Position;
    float2 uv : UV;
};
struct Primitive {
    bool cull : SV_CullPrimitive;
    uint kind : KIND;
};
struct Payload {
    uint first;
};

[outputtopology("triangle")]
[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex, in payload Payload payload_, out vertices Vertex v[32], out indices uint3 t[16],
          out primitives Primitive p[16]) {
    SetMeshOutputCounts(32, 16);
    v[i].at = float4(i, payload_.first, 0, 1);
    v[i].uv = i;
    if (i < 16) {
        t[i] = uint3(i, i + 1, i + 2);
        p[i].cull = i & 1;
        p[i].kind = i;
    }
}
