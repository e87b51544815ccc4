// Factors and constants depend on the input control points.
//: target hs_6_0
struct Point {
    float3 position : POSITION;
};

struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float3 centre : CENTRE;
};

Constants constants(InputPatch<Point, 3> patch) {
    Constants result;
    result.edges[0] = patch[0].position.x;
    result.edges[1] = patch[1].position.y;
    result.edges[2] = patch[2].position.z;
    result.inside = 1;
    result.centre = (patch[0].position + patch[1].position + patch[2].position) / 3;
    return result;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Point main(InputPatch<Point, 3> patch, uint i : SV_OutputControlPointID) {
    return patch[i];
}
