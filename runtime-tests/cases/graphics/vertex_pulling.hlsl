// Vertices fetched from buffers by number rather than by the input assembler.
//: target vs_6_0
struct Vertex {
    float3 position;
    uint colour;
};
StructuredBuffer<Vertex> Vertices : register(t0);
Buffer<uint> Indices : register(t1);

void main(uint number : SV_VertexID, out float4 position : SV_Position, out float4 colour : COLOR0) {
    Vertex vertex = Vertices[Indices[number]];
    position = float4(vertex.position, 1);
    colour = float4(vertex.colour & 255, (vertex.colour >> 8) & 255, (vertex.colour >> 16) & 255, 255) / 255;
}
