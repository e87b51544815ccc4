// Points become squares of two triangles; the strip starts anew for each.
//: target gs_6_0
//: entry geometry
//: draw points 4
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

[maxvertexcount(8)]
void geometry(point Corner corners[1], inout TriangleStream<Corner> strip) {
    for (uint square = 0; square < 2; ++square) {
        for (uint i = 0; i < 4; ++i) {
            Corner corner = corners[0];
            corner.position.xy += float2(i & 1, i >> 1) * 0.2 - square * 0.3;
            corner.color.z = square;
            strip.Append(corner);
        }
        strip.RestartStrip();
    }
}

float4 pixel(Corner corner) : SV_Target { return float4(corner.color, 1); }
