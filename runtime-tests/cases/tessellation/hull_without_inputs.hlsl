// A hull shader that reads no control point.
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
[outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Point main(uint i : SV_OutputControlPointID) {
    Point result;
    result.position = float3(i, i * i, 0);
    return result;
}
