// Six control points out of three.
//: target hs_6_0
struct Point {
    float3 position : POSITION;
};

struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
};

Constants constants() {
    Constants result;
    result.edges[0] = result.edges[1] = result.edges[2] = 4;
    result.inside = 2;
    return result;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(6)]
[patchconstantfunc("constants")]
Point main(InputPatch<Point, 3> patch, uint i : SV_OutputControlPointID) {
    Point result;
    result.position = i < 3 ? patch[i].position : (patch[i - 3].position + patch[(i - 2) % 3].position) / 2;
    return result;
}
