// A stream is handed to a function that appends to it.
//: target gs_6_0
struct Vertex {
    float4 position : SV_Position;
    float2 uv : UV;
};

void square(float4 centre, float size, inout TriangleStream<Vertex> triangles) {
    Vertex corner;
    for (uint i = 0; i < 4; i++) {
        corner.uv = float2(i & 1, i >> 1);
        corner.position = centre + float4((corner.uv - 0.5) * size, 0, 0);
        triangles.Append(corner);
    }
    triangles.RestartStrip();
}

[maxvertexcount(8)]
void main(point Vertex input[1], inout TriangleStream<Vertex> triangles) {
    square(input[0].position, 1, triangles);
    square(input[0].position, 2, triangles);
}
