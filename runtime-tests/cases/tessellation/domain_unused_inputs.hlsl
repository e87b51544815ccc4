// Inputs and constants that nothing reads still have their registers.
//: target ds_6_0
struct Point {
    float3 position : POSITION;
    float4 unused : UNUSED;
    float2 uv : UV;
};

struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float4 unused : UNUSED;
    float scale : SCALE;
};

[domain("tri")]
float4 main(Constants constants, float3 place : SV_DomainLocation, const OutputPatch<Point, 3> patch) : SV_Position {
    return float4(patch[1].uv * constants.scale, place.xy);
}
