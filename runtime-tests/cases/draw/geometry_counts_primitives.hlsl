// The number of the primitive goes through to the pixel shader.
//: target gs_6_0
//: entry geometry
//: draw triangles 6
//: with vs_6_0 vertex
//: with ps_6_0 pixel

struct Corner {
    float4 position : SV_Position;
    float3 color : COLOR;
};

struct Counted {
    float4 position : SV_Position;
    float3 color : COLOR;
    uint number : SV_PrimitiveID;
};

Corner vertex(uint id : SV_VertexID) {
    float2 at = float2(id % 3 & 1, id % 3 >> 1) * 0.8 - (id < 3 ? 0.9 : 0);
    Corner corner = { float4(at, 0, 1), float3(at, 0.5) };
    return corner;
}

[maxvertexcount(3)]
void geometry(triangle Corner corners[3], uint number : SV_PrimitiveID, inout TriangleStream<Counted> strip) {
    for (uint i = 0; i < 3; ++i) {
        Counted counted = { corners[i].position, corners[i].color, number * 2 };
        strip.Append(counted);
    }
}

float4 pixel(Counted counted) : SV_Target { return float4(counted.color.xy, counted.number / 2.0, 1); }
