// Integers, matrices and arrays go through a geometry shader.
//: target gs_6_0
//: entry geometry
//: draw triangles 3
//: with vs_6_0 vertex
//: with ps_6_0 pixel

struct Corner {
    float4 position : SV_Position;
    nointerpolation uint2 numbers : NUMBERS;
    nointerpolation int negative : NEGATIVE;
    float2x2 turn : TURN;
    nointerpolation uint flag : FLAG;
    float list[2] : LIST;
};

Corner vertex(uint id : SV_VertexID) {
    float2 at = float2(id & 1, id >> 1 & 1) * 1.5 - 0.75;
    Corner corner;
    corner.position = float4(at, 0, 1);
    corner.numbers = uint2(id, 7 - id);
    corner.negative = -3 - int(id);
    corner.turn = float2x2(at, at.yx * 0.5);
    corner.flag = id == 1 ? 1 : 0;
    corner.list[0] = at.x;
    corner.list[1] = 1 - at.y;
    return corner;
}

[maxvertexcount(3)]
void geometry(triangle Corner corners[3], inout TriangleStream<Corner> strip) {
    for (uint i = 0; i < 3; ++i) {
        Corner corner = corners[i];
        corner.turn = mul(corners[i].turn, corners[(i + 1) % 3].turn);
        corner.flag = corners[1].flag == 0 || corners[i].negative < -4 ? 1 : 0;
        strip.Append(corner);
    }
}

float4 pixel(Corner corner) : SV_Target {
    return float4(corner.turn._12 * 0.5 + 0.5, corner.numbers.y / 8.0, corner.list[corner.flag] * 0.5, -corner.negative / 5.0);
}
