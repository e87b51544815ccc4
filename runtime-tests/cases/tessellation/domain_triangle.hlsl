// The place in a triangle weighs its corners.
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
    float3 position = 0;
    [unroll]
    for (uint i = 0; i < 3; i++) {
        position += patch[i].position * place[i];
    }
    return float4(position, 1);
}
