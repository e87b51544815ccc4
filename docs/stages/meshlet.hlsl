// Mesh: a triangle for each meshlet.
struct Payload { uint meshlets[32]; };
struct Corner { float4 position : SV_Position; };
struct Face { uint meshlet : MESHLET; };
StructuredBuffer<float4> positions;

[numthreads(3, 1, 1)] [outputtopology("triangle")]
void main(in payload Payload payload, uint group : SV_GroupID, uint corner : SV_GroupThreadID,
          out vertices Corner corners[3], out indices uint3 triangles[1], out primitives Face faces[1]) {
    SetMeshOutputCounts(3, 1);
    uint meshlet = payload.meshlets[group];
    corners[corner].position = positions[meshlet * 3 + corner];
    if (corner == 0) {
        triangles[0] = uint3(0, 1, 2);
        faces[0].meshlet = meshlet;
    }
}
