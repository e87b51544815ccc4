// The number of the primitive is read beside the vertices and handed on.
//: target gs_6_0
struct Corner {
    float4 position : SV_Position;
    uint number : SV_PrimitiveID;
    nointerpolation uint own : OWN;
};

[maxvertexcount(1)]
void main(point float4 centre[1] : SV_Position, uint number : SV_PrimitiveID, inout PointStream<Corner> points) {
    Corner corner;
    corner.position = centre[0];
    corner.number = number;
    corner.own = number * 2;
    points.Append(corner);
}
