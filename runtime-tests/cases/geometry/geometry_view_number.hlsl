// What depends on the number of the view is said for each stream.
//: target gs_6_1
//: only container newer
struct Part {
    float4 position : SV_Position;
    float other : OTHER;
};

[maxvertexcount(2)]
void main(point float4 input[1] : SV_Position, uint view : SV_ViewID, inout PointStream<Part> points) {
    Part part;
    part.position = input[0] + float4(view, 0, 0, 0);
    part.other = input[0].w;
    points.Append(part);
}
