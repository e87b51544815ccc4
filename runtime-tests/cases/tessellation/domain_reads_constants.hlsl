// Outputs depend on constants of the patch, some chosen at run time.
//: target ds_6_0
struct Point {
    float3 position : POSITION;
};

struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float4 colour : COLOUR;
    float2 rows[3] : ROWS;
};

struct Result {
    float4 position : SV_Position;
    float4 colour : COLOUR;
    float2 row : ROW;
};

[domain("tri")]
Result main(Constants constants, float3 place : SV_DomainLocation, const OutputPatch<Point, 3> patch) {
    Result result;
    result.position = float4(patch[0].position * place.x + patch[1].position * place.y, constants.edges[1]);
    result.colour = constants.colour * constants.inside;
    result.row = constants.rows[uint(place.z * 2)];
    return result;
}
