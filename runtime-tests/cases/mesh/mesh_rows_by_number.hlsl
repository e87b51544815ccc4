// An output of several rows is written in a row only known at run time.
//: target ms_6_5
//: only container newer
struct Vertex {
    float4 position : SV_Position;
    float2 rows[4] : ROWS;
    float3x2 turned : TURNED;
};

[numthreads(32, 1, 1)]
[outputtopology("triangle")]
void main(uint thread : SV_GroupIndex, uint group : SV_GroupID, out vertices Vertex corners[32],
          out indices uint3 triangles[1]) {
    SetMeshOutputCounts(32, 1);
    corners[thread].position = 1;
    corners[thread].rows[group % 4] = float2(thread, group);
    corners[thread].turned = float3x2(1, 2, 3, 4, 5, thread);
    if (thread == 0) {
        triangles[0] = uint3(0, 1, 2);
    }
}
