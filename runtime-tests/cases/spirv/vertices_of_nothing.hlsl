// A geometry shader whose vertices hold nothing takes none in, however many it names.
//: target gs_6_0
//: only spirv
struct Nothing {};

struct Vertex {
    float4 position : SV_Position;
};

[maxvertexcount(1)]
void main(line Nothing vertices[4], inout PointStream<Vertex> points) {
    Vertex vertex = { float4(0, 0, 0, 1) };
    points.Append(vertex);
}
