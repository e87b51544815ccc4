//! hs_6_0 hull
//! ds_6_0 domain_shader
// Quads through a tessellator.
struct Point { float4 position : POSITION; };
struct Patch { float edges[4] : SV_TessFactor; float centre[2] : SV_InsideTessFactor; };
Patch constants(InputPatch<Point, 4> points) {
    Patch p = { 1, 2, 3, 4, points[0].position.x, 6 };
    return p;
}
[domain("quad")]
[partitioning("integer")]
[outputtopology("triangle_ccw")]
[outputcontrolpoints(4)]
[patchconstantfunc("constants")]
[maxtessfactor(16)]
Point hull(InputPatch<Point, 4> points, uint i : SV_OutputControlPointID) {
    Point p = { points[(i + 1) & 3].position };
    return p;
}
[domain("quad")]
float4 domain_shader(Patch p, float2 where : SV_DomainLocation, const OutputPatch<Point, 4> points) : SV_Position {
    return lerp(lerp(points[0].position, points[1].position, where.x), points[2].position, where.y) + p.edges[2];
}
