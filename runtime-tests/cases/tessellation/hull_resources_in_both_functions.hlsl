// Each function of a hull shader reads a buffer of its own, and both a third.
//: target hs_6_0
struct Point {
    float3 position : POSITION;
};

struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
};

StructuredBuffer<float> factors;
StructuredBuffer<float3> offsets;
cbuffer Both {
    float scale;
};

Constants constants(uint number : SV_PrimitiveID) {
    Constants result;
    result.edges[0] = result.edges[1] = result.edges[2] = factors[number] * scale;
    result.inside = 2;
    return result;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Point main(InputPatch<Point, 3> patch, uint i : SV_OutputControlPointID) {
    Point result;
    result.position = patch[i].position * scale + offsets[i];
    return result;
}
