// Passes a patch of three points on, and asks for as many edges as their first coordinates say.
struct Point {
    float3 place : POSITION;
};

struct Edges {
    float outer[3] : SV_TessFactor;
    float inner : SV_InsideTessFactor;
};

Edges edges(InputPatch<Point, 3> patch, uint id : SV_PrimitiveID) {
    Edges edges;
    float sum = 0;
    for (uint i = 0; i < 3; i++) {
        edges.outer[i] = 1 + patch[i].place.x;
        sum += edges.outer[i];
    }
    edges.inner = sum / 3;
    return edges;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("edges")]
Point main(InputPatch<Point, 3> patch, uint number : SV_OutputControlPointID) {
    Point moved = patch[number];
    moved.place.y += number;
    float3 doubled = moved.place * 2;
    moved.place = doubled;
    return moved;
}
