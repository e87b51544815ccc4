// What depends on the number of the view, directly and by way of control points.
//: target hs_6_1
//: only container newer
struct Point {
    float3 position : POSITION;
};

struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float seen : SEEN;
    float plain : PLAIN;
};

Constants constants(OutputPatch<Point, 3> made, uint view : SV_ViewID) {
    Constants result;
    result.edges[0] = result.edges[1] = result.edges[2] = view + 1;
    result.inside = 2;
    result.seen = made[0].position.x;
    result.plain = made[0].position.y;
    return result;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Point main(InputPatch<Point, 3> patch, uint i : SV_OutputControlPointID, uint view : SV_ViewID) {
    Point result;
    result.position = patch[i].position;
    result.position.x += view;
    return result;
}
