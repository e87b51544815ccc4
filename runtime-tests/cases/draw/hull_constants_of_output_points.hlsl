// The patch-constant function reads the control points that the hull shader made.
//: target hs_6_0
//: entry hull
//: draw patches 3 6
//: with vs_6_0 vertex
//: with ds_6_0 domain
//: with ps_6_0 pixel

struct Point {
    float3 at : AT;
};

struct Corner {
    float4 position : SV_Position;
    float3 color : COLOR;
};

struct Control {
    float4 at : SV_Position;
    float weight : WEIGHT;
};

struct Factors {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float4 middle : MIDDLE;
};

Point vertex(uint id : SV_VertexID) {
    uint corner = id % 3;
    Point result = { float3(float2(corner & 1, corner >> 1) * 0.9 - (id < 3 ? 0.95 : 0), id) };
    return result;
}

Factors factors_of(const OutputPatch<Control, 3> controls, InputPatch<Point, 3> patch, uint number : SV_PrimitiveID) {
    Factors factors;
    [unroll] for (uint i = 0; i < 3; ++i) factors.edges[i] = controls[i].weight + 1;
    factors.inside = controls[2].weight + number;
    factors.middle = (controls[0].at + controls[1].at + controls[2].at) / 3 + patch[1].at.z * 0.01;
    return factors;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("factors_of")]
Control hull(InputPatch<Point, 3> patch, uint id : SV_OutputControlPointID, uint number : SV_PrimitiveID) {
    Control control;
    control.at = float4(patch[id].at.xy, 0, 1);
    control.weight = id + number * 2;
    return control;
}

[domain("tri")]
Corner domain(Factors factors, float3 place : SV_DomainLocation, const OutputPatch<Control, 3> controls, uint number : SV_PrimitiveID) {
    Corner corner;
    float4 at = controls[0].at * place.x + controls[1].at * place.y + controls[2].at * place.z;
    corner.position = float4(lerp(at.xy, factors.middle.xy, place.x * place.y), 0, 1);
    corner.color = float3(place.xy, number * 0.5 + controls[1].weight * 0.1);
    return corner;
}

float4 pixel(Corner corner) : SV_Target { return float4(corner.color, 1); }
