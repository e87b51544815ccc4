// Which vertex and which row of it are read is only known at run time.
//: target gs_6_0
struct Vertex {
    float4 position : SV_Position;
    float2 rows[3] : ROWS;
};

struct Corner {
    float4 position : SV_Position;
    float2 row : ROW;
};

[maxvertexcount(3)]
void main(triangle Vertex corners[3], uint number : SV_PrimitiveID, inout TriangleStream<Corner> triangles) {
    for (uint i = 0; i < 3; i++) {
        Corner corner;
        corner.position = corners[i].position;
        corner.row = corners[(i + number) % 3].rows[number % 3];
        triangles.Append(corner);
    }
}
