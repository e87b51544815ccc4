// Triangles become a strip of lines that is cut.
//: target gs_6_0
//: entry geometry
//: draw triangles 3
//: with vs_6_0 vertex
//: with ps_6_0 pixel

struct Corner {
    float4 position : SV_Position;
    float3 color : COLOR;
};

Corner vertex(uint id : SV_VertexID) {
    float2 at = float2(id & 1, id >> 1 & 1) * 1.5 - 0.75;
    Corner corner = { float4(at, 0, 1), float3(at * 0.5 + 0.5, id / 6.0) };
    return corner;
}

[maxvertexcount(6)]
void geometry(triangle Corner corners[3], inout LineStream<Corner> outline) {
    for (uint i = 0; i < 3; ++i) {
        outline.Append(corners[i]);
        outline.Append(corners[(i + 1) % 3]);
        outline.RestartStrip();
    }
}

float4 pixel(Corner corner) : SV_Target { return float4(corner.color, 1); }
