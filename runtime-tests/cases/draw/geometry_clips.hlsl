// Clip distances come in from the vertex shader, and others go out.
//: target gs_6_0
//: entry geometry
//: draw triangles 3
//: with vs_6_0 vertex
//: with ps_6_0 pixel

struct Clipped {
    float4 position : SV_Position;
    float3 color : COLOR;
    float2 distance : SV_ClipDistance;
};

Clipped vertex(uint id : SV_VertexID) {
    float2 at = float2(id & 1, id >> 1 & 1) * 3 - 1;
    Clipped corner = { float4(at, 0, 1), float3(at * 0.25 + 0.25, 0.75), 0.5 - at };
    return corner;
}

[maxvertexcount(3)]
void geometry(triangle Clipped corners[3], inout TriangleStream<Clipped> strip) {
    for (uint i = 0; i < 3; ++i) {
        Clipped corner = corners[i];
        corner.distance.y = corners[i].distance.y + 0.75;
        strip.Append(corner);
    }
}

float4 pixel(float4 position : SV_Position, float3 color : COLOR) : SV_Target { return float4(color, 1); }
