// How much is made comes from a buffer.
//: target ms_6_5
//: only container newer
struct Vertex {
    float4 position : SV_Position;
    float2 uv : UV;
};

StructuredBuffer<uint2> counts;
StructuredBuffer<float4> positions;
ByteAddressBuffer numbers;

[numthreads(32, 1, 1)]
[outputtopology("triangle")]
void main(uint thread : SV_GroupIndex, uint group : SV_GroupID, out vertices Vertex corners[64],
          out indices uint3 triangles[126]) {
    uint2 count = counts[group];
    SetMeshOutputCounts(count.x, count.y);
    for (uint i = thread; i < count.x; i += 32) {
        corners[i].position = positions[group * 64 + i];
        corners[i].uv = i / 64.0;
    }
    for (uint j = thread; j < count.y; j += 32) {
        triangles[j] = numbers.Load3((group * 126 + j) * 12);
    }
}
