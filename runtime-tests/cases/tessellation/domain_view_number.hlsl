// What depends on the number of the view.
//: target ds_6_1
//: only container newer
struct Point {
    float3 position : POSITION;
};

struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
};

[domain("tri")]
float4 main(Constants constants, float3 place : SV_DomainLocation, uint view : SV_ViewID,
            const OutputPatch<Point, 3> patch) : SV_Position {
    return float4(patch[0].position.x + view, patch[1].position.y, place.z, 1);
}
