// An output depends on the condition under which it is given.
//: target gs_6_0
struct Part {
    float4 position : SV_Position;
    float2 value : VALUE;
};

struct Input {
    float4 position : SV_Position;
    float2 limit : LIMIT;
};

[maxvertexcount(1)]
void main(point Input input[1], inout PointStream<Part> points) {
    Part part;
    part.position = input[0].position;
    part.value = 0;
    if (input[0].limit.x > 0.5) {
        part.value.y = input[0].limit.y;
    }
    points.Append(part);
}
