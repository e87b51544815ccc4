//! ms_6_5 mesh
//! as_6_5 amplify
//! ms_6_6 mesh
// Amplification and mesh shaders with a payload.
struct Payload { uint base; float4 tint[2]; };
groupshared Payload payload;
[numthreads(32, 1, 1)]
void amplify(uint i : SV_GroupIndex) {
    if (i == 0) { payload.base = 5; payload.tint[0] = 1; payload.tint[1] = 0.5; }
    GroupMemoryBarrierWithGroupSync();
    DispatchMesh(2, 1, 1, payload);
}
struct Vertex { float4 position : SV_Position; float2 uv : UV; };
struct Primitive { uint material : MATERIAL; uint layer : SV_RenderTargetArrayIndex; };
[outputtopology("triangle")]
[numthreads(64, 1, 1)]
void mesh(uint i : SV_GroupIndex, in payload Payload p, out vertices Vertex v[64], out primitives Primitive q[32], out indices uint3 t[32]) {
    SetMeshOutputCounts(64, 32);
    v[i].position = p.tint[i & 1] * i;
    v[i].uv = float2(i, p.base);
    if (i < 32) {
        t[i] = uint3(i, i + 1, i + 2);
        q[i].material = p.base;
        q[i].layer = i & 3;
    }
}
