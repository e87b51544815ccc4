// Lines become bands.
//: target gs_6_0
//: entry geometry
//: draw lines 4
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
void geometry(line Corner corners[2], inout TriangleStream<Corner> strip) {
    float2 along = corners[1].position.xy - corners[0].position.xy;
    float2 across = normalize(float2(-along.y, along.x)) * 0.1;
    for (uint i = 0; i < 4; ++i) {
        Corner corner = corners[i >> 1];
        corner.position.xy += (i & 1) != 0 ? across : -across;
        strip.Append(corner);
    }
}

float4 pixel(Corner corner) : SV_Target { return float4(corner.color, 1); }
