// All four streams, the third of which stays empty; what they depend on is told differently for validator 1.6.
//: target gs_6_0
//: only newer
struct Part {
    float4 value : VALUE;
};

[maxvertexcount(8)]
void main(point float4 input[1] : VALUE, inout PointStream<Part> a, inout PointStream<Part> b, inout PointStream<Part> c,
          inout PointStream<Part> d) {
    Part part;
    part.value = input[0];
    a.Append(part);
    part.value *= 2;
    b.Append(part);
    d.Append(part);
    d.RestartStrip();
}
