// The neighbours of a line bend it.
//: target gs_6_0
//: entry geometry
//: draw lines_adjacency 4
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

[maxvertexcount(4)]
void geometry(lineadj Corner corners[4], inout LineStream<Corner> strip) {
    strip.Append(corners[0]);
    strip.Append(corners[1]);
    Corner last = corners[2];
    last.position.xy -= corners[3].position.xy * 0.25;
    strip.Append(last);
}

float4 pixel(Corner corner) : SV_Target { return float4(corner.color, 1); }
