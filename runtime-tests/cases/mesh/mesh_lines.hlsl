// Lines have two vertices.
//: target ms_6_5
//: only container newer
struct Vertex {
    float4 position : SV_Position;
    float2 uv : UV;
};

[numthreads(16, 1, 1)]
[outputtopology("line")]
void main(uint thread : SV_GroupThreadID, out vertices Vertex ends[16], out indices uint2 lines[15]) {
    SetMeshOutputCounts(16, 15);
    Vertex end;
    end.position = float4(thread, 0, 0, 16);
    end.uv = float2(thread, 1) / 16;
    ends[thread] = end;
    if (thread < 15) {
        lines[thread] = uint2(thread, thread + 1);
    }
}
