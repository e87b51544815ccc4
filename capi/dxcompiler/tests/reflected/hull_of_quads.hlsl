// A hull shader with everything that it can state.
//: target hs_6_0
struct Point { float4 position : POSITION; float2 uv : UV; };
struct Factors { float edges[4] : SV_TessFactor; float inside[2] : SV_InsideTessFactor; float3 extra[2] : EXTRA; };
cbuffer Detail { float detail; float unread; };
Factors constants(InputPatch<Point, 12> patch, uint id : SV_PrimitiveID) {
    Factors f;
    f.edges[0] = f.edges[1] = f.edges[2] = f.edges[3] = detail;
    f.inside[0] = f.inside[1] = patch[0].uv.x;
    f.extra[0] = id; f.extra[1] = 1;
    return f;
}
[domain("quad")] [partitioning("fractional_even")] [outputtopology("triangle_ccw")] [outputcontrolpoints(4)] [patchconstantfunc("constants")] [maxtessfactor(31)]
Point main(InputPatch<Point, 12> patch, uint i : SV_OutputControlPointID) { Point p = patch[i]; p.position *= 2; return p; }
