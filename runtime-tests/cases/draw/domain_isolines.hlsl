// Lines across a patch.
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
    float edges[2] : SV_TessFactor;
};

Point vertex(uint id : SV_VertexID) {
    Point result = { float3(float2(id & 1, id >> 1) * 1.6 - 0.8, id / 4.0) };
    return result;
}

Factors factors_of(InputPatch<Point, 4> patch) {
    Factors factors;
    factors.edges[0] = 3;
    factors.edges[1] = 4;
    return factors;
}

[domain("isoline")]
[partitioning("integer")]
[outputtopology("line")]
[outputcontrolpoints(4)]
[patchconstantfunc("factors_of")]
Point hull(InputPatch<Point, 4> patch, uint id : SV_OutputControlPointID) {
    return patch[id];
}

[domain("isoline")]
Corner domain(Factors factors, float2 place : SV_DomainLocation, const OutputPatch<Point, 4> patch) {
    Corner corner;
    float2 at = lerp(lerp(patch[0].at.xy, patch[1].at.xy, place.x), lerp(patch[2].at.xy, patch[3].at.xy, place.x), place.y);
    corner.position = float4(at, 0, 1);
    corner.color = float3(place, 0.5);
    return corner;
}

float4 pixel(Corner corner) : SV_Target { return float4(corner.color, 1); }
