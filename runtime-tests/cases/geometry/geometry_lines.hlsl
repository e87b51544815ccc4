// A line in, a strip of lines out.
//: target gs_6_0
struct Vertex {
    float4 position : SV_Position;
    float2 uv : UV;
};

[maxvertexcount(3)]
void main(line Vertex ends[2], inout LineStream<Vertex> strip) {
    Vertex middle;
    middle.position = lerp(ends[0].position, ends[1].position, 0.5);
    middle.uv = lerp(ends[0].uv, ends[1].uv, 0.5);
    strip.Append(ends[0]);
    strip.Append(middle);
    strip.Append(ends[1]);
}
