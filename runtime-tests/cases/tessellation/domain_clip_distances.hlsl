// Clip and cull distances and the slice of the target out of a domain shader.
//: target ds_6_0
//: only container newer
struct Point {
    float3 position : POSITION;
};

struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
};

struct Result {
    float4 position : SV_Position;
    float3 clip : SV_ClipDistance;
    float cull : SV_CullDistance;
    uint slice : SV_RenderTargetArrayIndex;
};

[domain("tri")]
Result main(Constants constants, float3 place : SV_DomainLocation, const OutputPatch<Point, 3> patch) {
    Result result;
    result.position = float4(patch[2].position, 1);
    result.clip = place;
    result.cull = constants.inside;
    result.slice = 1;
    return result;
}
