// The simplest geometry shader: each triangle goes through.
//: target gs_6_0
struct Vertex {
    float4 position : SV_Position;
    float2 uv : UV;
};

[maxvertexcount(3)]
void main(triangle Vertex corners[3], inout TriangleStream<Vertex> triangles) {
    for (int i = 0; i < 3; i++) {
        triangles.Append(corners[i]);
    }
    triangles.RestartStrip();
}
