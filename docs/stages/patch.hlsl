// Hull: control points pass through, their distance decides how finely the patch is divided.
struct Point { float3 position : POSITION; };
struct Factors { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };

Factors divide(InputPatch<Point, 3> patch, OutputPatch<Point, 3> points) {
    Factors factors;
    for (uint i = 0; i < 3; i++) factors.edges[i] = 8 / patch[i].position.z;
    factors.inside = points[0].position.x;
    return factors;
}

[domain("tri")] [partitioning("fractional_odd")] [outputtopology("triangle_cw")]
[outputcontrolpoints(3)] [patchconstantfunc("divide")]
Point main(InputPatch<Point, 3> patch, uint which : SV_OutputControlPointID) { return patch[which]; }
