// Every second vertex of six is a neighbour.
//: target gs_6_0
//: entry geometry
//: draw triangles_adjacency 6
//: with vs_6_0 vertex
//: with ps_6_0 pixel

struct Corner {
    float4 position : SV_Position;
    float3 color : COLOR;
};

Corner vertex(uint id : SV_VertexID) {
    float angle = id * 1.0471976;
    float radius = (id & 1) != 0 ? 0.4 : 0.9;
    Corner corner = { float4(cos(angle) * radius, sin(angle) * radius, 0, 1), float3(id / 5.0, 0.5, 1) };
    return corner;
}

[maxvertexcount(6)]
void geometry(triangleadj Corner corners[6], inout TriangleStream<Corner> strip) {
    [unroll] for (uint i = 0; i < 6; i += 2) strip.Append(corners[i]);
    strip.RestartStrip();
    [unroll] for (uint k = 1; k < 6; k += 2) {
        Corner corner = corners[k];
        corner.color = 1 - corner.color;
        strip.Append(corner);
    }
}

float4 pixel(Corner corner) : SV_Target { return float4(corner.color, 1); }
