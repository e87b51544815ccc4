// A mesh shader with attributes of primitives.
//: target ms_6_5
struct Payload { uint first; float scale; };
struct Vertex { float4 position : SV_Position; float2 uv : UV; };
struct Primitive { uint id : SV_PrimitiveID; bool hidden : SV_CullPrimitive; float3 tint : TINT; };
groupshared float shared_[64];
[numthreads(32, 2, 1)] [outputtopology("triangle")]
void main(in payload Payload payload, uint i : SV_GroupIndex, out vertices Vertex v[6], out primitives Primitive p[4], out indices uint3 t[4]) {
    shared_[i] = payload.scale;
    GroupMemoryBarrierWithGroupSync();
    SetMeshOutputCounts(6, 4);
    if (i < 6) { v[i].position = shared_[63 - i]; v[i].uv = i; }
    if (i < 4) { t[i] = uint3(i, i + 1, i + 2); p[i].id = payload.first + i; p[i].hidden = false; p[i].tint = 1; }
}
