// The factors of lines.
//: target hs_6_0
struct Point { float4 position : POSITION; };
struct Factors { float edges[2] : SV_TessFactor; };
Factors constants(InputPatch<Point, 2> patch) { Factors f; f.edges[0] = 1; f.edges[1] = patch[0].position.x; return f; }
[domain("isoline")] [partitioning("integer")] [outputtopology("line")] [outputcontrolpoints(2)] [patchconstantfunc("constants")]
Point main(InputPatch<Point, 2> patch, uint i : SV_OutputControlPointID) { return patch[i]; }
