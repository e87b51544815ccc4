// A point becomes four corners of a square.
//: target gs_6_0
struct Corner {
    float4 position : SV_Position;
    float2 uv : UV;
};

[maxvertexcount(4)]
void main(point float4 centre[1] : SV_Position, inout TriangleStream<Corner> square) {
    Corner corner;
    for (uint i = 0; i < 4; i++) {
        corner.uv = float2(i & 1, i >> 1);
        corner.position = centre[0] + float4(corner.uv - 0.5, 0, 0);
        square.Append(corner);
    }
}
