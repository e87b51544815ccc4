// A domain shader, which reads patch constants.
//: target ds_6_0
struct Point { float4 position : POSITION; };
struct Factors { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; float2 extra : EXTRA; };
[domain("tri")] float4 main(Factors f, const OutputPatch<Point, 3> patch, float3 at : SV_DomainLocation) : SV_Position {
    return patch[0].position * at.x + patch[1].position * at.y + patch[2].position * at.z + f.extra.x;
}
