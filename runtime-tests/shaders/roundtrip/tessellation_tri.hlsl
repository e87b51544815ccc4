//! hs_6_0 hull
//! ds_6_0 domain_shader
//! hs_6_6 hull
// Triangles through a tessellator.
cbuffer Factors { float edge; float inside; };
struct Point { float3 position : POSITION; float2 uv : UV; };
struct Patch { float edges[3] : SV_TessFactor; float centre : SV_InsideTessFactor; float3 flat : FLAT; };
Patch constants(InputPatch<Point, 3> points, uint id : SV_PrimitiveID) {
    Patch p;
    for (int i = 0; i < 3; ++i) p.edges[i] = edge + id;
    p.centre = inside;
    p.flat = points[0].position + points[1].position;
    return p;
}
[domain("tri")]
[partitioning("fractional_odd")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Point hull(InputPatch<Point, 3> points, uint i : SV_OutputControlPointID) { return points[i]; }
struct Out { float4 position : SV_Position; float2 uv : UV; };
[domain("tri")]
Out domain_shader(Patch p, float3 where : SV_DomainLocation, const OutputPatch<Point, 3> points) {
    Out o;
    o.position = float4(points[0].position * where.x + points[1].position * where.y + points[2].position * where.z + p.flat, 1);
    o.uv = points[0].uv * p.centre;
    return o;
}
