// Constants depend on the inputs that the output control points which they read depend on.
//: target hs_6_0
struct Point {
    float3 position : POSITION;
    float2 uv : UV;
};

struct Result {
    float2 uv : UV;
    float3 position : POSITION;
};

struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float2 sum : SUM;
};

Constants constants(InputPatch<Point, 3> patch, OutputPatch<Result, 3> made) {
    Constants result;
    result.edges[0] = made[0].position.x;
    result.edges[1] = made[1].position.y;
    result.edges[2] = patch[0].uv.x;
    result.inside = 1;
    result.sum = made[0].uv + made[2].uv;
    return result;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Result main(InputPatch<Point, 3> patch, uint i : SV_OutputControlPointID) {
    Result result;
    result.position = patch[i].position.yzx;
    result.uv = patch[i].uv * patch[0].position.z;
    return result;
}
