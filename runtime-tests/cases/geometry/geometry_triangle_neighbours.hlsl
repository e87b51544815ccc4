// A triangle with its neighbours has six vertices; every other one is its own.
//: target gs_6_0
struct Vertex {
    float4 position : SV_Position;
    float2 uv : UV;
};

[maxvertexcount(3)]
void main(triangleadj Vertex corners[6], inout TriangleStream<Vertex> triangles) {
    [unroll]
    for (uint i = 0; i < 6; i += 2) {
        Vertex corner = corners[i];
        corner.uv += corners[i + 1].uv;
        triangles.Append(corner);
    }
}
