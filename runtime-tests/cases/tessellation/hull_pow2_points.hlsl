// Powers of two, and points instead of triangles.
//: target hs_6_0
//: only container newer
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
[partitioning("pow2")]
[outputtopology("point")]
[outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Point main(InputPatch<Point, 3> patch, uint i : SV_OutputControlPointID) {
    return patch[i];
}
