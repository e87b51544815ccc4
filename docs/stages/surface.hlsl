// Domain: a point of the surface from the control points.
struct Point { float3 position : POSITION; };
struct Factors { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };

[domain("tri")] float4 main(Factors factors, float3 at : SV_DomainLocation, OutputPatch<Point, 3> points) : SV_Position {
    float3 position = 0;
    for (uint i = 0; i < 3; i++) position += at[i] * points[i].position;
    return float4(position, factors.inside);
}
