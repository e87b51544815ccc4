// A texture displaces the surface.
//: target ds_6_0
struct Point {
    float3 position : POSITION;
};

struct Constants {
    float edges[4] : SV_TessFactor;
    float inside[2] : SV_InsideTessFactor;
};

Texture2D<float> height;
SamplerState linearly;

[domain("quad")]
float4 main(Constants constants, float2 place : SV_DomainLocation, const OutputPatch<Point, 4> patch) : SV_Position {
    float3 position = patch[0].position + float3(place, 0);
    position.z += height.SampleLevel(linearly, place, 0);
    return float4(position, 1);
}
