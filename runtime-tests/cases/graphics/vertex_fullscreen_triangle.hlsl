// A triangle over the whole screen from nothing but the number of the vertex.
//: target vs_6_0
float4 main(uint vertex : SV_VertexID) : SV_Position {
    float2 corner = float2((vertex << 1) & 2, vertex & 2);
    return float4(corner * 2 - 1, 0, 1);
}
