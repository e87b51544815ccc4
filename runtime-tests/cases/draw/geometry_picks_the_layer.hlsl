// Each primitive goes to a layer of the image.
//: target gs_6_0
//: entry geometry
//: draw triangles 3
//: with vs_6_0 vertex
//: with ps_6_0 pixel

struct Corner {
    float4 position : SV_Position;
    float3 color : COLOR;
};

struct Layered {
    float4 position : SV_Position;
    float3 color : COLOR;
    uint layer : SV_RenderTargetArrayIndex;
};

Corner vertex(uint id : SV_VertexID) {
    float2 at = float2(id & 1, id >> 1 & 1) * 1.5 - 0.75;
    Corner corner = { float4(at, 0, 1), float3(at * 0.5 + 0.5, id / 6.0) };
    return corner;
}

[maxvertexcount(6)]
void geometry(triangle Corner corners[3], inout TriangleStream<Layered> strip) {
    for (uint layer = 0; layer < 2; ++layer) {
        for (uint i = 0; i < 3; ++i) {
            Layered layered = { corners[i].position * float4(layer + 1, 1, 1, 1), corners[i].color, layer };
            strip.Append(layered);
        }
        strip.RestartStrip();
    }
}

float4 pixel(Layered layered) : SV_Target { return float4(layered.color, layered.layer * 0.5 + 0.5); }
