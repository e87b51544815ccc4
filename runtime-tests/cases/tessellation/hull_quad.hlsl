// Six factors of a quad, with fractions that are even.
//: target hs_6_0
struct Point {
    float3 position : POSITION;
};

struct Constants {
    float edges[4] : SV_TessFactor;
    float inside[2] : SV_InsideTessFactor;
};

Constants constants(InputPatch<Point, 16> patch) {
    Constants result;
    result.edges[0] = distance(patch[0].position, patch[12].position);
    result.edges[1] = distance(patch[0].position, patch[3].position);
    result.edges[2] = distance(patch[3].position, patch[15].position);
    result.edges[3] = distance(patch[12].position, patch[15].position);
    result.inside[0] = result.edges[1];
    result.inside[1] = result.edges[0];
    return result;
}

[domain("quad")]
[partitioning("fractional_even")]
[outputtopology("triangle_ccw")]
[outputcontrolpoints(16)]
[patchconstantfunc("constants")]
[maxtessfactor(32)]
Point main(InputPatch<Point, 16> patch, uint i : SV_OutputControlPointID) {
    Point result;
    result.position = patch[i].position * 2;
    return result;
}
