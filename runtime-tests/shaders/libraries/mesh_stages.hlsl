//! lib_6_5
//! lib_6_6
// Mesh and amplification shaders.
struct Vertex { float4 position : SV_Position; float3 colour : COLOUR; };
struct Payload { uint first; };
groupshared Payload payload;
[shader("amplification")] [numthreads(32, 1, 1)] void amplify(uint index : SV_GroupIndex) {
    if (index == 0) payload.first = 7;
    GroupMemoryBarrierWithGroupSync();
    DispatchMesh(4, 1, 1, payload);
}
[shader("mesh")] [numthreads(32, 1, 1)] [outputtopology("triangle")]
void mesh(uint index : SV_GroupIndex, in payload Payload given, out vertices Vertex corners[3], out indices uint3 triangles[1]) {
    SetMeshOutputCounts(3, 1);
    if (index < 3) {
        corners[index].position = float4(index, given.first, 0, 1);
        corners[index].colour = 1;
    }
    if (index == 0) triangles[0] = uint3(0, 1, 2);
}
