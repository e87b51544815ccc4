// A domain shader reads the factors and a further patch constant.
//: target ds_6_0
//: entry domain
//: draw patches 3 3
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
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float4 tint : TINT;
    float2 shift[2] : ABOUT;
};

Point vertex(uint id : SV_VertexID) {
    Point result = { float3(float2(id & 1, id >> 1) * 1.6 - 0.8, id / 4.0) };
    return result;
}

Factors factors_of(InputPatch<Point, 3> patch) {
    Factors factors;
    factors.edges[0] = 2;
    factors.edges[1] = 4;
    factors.edges[2] = 3;
    factors.inside = 5;
    factors.tint = float4(patch[1].at, patch[2].at.y);
    factors.shift[0] = float2(0.1, -0.1);
    factors.shift[1] = patch[0].at.xy * 0.1;
    return factors;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("factors_of")]
Point hull(InputPatch<Point, 3> patch, uint id : SV_OutputControlPointID) {
    return patch[id];
}

[domain("tri")]
Corner domain(Factors factors, float3 place : SV_DomainLocation, const OutputPatch<Point, 3> patch) {
    Corner corner;
    float2 at = patch[0].at.xy * place.x + patch[1].at.xy * place.y + patch[2].at.xy * place.z;
    corner.position = float4(at + factors.shift[0] + factors.shift[1], 0, 1);
    corner.color = float3(factors.edges[1] / 5, factors.inside / 8, factors.tint.w) * place;
    return corner;
}

float4 pixel(Corner corner) : SV_Target { return float4(corner.color, 1); }
