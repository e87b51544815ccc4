// A line with its neighbours has four vertices.
//: target gs_6_0
struct End {
    float4 position : SV_Position;
};

[maxvertexcount(2)]
void main(lineadj float4 points[4] : SV_Position, inout LineStream<End> strip) {
    End end;
    end.position = points[1] + (points[1] - points[0]) * 0.1;
    strip.Append(end);
    end.position = points[2] + (points[2] - points[3]) * 0.1;
    strip.Append(end);
}
