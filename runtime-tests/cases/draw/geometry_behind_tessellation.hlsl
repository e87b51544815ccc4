// All five stages in a row: a geometry shader shrinks what a domain shader gives.
//: target gs_6_0
//: entry geometry
//: draw patches 3 3
//: with vs_6_0 vertex
//: with hs_6_0 hull
//: with ds_6_0 domain
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
};

Point vertex(uint id : SV_VertexID) {
    Point result = { float3(float2(id & 1, id >> 1) * 1.6 - 0.8, id / 4.0) };
    return result;
}

Factors factors_of(InputPatch<Point, 3> patch) {
    Factors factors;
    factors.edges[0] = 3;
    factors.edges[1] = 4;
    factors.edges[2] = 5;
    factors.inside = 3;
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
    corner.position = float4(patch[0].at.xy * place.x + patch[1].at.xy * place.y + patch[2].at.xy * place.z, 0, 1);
    corner.color = place;
    return corner;
}


[maxvertexcount(3)]
void geometry(triangle Corner corners[3], uint number : SV_PrimitiveID, inout TriangleStream<Corner> strip) {
    float4 middle = (corners[0].position + corners[1].position + corners[2].position) / 3;
    for (uint i = 0; i < 3; ++i) {
        Corner corner = corners[i];
        corner.position = lerp(corner.position, middle, 0.3);
        strip.Append(corner);
    }
}

float4 pixel(Corner corner) : SV_Target { return float4(corner.color, 1); }
