// The number of the patch is an output that is not interpolated.
//: target ds_6_0
struct Point {
    float3 position : POSITION;
};

struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
};

struct Result {
    float4 position : SV_Position;
    nointerpolation uint number : NUMBER;
    noperspective float2 plane : PLANE;
};

[domain("tri")]
Result main(Constants constants, float3 place : SV_DomainLocation, uint number : SV_PrimitiveID,
            const OutputPatch<Point, 3> patch) {
    Result result;
    result.position = float4(patch[0].position, 1);
    result.number = number;
    result.plane = place.xy;
    return result;
}
