// Control points of another count than the patch has: a curve.
//: target ds_6_0
//: entry domain
//: draw patches 4 4
//: with vs_6_0 vertex
//: with hs_6_0 hull
//: with ps_6_0 pixel

struct Point {
    float3 at : AT;
};

struct Corner {
    float4 position : SV_Position;
    float3 color : COLOR;
};

struct Factors {
    float edges[4] : SV_TessFactor;
    float inside[2] : SV_InsideTessFactor;
};

Point vertex(uint id : SV_VertexID) {
    Point result = { float3(float2(id & 1, id >> 1) * 1.6 - 0.8, id / 4.0) };
    return result;
}

Factors factors_of(InputPatch<Point, 4> patch) {
    Factors factors;
    factors.edges[0] = 3;
    factors.edges[1] = 4;
    factors.edges[2] = 5;
    factors.edges[3] = 6;
    factors.inside[0] = 2;
    factors.inside[1] = 3;
    return factors;
}

[domain("quad")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(6)]
[patchconstantfunc("factors_of")]
Point hull(InputPatch<Point, 4> patch, uint id : SV_OutputControlPointID) {
    Point result = patch[id % 4];
    result.at.z = id * 0.2;
    if (id > 3) result.at.xy *= 0.25;
    return result;
}

[domain("quad")]
Corner domain(Factors factors, float2 place : SV_DomainLocation, const OutputPatch<Point, 6> patch) {
    Corner corner;
    float2 at = lerp(lerp(patch[0].at.xy, patch[1].at.xy, place.x), lerp(patch[2].at.xy, patch[3].at.xy, place.x), place.y);
    at += patch[4].at.xy * place.x * (1 - place.x) + patch[5].at.xy * place.y * (1 - place.y);
    corner.position = float4(at, 0, 1);
    corner.color = float3(patch[5].at.z, place);
    return corner;
}

float4 pixel(Corner corner) : SV_Target { return float4(corner.color, 1); }
