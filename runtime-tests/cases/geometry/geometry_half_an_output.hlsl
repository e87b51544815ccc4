// A component that is never given a value is not written.
//: target gs_6_0
struct Part {
    float4 position : SV_Position;
    float4 value : VALUE;
};

[maxvertexcount(1)]
void main(point float4 input[1] : SV_Position, inout PointStream<Part> points) {
    Part part;
    part.position = input[0];
    part.value.yz = input[0].xy;
    points.Append(part);
}
