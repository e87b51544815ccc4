// Lines have two factors and none inside.
//: target hs_6_0
struct Point {
    float3 position : POSITION;
};

struct Constants {
    float factors[2] : SV_TessFactor;
};

Constants constants(uint patch : SV_PrimitiveID) {
    Constants result;
    result.factors[0] = 1;
    result.factors[1] = patch & 15;
    return result;
}

[domain("isoline")]
[partitioning("fractional_odd")]
[outputtopology("line")]
[outputcontrolpoints(2)]
[patchconstantfunc("constants")]
Point main(InputPatch<Point, 2> patch, uint i : SV_OutputControlPointID) {
    return patch[i];
}
