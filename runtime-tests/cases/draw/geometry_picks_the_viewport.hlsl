// Each primitive goes to a viewport.
//: target gs_6_0
//: entry geometry
//: draw triangles 3
//: with vs_6_0 vertex
//: with ps_6_0 pixel

struct Corner {
    float4 position : SV_Position;
    float3 color : COLOR;
};

struct Viewed {
    float4 position : SV_Position;
    float3 color : COLOR;
    uint viewport : SV_ViewportArrayIndex;
};

Corner vertex(uint id : SV_VertexID) {
    float2 at = float2(id & 1, id >> 1 & 1) * 1.5 - 0.75;
    Corner corner = { float4(at, 0, 1), float3(at * 0.5 + 0.5, id / 6.0) };
    return corner;
}

[maxvertexcount(6)]
void geometry(triangle Corner corners[3], inout TriangleStream<Viewed> strip) {
    for (uint view = 0; view < 2; ++view) {
        for (uint i = 0; i < 3; ++i) {
            Viewed viewed = { corners[i].position, corners[i].color * (view * 0.5 + 0.5), view };
            strip.Append(viewed);
        }
        strip.RestartStrip();
    }
}

float4 pixel(Viewed viewed) : SV_Target { return float4(viewed.color, 1); }
