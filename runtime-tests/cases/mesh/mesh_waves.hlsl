// Lanes of a wave work out together where each writes.
//: target ms_6_5
//: only container newer
struct Vertex {
    float4 position : SV_Position;
    float2 uv : UV;
};

Buffer<float4> positions;

[numthreads(32, 1, 1)]
[outputtopology("triangle")]
void main(uint thread : SV_GroupIndex, out vertices Vertex corners[32], out indices uint3 triangles[32]) {
    float4 position = positions[thread];
    bool isSeen = position.z > 0;
    uint place = WavePrefixCountBits(isSeen);
    uint count = WaveActiveCountBits(isSeen);
    SetMeshOutputCounts(count, count / 3);
    if (isSeen) {
        corners[place].position = position;
        corners[place].uv = position.xy;
    }
    if (thread < count / 3) {
        triangles[thread] = uint3(0, 1, 2) + thread * 3;
    }
}
