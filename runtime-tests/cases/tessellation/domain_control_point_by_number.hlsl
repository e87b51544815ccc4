// The control point that is read depends on the place.
//: target ds_6_0
struct Point {
    float3 position : POSITION;
};

struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
};

[domain("tri")]
float4 main(Constants constants, float3 place : SV_DomainLocation, const OutputPatch<Point, 3> patch) : SV_Position {
    uint nearest = place.x > place.y ? 0 : 1;
    nearest = place.z > max(place.x, place.y) ? 2 : nearest;
    return float4(patch[nearest].position, 1);
}
