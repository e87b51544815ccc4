// A control point is read whose number is only known at run time, in both functions.
//: target hs_6_0
struct Point {
    float3 position : POSITION;
};

struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
};

Constants constants(InputPatch<Point, 3> patch, uint number : SV_PrimitiveID) {
    Constants result;
    for (uint i = 0; i < 3; i++) {
        result.edges[i] = length(patch[(i + number) % 3].position);
    }
    result.inside = 1;
    return result;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Point main(InputPatch<Point, 3> patch, uint i : SV_OutputControlPointID, uint number : SV_PrimitiveID) {
    Point result;
    result.position = patch[i].position + patch[number % 3].position;
    return result;
}
