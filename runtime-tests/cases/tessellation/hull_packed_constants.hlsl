// Constants of all shapes beside the factors, in the registers that packing gives them.
//: target hs_6_0
struct Point {
    float3 position : POSITION;
};

struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float3 three : THREE;
    float2 rows[2] : ROWS;
    int whole : WHOLE;
    row_major float2x3 turned : TURNED;
    min16float small : SMALL;
};

Constants constants(InputPatch<Point, 3> patch) {
    Constants result = (Constants)0;
    result.edges[0] = result.edges[1] = result.edges[2] = 3;
    result.inside = 1;
    result.three = patch[0].position;
    result.rows[1] = patch[1].position.xy;
    result.whole = int(patch[2].position.z);
    result.turned = float2x3(patch[0].position, patch[1].position);
    result.small = min16float(patch[2].position.x);
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
