// A payload that nothing reads.
//: target ms_6_5
//: only container newer
struct Vertex {
    float4 position : SV_Position;
    float2 uv : UV;
};

struct Part {
    float3 offset;
    uint key;
};

struct Payload {
    uint first;
    float4 colour;
    bool isLit;
    uint numbers[5];
    Part parts[3];
};

[numthreads(32, 1, 1)]
[outputtopology("triangle")]
void main(uint thread : SV_GroupIndex, in payload Payload payload, out vertices Vertex corners[32],
          out indices uint3 triangles[1]) {
    SetMeshOutputCounts(32, 1);
    corners[thread].position = 1;
    corners[thread].uv = 1;
    if (thread == 0) {
        triangles[0] = uint3(0, 1, 2);
    }
}
