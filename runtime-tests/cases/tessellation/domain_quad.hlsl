// A place in a quad has two components.
//: target ds_6_0
struct Point {
    float3 position : POSITION;
};

struct Constants {
    float edges[4] : SV_TessFactor;
    float inside[2] : SV_InsideTessFactor;
};

[domain("quad")]
float4 main(Constants constants, float2 place : SV_DomainLocation, const OutputPatch<Point, 4> patch) : SV_Position {
    float3 low = lerp(patch[0].position, patch[1].position, place.x);
    float3 high = lerp(patch[2].position, patch[3].position, place.x);
    return float4(lerp(low, high, place.y), 1);
}
