// A place on lines.
//: target ds_6_0
struct Point {
    float3 position : POSITION;
};

struct Constants {
    float factors[2] : SV_TessFactor;
};

[domain("isoline")]
float4 main(Constants constants, float2 place : SV_DomainLocation, const OutputPatch<Point, 2> patch) : SV_Position {
    return float4(lerp(patch[0].position, patch[1].position, place.x), 1);
}
